"""Asks the library what a request needs, and gathers all that the answers say."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tests.benchmarks.facts import Facts
from tests.expectations import holds, speaks

if TYPE_CHECKING:
    from mdexa.catalogue import Catalogue

SECTIONS = ["summary", "facts", "counts", "parts", "access", "availability", "history", "relations", "problems"]
ROWS = 10


class Learnt(Facts):
    """Everything that the library has said on one request: more than an agent is told at once."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: dict[tuple[str, str, str], str] = {}
        self.conditions: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.counted: dict[tuple[str, float], list[str]] = defaultdict(list)
        #: (dataset, id or licence of a statement) -> whether those so called decide
        self.statements: dict[tuple[str, str], set[bool]] = defaultdict(set)
        self.steps: dict[str, str] = defaultdict(str)
        self.texts: dict[str, str] = defaultdict(str)
        self.days: dict[str, set[str]] = defaultdict(set)
        self.answer = ""
        self.understood: set[tuple[str, str]] = set()
        self.hints: set[str] = set()
        self.near: dict[str, set[str]] = defaultdict(set)

    def _check(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        super()._check(arguments, answer)
        for row in answer.get("unresolved", ()):
            self.near[row["name"]] |= {near["id"] for near in row.get("candidates", ())}
        for row in answer["results"]:
            for part in row["parts"]:
                self._part(row["id"], part)

    def _part(self, dataset: str, part: dict[str, Any]) -> None:
        for column in part["columns"]:
            self.parts[dataset, part["part"], column] = part["value"]
            self.conditions[dataset, column] |= {one["what"] for one in part.get("conditions", ())}

    def _evidence(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        super()._evidence(arguments, answer)
        for row in answer["datasets"]:
            for said in row["statements"]:
                for name in {said["id"], said.get("licence", said["id"])}:
                    self.statements[row["id"], name].add(said["deciding"])
                self._read(row["id"], said.get("note", ""))

    def _card(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        super()._card(arguments, answer)
        for row in answer["cards"]:
            told = [one["what"] for key in ("facts", "problems", "history") for one in row.get(key, ())]
            self._read(row["id"], row.get("summary", ""), *told)
            self.days[row["id"]] |= {event["date"] for event in row.get("history", ())}
            for count in row.get("counts", ()):
                words = (count.get(key, "") for key in ("unit", "scope", "version"))
                self.counted[row["id"], count["n"]].append(" ".join(words))

    def _access(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        super()._access(arguments, answer)
        for row in answer["datasets"]:
            for route in row["routes"]:
                self.steps[row["id"]] += "\n".join([*route.get("steps", ()), route.get("decided_by", ""), ""])
                self._read(row["id"], *(report["what"] for report in route.get("reports", ())))

    def _read(self, dataset: str, *sentences: str) -> None:
        self.texts[dataset] += "\n".join([*sentences, ""])

    def _search(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        super()._search(arguments, answer)
        self.answer = answer["status"]
        self.understood |= {(one["typed"], one["as"]) for one in answer.get("understood", ())}
        self.hints |= {one["means"] for one in answer.get("hints", ())}


def ask(catalogue: Catalogue, request: dict[str, Any]) -> Learnt:
    """What the library says on the names of a request, on each pair of them, on its query, and instead of `like`."""
    learnt = Learnt()

    def learn(operation: str, **arguments: Any) -> None:
        learnt.learn(operation, arguments, catalogue.run(operation, arguments).to_dict())

    names = [*request.get("names", []), *request.get("beside", [])]
    for name in names:
        learn("check", datasets=[name])
    if names:
        learn("check", datasets=names)
    known = sorted(set(learnt.called.values()))
    for dataset in known:
        learn("evidence", datasets=[dataset])
        learn("card", datasets=[dataset], sections=SECTIONS)
        learn("access", datasets=[dataset])
    for pair in combinations(known, 2):
        learn("card", datasets=list(pair), sections=["relations"])
    if "query" in request:
        learn("search", query=request["query"], limit=ROWS)
    if "like" in request:
        learn("similar", dataset=request["like"], limit=ROWS)
    return learnt


def failures(catalogue: Catalogue, request: dict[str, Any]) -> list[str]:
    """What is wrong with the answers to a request: right things missed, traps that hold or that nothing was said of."""
    learnt = ask(catalogue, request)
    missed = [f"missed: {one}" for one in (*request["right"], *request.get("also", ())) if not holds(learnt, one)]
    for trap in request.get("trap", ()):
        if holds(learnt, trap):
            missed.append(f"in the trap: {trap}")
        elif not speaks(learnt, trap):
            missed.append(f"nothing was said on: {trap}")
    return missed
