"""irgo as a server of the Model Context Protocol, on standard input and output."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import cast

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from irgo_app.assistants.input_lines import InputLines
from irgo_app.assistants.link import Link
from irgo_app.assistants.pages import (
    INSTRUCTIONS, PROMPT_ARGUMENTS, PROMPT_NAME, PROMPT_TITLE, pages, review_words
)
from irgo_app.assistants.tools import TOOLS, tool_named
from irgo_app.errors import IrgoError
from irgo_app.version import __version__

Context = ServerRequestContext[dict[str, object]]
_MARKDOWN = "text/markdown"


def serve(link: Link) -> None:
    """Answer until the input ends, or nobody reads the output any more."""
    try:
        anyio.run(_serve, link)
    except* BrokenPipeError:
        pass  # Whoever asked is gone.


async def _serve(link: Link) -> None:
    server = server_of(link)
    # The SDK asks of its input no more than its lines.
    lines = cast("anyio.AsyncFile[str]", InputLines())
    async with stdio_server(stdin=lines) as (read, write):
        await server.run(read, write, server.create_initialization_options())


def server_of(link: Link) -> Server[dict[str, object]]:
    """Return the server whose tools a worker answers."""
    async def call_tool(
        context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        try:
            tool = tool_named(params.name)
            arguments = tool.checked(params.arguments or {})
            found = await link.ask(tool.name, arguments, context.session.report_progress)
        except IrgoError as error:
            return types.CallToolResult(
                content=[types.TextContent(text=str(error))], is_error=True)
        return _result(found.document, found.pictures)

    return Server(
        "irgo", version=__version__, title="irgo", instructions=INSTRUCTIONS,
        on_list_tools=_list_tools, on_call_tool=call_tool, on_list_resources=_list_resources,
        on_read_resource=_read_resource, on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt)


def _result(document: Mapping[str, object], pictures: tuple[bytes, ...]) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(
        text=json.dumps(document, ensure_ascii=False, separators=(",", ":")))]
    content += [types.ImageContent(data=base64.b64encode(picture).decode("ascii"),
                                   mime_type="image/png") for picture in pictures]
    return types.CallToolResult(content=content, structured_content=dict(document))


async def _list_tools(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[
        types.Tool(name=tool.name, title=tool.title, description=tool.text,
                   input_schema=tool.schema(), annotations=types.ToolAnnotations(
                       read_only_hint=not tool.writes, destructive_hint=False,
                       open_world_hint=False))
        for tool in TOOLS])


async def _list_resources(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    return types.ListResourcesResult(resources=[
        types.Resource(uri=page.uri, name=page.title, mime_type=_MARKDOWN)
        for page in pages().values()])


async def _read_resource(
    _context: Context, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    page = pages().get(str(params.uri))
    if page is None:
        raise MCPError(types.INVALID_PARAMS, "There is no such page; resources/list names all.")
    return types.ReadResourceResult(contents=[
        types.TextResourceContents(uri=page.uri, mime_type=_MARKDOWN, text=page.text())])


async def _list_prompts(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=[types.Prompt(
        name=PROMPT_NAME, title=PROMPT_TITLE, description="A review made only of what irgo says.",
        arguments=[types.PromptArgument(name=name, description=text, required=name == "path")
                   for name, text in PROMPT_ARGUMENTS.items()])])


async def _get_prompt(
    _context: Context, params: types.GetPromptRequestParams
) -> types.GetPromptResult:
    if params.name != PROMPT_NAME:
        raise MCPError(types.INVALID_PARAMS, f"There is one prompt, {PROMPT_NAME}.")
    given = params.arguments or {}
    return types.GetPromptResult(description=PROMPT_TITLE, messages=[types.PromptMessage(
        role="user", content=types.TextContent(
            text=review_words(given.get("path", ""), given.get("player", ""))))])
