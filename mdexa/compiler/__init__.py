"""From a folder of YAML to one frozen index. This page shows the stages in order.

    survey     read, check the shape, check the meaning     -> Survey   (findings, all of them)
    judge      rules 1 to 10 over every card                -> Judged   (total: it cannot fail on a clean survey)
    doubt      quality gates, less what is exempted         -> warnings
    describe   rows, words, facets, passages                -> Document
    freeze     write beside, read back, compare, rename     -> build/catalogue.mdexa

With one finding of severity error nothing is written, and the index of before stays as it is.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec

from mdexa.compiler.exempting import exempt
from mdexa.compiler.finding import Finding, arrange
from mdexa.compiler.freezing import freeze
from mdexa.compiler.gates import pass_gates
from mdexa.compiler.survey import Survey, survey
from mdexa.errors import BadQuery, CatalogueInvalid
from mdexa.index.layout import MAGIC
from mdexa.judgement import judge
from mdexa.verdict import Judged

__all__ = ["Built", "Inspected", "build", "inspect", "judged", "survey"]

#: Called with (stage, done, total) while a build runs.
Progress = Callable[[str, int, int], None]


class Built(msgspec.Struct, frozen=True):
    """What a build has written, and the warnings that it met."""

    path: Path
    datasets: int
    digest: str
    findings: tuple[Finding, ...]


class Inspected(msgspec.Struct, frozen=True):
    """A catalogue that was looked at: what it holds, its verdicts if it has no error, and all findings."""

    survey: Survey
    verdicts: dict[str, Judged] | None
    findings: tuple[Finding, ...]


def inspect(catalogue: Path, *, schemas: Path | None = None, progress: Progress | None = None) -> Inspected:
    """Everything that can be said about a catalogue folder: errors, or else warnings less the exempted ones."""
    surveyed = survey(catalogue, schemas=schemas, progress=_stage("read", progress))
    if not surveyed.sound:
        return Inspected(surveyed, None, surveyed.findings)
    verdicts = judged(surveyed, progress=progress)
    doubts = pass_gates(surveyed.drafts, verdicts)
    findings = exempt([*surveyed.findings, *doubts], surveyed.drafts.exemptions)
    return Inspected(surveyed, verdicts, arrange(findings))


def build(catalogue: Path, target: Path, *, schemas: Path | None = None, progress: Progress | None = None) -> Built:
    """Compiles a catalogue folder into an index file.

    Raises CatalogueInvalid, with every finding, if the catalogue has an error, and BadQuery for a target that is
    something else than an index, or lies among the sources: a build never overwrites what it did not write.
    """
    target = checked_target(catalogue, target)
    inspected = inspect(catalogue, schemas=schemas, progress=progress)
    if inspected.verdicts is None:
        raise CatalogueInvalid(inspected.findings)
    digest = freeze(inspected.survey, inspected.verdicts, target, progress=_stage("write", progress))
    return Built(target, len(inspected.verdicts), digest, inspected.findings)


def judged(surveyed: Survey, *, progress: Progress | None = None) -> dict[str, Judged]:
    """The verdicts of a survey without errors. CatalogueInvalid if it has one: a broken catalogue is never judged."""
    if not surveyed.sound:
        raise CatalogueInvalid(surveyed.findings)
    assert surveyed.release is not None, "a catalogue without its release file is an error of the survey"
    return judge(surveyed.cards, surveyed.licences, surveyed.release.as_of, progress=_stage("judge", progress))


def checked_target(catalogue: Path, target: Path) -> Path:
    """The real path of a target that may be written. BadQuery if it may not."""
    real = target.resolve()
    legal = ["a new file outside the catalogue folder, or an index that `mdexa build` has written"]
    if real.is_relative_to(catalogue.resolve()):
        raise BadQuery("target", str(target), legal, why="it lies among the sources")
    if real.exists() and not _is_index(real):
        raise BadQuery("target", str(target), legal, why="there is something else at this place")
    return real


def _is_index(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _stage(name: str, progress: Progress | None) -> Callable[[int, int], None] | None:
    if progress is None:
        return None

    def tell(done: int, total: int) -> None:
        progress(name, done, total)

    return tell
