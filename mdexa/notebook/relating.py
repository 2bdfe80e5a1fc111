"""The lineage of a dataset as a picture, with the same in a table."""

from collections.abc import Iterator

from mdexa.drawing.lineage import Lineage, Neighbour, draw
from mdexa.notebook.marks import folded, link, names, note, said, spaced, table, text, value, yes
from mdexa.notebook.origin import origin
from mdexa.results import LineageEdge, LineageNode, LineageResult

#: A picture takes the colours of the page; those of a value are of middling lightness. Only this picture is meant.
_LOOK = (
    ".mdexa-lineage svg{max-width:none;font:13px system-ui,sans-serif}"
    ".mdexa-lineage text{fill:currentColor;stroke:none}"
    ".mdexa-lineage rect{fill:rgba(127,127,127,.1);stroke:rgba(127,127,127,.7)}"
    ".mdexa-lineage .here rect{stroke:currentColor;stroke-width:2}"
    ".mdexa-lineage .external rect,.mdexa-lineage .rest rect{stroke-dasharray:5 4}"
    ".mdexa-lineage .here text{font-weight:600}"
    ".mdexa-lineage .edge{fill:none;stroke:rgba(127,127,127,.8);stroke-width:1.5}"
    ".mdexa-lineage .head{fill:rgb(127,127,127)}"
    ".mdexa-lineage .edge-label{font-size:11px;opacity:.8}"
    ".mdexa-lineage rect.stripe{fill:none;stroke:none}"
    ".mdexa-lineage .commercial_ok rect.stripe{fill:#00866b}"
    ".mdexa-lineage .restricted rect.stripe,.mdexa-lineage .conflicting rect.stripe{fill:#d1493f}"
    ".mdexa-lineage .mixed rect.stripe,.mdexa-lineage .undeclared rect.stripe,"
    ".mdexa-lineage .unverifiable rect.stripe{fill:#9a7000}"
)


def lineage(result: LineageResult) -> Iterator[str]:
    """The sentence, the picture of what is next to it, and a table of every edge."""
    yield said(text(result.sentence, 600))
    yield origin(result.catalogue)
    if result.edges:
        yield f'<div class="mdexa-lineage" style="overflow-x:auto"><style>{_LOOK}</style>{picture(result)}</div>'
    rows = "".join(_edges(result))
    yield folded(f"{len(result.edges)} edge{'' if len(result.edges) == 1 else 's'} in words", rows)
    beside = [f"{spaced(link_.kind)} {text(link_.other)}" for link_ in result.beside]
    yield note(f"Beside it: {', '.join(beside)}.") if beside else ""
    yield "" if result.complete else note("There is more further on: ask with a larger <b>up</b> or <b>down</b>.")


def picture(result: LineageResult) -> str:
    """What is next to the dataset, as an SVG; what is further away stands in the table."""
    nodes = {(node.id, node.external): node for node in result.nodes}
    ups = {(edge.upstream, edge.external): edge for edge in result.edges if edge.downstream == result.dataset}
    downs = {(edge.downstream, False): edge for edge in result.edges if edge.upstream == result.dataset}
    return draw(
        Lineage(
            name=result.name,
            kind=nodes[result.dataset, False].licence_status or "",
            up=tuple(_neighbour(nodes[key], edge) for key, edge in ups.items() if key in nodes),
            down=tuple(_neighbour(nodes[key], edge) for key, edge in downs.items() if key in nodes),
            title=f"Lineage of {result.name}",
            description=result.sentence,
        ),
        mark=f"lineage-{result.dataset}",
    )


def _neighbour(node: LineageNode, edge: LineageEdge) -> Neighbour:
    kind = "external" if node.external else node.licence_status or ""
    return Neighbour(name=node.name, carries=(edge.carries or edge.kind).replace("_", " "), kind=kind)


_EDGE = ("from", "to", "carries", "how", "hands down", "licence status of the source", "without a card", "source")


def _edges(result: LineageResult) -> Iterator[str]:
    nodes = {(node.id, node.external): node for node in result.nodes}
    yield table(_EDGE, (_edge(edge, nodes.get((edge.upstream, edge.external))) for edge in result.edges))


def edge(one: LineageEdge) -> Iterator[str]:
    """One edge."""
    yield table(_EDGE, (_edge(one, None),))


def _edge(one: LineageEdge, source: LineageNode | None) -> tuple[str, ...]:
    columns: dict[str, list[str]] = {}
    for column, word in one.gives.items():
        columns.setdefault(word, []).append(column)
    given = (f"{value(word)} <small>{names(words, 3)}</small>" for word, words in columns.items())
    return (
        text(one.upstream),
        text(one.downstream),
        text((one.carries or one.kind).replace("_", " ")),
        text(one.how or ""),
        "<br>".join(given),
        value(source.licence_status) if source and source.licence_status else "",
        yes(one.external),
        link(one.source.url) if one.source else "",
    )


def node(one: LineageNode) -> Iterator[str]:
    """One dataset of a lineage."""
    status = value(one.licence_status) if one.licence_status else "without a card"
    yield said(f"<b>{text(one.name)}</b> {status}, {abs(one.steps)} steps {'before' if one.steps < 0 else 'after'}")
    yield table(("for", "verdict"), ((spaced(column), value(word)) for column, word in one.verdict.items()))
