"""Reads and checks a whole catalogue: every file, every fault, all shown at once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from mdexa.card import Card, Facets, Licence, LicenceTable, Release, Vocabulary
from mdexa.compiler import folder as folders
from mdexa.compiler import schema, shape, source
from mdexa.compiler.assembly import Lines
from mdexa.compiler.draft import Draft, Drafts, walk
from mdexa.compiler.exemptions import Exemptions
from mdexa.compiler.finding import Finding, arrange, has_errors
from mdexa.compiler.rules import RULES

#: Called with how many files are done, and of how many.
Progress = Callable[[int, int], None]
T = TypeVar("T", bound=msgspec.Struct)

_STRUCTS: dict[str, Any] = {
    "card": Card,
    "licences": LicenceTable,
    "vocabulary": Vocabulary,
    "facets": Facets,
    "catalogue": Release,
    "exemptions": Exemptions,
}


class Survey(msgspec.Struct, frozen=True):
    """What a catalogue holds, and everything that is wrong with it."""

    #: id -> card, by id; without the cards that do not fit their schema
    cards: dict[str, Card]
    #: key -> licence, in the order of the table
    licences: dict[str, Licence]
    #: facet -> its values
    vocabulary: dict[str, Vocabulary]
    facets: Facets | None
    release: Release | None
    findings: tuple[Finding, ...]
    #: file -> the lines of its places
    lines: dict[str, Lines]
    #: the files behind it
    drafts: Drafts

    @property
    def sound(self) -> bool:
        """Whether nothing stops the build."""
        return not has_errors(self.findings)


def survey(folder: Path, *, schemas: Path | None = None, progress: Progress | None = None) -> Survey:
    """Everything in a catalogue folder, checked by the schemas named or of this installation."""
    shapes = schema.load(schemas or schema.schema_folder())
    entries, findings = folders.list_files(folder)
    drafts: dict[str, list[Draft[Any]]] = {kind: [] for kind in _STRUCTS}
    lines: dict[str, Lines] = {}
    broken: set[str] = set()
    for done, entry in enumerate(entries, 1):
        document, faults = _read(folder, entry.file, shapes[entry.kind])
        findings += faults
        if document is not None:
            lines[entry.file] = document.lines
        if document is None or has_errors(faults):
            broken |= _ids_of_broken(entry, document)
        else:
            drafts[entry.kind].append(_draft(document, _STRUCTS[entry.kind]))
        if progress is not None:
            progress(done, len(entries))
    gathered = _gather(drafts, frozenset(broken))
    for rule in RULES:
        findings += rule(gathered)
    return _survey(gathered, arrange(findings), lines)


def _read(folder: Path, file: str, expected: schema.Shape) -> tuple[source.Document | None, list[Finding]]:
    content, findings = folders.fetch(folder, file)
    if content is None:
        return None, findings
    document, findings = source.read(file, content)
    if document is None:
        return None, findings
    # An alias leaves a hole, which is not complained of twice.
    misread = {finding.pointer for finding in findings if finding.code == "yaml/alias"}
    return document, findings + [fault for fault in shape.check(document, expected) if fault.pointer not in misread]


def _ids_of_broken(entry: folders.Entry, document: source.Document | None) -> set[str]:
    """The names under which other cards may mean a card that cannot be read."""
    if entry.kind != "card":
        return set()
    data = document.data if document else None
    inside = data.get("id") if isinstance(data, dict) else None
    return {Path(entry.file).stem} | ({inside} if isinstance(inside, str) else set())


def _draft(document: source.Document, struct: type[T]) -> Draft[T]:
    # What passed its schema fits its struct; if not, the two have drifted apart, and that is a bug.
    value = msgspec.convert(document.data, struct)
    return Draft(document.file, document.lines, value, tuple(walk(value)))


def _gather(drafts: dict[str, list[Draft[Any]]], broken: frozenset[str]) -> Drafts:
    by_id: dict[str, Draft[Card]] = {}
    for card in drafts["card"]:
        by_id.setdefault(card.value.id, card)
    return Drafts(
        cards=tuple(drafts["card"]),
        by_id=by_id,
        unread=broken | {Path(card.file).stem for card in drafts["card"]} - by_id.keys(),
        broken=bool(broken),
        licences=next(iter(drafts["licences"]), None),
        vocabularies={Path(draft.file).stem: draft for draft in drafts["vocabulary"]},
        facets=next(iter(drafts["facets"]), None),
        release=next(iter(drafts["catalogue"]), None),
        exemptions=next(iter(drafts["exemptions"]), None),
    )


def _survey(drafts: Drafts, findings: tuple[Finding, ...], lines: dict[str, Lines]) -> Survey:
    table = drafts.licences.value.licences if drafts.licences else ()
    return Survey(
        cards={card_id: drafts.by_id[card_id].value for card_id in sorted(drafts.by_id)},
        licences={licence.key: licence for licence in table},
        vocabulary={facet: draft.value for facet, draft in sorted(drafts.vocabularies.items())},
        facets=drafts.facets.value if drafts.facets else None,
        release=drafts.release.value if drafts.release else None,
        findings=findings,
        lines=lines,
        drafts=drafts,
    )
