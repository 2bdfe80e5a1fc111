"""A name that was found in a file, proven to be one."""

from mdexa.errors import BadQuery
from mdexa.params import LONGEST_NAME
from mdexa.reports.names import NAMELESS, Given
from mdexa.reports.shapes import Origin


def named(file: str, place: str, name: str, fields: tuple[tuple[str, str], ...] = ()) -> Given:
    """The name with its place. BadQuery for one that is longer than any name of a dataset."""
    if len(name) > LONGEST_NAME:
        why = (
            f"{place} holds {len(name):,} characters, and a name has at most {LONGEST_NAME}; write a name on each line"
        )
        raise BadQuery(f"--from {file}", name, why=why)
    return Given(name=name, origin=Origin(source=file, place=place), fields=fields)


def nameless(file: str, place: str) -> Given:
    """Something that has a place and no name: it counts, and belongs to no dataset."""
    word = f"without a name: {place}"
    return Given(name=word, origin=Origin(source=file, place=place), fields=((NAMELESS, f"{file}, {place}"),))


def comma(lines: list[int], most: int = 10) -> str:
    """Numbers of lines, the first of them."""
    shown = ", ".join(map(str, lines[:most]))
    return f"{shown} and {len(lines) - most} more" if len(lines) > most else shown
