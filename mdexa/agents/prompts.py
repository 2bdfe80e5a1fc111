"""Prompts that a person picks: check a training mix; find a substitute."""

from collections.abc import Callable

import msgspec

from mdexa.agents.cleaning import HIDDEN
from mdexa.purposes import PURPOSES, SETTINGS

#: An argument is a name or a short list of names, not a text.
LONGEST_ARGUMENT = 2_000


class Argument(msgspec.Struct, frozen=True, kw_only=True):
    """What a prompt asks for."""

    name: str
    description: str
    required: bool = False


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt and the text that it becomes."""

    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    text: Callable[[dict[str, str]], str]


def fill(prompt: Prompt, given: dict[str, str]) -> str:
    """The text for some arguments. ValueError, with what is wrong, if they are not those of the prompt."""
    known = {argument.name for argument in prompt.arguments}
    missing = [one.name for one in prompt.arguments if one.required and not given.get(one.name, "").strip()]
    if missing:
        raise ValueError(f"the prompt {prompt.name} needs {', '.join(missing)}")
    if set(given) - known:
        raise ValueError(f"the prompt {prompt.name} takes {', '.join(sorted(known))}")
    if any(len(value) > LONGEST_ARGUMENT for value in given.values()):
        raise ValueError(f"an argument has at most {LONGEST_ARGUMENT} characters")
    return prompt.text({name: _one_line(value) for name, value in given.items()})


def _one_line(value: str) -> str:
    return " ".join(HIDDEN.sub("", value).split())


def _training_mix(given: dict[str, str]) -> str:
    setting = given.get("setting") or "both"
    return (
        f"Check whether a model may be trained on these datasets together, and released: {given['datasets']}. "
        f'Call check_use once with all of them, purposes ["model_training", "model_release"] and setting "{setting}". '
        "Report the combined verdict, who sets it and what dropping them would give, then each dataset with its "
        "conditions. List the unresolved names and do not judge them. Only allowed and allowed_with_conditions permit. "
        "Give the day of the catalogue, and say that this is no legal advice."
    )


def _substitute(given: dict[str, str]) -> str:
    purpose = given.get("purpose") or "commercial_product"
    modality = f', filters {{"modality": ["{given["modality"]}"]}}' if given.get("modality") else ""
    return (
        f"Find datasets that could stand in for {given['dataset']} and may be used for {purpose}. Call find_datasets "
        f'once with like "{given["dataset"]}", usable_for {{"purpose": "{purpose}"}}{modality}. Then call get_dataset '
        "with the best of them and the asked one, section relations, and warn where one is made from the other. Say "
        "what each lacks and how it is got. If nothing matches, that is the answer."
    )


PROMPTS = (
    Prompt(
        name="check_training_mix",
        title="Check a training mix",
        description="Whether a model may be trained on some datasets together, and what stands in the way.",
        arguments=(
            Argument(name="datasets", description="Ids, names or aliases, with commas between them.", required=True),
            Argument(name="setting", description=f"{', '.join(SETTINGS)} or both (the default)."),
        ),
        text=_training_mix,
    ),
    Prompt(
        name="find_substitute",
        title="Find a substitute",
        description="Datasets like another one that may be used for a purpose.",
        arguments=(
            Argument(name="dataset", description="Id, name or alias of the dataset to replace.", required=True),
            Argument(name="purpose", description=f"One of {', '.join(PURPOSES)}; commercial_product if none is named."),
            Argument(name="modality", description="Keep to this modality."),
        ),
        text=_substitute,
    ),
)
