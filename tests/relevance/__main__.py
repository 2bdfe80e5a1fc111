"""Runs all judged queries on the catalogue of this checkout, prints the table, and writes it into the docs."""

import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from mdexa.catalogue import open_catalogue
from mdexa.compiler import judged, survey
from mdexa.compiler.freezing import freeze
from tests.relevance.report import missed, table, write
from tests.relevance.running import figures, run

ROOT = Path(__file__).parents[2]


def main() -> int:
    """0 when the page is written; 1, with what to install, where a peer is not there."""
    if not find_spec("bm25s"):
        print("bm25s is not installed: pip install mdexa[bench] (0.3.16 was used)", file=sys.stderr)
        return 1
    surveyed = survey(ROOT / "catalogue")
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder) / "catalogue.mdexa"
        freeze(surveyed, judged(surveyed), index)
        outcomes = run(open_catalogue(index), surveyed.cards, surveyed.vocabulary)
    found = figures(outcomes)
    print(table(found), missed(outcomes), sep="\n\n")
    write(outcomes, found)
    return 0


sys.exit(main())
