"""The verdicts of `mdexa.judgement` in the shape of the oracle's, so that the two can be laid side by side."""

import msgspec

from tests.oracle.judgement import Verdicts
from tests.oracle.words import COLUMNS


def judge(cards, licences, as_of):
    """What `mdexa.judgement.judge` gives, as `Verdicts` by card id."""
    from mdexa.judgement import judge as judge_for_real

    return {name: verdicts_of(judged) for name, judged in judge_for_real(cards, licences, as_of).items()}


def verdicts_of(judged):
    """One `Judged` as `Verdicts`."""
    rulings = {part.id: {column: part.ruling(column) for column in COLUMNS} for part in judged.parts}
    heard = {
        name: {column: ruling.reported.value for column, ruling in row.items() if ruling.reported is not None}
        for name, row in rulings.items()
    }
    return Verdicts(
        own={name: {column: ruling.own for column, ruling in row.items()} for name, row in rulings.items()},
        final={name: {column: ruling.value for column, ruling in row.items()} for name, row in rulings.items()},
        whole=dict(judged.whole),
        licence_status=judged.licence_status,
        # Of a dataset that is fine as a whole `Judged` names the parts too; the page speaks of them under `mixed`.
        ok_parts=tuple(sorted(judged.ok_parts)) if judged.licence_status == "mixed" else (),
        repo_only=judged.repo_only,
        flags=frozenset(flag.id for flag in judged.flags),
        reported={name: row for name, row in heard.items() if row},
    )


def differences(one, other):
    """What two sets of verdicts do not share, as lines that can be read."""
    for name in sorted(one):
        for field in ("own", "final", "reported"):
            left, right = getattr(one[name], field), getattr(other[name], field)
            for part in sorted({*left, *right}):
                for column in COLUMNS:
                    ours, theirs = left.get(part, {}).get(column), right.get(part, {}).get(column)
                    if ours != theirs:
                        yield f"{name} {part} {column} {field}: {ours} / {theirs}"
        for field in ("whole", "licence_status", "ok_parts", "repo_only", "flags"):
            left, right = getattr(one[name], field), getattr(other[name], field)
            if left != right:
                yield f"{name} {field}: {left} / {right}"


def shown(found, *catalogue):
    """The first of what was found, and the catalogue as compact JSON, to be read by whoever mends it."""
    texts = [msgspec.json.encode(each, order="sorted").decode() for each in catalogue]
    return "\n".join([*map(str, found[:12]), *texts])


def rulings(verdicts):
    """(card, part, column, own, final) of everything."""
    for name, each in verdicts.items():
        for part, row in each.final.items():
            for column, value in row.items():
                yield name, part, column, each.own[part][column], value
