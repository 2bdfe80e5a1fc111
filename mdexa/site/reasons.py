"""Why a verdict is what it is: each derivation once, in sentences, with the uses and parts for which it holds.

Parts that were judged alike share a derivation; sources and statements that change nothing are counted, not listed, so
that the page of a set with dozens of sources stays light. Everything is in the evidence and in the JSON.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from mdexa.card import Card
from mdexa.pages import Markup, fill, join
from mdexa.purposes import COLUMNS
from mdexa.site.links import Linker, short
from mdexa.verdict import EdgeUse, LeftOut, Ruling

#: Of names in a sentence, so many are listed.
NAMES = 8
#: And of sources that change nothing.
IDLE_NAMES = 3
#: Why a statement does not decide, where that is worth a line in each derivation.
_TELLING = frozenset(
    ["superseded", "scope_unstated", "narrower_speaks", "host", "third_party", "silent", "beside_formal"]
)
#: Notes whose detail is the id of a statement, or several.
_OF_STATEMENTS = frozenset(["conflict_within", "restricted_by", "reply_disagrees"])
_OF_SOURCES = frozenset(["upstream_restricted", "upstream_unclear"])
_LATE = ("share_alike_clash", "withdrawn")


class Reason(msgspec.Struct, frozen=True):
    """One derivation: its value, for which uses of which parts it holds, and its steps."""

    anchor: str
    value: str
    scope: tuple[Markup, ...]
    steps: tuple[Markup, ...]


class Duty(msgspec.Struct, frozen=True):
    """A condition, with the statements that it comes from."""

    anchor: str
    what: str
    origins: tuple[Markup, ...]


class Reasons:
    """All derivations of a dataset, and the conditions that they name, in one language."""

    def __init__(self, entry_card: Card, parts: Sequence[tuple[str, str, Sequence[Ruling]]], link: Linker) -> None:
        self._card, self._link = entry_card, link
        self.duties = tuple(self._gather(ruling for _, _, rulings in parts for ruling in rulings))
        self._duty = {duty.what: at for at, duty in enumerate(self.duties, start=1)}
        self._names = {part_id: name for part_id, name, _ in parts}
        self.reasons, self._anchors = self._group(parts)

    def anchor(self, part: str, column: str) -> str:
        """The anchor of the derivation of a part and column."""
        return self._anchors[part, column]

    def _group(
        self, parts: Sequence[tuple[str, str, Sequence[Ruling]]]
    ) -> tuple[tuple[Reason, ...], dict[tuple[str, str], str]]:
        """The derivations; those that differ in nothing but licence and conditions are one, with a line for each."""
        grouped: dict[tuple[str, tuple[Markup, ...]], list[tuple[str, Ruling]]] = {}
        for part_id, _, rulings in parts:
            for ruling in rulings:
                key = (ruling.value, tuple(self._steps(part_id, ruling, bare=True)))
                grouped.setdefault(key, []).append((part_id, ruling))
        reasons: list[Reason] = []
        anchors: dict[tuple[str, str], str] = {}
        for at, ((value, bare), found) in enumerate(grouped.items(), start=1):
            anchor = f"r{at}"
            variants: dict[Markup, list[tuple[str, Ruling]]] = {}
            for part_id, ruling in found:
                variants.setdefault(self._variant(ruling), []).append((part_id, ruling))
            steps = tuple(self._steps(*found[0], bare=False)) if len(variants) == 1 else (*bare, *self._lines(variants))
            reasons.append(Reason(anchor, value, tuple(self._scope(found)), steps))
            anchors |= {(part_id, column): anchor for part_id, ruling in found for column in ruling.columns}
        return tuple(reasons), anchors

    def _variant(self, ruling: Ruling) -> Markup:
        """What derivations of one kind may differ in: the licences, and the numbers of the conditions."""
        licences = dict.fromkeys(taken.licence for taken in ruling.taken if taken.licence)
        pieces = [self._link.licence(licence) for licence in licences]
        return join([*pieces, *self._conditions(ruling)], "; ")

    def _lines(self, variants: dict[Markup, list[tuple[str, Ruling]]]) -> Iterator[Markup]:
        for variant, found in variants.items():
            scope = join(self._scope(found), "; ")
            yield fill("{scope}{colon}{variant}", scope=scope, colon=self._link.say("list.colon"), variant=variant)

    def _conditions(self, ruling: Ruling) -> Iterator[Markup]:
        if ruling.conditions:
            numbers = dict.fromkeys(self._duty[condition.what] for condition in ruling.conditions)
            yield self._link.say(
                "reason.conditions", list=join([self._link.anchor(f"c{at}", str(at)) for at in numbers])
            )

    def _scope(self, found: Iterable[tuple[str, Ruling]]) -> Iterator[Markup]:
        """For which uses of which parts: parts with the same uses together."""
        uses: dict[str, set[str]] = {}
        for part, ruling in found:
            uses.setdefault(part, set()).update(ruling.columns)
        alike: dict[tuple[str, ...], list[str]] = {}
        for part, columns in uses.items():
            alike.setdefault(tuple(column for column in COLUMNS if column in columns), []).append(part)
        for named, parts in alike.items():
            told = self._link.say.columns(named)
            if len(self._names) == 1:
                yield fill("{uses}", uses=told)
            else:
                yield fill("{uses} · {parts}", uses=told, parts=self._few(self._link.part(part) for part in parts))

    def _few(self, names: Iterable[Markup]) -> Markup:
        return self._link.few(tuple(names), NAMES)

    def _steps(self, part: str, ruling: Ruling, *, bare: bool) -> Iterator[Markup]:
        say = self._link.say
        yield from self._deciding(ruling, bare=bare)
        yield say(f"branch.{ruling.branch}")
        yield from (say(f"note.items_{end}") for end in ("none", "rest") if part.endswith(f"#{end}"))
        for at in ruling.readings:
            row = self._card.readings[at]
            place = self._link.anchor(f"l{at}", short(row.source.url).rpartition("/")[2])
            key = "reason.tried" if row.result == "unreadable" else "reason.read"
            yield say(key, source=place, result=say.name("result", row.result))
        heads = [note.partition(":") for note in ruling.notes]
        yield from (self._note(head, detail) for head, _, detail in heads if not head.startswith(("upstream", *_LATE)))
        if ruling.edges or ruling.own != ruling.value:
            yield say("reason.own", value=self._link.value(ruling.own))
        yield from self._edges(ruling)
        yield from (self._note(head, detail) for head, _, detail in heads if head in _LATE)
        yield from () if bare else self._conditions(ruling)
        yield from self._beside(ruling)

    def _deciding(self, ruling: Ruling, *, bare: bool) -> Iterator[Markup]:
        say, link = self._link.say, self._link
        for taken in ruling.taken:
            named = taken.licence and not bare
            key = "reason.decides_by" if named else "reason.decides"
            by = {"licence": link.licence(taken.licence or "")} if named else {}
            yield say(key, statement=link.statement(taken.statement), value=link.value(taken.value), **by)
        grouped: dict[tuple[str, str | None], list[LeftOut]] = {}
        for row in ruling.left_out:
            if row.reason in _TELLING:
                grouped.setdefault((row.reason, row.value), []).append(row)
        for (reason, value), rows in grouped.items():
            names = self._few(link.statement(row.statement) for row in rows)
            key = "reason.left_out_value" if value else "reason.left_out"
            told = {"value": link.value(value)} if value else {}
            yield say(key, statement=names, why=say(f"left_out.{reason}"), **told)

    def _note(self, head: str, detail: str) -> Markup:
        return self._link.say(f"note.{head}", detail=self._detail(head, detail))

    def _detail(self, head: str, detail: str) -> Markup | str:
        if head in _OF_STATEMENTS:
            known = {statement.id for statement in self._card.statements}
            names = [name.strip() for name in detail.replace(" and ", ",").split(",")]
            if all(name in known for name in names):
                return join([self._link.statement(name) for name in names])
        if head == "access_capped":
            return self._link.say.name("access_kind", detail)
        return self._link.dataset(detail) if head in _OF_SOURCES else detail

    def _edges(self, ruling: Ruling) -> Iterator[Markup]:
        grouped: dict[tuple[str, str, Markup], list[EdgeUse]] = {}
        for edge in ruling.edges:
            effect = self._effect(edge.value, edge.gives, ruling.own, granted=edge.granted)
            grouped.setdefault((edge.carries, "" if edge.granted else edge.value, effect), []).append(edge)
        for (carries, value, effect), edges in grouped.items():
            changes = any(edge.gives not in (ruling.own, None) for edge in edges)
            most = NAMES if changes else IDLE_NAMES
            names = self._link.few(self._upstreams(edges, most), most)
            passed = self._link.say.name("carries", carries)
            if value:
                told = self._link.value(value)
                yield self._link.say("reason.edge", names=names, carries=passed, value=told, effect=effect)
            else:
                yield self._link.say("reason.edge_free", names=names, carries=passed, effect=effect)

    def _upstreams(self, edges: list[EdgeUse], most: int) -> list[Markup]:
        """The sources of some edges, each once, with its parts if the edges name any."""
        parts: dict[tuple[str, bool], list[str]] = {}
        for edge in edges:
            named = parts.setdefault((edge.upstream, edge.external), [])
            named += [edge.upstream_part] if edge.upstream_part else []
        return [self._upstream(name, named, most, external=external) for (name, external), named in parts.items()]

    def _upstream(self, upstream: str, parts: list[str], most: int, *, external: bool) -> Markup:
        own = upstream == self._card.id and not external
        name = self._link.english(upstream) if external else self._link.dataset(upstream)
        if not parts:
            return name
        shown = [self._link.part(part) if own else fill("{part}", part=part) for part in dict.fromkeys(parts)]
        return self._link.say("reason.part_of", name=name, part=self._link.few(shown, most))

    def _effect(self, value: str, gives: str | None, own: str, *, granted: bool) -> Markup:
        say = self._link.say
        if granted:
            return say("reason.edge_granted")
        if gives in (own, None):
            return say("reason.edge_agrees" if self._link.permits(value) else "reason.edge_nothing")
        return say("reason.edge_lowers", value=self._link.value(gives or own))

    def _beside(self, ruling: Ruling) -> Iterator[Markup]:
        say, link = self._link.say, self._link
        if ruling.reported:
            names = self._few(link.statement(name) for name in ruling.reported.statements)
            yield say("reason.reported", value=link.value(ruling.reported.value), list=names)
        if ruling.ask:
            asked = say("reason.ask", what=link.fixed("ask_what", ruling.ask.what))
            where = [say("reason.ask_where", where=link.outside(ruling.ask.where))] if ruling.ask.where else []
            yield join([asked, *where], ". " if say.language == "en" else "。")

    def _gather(self, rulings: Iterable[Ruling]) -> Iterator[Duty]:
        found: dict[str, dict[str, None]] = {}
        for ruling in rulings:
            for condition in ruling.conditions:
                found.setdefault(condition.what, {})[condition.origin] = None
        for at, (what, origins) in enumerate(found.items(), start=1):
            yield Duty(f"c{at}", what, tuple(dict.fromkeys(self._link.origin(origin) for origin in origins)))
