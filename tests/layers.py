"""The map of the package: every module has a place in a layer, which imports only what is granted to it.

`tests/test_layers.py` holds the modules to it. A new module is given its place here.
"""

#: layer -> its modules and packages. A package stands for all below it; the longest name that fits wins.
LAYERS = {
    "words": ("mdexa.errors", "mdexa.nearest", "mdexa.purposes", "mdexa.text", "mdexa.version"),
    "files": ("mdexa.cells", "mdexa.files", "mdexa.folders"),
    "card": ("mdexa.card",),
    "index": ("mdexa.index",),
    "verdicts": ("mdexa.verdict",),
    "results": ("mdexa.params", "mdexa.results"),
    "expressions": ("mdexa.expressions",),
    "judgement": ("mdexa.judgement",),
    "compiler": ("mdexa.compiler",),
    "lexicon": ("mdexa.lexicon", "mdexa.fillers"),
    "columns": ("mdexa.columns",),
    "holdings": ("mdexa.holdings",),
    "names": ("mdexa.names",),
    "query": ("mdexa.understanding", "mdexa.filtering"),
    "operations": ("mdexa.operations",),
    "explanation": ("mdexa.comparison", "mdexa.explanation", "mdexa.lineage"),
    "catalogue": ("mdexa.catalogue",),
    "agents": ("mdexa.agents",),
    "drawing": ("mdexa.drawing",),
    "shown": ("mdexa.frames", "mdexa.records", "mdexa.notebook"),
    "door": ("mdexa",),
    "pages": ("mdexa.pages",),
    "exports": ("mdexa.exports",),
    "census": ("mdexa.census",),
    "changes": ("mdexa.changes",),
    "reports": ("mdexa.reports",),
    "site": ("mdexa.site",),
    "servers": ("mdexa.servers",),
    "cli": ("mdexa.cli", "mdexa.__main__"),
}

SHARED = {"words", "card", "index", "verdicts", "results"}
#: The reader's layers from below to above: each may import those before it.
READER = (
    "lexicon",
    "columns",
    "holdings",
    "names",
    "query",
    "operations",
    "explanation",
    "catalogue",
    "agents",
    "drawing",
    "shown",
)

#: layer -> the other layers that it may import.
MAY_IMPORT = {
    "words": set(),
    "files": {"words"},
    "card": {"words"},
    "index": {"words"},
    "verdicts": {"words", "card"},
    "results": {"words", "card", "verdicts", "shown"},
    "expressions": {"words"},
    "judgement": {"words", "card", "expressions", "verdicts"},
    "compiler": SHARED | {"expressions", "judgement", "lexicon"},
    **{layer: SHARED | set(READER[:place]) for place, layer in enumerate(READER)},
    # A catalogue and its answers show themselves in a notebook; what does that is loaded when it is asked for.
    "catalogue": SHARED | set(READER[: READER.index("catalogue")]) | {"shown"},
    # Pictures know nothing of the catalogue: small lists go in, text comes out.
    "drawing": set(),
    "door": SHARED | set(READER) | {"changes"},
    # Layers for people, from below to above: the look of pages, and what is made with it.
    "pages": SHARED | set(READER),
    "exports": SHARED | set(READER) | {"files"},
    "census": SHARED | set(READER) | {"files", "pages"},
    "changes": SHARED | set(READER) | {"files", "drawing", "pages"},
    "reports": SHARED | set(READER) | {"files", "drawing", "pages"},
    "site": SHARED | set(READER) | {"files", "drawing", "pages", "exports", "changes", "reports"},
    "servers": SHARED | set(READER) | {"door"},
    "cli": set(LAYERS),
}

#: Imports for annotations only (`if TYPE_CHECKING`): they run nothing, and still each has its reason.
TYPES_ONLY = {
    ("mdexa.errors", "mdexa.compiler.finding"): "CatalogueInvalid carries findings",
}

#: package of somebody else -> the modules that may import it.
THIRD_PARTY = {
    "msgspec": ("mdexa",),
    "yaml": ("mdexa.compiler.source", "mdexa.reports.inputs.hub"),
    "jsonschema": ("mdexa.compiler.schema", "mdexa.servers.gate"),
    "referencing": ("mdexa.compiler.schema",),
    "license_expression": ("mdexa.expressions",),
    "jinja2": ("mdexa.pages",),
    "markupsafe": ("mdexa.pages",),
    "pandas": ("mdexa.frames",),
    "polars": ("mdexa.frames",),
    "pyarrow": ("mdexa.exports.parquet",),
    "mcp": ("mdexa.servers",),
    "mcp_types": ("mdexa.servers",),
    "anyio": ("mdexa.servers",),
    "starlette": ("mdexa.servers",),
    "uvicorn": ("mdexa.servers",),
}
#: Packages that are imported inside the function that needs them: they may be absent, or are dear to load.
ONLY_INSIDE = ("pandas", "polars", "pyarrow")
#: Layers that the top of a command's module must not import.
LATE_IN_CLI = ("compiler", "drawing", "pages", "exports", "census", "changes", "reports", "site", "servers")

#: Layers that need more than msgspec. All others work after a plain `pip install mdexa`.
NEEDS_EXTRAS = ("expressions", "judgement", "compiler", "pages", "site", "servers")

#: Layers whose import is part of every start: no msgspec, and none of the dear standard modules.
COLD = ("words", "index")
DEAR = (
    "argparse",
    "asyncio",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "importlib",
    "inspect",
    "json",
    "logging",
    "pathlib",
    "re",
    "tempfile",
    "typing",
    "uuid",
)

#: No network, no chance, no clock, no other program.
FORBIDDEN = (
    "asyncio",
    "ftplib",
    "http",
    "httpx",
    "random",
    "requests",
    "secrets",
    "smtplib",
    "socket",
    "ssl",
    "subprocess",
    "time",
    "urllib.error",
    "urllib.request",
    "urllib3",
    "uuid",
    "webbrowser",
)
CLOCKS = ("now", "utcnow", "today")
#: The faces talk to terminals and sockets; the laws above bind what they stand on.
FACES = ("servers", "cli")
