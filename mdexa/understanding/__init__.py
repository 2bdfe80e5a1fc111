"""What a query means: which datasets it names, which concepts and words it asks for, which filters its words hint at.

Nothing is a condition: every name, concept or word becomes a unit that a dataset may hit or lack. Rows rank by how many
names and concepts they hit, a dataset that is called by its name before all; plain words decide among equals. Words of
licences and access are no units; they are offered back as the filter that they mean. A word that is nowhere in the
catalogue is read as the nearest form that is, and the answer says so.
"""

from mdexa.holdings import Holdings
from mdexa.understanding.query import Query, Unit
from mdexa.understanding.reader import Reader

__all__ = ["Query", "Unit", "understand"]


def understand(holdings: Holdings, text: str) -> Query:
    """Reads a query against the vocabulary and the names of the catalogue."""
    return Reader(holdings, text).query()
