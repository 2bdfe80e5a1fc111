"""A report, made: the check, the evidence and the cards of the asked datasets, put into words once for all formats."""

from collections.abc import Iterable
from typing import Any

import msgspec

from mdexa.agents.cleaning import clean
from mdexa.catalogue import Catalogue
from mdexa.columns import chosen_parts, columns_asked
from mdexa.holdings import Holdings
from mdexa.operations.checking import check_found
from mdexa.operations.evidence import statement_views
from mdexa.operations.reading import read
from mdexa.params import CheckParams
from mdexa.purposes import PURPOSES, UNVERIFIABLE, VALUES, permits
from mdexa.reports.names import Given, Resolved, resolve
from mdexa.reports.shapes import (
    FORMAT,
    Asked,
    Candidate,
    ColumnSummary,
    DatasetReport,
    InputFile,
    Report,
    Summary,
)
from mdexa.reports.wording import columns_words, how_to_read
from mdexa.results import Checked, CheckResult, Near, Unresolved
from mdexa.version import __version__


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of every name: as in `CheckParams`."""

    purposes: tuple[str, ...] = ()
    setting: str = "both"
    part: str | None = None


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The names with what they belong to, and the verdicts: what a report is made from."""

    question: Question
    columns: tuple[str, ...]
    resolved: Resolved
    checked: CheckResult
    remarks: tuple[str, ...]
    files: tuple[InputFile, ...] = ()


def answer(
    catalogue: Catalogue,
    given: Iterable[Given],
    question: Question,
    remarks: Iterable[str] = (),
    files: Iterable[InputFile] = (),
) -> Answer:
    """The names resolved and checked. BadQuery for an illegal question, for no name and for too many."""
    asked: dict[str, Any] = {"purposes": list(question.purposes), "setting": question.setting}
    asked |= {"part": question.part} if question.part is not None else {}
    # The names are looked at one by one, so that a wrong one is told with its line; here only what is asked of them.
    read(catalogue.holdings, CheckParams, {"datasets": ["any"], **asked})
    resolved = resolve(catalogue.holdings, given)
    columns = columns_asked(question.purposes, question.setting)
    unresolved = tuple(
        Unresolved(name=row.name, why=row.why, candidates=tuple(_near(one, row.name) for one in row.candidates))
        for row in resolved.unresolved
    )
    found = {doc: names[0] for doc, names in resolved.docs.items()}
    return Answer(
        question=question,
        columns=columns,
        resolved=resolved,
        checked=check_found(catalogue.holdings, found, unresolved, columns, question.part),
        remarks=tuple(remarks),
        files=tuple(files),
    )


def _near(row: Candidate, typed: str) -> Near:
    return Near(id=row.id, name=row.name, typed=typed)


def report(catalogue: Catalogue, answered: Answer) -> Report:
    """The report on an answer. The same catalogue, names and question give the same report."""
    holdings, checked, question = catalogue.holdings, answered.checked, answered.question
    datasets = tuple(
        _dataset(holdings, answered, doc, one) for doc, one in zip(answered.resolved.docs, checked.results, strict=True)
    )
    made = Report(
        format=FORMAT,  # type: ignore[arg-type]
        title=_title(answered),
        catalogue=catalogue.stamp,
        digest=catalogue.digest,
        program=__version__,
        asked=Asked(
            names=answered.resolved.asked,
            files=answered.files,
            purposes=question.purposes or PURPOSES,  # type: ignore[arg-type]
            setting=question.setting,  # type: ignore[arg-type]
            part=question.part,
            columns=answered.columns,
            remarks=answered.remarks,
        ),
        summary=_with_old(_summary(answered), datasets),
        unresolved=answered.resolved.unresolved,
        datasets=datasets,
        reading=how_to_read(),
    )
    # Text of cards, of third parties and of whoever typed the names: nothing in it may hide or steer. Read back, every
    # word of a list is proven to be one, too.
    return msgspec.convert(_on_one_line(clean(msgspec.to_builtins(made))), Report)


