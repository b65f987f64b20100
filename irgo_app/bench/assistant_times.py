"""`irgo mcp` as an assistant meets it: how long answers take, and what all its processes hold.

The program is started and asked over its pipes, a line of JSON each way, as any client does.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

import psutil

from irgo_app.bench.measurement import Measurement, own_byte_code, resident_mb
from irgo_app.errors import UsageError
from irgo_app.own_program import own_command
from irgo_app.resource_files import resource_path
from irgo_app.sgf.edits import line_as_game
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.writer import write_games

_STARTS: Final = 5
_MOVES: Final = 250
_MIDDLE: Final = (40, 65, 90, 115, 140)
"""Positions of a game with much left to play."""
_GAME: Final = "selfplay02.sgf"
_VERSION: Final = "2025-06-18"


def assistant_times() -> list[Measurement]:
    """Measure the answers of `irgo mcp`; nothing where the extra `assistants` is not installed."""
    with own_byte_code() as more, suppress(UsageError):
        variables = dict(os.environ, **more)
        with _session(variables):
            pass
        return _measured(variables)
    return []


def _measured(variables: Mapping[str, str]) -> list[Measurement]:
    firsts = list[float]()
    for _ in range(_STARTS):
        start = time.perf_counter()
        with _session(variables) as client:
            client.call("open_game", path=_GAME)
            firsts.append(time.perf_counter() - start)
    with _session(variables) as client:
        game = client.call("open_game", path=_GAME)["game"]
        # What the first question loads is in the first figure of a user, not of each answer.
        client.call("score", game=game)
        places = [client.timed("places", game=game, move=move) for move in _MIDDLE]
        whys = [client.timed("why", game=game, move=move + 10) for move in _MIDDLE]
        long = client.call("open_game", sgf=_record(_MOVES))["game"]
        story = client.timed("story", game=long)
        memory = client.resident_mb()
    note = "19x19, middle of a game, irgo's reader"
    return [
        Measurement.of("assistants.first_answer", "s", firsts,
                       "from the start of `irgo mcp` to an opened game"),
        Measurement.of("assistants.places", "s", places, f"{note}; worst {max(places):.2f}"),
        Measurement.of("assistants.why", "s", whys, f"{note}; worst {max(whys):.2f}"),
        Measurement.of("assistants.story", "s", [story],
                       f"{_MOVES} moves; progress was told {client.told} times"),
        Measurement.of("assistants.memory", "MB", [memory],
                       "resident, all processes together, after these questions")]


def _record(moves: int) -> str:
    """Return the first moves of a shipped game as a record."""
    tree = load_file(resource_path("examples", _GAME)).games[0]
    cut, _ = line_as_game(tree.path_to(tree.node_of_move_number(moves)))
    return write_games([cut]).decode("utf-8")


class _Client:
    """One session; told -- how often progress was told."""

    def __init__(self, program: subprocess.Popen[bytes]) -> None:
        self._program, self._number, self.told = program, 0, 0

    def call(self, tool: str, **arguments: object) -> dict[str, object]:
        """Return what a tool answers; raises UsageError if it does not."""
        found = self.ask("tools/call", {
            "name": tool, "arguments": arguments, "_meta": {"progressToken": tool}})
        if found.get("isError"):
            raise UsageError("{answer}", answer=found["content"])
        document = found["structuredContent"]
        assert isinstance(document, dict)
        return document

    def timed(self, tool: str, **arguments: object) -> float:
        """Return how many seconds an answer takes."""
        start = time.perf_counter()
        self.call(tool, **arguments)
        return time.perf_counter() - start

    def ask(self, method: str, params: Mapping[str, object]) -> dict[str, object]:
        """Return the result of a request, progress on the way counted."""
        self._number += 1
        self.tell({"id": self._number, "method": method, "params": params})
        assert self._program.stdout is not None
        for line in self._program.stdout:
            said = json.loads(line)
            if said.get("id") == self._number and "result" in said:
                result = said["result"]
                assert isinstance(result, dict)
                return result
            self.told += said.get("method") == "notifications/progress"
        raise UsageError("`irgo mcp` ended without an answer.")

    def tell(self, what: Mapping[str, object]) -> None:
        """Send a message."""
        assert self._program.stdin is not None
        with suppress(BrokenPipeError):
            self._program.stdin.write(json.dumps({"jsonrpc": "2.0", **what}).encode() + b"\n")
            self._program.stdin.flush()

    def resident_mb(self) -> float:
        """Return the resident memory of all processes of the session in MB."""
        first = psutil.Process(self._program.pid)
        return sum(resident_mb(each.pid) for each in (first, *first.children(recursive=True)))


@contextmanager
def _session(variables: Mapping[str, str]) -> Iterator[_Client]:
    """Lend a session whose folder is that of the shipped games.

    variables -- of the environment. Raises UsageError if it ends without an answer
    """
    program = subprocess.Popen(
        [*own_command(), "mcp", "--root", str(resource_path("examples"))],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=variables)
    try:
        client = _Client(program)
        client.ask("initialize", {"protocolVersion": _VERSION, "capabilities": {},
                                  "clientInfo": {"name": "irgo bench", "version": "1"}})
        client.tell({"method": "notifications/initialized"})
        yield client
    finally:
        assert program.stdin is not None
        with suppress(BrokenPipeError):
            program.stdin.close()
        program.wait()
