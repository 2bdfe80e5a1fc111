"""Errors of the HTTP interface: problem details (RFC 9457), with the legal and the nearest values."""

from typing import Annotated

import msgspec
from msgspec import Meta

from mdexa.agents.cleaning import quoted, to_json
from mdexa.errors import BadQuery, MdexaError, NoSuchDataset

MEDIA_TYPE = "application/problem+json"
TITLES = {
    "bad-request": "The request is outside its legal values",
    "no-such-dataset": "No dataset has this name",
    "no-such-route": "There is nothing at this address",
    "method": "This address takes another method",
    "media-type": "The body is not JSON",
    "host": "Unknown host name",
    "origin": "Origin not allowed",
    "query": "Query string too long",
    "body": "Body too large",
    "busy": "Busy",
    "failure": "The server failed",
}
#: Legal values in one problem.
LISTED = 200


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What went wrong, and the way out."""

    type: Annotated[str, Meta(description="A name for this kind of problem.")]
    title: str
    status: int
    detail: str
    field: str | None = None
    allowed: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


def problem(status: int, kind: str, detail: str) -> bytes:
    """A problem as JSON."""
    return _written(ProblemDetails(type=_type(kind), title=TITLES[kind], status=status, detail=detail))


def problem_of(error: MdexaError) -> tuple[int, bytes] | None:
    """Status and problem of a wrong use; None if the error is no fault of the caller."""
    if isinstance(error, BadQuery):
        given = "is missing" if error.got is None else f"{quoted(error.got)} is not accepted"
        shown = ProblemDetails(
            type=_type("bad-request"),
            title=TITLES["bad-request"],
            status=400,
            detail=f"{error.field}: {given}{f', {error.why}' if error.why else ''}",
            field=error.field,
            allowed=tuple(str(value) for value in error.allowed[:LISTED]),
            near=error.near,
        )
        return 400, _written(shown)
    if isinstance(error, NoSuchDataset):
        detail = f"no dataset of the catalogue is called {quoted(error.name)}"
        kind = "no-such-dataset"
        return 404, _written(
            ProblemDetails(type=_type(kind), title=TITLES[kind], status=404, detail=detail, near=error.near)
        )
    return None


def _type(kind: str) -> str:
    return f"urn:mdexa:problem:{kind}"


def _written(shown: ProblemDetails) -> bytes:
    return to_json(shown)
