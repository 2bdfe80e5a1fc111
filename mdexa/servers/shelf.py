"""The catalogue that is served now. A new file takes its place once it is proven good; a bad one changes nothing."""

import os
from pathlib import Path

from mdexa.errors import IndexMissing, MdexaError
from mdexa.holdings import Holdings
from mdexa.operations import run
from mdexa.servers.journal import Journal

#: Seconds between two looks at the file.
PERIOD = 2.0

FileStamp = tuple[int, int, int]


class Shelf:
    """Holds the current holdings. A request takes them once and keeps them to its end, whatever happens to the file.

    Raises IndexUnreadable if the first file is not good: a server does not start on it.
    """

    def __init__(self, path: Path, journal: Journal) -> None:
        self.path, self._journal = path, journal
        self._seen = _stamp(path)
        self._current = proven(path)

    @property
    def current(self) -> Holdings:
        """What is served to a request that begins now."""
        return self._current

    def refresh(self) -> bool:
        """Looks at the file, and says whether another catalogue is served from now on."""
        stamp = _stamp(self.path)
        if stamp is None or stamp == self._seen:
            return False
        self._seen = stamp
        try:
            new = proven(self.path)
        except IndexMissing:
            self._seen = None
            return False
        except Exception as error:  # noqa: BLE001  whatever is wrong with a new file, the old one goes on
            reason = str(error) if isinstance(error, MdexaError) else type(error).__name__
            self._journal.write("index_refused", reason=reason, serving=self._current.index.digest)
            return False
        if new.index.digest == self._current.index.digest:
            return False
        before, self._current = self._current.index.digest, new
        self._journal.write("index_swapped", before=before, serving=new.index.digest, datasets=len(new.datasets))
        return True


def proven(path: Path) -> Holdings:
    """The holdings of a file whose digest is right and that has answered questions as they will be asked."""
    holdings = Holdings(path)
    holdings.index.verify()
    _ = holdings.facets, holdings.licences  # decoded here, or never served
    run(holdings, "facets", {"facets": ["licence_status"]})
    if len(holdings.datasets):
        first = holdings.datasets.id(0)
        run(holdings, "search", {"query": first, "limit": 1})
        run(holdings, "check", {"datasets": [first]})
        run(holdings, "card", {"datasets": [first]})
    return holdings


def _stamp(path: Path) -> FileStamp | None:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
