"""The command line: what the window can show, it can print.

Its commands are known here without importing what they need.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from msgspec import Struct

from irgo_app.words import noted

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from irgo_app.service.analysis_service import AnalysisService


class CommandModule(Protocol):
    """What the module of a command has.

    run -- (parsed arguments, service) -> exit code; raises IrgoError on bad input
    """

    add_arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, AnalysisService], int]


class Command(Struct, frozen=True):
    """One command: its name and one line of help (`noted`); the module is called as it is.

    reads -- it judges positions, so that it takes `--network`
    """

    name: str
    help: str
    reads: bool = False

    def module(self) -> CommandModule:
        """Return the command's module, imported now: each needs another part of irgo."""
        found = import_module(f"irgo_app.cli.{self.name.replace('-', '_')}")
        return cast(CommandModule, found)


COMMANDS: Final = (
    Command("layers", noted("list every layer: name, kind, unit, parameters, source")),
    Command("analyze", noted("print the layers of a node, or of every node of a game"), reads=True),
    Command("lifedeath", noted("tell which groups live, Black first and White first")),
    Command("whatif", noted("tell what it is worth to move first, group by group"), reads=True),
    Command("why", noted("tell why a move is good or bad, in points and reasons"), reads=True),
    Command("render", noted("draw the board with its layers as PNG, SVG or PDF, or moving as GIF "
                            "or WebP"), reads=True),
    Command("scan", noted("read a position from a picture")),
    Command("print", noted("write a game as books print it: PDF, HTML or SVG"), reads=True),
    Command("report", noted("write the review of a game as HTML or PDF"), reads=True),
    Command("problems", noted("write the life-and-death problems of games as SGF"), reads=True),
    Command("practice", noted("keep exercises from your games, and tell what is due"), reads=True),
    Command("games", noted("keep all your games in one place, find positions in them, and tell "
                           "what keeps going wrong"), reads=True),
    Command("edit", noted("turn a record, exchange its colours, set up its handicap stones")),
    Command("merge", noted("write games of files as one tree")),
    Command("check", noted("say what the reader had to repair, file by file")),
    Command("batch", noted("analyse any number of games into tables"), reads=True),
    Command("engines", noted("list the engines irgo knows, test one, add or remove one")),
    Command("network", noted("list, fetch and choose KataGo's networks, which irgo can read with")),
    Command("gtp", noted("be a GTP engine: play, score, and show layers in any controller"),
            reads=True),
    Command("serve", noted("answer programs: questions as lines of JSON, as KataGo's analysis "
                           "engine takes them"), reads=True),
    Command("mcp", noted("answer an assistant: irgo's facts by the Model Context Protocol"),
            reads=True),
    Command("schema", noted("print the JSON Schema of what commands print with --json")),
    Command("warm-up", noted("compile the kernels, once after an installation")),
    Command("desktop-entry", noted("put irgo among the desktop's programs, or remove it")),
    Command("diagnose", noted("tell what a report of a bug needs to know about this machine")),
)
