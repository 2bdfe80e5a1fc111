"""How well the search finds what the cards say, beside two plain engines on the same cards.

`python -m tests.relevance` runs all judged queries and writes the table of `docs/relevance.md`.
"""
