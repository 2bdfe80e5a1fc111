"""A report as CSV by RFC 4180: one row for each dataset, part and column, and for each name that was not resolved."""

from collections.abc import Iterable, Iterator

from mdexa.cells import harmless, line
from mdexa.purposes import UNVERIFIABLE
from mdexa.reports.shapes import DatasetReport, Evidence, Looked, PartsVerdict, Report, UnresolvedName
from mdexa.reports.wording import sought, spoken

HEADER = (
    "asked",
    "found_in",
    "dataset",
    "name",
    "column",
    "whole",
    "whole_own",
    "part",
    "part_name",
    "counts",
    "separable",
    "value",
    "own",
    "because",
    "conditions",
    "questions",
    "ask_at",
    "decided_by",
    "licences",
    "licence_urls",
    "sources",
    "dated",
    "read_on",
    "read_from",
    "copy_dated",
    "old_evidence",
    "left_out",
    "looked_at",
    "access",
    "availability",
    "flags",
    "licence_status",
    "handling",
    "candidates",
    "catalogue",
    "version",
    "as_of",
    "digest",
    "input_files",
)
_Row = dict[str, str]


def sheet(report: Report) -> bytes:
    """The rows, in UTF-8, each ended by CR LF, every cell in quotes."""
    rows = (line(harmless(row.get(key, "")) for key in HEADER) for row in _rows(report))
    return line(HEADER) + b"".join(rows)


def _rows(report: Report) -> Iterator[_Row]:
    stamp = report.catalogue
    made = {"catalogue": stamp.name, "version": stamp.version, "as_of": stamp.as_of, "digest": report.digest}
    made["input_files"] = _all(f"{one.name} sha256:{one.sha256}" for one in report.asked.files)
    found: dict[tuple[str, str | None], list[str]] = {}
    for row in report.asked.names:
        # Two files may call two datasets by one name.
        found.setdefault((row.name, row.dataset), []).extend(f"{one.source}, {one.place}" for one in row.origins)
    for dataset in report.datasets:
        names = tuple(dict.fromkeys(dataset.asked_as))
        places = (place for name in names for place in found[name, dataset.id])
        asked = {"asked": _all(names), "found_in": _all(places)}
        for part in dataset.parts:
            yield from (asked | row | made for row in _of_part(dataset, part))
    for name in report.unresolved:
        yield from (_missing(name, column) | made for column in report.asked.columns)


def _of_part(dataset: DatasetReport, group: PartsVerdict) -> Iterator[_Row]:
    verdicts = {row.column: row for row in dataset.verdicts}
    for part in group.parts:
        for column in group.columns:
            yield {
                **_of_dataset(dataset),
                "column": column,
                "whole": verdicts[column].value,
                "whole_own": verdicts[column].own,
                "part": part.id,
                "part_name": part.name,
                "counts": "yes" if group.counts else "no",
                "separable": group.separable,
                "value": group.value,
                "own": group.own,
                **_reasons(group, part.id, column),
                **_decided(dataset.evidence, part.id, column),
                "old_evidence": _all(group.old_evidence),
                "left_out": _all(_left_out(dataset.evidence, part.id, column)),
                "looked_at": _all(_looked(dataset.looked, part.id)),
            }


def _of_dataset(dataset: DatasetReport) -> _Row:
    return {
        "dataset": dataset.id,
        "name": dataset.name,
        "access": _all(dict.fromkeys(row.kind for row in dataset.access)),
        "availability": dataset.availability.state,
        "flags": _all(f"{flag.id} ({flag.severity})" for flag in dataset.flags),
        "licence_status": dataset.licence_status,
        "handling": dataset.handling,
    }


def _reasons(group: PartsVerdict, part: str, column: str) -> _Row:
    """What holds for one part and column of a group."""
    here = [row for row in group.questions if part in row.parts and column in row.columns]
    because = (row.text for row in group.because if part in row.parts and column in row.columns)
    conditions = (row.text for row in group.conditions if part in row.parts and column in row.columns)
    return {
        "because": " ".join(because),
        "conditions": _all(conditions),
        "questions": _all(row.text for row in here),
        "ask_at": _all(dict.fromkeys(row.where for row in here if row.where)),
    }


def _decided(evidence: Iterable[Evidence], part: str, column: str) -> _Row:
    """The statements that decide on one part and column."""
    deciding = [row for row in evidence if column in row.decides_on.get(part, ())]
    return {
        "decided_by": _all(row.id for row in deciding),
        "licences": _all(dict.fromkeys(row.licence for row in deciding if row.licence)),
        "licence_urls": _all(dict.fromkeys(row.licence_url for row in deciding if row.licence_url)),
        "sources": _all(row.url for row in deciding),
        "dated": _all(row.dated for row in deciding),
        "read_on": _all(row.read_on for row in deciding),
        "read_from": _all(row.read_from for row in deciding),
        "copy_dated": _all(row.copy_dated for row in deciding),
    }


def _left_out(evidence: Iterable[Evidence], part: str, column: str) -> Iterator[str]:
    """The statements that do not decide here although they were looked at, with the reasons and the source."""
    for row in evidence:
        if row.left_out and column not in row.decides_on.get(part, ()):
            yield f"{row.id}: {', '.join(row.left_out)}, {row.url}"


def _looked(looked: Iterable[Looked], part: str) -> Iterator[str]:
    """The places that gave no statement on the part."""
    for row in looked:
        if not row.parts or part.partition("#")[0] in row.parts:
            yield f"{spoken(row.covers)}: {sought(row).replace('; ', ', ')}, {row.url}"


def _missing(name: UnresolvedName, column: str) -> _Row:
    return {
        "asked": name.name,
        "found_in": _all(f"{one.source}, {one.place}" for one in name.origins),
        "column": column,
        "whole": UNVERIFIABLE,
        "value": UNVERIFIABLE,
        "because": name.sentence,
        "questions": "which dataset is meant",
        "candidates": _all(row.id for row in name.candidates),
    }


def _all(words: Iterable[str]) -> str:
    return "; ".join(words)