def _on_one_line(value: Any) -> Any:
    match value:
        case str():
            return value if value.isprintable() else " ".join(value.split())
        case dict():
            return {key: _on_one_line(one) for key, one in value.items()}
        case list():
            return [_on_one_line(one) for one in value]
    return value


def _dataset(holdings: Holdings, answered: Answer, doc: int, checked: Checked) -> DatasetReport:
    # What only checks makes no sections, and does not load what does.
    from mdexa.reports.datasets import Opened, dataset_report

    card, judged = holdings.card(doc), holdings.judged(doc)
    parts = chosen_parts(judged, answered.question.part)
    views = statement_views(holdings, card, parts, answered.columns)
    opened = Opened(
        holdings=holdings,
        doc=doc,
        card=card,
        judged=judged,
        checked=checked,
        columns=answered.columns,
        part=answered.question.part,
        statements={view.id: view for view in views},
    )
    return dataset_report(opened, answered.resolved.docs[doc])


def _title(answered: Answer) -> str:
    n = len(answered.checked.results) + len(answered.checked.unresolved)
    return f"Use report: {n} {'name' if n == 1 else 'names'}, {columns_words(answered.columns)}"


def _summary(answered: Answer) -> Summary:
    checked = answered.checked
    datasets, unresolved = len(checked.results), len(checked.unresolved)
    columns = tuple(_column(checked, at) for at in range(len(answered.columns)))
    return Summary(
        sentence=_sentence(datasets, unresolved, columns),
        datasets=datasets,
        unresolved=unresolved,
        columns=columns,
    )


def _with_old(summary: Summary, datasets: Iterable[DatasetReport]) -> Summary:
    """The summary with the names that permit on old evidence, which only the sections know."""
    old: dict[str, list[str]] = {}
    for dataset in datasets:
        for row in dataset.verdicts:
            if row.old_evidence:
                old.setdefault(row.column, []).append(dataset.id)
    rows = (msgspec.structs.replace(row, old_evidence=tuple(old.get(row.column, ()))) for row in summary.columns)
    return msgspec.structs.replace(summary, columns=tuple(rows))


def _sentence(datasets: int, unresolved: int, columns: tuple[ColumnSummary, ...]) -> str:
    names = f"{datasets} {'dataset was' if datasets == 1 else 'datasets were'} judged"
    if unresolved:
        missing = "name was not resolved and counts" if unresolved == 1 else "names were not resolved and count"
        names += f"; {unresolved} {missing} as unverifiable"
    clear = [row.column for row in columns if not row.in_the_way]
    if len(clear) == len(columns):
        verdict = "Everything that was asked is permitted, as far as the conditions are kept."
    elif clear:
        verdict = f"Permitted for the whole list: {columns_words(clear)}. Not for the whole list: "
        verdict += f"{columns_words(row.column for row in columns if row.in_the_way)}."
    else:
        verdict = "Nothing that was asked is permitted for the whole list."
    return f"{names}. {verdict}"


def _column(checked: CheckResult, at: int) -> ColumnSummary:
    strictest = checked.strictest[at]
    rows = [(one.id, one.whole[strictest.column].value) for one in checked.results]
    rows += [(one.name, UNVERIFIABLE) for one in checked.unresolved]
    counted = {value: sum(1 for _, one in rows if one == value) for value in VALUES}
    return ColumnSummary(
        column=strictest.column,
        combined=strictest.value,  # type: ignore[arg-type]
        counts={value: n for value, n in counted.items() if n},
        strictest=strictest.members,
        without_strictest=strictest.without,  # type: ignore[arg-type]
        in_the_way=tuple(name for name, value in rows if not permits(value)),
        permitting=sum(1 for _, value in rows if permits(value)),
        old_evidence=(),
    )


def failing(answered: Answer, words: Iterable[str]) -> bool:
    """Whether any name has one of these values for any asked purpose, or is `unresolved`."""
    wanted = set(words)
    if "unresolved" in wanted and answered.checked.unresolved:
        return True
    return any(wanted & set(row.counts) for row in _summary(answered).columns)
