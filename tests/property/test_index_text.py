"""Laws of folding and splitting that hold for any text."""

import hypothesis
from hypothesis import strategies as st

from mdexa.text import LONGEST_TOKEN, fold, fold_name, singular, tokens

#: Letters that fold in unusual ways, beside any other.
HARD = st.text(
    st.one_of(st.sampled_from("αβμςσΣΆµİıßﬁẞÅǅøℵ-_'’.x1 Sse肺アが각्ि้\u0301\u0345\u0307"), st.characters(codec="utf-8")),
    max_size=24,
)
LETTERS = st.text("abcehimnorsuxyz1", max_size=9)


@hypothesis.given(HARD)
def test_folding_twice_changes_nothing(text):
    """A folded text is its own folded form, and so is a folded name."""
    assert fold(fold(text)) == fold(text)
    assert fold_name(fold_name(text)) == fold_name(text)


@hypothesis.given(HARD)
def test_case_never_matters(text):
    """Upper and lower case give the same tokens where Unicode says that they are one letter."""
    if text.upper().casefold() == text.casefold():
        assert tokens(text.upper()) == tokens(text.casefold())


@hypothesis.given(LETTERS)
def test_singular_of_singular_changes_nothing(word):
    """A singular is left alone."""
    assert singular(singular(word)) == singular(word)


@hypothesis.given(HARD)
def test_a_token_is_one_of_its_own_tokens(text):
    """What the index holds can be asked for as it stands."""
    for token in tokens(text):
        assert token in tokens(token), token


@hypothesis.given(HARD, HARD)
def test_texts_are_split_at_spaces_and_lines_alike(left, right):
    """A line break parts words as a space does, and what comes after never changes what came before."""
    assert tokens(f"{left} {right}") == tokens(f"{left}\n{right}")
    assert tokens(f"{left} , {right}")[: len(tokens(left))] == tokens(left)


@hypothesis.given(HARD)
def test_tokens_are_plain_and_short(text):
    """A token has no space, hyphen, quote or upper case, and a bounded length."""
    for token in tokens(text):
        assert 0 < len(token) <= LONGEST_TOKEN + 1
        assert token == fold(token)
        assert not set(token) & set(" -_'’\t\n")
