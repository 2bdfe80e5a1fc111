"""A report as CSV by RFC 4180: one row for each dataset, part and column, and for each name that was not resolved."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from mdexa.purposes import UNVERIFIABLE
from mdexa.reports.shapes import DatasetReport, Evidence, PartsVerdict, Report, UnresolvedName

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
)
#: What a spreadsheet would take for the beginning of a formula, also behind spaces and in its wide form.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_Row = dict[str, str]


def sheet(report: Report) -> bytes:
    """The rows, in UTF-8, each ended by CR LF."""
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADER)
    for row in _rows(report):
        writer.writerow(_safe(row.get(key, "")) for key in HEADER)
    return out.getvalue().encode()


def _safe(cell: str) -> str:
    """A cell that no spreadsheet computes: where it would, an apostrophe stands before it."""
    return f"'{cell}" if cell.lstrip().startswith(_FORMULA) else cell


def _rows(report: Report) -> Iterator[_Row]:
    stamp = report.catalogue
    made = {"catalogue": stamp.name, "version": stamp.version, "as_of": stamp.as_of, "digest": report.digest}
    found = {row.name: _all(f"{one.source}, {one.place}" for one in row.origins) for row in report.asked.names}
    for dataset in report.datasets:
        asked = {"asked": _all(dataset.asked_as), "found_in": _all(found[name] for name in dataset.asked_as)}
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
    }


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
