"""A caller by script. It knows what is wanted and which tool tells it, reads the answers, and stops when it has it all.

It is no model: it never misreads, invents or forgets. What it measures is what the tools cost a caller that does
nothing wrong, and whether their answers can be taken as they are.
"""

import json
from typing import Any

from mcp import Client

from tests.benchmarks.facts import Facts

#: need -> section of a card
SECTIONS = {"facts": "facts", "counts": "counts", "relation": "relations", "route": "access"}
#: How often it would ask again in other words for a list that does not say that it is final.
DOUBTS = 3


class Ledger:
    """What a request has cost."""

    def __init__(self) -> None:
        self.calls = self.characters = self.empty = self.after_complete = self.refused = 0


class Caller:
    """Serves one request with the tools of one design."""

    def __init__(self, client: Client, design: str, request: dict[str, Any]) -> None:
        self.client, self.design, self.request = client, design, request
        self.ledger, self.facts = Ledger(), Facts()

    async def serve(self) -> None:
        """Asks for what is needed, each thing only if no answer before has told it."""
        for need in self.request["needs"]:
            if not self._known(need):
                for tool, arguments in self._plan(need):
                    await self._ask(tool, arguments)

    def _known(self, need: str) -> bool:
        names = self.request.get("names", [])
        if need in ("rows", "substitutes"):
            return False
        if need == "relation":
            return len(self.facts.paired) >= len(names) * (len(names) - 1) / 2
        told = self.facts.told[SECTIONS.get(need, need)]
        return len(told) + len(self.facts.unresolved) >= len(names)

    def _plan(self, need: str) -> list[tuple[str, dict[str, Any]]]:
        return self._by_actions(need) if self.design == "actions" else self._by_endpoints(need)

    def _by_actions(self, need: str) -> list[tuple[str, dict[str, Any]]]:
        names = self.request.get("names", [])
        needs = self.request["needs"]
        if need in ("verdict", "statements", "everything said"):
            evidence = {"evidence": "all"} if "everything said" in needs else {}
            return [("check_use", {"datasets": names, "purposes": self.request["purposes"], **evidence})]
        if need == "rows":
            return [("find_datasets", {"query": self.request["query"]})]
        if need == "substitutes":
            return [("find_datasets", {"like": names[0], "limit": 5})]
        sections = [SECTIONS[one] for one in needs if one in SECTIONS]
        extra = ["availability"] if "access" in sections else []
        return [("get_dataset", {"datasets": names, "sections": [*sections, *extra]})]

    def _by_endpoints(self, need: str) -> list[tuple[str, dict[str, Any]]]:
        names = self.request.get("names", [])
        if need in ("verdict", "statements"):
            return [("check", {"datasets": names, "purposes": self.request["purposes"]})]
        if need == "everything said":
            return [("evidence", {"datasets": names, "purposes": self.request["purposes"]})]
        if need == "rows":
            return [("search", {"query": self.request["query"]})]
        if need == "substitutes":
            return [("similar", {"dataset": names[0], "limit": 5})]
        if need == "route":
            return [("access", {"datasets": names})]
        sections = [SECTIONS[one] for one in self.request["needs"] if one in SECTIONS and one != "route"]
        return [("card", {"datasets": names, "sections": sections})]

    async def _ask(self, tool: str, arguments: dict[str, Any]) -> None:
        answer = await self._call(tool, arguments)
        if answer is None:
            # Refused: once more in smaller pieces, one dataset at a time.
            for name in arguments.get("datasets", []):
                await self._call(tool, arguments | {"datasets": [name]})
            return
        rounds = 0
        while answer is not None and not answer.get("complete", True) and "cursor" in answer and self._short_of(tool):
            answer = await self._call(tool, arguments | {"cursor": answer["cursor"]})
        while answer is not None and not _final(answer) and rounds < DOUBTS:
            rounds += 1
            answer = await self._call(tool, arguments | {"query": f"{arguments.get('query', '')} dataset"})

    def _short_of(self, tool: str) -> bool:
        """A list is read on only where it lacks a dataset that was named; a ranked list begins with the best."""
        return tool in ("check_use", "get_dataset") and not all(map(self._known, self.request["needs"][:1]))

    async def _call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any] | None:
        done = self.facts.listed and tool in ("find_datasets", "search") and "like" not in arguments
        result = await self.client.call_tool(tool, arguments)
        text = result.content[0].text
        self.ledger.calls += 1
        self.ledger.characters += len(text)
        self.ledger.after_complete += done
        if result.is_error:
            self.ledger.refused += 1
            return None
        answer: dict[str, Any] = json.loads(text)
        self.ledger.empty += not any(answer.get(key) for key in ("rows", "results", "datasets", "cards", "passages"))
        self.facts.learn(tool, arguments, answer)
        return answer


def _final(answer: dict[str, Any]) -> bool:
    """Whether a list says how much of it there is; other answers are final by what they are."""
    return "rows" not in answer or "total" in answer or "complete" in answer
