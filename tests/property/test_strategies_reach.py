"""Whether the random catalogues come where the rules part: a law that is never put to the test proves nothing."""

from collections import Counter

from hypothesis import given

from tests.oracle import judgement as oracle
from tests.oracle.words import VALUES, permits
from tests.property.adapter import rulings
from tests.property.licences import LICENCES
from tests.property.strategies import AS_OF, EXAMPLES, bounded, catalogues


def interesting(catalogue, verdicts):
    """What of interest is in the verdicts on one catalogue; always also `all`."""
    found = list(rulings(verdicts))
    parts = [part for each in verdicts.values() for part in each.own]
    edges = [edge for card in catalogue.values() for edge in card.relations]
    yes = {
        "all": True,
        "permitting": any(permits(value) for *_, value in found),
        "lowered": any(permits(own) and not permits(value) for *_, own, value in found),
        "mixed": any(each.licence_status == "mixed" for each in verdicts.values()),
        "reported": any(each.reported for each in verdicts.values()),
        "repo_only": any(each.repo_only for each in verdicts.values()),
        "items": any("#" in part for part in parts),
        "grants": any(edge.upstream_grant for edge in edges),
    }
    flags = {flag for each in verdicts.values() for flag in each.flags}
    return {word for word, held in yes.items() if held} | {value for *_, value in found} | flags


def test_the_strategies_reach_what_matters():
    """Enough of the catalogues permit something, are lowered by an edge, conflict, clash, or hold back a verdict."""
    seen: Counter[str] = Counter()
    for theme, examples in EXAMPLES.items():

        @bounded(examples // 2)
        @given(catalogues(theme))
        def look(catalogue):
            seen.update(interesting(catalogue, oracle.judge(catalogue, LICENCES, AS_OF)))

        look()
    often = ("permitting", "lowered", "conflicting", "share_alike_clash")
    assert {word: seen[word] / seen["all"] for word in often if seen[word] < seen["all"] / 5} == {}
    sometimes = (
        *VALUES, "reply_disagrees", "layers_differ", "agreement_unread", "upstream_restricted",
        "upstream_unclear", "mirror_disagrees", "terms_differ_by_part", "not_separable", "licence_changed",
        "jurisdiction_limited", "evidence_stale", "known_problems", "contested", "mixed", "reported",
        "repo_only", "items", "grants",
    )  # fmt: skip
    assert {word: seen[word] / seen["all"] for word in sometimes if seen[word] < seen["all"] / 50} == {}
