"""Warnings that a curator has looked at and lets stay, with a reason. An exemption ends when nothing needs it."""

from collections.abc import Iterable, Iterator

from mdexa.compiler.draft import Draft
from mdexa.compiler.exemptions import Exemptions
from mdexa.compiler.finding import Finding, quote


def exempt(findings: Iterable[Finding], exemptions: Draft[Exemptions] | None) -> list[Finding]:
    """The findings without the exempted warnings, and a warning for each exemption that exempts nothing."""
    if exemptions is None:
        return list(findings)
    kept: list[Finding] = []
    granted = {
        (row.code, place): (row_at, place_at)
        for row_at, row in enumerate(exemptions.value.exemptions)
        for place_at, place in enumerate(row.places)
    }
    needed: set[tuple[str, str]] = set()
    for finding in findings:
        matching = granted.keys() & _names(finding)
        needed |= matching
        if not matching:
            kept.append(finding)
    return kept + list(_unneeded(exemptions, granted, needed))


def _names(finding: Finding) -> set[tuple[str, str]]:
    """The names under which a warning may be exempted; an error has none."""
    if finding.severity == "error":
        return set()
    return {(finding.code, finding.file), (finding.code, f"{finding.file}#{finding.got}")}


def _unneeded(
    exemptions: Draft[Exemptions], granted: dict[tuple[str, str], tuple[int, int]], needed: set[tuple[str, str]]
) -> Iterator[Finding]:
    for (code, place), (row_at, place_at) in granted.items():
        if (code, place) not in needed:
            path = ("exemptions", row_at, "places", place_at)
            message = f"there is no warning {quote(code)} at {quote(place)}"
            remedy = "take the place out; if the warning stands elsewhere, name that place"
            yield exemptions.warning("quality/exemption-unused", path, message, remedy, got=place)
