"""The tools, resources, prompts and completions as an MCP server, in both revisions of the protocol.

The low-level server of the SDK puts the very contracts on the wire; what it does not check is checked here: arguments,
names of tools, and that nothing internal leaves with an error.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import mcp_types as types
import msgspec
from mcp.server import CacheHint, Server
from mcp.shared.exceptions import MCPError

from mdexa.agents import tools
from mdexa.agents.cleaning import quoted
from mdexa.agents.completion import complete
from mdexa.agents.lessons import INTERNAL, lesson
from mdexa.agents.prompts import PROMPTS, Prompt, fill
from mdexa.agents.resources import RESOURCES, TEMPLATES, Resource, read_resource
from mdexa.errors import BadQuery, NoSuchDataset
from mdexa.servers.gate import Gate
from mdexa.servers.journal import Journal, clock
from mdexa.servers.shelf import Shelf
from mdexa.version import __version__

P = TypeVar("P")
R = TypeVar("R")

#: Calls that are answered at once; the others wait their turn.
AT_ONCE = 8
HOUR, MINUTE = 3_600_000, 60_000
#: Definitions change with the program, what is read with the catalogue.
HINTS: dict[Any, CacheHint] = {
    "server/discover": CacheHint(HOUR, "public"),
    "tools/list": CacheHint(HOUR, "public"),
    "prompts/list": CacheHint(HOUR, "public"),
    "resources/list": CacheHint(HOUR, "public"),
    "resources/templates/list": CacheHint(HOUR, "public"),
    "resources/read": CacheHint(5 * MINUTE, "public"),
}


class Desk:
    """Answers the requests of the protocol from what stands on the shelf."""

    def __init__(self, shelf: Shelf, design: str, journal: Journal) -> None:
        self.shelf, self.journal = shelf, journal
        self.gates = {tool.name: Gate(tool) for tool in tools.DESIGNS[design]}
        #: they tell which tools to call, and those are the actions
        self.prompts = {prompt.name: prompt for prompt in PROMPTS if design == "actions"}
        self.limiter: anyio.CapacityLimiter | None = None
        #: requests that are being answered
        self.open = 0

    async def list_tools(self, _context: Any, _params: Any) -> types.ListToolsResult:
        """All tools in one page, in a fixed order."""
        return types.ListToolsResult(tools=[_tool(gate.definition) for gate in self.gates.values()])

    async def call_tool(self, _context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        """The answer, or a lesson as an error of the call. An unknown tool is an error of the protocol."""
        gate = self.gates.get(params.name)
        if gate is None:
            names = ", ".join(self.gates)
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {quoted(params.name)}; the tools are {names}")
        return await self._aside(self._answer, gate, params.arguments or {})

    def _answer(self, gate: Gate, given: dict[str, Any]) -> types.CallToolResult:
        started, holdings = clock(), self.shelf.current
        arguments = gate.present(given)
        text, status = gate.lesson(holdings, arguments), "refused"
        if text is None:
            try:
                text, status = tools.call(holdings, gate.tool, arguments).decode(), "ok"
            except (BadQuery, NoSuchDataset) as error:
                text = lesson(gate.tool.name, error)
        self.journal.call(gate.tool.name, started, status, len(text), given)
        content: list[Any] = [types.TextContent(type="text", text=text)]
        if status == "refused":
            return types.CallToolResult(content=content, is_error=True)
        return types.CallToolResult(content=content, structured_content=msgspec.json.decode(text))

    async def list_resources(self, _context: Any, _params: Any) -> types.ListResourcesResult:
        """What has a fixed address; cards are reached by templates and completion."""
        return types.ListResourcesResult(resources=[types.Resource(**_described(one)) for one in RESOURCES])

    async def list_templates(self, _context: Any, _params: Any) -> types.ListResourceTemplatesResult:
        """Addresses with a variable."""
        rows = [_described(one) for one in TEMPLATES]
        made = [types.ResourceTemplate(uri_template=row.pop("uri"), **row) for row in rows]
        return types.ListResourceTemplatesResult(resource_templates=made)

    async def read(self, _context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """What stands at an address."""
        started, uri = clock(), str(params.uri)
        found = await self._aside(read_resource, self.shelf.current, uri)
        if found is None:
            self.journal.call("resource", started, "refused", 0, uri)
            near = "mdexa://cards/{id} takes an id as find_datasets gives it"
            raise MCPError(types.INVALID_PARAMS, f"there is no resource {quoted(uri)}; {near}", {"uri": uri[:300]})
        mime_type, text = found
        self.journal.call("resource", started, "ok", len(text), uri)
        contents: list[Any] = [types.TextResourceContents(uri=uri, mime_type=mime_type, text=text)]
        return types.ReadResourceResult(contents=contents)

    async def list_prompts(self, _context: Any, _params: Any) -> types.ListPromptsResult:
        """The prompts that a person may pick."""
        return types.ListPromptsResult(prompts=[_prompt(prompt) for prompt in self.prompts.values()])

    async def get_prompt(self, _context: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """A prompt with its arguments filled in."""
        prompt = self.prompts.get(params.name)
        if prompt is None:
            names = ", ".join(self.prompts)
            raise MCPError(types.INVALID_PARAMS, f"there is no prompt {quoted(params.name)}; the prompts are {names}")
        try:
            text = fill(prompt, params.arguments or {})
        except ValueError as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        content = types.TextContent(type="text", text=text)
        messages = [types.PromptMessage(role="user", content=content)]
        return types.GetPromptResult(description=prompt.description, messages=messages)

    async def complete(self, _context: Any, params: types.CompleteRequestParams) -> types.CompleteResult:
        """Names of datasets, values of facets and words of lists, as they are typed."""
        argument = params.argument
        values, total = await self._aside(complete, self.shelf.current, argument.name, argument.value)
        more = total > len(values)
        return types.CompleteResult(completion=types.Completion(values=values, total=total, has_more=more))

    async def _aside(self, work: Callable[..., R], *given: Any) -> R:
        """Runs work in a thread, so that one long answer does not hold up the others, and only so many at once."""
        if self.limiter is None:
            self.limiter = anyio.CapacityLimiter(AT_ONCE)
        return await anyio.to_thread.run_sync(work, *given, limiter=self.limiter)

    def sealed(self, handler: Callable[[Any, P], Awaitable[R]]) -> Callable[[Any, P], Awaitable[R]]:
        """The handler with whatever it does not expect logged, and told to nobody."""

        async def guarded(context: Any, params: P) -> R:
            self.open += 1
            try:
                return await handler(context, params)
            except MCPError:
                raise
            except Exception as error:  # noqa: BLE001  an older revision would send the text of the exception
                self.journal.failure(getattr(handler, "__name__", "handler"), error)
                raise MCPError(types.INTERNAL_ERROR, INTERNAL) from None
            finally:
                self.open -= 1

        return guarded


def make_server(desk: Desk, design: str) -> Server[Any]:
    """The server for one design of the tools, with a desk that answers for it."""
    return Server(
        "mdexa",
        version=__version__,
        title="Mdexa",
        description="Which biomedical datasets fit, may be used for a purpose, on what evidence, and how to get them.",
        instructions=tools.INSTRUCTIONS[design],
        cache_hints=HINTS,
        get_tool_input_schema=lambda name: desk.gates[name].definition["inputSchema"] if name in desk.gates else None,
        on_list_tools=desk.sealed(desk.list_tools),
        on_call_tool=desk.sealed(desk.call_tool),
        on_list_resources=desk.sealed(desk.list_resources),
        on_list_resource_templates=desk.sealed(desk.list_templates),
        on_read_resource=desk.sealed(desk.read),
        on_list_prompts=desk.sealed(desk.list_prompts) if desk.prompts else None,
        on_get_prompt=desk.sealed(desk.get_prompt) if desk.prompts else None,
        on_completion=desk.sealed(desk.complete),
    )


def _tool(definition: dict[str, Any]) -> types.Tool:
    return types.Tool.model_validate(definition)


def _described(resource: Resource) -> dict[str, Any]:
    return {
        "uri": resource.uri,
        "name": resource.name,
        "title": resource.title,
        "description": resource.description,
        "mime_type": resource.mime_type,
    }


def _prompt(prompt: Prompt) -> types.Prompt:
    arguments = [
        types.PromptArgument(name=one.name, description=one.description, required=one.required)
        for one in prompt.arguments
    ]
    return types.Prompt(name=prompt.name, title=prompt.title, description=prompt.description, arguments=arguments)
