"""What changed between two releases: which verdicts, and because of what; cards, statements, licences, flags.

Both catalogues are read as they answer: nothing is judged again, so what is told is what users saw then and see now.
"""

from collections.abc import Collection, Iterator

import msgspec

from mdexa.changes.cards import card_changes, renamed
from mdexa.changes.evidence import flag_changes, licence_changes, statement_changes
from mdexa.changes.pairs import Pair, pairs_of
from mdexa.changes.verdicts import condition_changes, verdict_changes
from mdexa.holdings import Holdings
from mdexa.names import exact, require
from mdexa.results import ChangesResult, StatusChange

__all__ = ["compare"]

#: Kinds of changes of a card -> how the sentence counts them.
_CARDS = {
    ("added",): "added",
    ("removed",): "removed",
    ("renamed",): "renamed",
    ("withdrawn",): "withdrawn",
    ("availability", "available_again"): "with another availability",
    ("access",): "reached otherwise",
    ("part_added", "part_removed", "part_changed", "usable_parts"): "with other parts",
    ("relation_added", "relation_removed"): "with other relations",
    ("handling",): "handled otherwise by us",
    ("name_added", "name_removed"): "with other names",
}


def compare(old: Holdings, new: Holdings, only: Collection[str] = ()) -> ChangesResult:
    """The changes from `old` to `new`, of all datasets or of those named. NoSuchDataset if neither knows a name."""
    names = renamed(old, new)
    wanted = _wanted(old, new, only)
    pairs = [pair for pair in pairs_of(old, new, names) if not wanted or {pair.before_id, pair.after_id} & wanted]
    both = [pair for pair in pairs if pair.in_both]
    licences = licence_changes(old.licences, new.licences)
    result = ChangesResult(
        old=old.stamp,
        new=new.stamp,
        old_digest=str(old.index.digest),
        new_digest=str(new.index.digest),
        sentence="",
        cards=tuple(change for pair in pairs for change in card_changes(pair)),
        statuses=tuple(_status_changes(both)),
        verdicts=tuple(change for pair in both for change in verdict_changes(pair, licences)),
        conditions=tuple(change for pair in both for change in condition_changes(pair)),
        statements=tuple(change for pair in both for change in statement_changes(pair)),
        licences=licences,
        flags=tuple(change for pair in both for change in flag_changes(pair)),
    )
    return _told(result)


def _wanted(old: Holdings, new: Holdings, only: Collection[str]) -> set[str]:
    """The ids that are asked for, under either of their names."""
    found: set[str] = set()
    for name in only:
        known = {side.datasets.id(doc) for side in (old, new) for doc in exact(side, name)}
        found |= known or {new.datasets.id(require(new, name))}
    return found


def _status_changes(pairs: list[Pair]) -> Iterator[StatusChange]:
    for pair in pairs:
        was, now = pair.before.judged.licence_status, pair.after.judged.licence_status
        if was != now:
            yield StatusChange(dataset=pair.after_id, was=was, now=now)


def _told(result: ChangesResult) -> ChangesResult:
    """The result with its sentence: what a user of verdicts must know first."""
    if result.same:
        return msgspec.structs.replace(result, sentence="Nothing that bears on finding or using a dataset changed.")
    cards = [
        (len({card.dataset for card in result.cards if card.kind in kinds}), what) for kinds, what in _CARDS.items()
    ]
    whole = [
        (len({row.dataset for row in result.verdicts if row.direction == direction}), f"with a {word} verdict")
        for direction, word in (("worse", "stricter"), ("better", "milder"))
    ]
    others = [
        (len(result.statuses), "with another licence status"),
        (len({row.dataset for row in result.conditions}), "with other conditions"),
        (len({row.dataset for row in result.statements}), "with other statements"),
        (len({row.dataset for row in result.flags}), "with other risk flags"),
    ]
    told = ", ".join(f"{count} {what}" for count, what in (*cards, *whole, *others) if count)
    sentences = [f"Datasets: {told}."] if told else []
    sentences += [f"Licences read differently: {len(result.licences)}."] if result.licences else []
    return msgspec.structs.replace(result, sentence=" ".join(sentences))
