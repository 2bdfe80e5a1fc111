"""What a caller learns from answers, in one form for both designs of the tools."""

from collections import defaultdict
from typing import Any

from tests.expectations import PERMITTING, holds


class Facts:
    """Everything that the answers to one request have said."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], str] = {}
        self.combined: dict[str, str] = {}
        self.status: dict[str, str] = {}
        self.repo_only: set[str] = set()
        self.availability: dict[str, str] = {}
        self.relations: set[tuple[str, str, str]] = set()
        self.paired: set[frozenset[str]] = set()
        self.rows: list[str] = []
        self.listed = False
        self.unresolved: set[str] = set()
        self.called: dict[str, str] = {}
        self.flags: dict[str, set[str]] = defaultdict(set)
        self.access: dict[str, set[str]] = defaultdict(set)
        self.counts: dict[str, set[float]] = defaultdict(set)
        self.sources: dict[str, set[str]] = defaultdict(set)
        self.ok_parts: dict[tuple[str, str], list[str]] = {}
        #: datasets of which this kind of thing was told, be it that there is none
        self.told: dict[str, set[str]] = defaultdict(set)
        self.substitutes: dict[str, list[str]] = {}

    def learn(self, tool: str, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        """Takes in one answer."""
        getattr(self, f"_{tool}")(arguments, answer)
        unresolved = answer.get("unresolved", ())
        self.unresolved |= set(unresolved) if isinstance(unresolved, dict) else {row["name"] for row in unresolved}

    def _judged(self, row: dict[str, Any]) -> None:
        self.status[row["id"]] = row["licence_status"]
        self.availability[row["id"]] = row["availability"]
        self.called[row.get("asked", row["id"])] = row["id"]
        self.ok_parts |= {(row["id"], column): parts for column, parts in row.get("ok_parts", {}).items()}
        self.told["verdict"].add(row["id"])

    def _check_use(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        self.combined |= answer["combined"]
        for row in answer["results"]:
            self._judged(row)
            self.values |= {(row["id"], column): value for column, value in row["verdict"].items()}
            self.flags[row["id"]] |= set(row.get("flags", ()))
            self.sources[row["id"]] |= {said["url"] for said in row.get("statements", ())}
            if arguments.get("evidence") != "none":
                self.told["statements"].add(row["id"])
            if arguments.get("evidence") == "all":
                self.told["everything said"].add(row["id"])

    def _check(self, _arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        self.combined |= answer["combined"]
        for row in answer["results"]:
            self._judged(row)
            self.values |= {(row["id"], column): one["value"] for column, one in row["whole"].items()}
            self.flags[row["id"]] |= {flag["id"] for flag in row.get("flags", ())}
            self.sources[row["id"]] |= {said["source"]["url"] for said in row.get("deciding", ())}
            self.told["statements"].add(row["id"])

    def _evidence(self, _arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        for row in answer["datasets"]:
            self.sources[row["id"]] |= {said["source"]["url"] for said in row["statements"]}
            self.flags[row["id"]] |= {flag["id"] for flag in row["flags"]}
            self._repo(row)
            self.told["everything said"].add(row["id"])

    def _repo(self, row: dict[str, Any]) -> None:
        if row.get("repo_only"):
            self.repo_only.add(row["id"])

    def _get_dataset(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        self._cards(arguments, answer, answer["datasets"])

    def _card(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        self._cards(arguments, answer, answer["cards"])

    def _cards(self, arguments: dict[str, Any], answer: dict[str, Any], rows: list[dict[str, Any]]) -> None:
        for row in rows:
            self.status[row["id"]] = row["licence_status"]
            self._repo(row)
            self.access[row["id"]] |= {route["kind"] for route in row.get("access", ())}
            if "availability" in row:
                self.availability[row["id"]] = row["availability"]["state"]
            self.counts[row["id"]] |= {count["n"] for count in row.get("counts", ())}
            for section in arguments["sections"]:
                self.told[section].add(row["id"])
        for pair in answer.get("pairs", ()):
            self.relations.add((pair["a"], pair["relation"], pair["b"]))
            self.paired.add(frozenset((pair["a"], pair["b"])))

    def _access(self, _arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        for row in answer["datasets"]:
            self.access[row["id"]] |= {route["kind"] for route in row["routes"]}
            self.availability[row["id"]] = row["availability"]["state"]
            self.told["access"].add(row["id"])

    def _find_datasets(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        self._search(arguments, answer)

    def _search(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        found = [row["id"] for row in answer["rows"]]
        self.rows += found
        self.listed = True
        for row in answer["rows"]:
            self.status[row["id"]] = row["licence_status"]
            self.access[row["id"]].add(row["access"])
            self.availability[row["id"]] = row["availability"]
        if "like" in arguments:
            self.substitutes[arguments["like"]] = found

    def _similar(self, arguments: dict[str, Any], answer: dict[str, Any]) -> None:
        self.substitutes[arguments["dataset"]] = [row["row"]["id"] for row in answer["rows"]]

    def holds(self, expectation: dict[str, Any]) -> bool:
        """Whether what was learnt is what is right."""
        return holds(self, expectation)

    def permitted(self, dataset: str, column: str) -> bool:
        """Whether the answers let a use go ahead."""
        return self.values.get((dataset, column)) in PERMITTING

    def wrong_permissions(self, expectations: list[dict[str, Any]]) -> int:
        """How many uses were let through that are not permitted."""
        return sum(self._lets_through(one) for one in expectations)

    def _lets_through(self, expectation: dict[str, Any]) -> bool:
        [(kind, right)] = expectation.items()
        forbidden = kind == "not_permitted" or (kind == "value" and right[2] not in PERMITTING)
        return forbidden and self.permitted(right[0], right[1])
