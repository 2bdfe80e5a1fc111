"""Share-alike families: two that a derived work cannot satisfy at once are a clash (rule 8).

A *choice* is the set of families that one way of accepting the texts binds the user to. A text gives a set of choices,
since an OR leaves the choice to the user; a clash is where every choice holds two families or more.
"""

from collections.abc import Iterable
from itertools import product

from mdexa.card import Statement
from mdexa.expressions import BadExpression, Tree, parse
from mdexa.judgement.pieces import is_as_upstream
from mdexa.judgement.speech import Licences
from mdexa.judgement.terms import SHARE_ALIKE

Choices = frozenset[frozenset[str]]

FREE: Choices = frozenset({frozenset()})


def choices_of(card_id: str, statement: Statement, licences: Licences) -> Choices:
    """The choices that a statement leaves; a share-alike text of its own is a family of its own."""
    choices = FREE
    if statement.licence is not None and not is_as_upstream(statement):
        try:
            choices = _of_tree(parse(statement.licence), licences)
        except BadExpression:
            choices = FREE
    if SHARE_ALIKE in statement.terms and frozenset() in choices:
        choices = frozenset({frozenset({f"{card_id}:{statement.id}"})})
    return choices


def _of_tree(tree: Tree, licences: Licences) -> Choices:
    kind, content = tree
    if kind == "key":
        entry = licences.get(content)
        return frozenset({frozenset({entry.family})}) if entry and entry.share_alike != "no" else FREE
    branches = [_of_tree(branch, licences) for branch in content]
    return frozenset().union(*branches) if kind == "or" else together(branches)


def together(parts: Iterable[Choices]) -> Choices:
    """The choices of somebody who must satisfy all of them; those that hold another one are dropped."""
    joined: Choices = FREE
    for choices in parts:
        both = {left | right for left, right in product(joined, choices)}
        joined = frozenset(one for one in both if not any(other < one for other in both))
    return joined


def clashes(choices: Choices) -> bool:
    """Whether no choice gets by with one family."""
    return all(len(choice) > 1 for choice in choices)
