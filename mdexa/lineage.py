"""The lineage of one dataset, followed over several steps in both directions, with what each edge hands down."""

from collections.abc import Iterator

from mdexa.columns import columns_asked
from mdexa.holdings import Holdings
from mdexa.names import require
from mdexa.params import LineageParams
from mdexa.purposes import worse_of
from mdexa.results import LineageEdge, LineageNode, LineageResult, RelationView
from mdexa.verdict import EdgeUse

#: A dataset by its id, or a source without a card by its name.
Key = tuple[str, bool]


def lineage(holdings: Holdings, params: LineageParams) -> LineageResult:
    """Nodes and edges around a dataset. NoSuchDataset if the name belongs to none or to several."""
    doc = require(holdings, params.dataset)
    walk = _Walk(holdings, columns_asked(params.purposes, params.setting))
    walk.up(doc, params.up)
    walk.down(doc, params.down)
    name = holdings.datasets.id(doc)
    nodes = tuple(sorted(map(walk.node, walk.steps), key=lambda node: (node.steps, node.name.casefold(), node.id)))
    return LineageResult(
        dataset=name,
        name=holdings.row(doc).name,
        sentence=_sentence(holdings.row(doc).name, nodes),
        columns=walk.columns,
        nodes=nodes,
        edges=tuple(walk.found.values()),
        complete=walk.complete,
        beside=tuple(link for link in holdings.links(doc) if link.direction == "both"),
        catalogue=holdings.stamp,
    )


class _Walk:
    """What has been met on the way: datasets with their distance, and edges in the order of meeting."""

    def __init__(self, holdings: Holdings, columns: tuple[str, ...]) -> None:
        self.holdings = holdings
        self.columns = columns
        self.steps: dict[Key, int] = {}
        self.found: dict[tuple[object, ...], LineageEdge] = {}
        self.complete = True

    def up(self, doc: int, most: int) -> None:
        """Follows sources, at most so many steps."""
        self.steps[self.holdings.datasets.id(doc), False] = 0
        waiting = [(doc, 0)]
        while waiting:
            at, step = waiting.pop(0)
            for edge in self._sources(at):
                if step == most:
                    self.complete = False
                    break
                self._keep(edge)
                key = (edge.upstream, edge.external)
                if key not in self.steps:
                    self.steps[key] = -step - 1
                    waiting += self._known(key, step + 1)

    def down(self, doc: int, most: int) -> None:
        """Follows what is made from it, at most so many steps."""
        waiting = [(doc, 0)]
        while waiting:
            at, step = waiting.pop(0)
            name = self.holdings.datasets.id(at)
            for other in self._made_from(at):
                if step == most:
                    self.complete = False
                    break
                for edge in self._sources(other):
                    if edge.upstream == name and not edge.external:
                        self._keep(edge)
                key = (self.holdings.datasets.id(other), False)
                if key not in self.steps:
                    self.steps[key] = step + 1
                    waiting.append((other, step + 1))

    def node(self, key: Key) -> LineageNode:
        """A dataset with its values, or what has no card."""
        name, external = key
        doc = None if external else self.holdings.datasets.doc(name)
        if doc is None:
            return LineageNode(id=name, name=name, steps=self.steps[key], external=True)
        row, whole = self.holdings.row(doc), self.holdings.whole(doc)
        return LineageNode(
            id=name,
            name=row.name,
            steps=self.steps[key],
            licence_status=row.licence_status,
            verdict={column: whole[column][0] for column in self.columns},
        )

    def _keep(self, edge: LineageEdge) -> None:
        ends = (edge.upstream, edge.external, edge.downstream, edge.kind)
        self.found.setdefault((*ends, edge.carries, edge.part, edge.upstream_part), edge)

    def _known(self, key: Key, step: int) -> Iterator[tuple[int, int]]:
        doc = None if key[1] else self.holdings.datasets.doc(key[0])
        if doc is not None:
            yield doc, step

    def _made_from(self, doc: int) -> tuple[int, ...]:
        others = (link.other for link in self.holdings.links(doc) if link.direction == "down")
        docs = (self.holdings.datasets.doc(other) for other in dict.fromkeys(others))
        return tuple(other for other in docs if other is not None)

    def _sources(self, doc: int) -> Iterator[LineageEdge]:
        """The edges that lead into a dataset."""
        name = self.holdings.datasets.id(doc)
        for link in self.holdings.links(doc):
            if link.direction == "up":
                uses = self._uses(doc, link)
                yield LineageEdge(
                    upstream=link.other,
                    downstream=name,
                    kind=link.kind,
                    external=link.external,
                    carries=link.carries,
                    part=link.part,
                    upstream_part=link.upstream_part,
                    how=link.how,
                    source=link.source,
                    values={column: worse_of(use.value for use in rows) for column, rows in uses.items()},
                    gives=_given(uses),
                )

    def _uses(self, doc: int, link: RelationView) -> dict[str, list[EdgeUse]]:
        """Column -> how the judgement used this edge, over all parts that it reaches."""
        found: dict[str, list[EdgeUse]] = {}
        for part in self.holdings.judged(doc).parts:
            for ruling in part.rulings:
                rows = [use for use in ruling.edges if _is_of(use, link)]
                for column in ruling.columns if rows else ():
                    found.setdefault(column, []).extend(rows)
        return {column: found[column] for column in self.columns if column in found}


def _is_of(use: EdgeUse, link: RelationView) -> bool:
    return (use.upstream, use.external, use.carries, use.upstream_part) == (
        link.other,
        link.external,
        link.carries,
        link.upstream_part,
    )


def _given(uses: dict[str, list[EdgeUse]]) -> dict[str, str]:
    """Column -> the worst that is handed down, where anything is."""
    given = {column: [use.gives for use in rows if use.gives is not None] for column, rows in uses.items()}
    return {column: worse_of(values) for column, values in given.items() if values}


def _sentence(name: str, nodes: tuple[LineageNode, ...]) -> str:
    before, after = ([node for node in nodes if node.steps * side > 0] for side in (-1, 1))
    direct = [sum(1 for node in side if abs(node.steps) == 1) for side in (before, after)]
    up = _counted(direct[0], len(before)) if before else "nothing that the catalogue knows of"
    down = _counted(direct[1], len(after)) if after else "nothing in the catalogue"
    outside = sum(1 for node in before if node.external)
    aside = f", {outside} of them without a card" if outside else ""
    return f"{name} is made from {up}{aside}. What is made from it: {down}."


def _counted(direct: int, total: int) -> str:
    text = f"{direct} dataset{'' if direct == 1 else 's'}"
    return text if direct == total else f"{text} ({total} over all steps)"
