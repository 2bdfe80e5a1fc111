"""Readings, access and availability: what may be claimed of a place that was looked at."""

from collections.abc import Iterator

from mdexa.card import Card
from mdexa.compiler.draft import Draft, Drafts, of_each_card
from mdexa.compiler.finding import Finding, quote


@of_each_card
def silence_was_read_by_us(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """`nothing_stated` needs a place that we read whole ourselves."""
    for place, reading in enumerate(card.value.readings):
        if reading.result == "nothing_stated" and reading.source.read_from == "third_party_copy":
            message = "that a place says nothing is claimed of somebody else's copy of it"
            remedy = "read the place itself, or write `result: unreadable`"
            path = ("readings", place, "result")
            yield card.error(
                "meaning/silence-not-read",
                path,
                message,
                remedy,
                got="third_party_copy",
                expected=("live", "stored_copy"),
            )


@of_each_card
def absence_has_a_source(card: Draft[Card], _drafts: Drafts) -> Iterator[Finding]:
    """That a dataset cannot be had is said by somebody."""
    state = card.value.availability.state
    if state != "available" and card.value.availability.source is None:
        message = f"nothing shows that the dataset is {quote(state)}"
        remedy = "add `source`: the page that says so, or the place that no longer answers"
        yield card.error("meaning/absence-without-source", ("availability",), message, remedy, got=state)
