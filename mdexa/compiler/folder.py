"""The files of a catalogue folder: which there are, which are missing, and their bytes."""

from pathlib import Path
from stat import S_ISREG

import msgspec

from mdexa.compiler.finding import Finding

#: What a file may weigh. The largest real ones stay below a tenth of it.
LARGEST_FILE = 4 * 1024 * 1024

#: File -> kind, of what every catalogue has.
FIXED = {
    "catalogue.yaml": "catalogue",
    "facets.yaml": "facets",
    "licences.yaml": "licences",
    "vocabulary/modality.yaml": "vocabulary",
    "vocabulary/organism.yaml": "vocabulary",
    "vocabulary/task.yaml": "vocabulary",
    "vocabulary/topic.yaml": "vocabulary",
    "vocabulary/use_term.yaml": "vocabulary",
}
#: File -> kind, of what a catalogue may have besides.
OPTIONAL = {"exemptions.yaml": "exemptions"}
CARDS = "cards"
VOCABULARY = "vocabulary"
#: Beside the files of the catalogue these may lie in any of its folders.
_PAPERS = ("LICENSE", "README.md")


class Entry(msgspec.Struct, frozen=True):
    """A file that belongs to the catalogue."""

    #: relative to the catalogue folder, with forward slashes
    file: str
    kind: str


def list_files(folder: Path) -> tuple[tuple[Entry, ...], list[Finding]]:
    """The files to read, by name, and findings on those that are missing or do not belong."""
    if not folder.is_dir():
        message = "there is no folder of this name"
        return (), [
            _finding("layout/no-catalogue", folder.name or ".", message, "name the folder that holds catalogue.yaml")
        ]
    present, findings = _walk(folder)
    entries = []
    for file in present:
        kind = FIXED.get(file) or OPTIONAL.get(file) or _kind_of_card(file)
        if kind:
            entries.append(Entry(file, kind))
        elif file.rpartition("/")[2] not in _PAPERS:
            remedy = f"move it out; a card is called {CARDS}/<id>.yaml, in lower case"
            findings.append(_finding("layout/stray-file", file, "the file is no part of a catalogue", remedy))
    findings += [_missing(file) for file in FIXED if file not in present]
    if not any(entry.kind == "card" for entry in entries):
        message = "the catalogue has no card"
        findings.append(_finding("layout/no-cards", CARDS, message, f"write {CARDS}/<id>.yaml, as docs/card.md shows"))
    return tuple(sorted(entries, key=lambda entry: entry.file)), findings


def _kind_of_card(file: str) -> str:
    parent, _, name = file.rpartition("/")
    return "card" if parent == CARDS and name.endswith(".yaml") else ""


def _missing(file: str) -> Finding:
    message = "the catalogue needs this file, and it is not there"
    return _finding("layout/missing-file", file, message, "write it; its schema is in the folder schema/")


def _walk(folder: Path) -> tuple[list[str], list[Finding]]:
    """The names of all files in the folder and in the two folders of it, hidden ones left out."""
    names: list[str] = []
    findings: list[Finding] = []
    for inner in ("", CARDS, VOCABULARY):
        place = folder / inner
        try:
            children = sorted(place.iterdir()) if place.is_dir() else []
        except OSError as error:
            findings.append(_unreadable(inner, error))
            continue
        for child in children:
            name = f"{inner}/{child.name}" if inner else child.name
            if not child.name.startswith(".") and name not in (CARDS, VOCABULARY):
                names.append(name)
    return names, findings


def fetch(folder: Path, file: str) -> tuple[bytes | None, list[Finding]]:
    """The bytes of a file, or None and the finding that says why they cannot be had."""
    path = folder / file
    try:
        about = path.stat()
        if not S_ISREG(about.st_mode):
            message = "this is not a file that can be read"
            return None, [_finding("layout/unreadable", file, message, "put a plain file in its place")]
        with path.open("rb") as opened:
            content = opened.read(LARGEST_FILE + 1)
    except (OSError, RuntimeError) as error:
        return None, [_unreadable(file, error)]
    if len(content) > LARGEST_FILE:
        message = f"the file is larger than {LARGEST_FILE // 1024 // 1024} MiB"
        return None, [_finding("layout/too-large", file, message, "a card records statements, not the data themselves")]
    return content, []


def _unreadable(file: str, error: Exception) -> Finding:
    reason = getattr(error, "strerror", None) or "its links lead in a circle"
    return _finding("layout/unreadable", file, f"the file cannot be read: {reason}", "mend the link or its permissions")


def _finding(code: str, file: str, message: str, remedy: str) -> Finding:
    return Finding(code=code, severity="error", file=file, line=0, pointer="", message=message, remedy=remedy)
