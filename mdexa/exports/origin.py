"""Which catalogue an export was made from: its name, version, day and digest stand in all of them."""

from mdexa.holdings import Holdings
from mdexa.results import CatalogueStamp


class Origin(CatalogueStamp, frozen=True, kw_only=True, omit_defaults=False):
    """The catalogue that was exported; `digest` names the content of its index, `datasets` is how many it holds."""

    digest: str


def origin_of(holdings: Holdings) -> Origin:
    """The origin of whatever is exported from an index."""
    stamp = holdings.stamp
    return Origin(
        name=stamp.name,
        version=stamp.version,
        as_of=stamp.as_of,
        datasets=stamp.datasets,
        digest=str(holdings.index.digest),
    )
