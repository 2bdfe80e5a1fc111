"""The browser's search beside the library's: the engine in V8, questions to both, and what must agree."""

import json

from py_mini_racer import MiniRacer

from mdexa.site.search import bundle
from mdexa.site.search.parts import START

#: A question is answered after so many rounds of fetching parts.
MOST_ROUNDS = 8
#: What a row says in both.
ROW = (
    *("id", "name", "line", "licence_status", "repo_only", "access", "availability", "handling"),
    *("ok_parts", "verdict", "risk_flags", "lacks", "matched"),
)
#: What an answer says in both.
ANSWER = (
    *("status", "total", "remaining", "counts", "relaxations", "unknown_words", "nearest", "hints", "understood"),
    *("upstream_only", "usable_parts"),
)
#: Keys of what the engine says, and the words of the library's sentence that mean the same.
SAID = {
    "all": "No subject was asked for",
    "all_passing": "pass",
    "match_one": " match",
    "match_some": "things asked for",
    "words_one": "the word",
    "words_some": "all of them",
    "gone": "cannot be had",
    "gone_successor": "its successor is",
    "none_has": "No dataset has",
    "none_has_wider": "which is wider",
    "hints": "Its words of use and access are filters",
    "negated": "a `not` excludes nothing",
    "no_match": "No dataset of the catalogue matches",
    "in_no_place": "In no name, tag, summary, fact or access step",
    "drop_a_filter": "Dropping a filter may help",
    "several_filters": "No filter alone is the reason",
    "final": "This is the answer",
}


class Browser:
    """The engine with the data of a catalogue. As in a browser, a part is fetched when a question asks for it."""

    def __init__(self, told):
        # told: the parts, as `bundle.data` gives them
        self.told = told
        self.fetched = set()
        self.racer = MiniRacer()
        self.racer.eval(bundle.script(bundle.ENGINE))
        self.racer.eval("var engine;")
        self.forget()

    def forget(self):
        """Starts anew with no more than the first part."""
        self.fetched = {START}
        self.racer.eval(f"engine = mdexaEngine.open({self.told[START]}); 0")

    def run(self, expression, *values):
        """What a script gives back; `$0`, `$1` … in it stand for values."""
        for at, value in enumerate(values):
            expression = expression.replace(f"${at}", json.dumps(value))
        return json.loads(self.racer.eval(f"JSON.stringify({expression})"))

    def search(self, request):
        """The answer to a request, or the field of which it is refused; parts that it misses are fetched."""
        asked = f"(() => {{ try {{ return engine.search({json.dumps(request)}); }}"
        caught = "catch (error) { if (!error.field) throw error; return {refused: error.field}; }"
        for _ in range(MOST_ROUNDS):
            answer = self.run(f"{asked} {caught} }})()")
            if "missing" not in answer:
                return answer
            for name in answer["missing"]:
                assert name not in self.fetched, f"{name} is missed though it was fetched"
                self.racer.eval(f"engine.take({json.dumps(name)}, {self.told[name]}); 0")
                self.fetched.add(name)
        raise AssertionError(f"more than {MOST_ROUNDS} rounds of fetching")

    def close(self):
        """Ends V8; a thread of it would keep the interpreter alive."""
        self.racer.close()


def library(catalogue, request):
    """The library's answer to the same request, with rows that are not shortened for agents."""
    return catalogue.search(**request).to_dict()


def difference(ours, theirs):
    """What differs between an answer of the library and one of the browser: {what: (library, browser)}."""
    left, right = _plain(ours), _plain(theirs)
    return {key: (left[key], right[key]) for key in left if left[key] != right[key]}


def _plain(answer):
    nothing = {"counts": {}, "remaining": 0, "upstream_only": 0, "usable_parts": 0}
    plain = {key: answer.get(key, nothing.get(key, [])) for key in ANSWER}
    plain["understood"] = [{k: v for k, v in one.items() if k != "concept"} for one in plain["understood"]]
    plain["rows"] = [_row(row) for row in answer["rows"]]
    return plain


def _row(row):
    plain = {key: row.get(key) or None for key in ROW}
    plain["matched"] = [{k: v for k, v in one.items() if k != "concept_id"} for one in row.get("matched", ())]
    return plain


def whole_order(catalogue, query):
    """The ids of everything that matches, in the order of the library."""
    result = catalogue.search(query, limit=50)
    ids = [row.id for row in result.rows]
    while result.cursor:
        result = catalogue.search(query, limit=50, cursor=result.cursor)
        ids += [row.id for row in result.rows]
    return ids
