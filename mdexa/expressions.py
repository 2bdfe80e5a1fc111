"""Licence expressions: `CC-BY-4.0 OR CC0-1.0`, `(A AND B) OR C`, read by the license-expression library.

A tree is a tuple: `("key", KEY)`, `("or", (tree, …))` or `("and", (tree, …))`.
"""

from functools import cache
from typing import Any, TypeAlias

from license_expression import (
    ExpressionError,
    LicenseSymbol,
    Licensing,
    get_spdx_licensing,
)

Tree: TypeAlias = tuple[str, Any]

_LICENSING = Licensing()


class BadExpression(ValueError):
    """The text is no licence expression; the message says where it goes wrong."""


@cache
def parse(text: str) -> Tree:
    """The tree of an expression. BadExpression if it is none."""
    try:
        parsed = _LICENSING.parse(text)
    except (ExpressionError, ValueError, TypeError) as error:
        raise BadExpression(str(error)) from error
    if parsed is None:
        raise BadExpression("it is empty")
    return _tree(parsed)


def _tree(parsed: Any) -> Tree:
    if isinstance(parsed, LicenseSymbol):
        return ("key", parsed.key)
    if isinstance(parsed, (_LICENSING.OR, _LICENSING.AND)):
        operator = "or" if isinstance(parsed, _LICENSING.OR) else "and"
        return (operator, tuple(_tree(branch) for branch in parsed.args))
    raise BadExpression(f"only AND, OR and parentheses are understood, not {parsed}")


def keys(tree: Tree) -> tuple[str, ...]:
    """The licence keys of a tree, in the order of the text, each once."""
    kind, content = tree
    if kind == "key":
        return (content,)
    return tuple(dict.fromkeys(key for branch in content for key in keys(branch)))


@cache
def spdx_keys() -> frozenset[str]:
    """The identifiers of the SPDX list, in their exact case."""
    return frozenset(get_spdx_licensing().known_symbols)
