"""Programs measured from outside: the window, `irgo gtp` and `irgo mcp`.

`irgo gtp` is played with, `irgo mcp` asked over its pipes, a line of JSON each way, as an
assistant's client does. The window tells its own clock: IRGO_MEASURE has it write its figures to a
file and quit. Starting a program is allowed here only because nothing else can measure a start.

An installed irgo has its modules as byte code. A checkout may have none, and where Python is told
to write none it compiles all sources at each start, which takes up to 0.2 s; so the starts that are
measured have byte code of their own.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psutil

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.gtp.client import GtpClient
from irgo_app.own_program import own_command
from irgo_app.resource_files import resource_path
from irgo_app.sgf.edits import line_as_game
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.writer import write_games
from tests.bench import Measurement, own_byte_code, resident_mb
from tests.bench.maps import random_games

_STARTS = 5
_TIMEOUT_S = 120
_UNITS = {"first_paint": "ms", "first_paint_cpu": "ms", "first_overlay": "ms", "game_mapped": "ms",
          "idle_repaints": "paints", "step": "ms", "step_all_layers": "ms",
          "tree_scroll": "ms", "repaint": "ms", "repaint_unchanged": "ms",
          "memory": "MB", "memory_second_pass": "MB", "worker_memory": "MB"}
_NOTES = {
    "first_paint": "from the start of `irgo FILE.sgf` to the painted board",
    "first_paint_cpu": "processor time of the window's process up to then",
    "first_overlay": "from the start to the first overlay on the board",
    "game_mapped": "all layers of all nodes of selfplay03 (317 nodes), from opening it",
    "idle_repaints": "the board painted while it stands still and that game is mapped",
    "step": "arrow key to new position with overlay painted; every key of a held arrow",
    "step_all_layers": "the same with all layers on",
    "tree_scroll": "the Game tree painted anew while it scrolls through 100,000 nodes",
    "repaint": "full repaint of a new position, 1600x1600, 361 stones, one field",
    "repaint_unchanged": "repaint of the same picture, 1600x1600",
    "memory": "resident after stepping through a game",
    "memory_second_pass": "resident after stepping through it again",
    "worker_memory": "resident, the analysis process",
}


_ROOT: Final = Path(__file__).parents[2]
_MEASURED_WINDOW: Final = (sys.executable, "-m", "tests.bench.measured_window")


def window_times() -> list[Measurement]:
    """Start the window several times and gather what it reports."""
    with kept_byte_code() as variables:
        reports = [one_start(_TIMEOUT_S, **variables) for _ in range(_STARTS)]
    rows: list[Measurement] = []
    for key, unit in _UNITS.items():
        values = [value for report in reports for value in report.get(key, [])]
        if not values:
            continue
        worst = f", worst {max(values):.1f}" if key in ("step", "tree_scroll") else ""
        rows.append(Measurement.of(f"gui.{key}", unit, values, _NOTES[key] + worst))
    return rows


@contextmanager
def kept_byte_code() -> Iterator[dict[str, str]]:
    """Yield environment variables with which a start finds byte code; one start has made it."""
    with own_byte_code() as variables:
        one_start(_TIMEOUT_S, command=own_command(), **variables)
        yield variables


def one_start(
    timeout_s: float, command: Sequence[str] = _MEASURED_WINDOW, **more: str
) -> dict[str, list[float]]:
    """Start the window once and return what it reports of itself: figures by name.

    command -- what starts it, irgo itself for a report of the start alone
    more -- environment variables for it
    Raises UsageError where it cannot be shown or does not report in time.
    """
    game = resource_path("examples", "selfplay01.sgf")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        environment = dict(os.environ, IRGO_MEASURE=str(report), IRGO_STARTED_AT=str(time.time()),
                           IRGO_CONFIG_FOLDER=folder, **more)
        if sys.platform == "linux" and not (
            os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        ):
            environment["QT_QPA_PLATFORM"] = "offscreen"
        try:
            subprocess.run([*command, str(game)], cwd=_ROOT, env=environment, timeout=timeout_s,
                           check=True, capture_output=True)
            document: dict[str, list[float]] = json.loads(report.read_text())
        except (subprocess.SubprocessError, OSError, ValueError) as error:
            raise UsageError(
                "The window could not be measured ({error}); run it with a display or "
                "QT_QPA_PLATFORM=offscreen.", error=error) from None
    return document


def plays_per_second() -> list[Measurement]:
    """Play over a pipe on `irgo gtp`."""
    commands = []
    for changes in random_games(12, 200):
        commands += [f"play {LETTER_OF_COLOUR[colour]} {vertex(point, 19, 19)}"
                     for point, colour in changes if colour]
        commands.append("clear_board")
    client = GtpClient([*own_command(), "gtp"])
    rates = []
    try:
        client.ask("name", 120.0)
        for _ in range(5):
            start = time.perf_counter()
            for command in commands:
                client.ask(command)
            rates.append(len(commands) / (time.perf_counter() - start))
    finally:
        client.close()
    return [Measurement.of("gtp.play_per_second", "/s", rates,
                           "random games over a pipe, each answer waited for")]


_ASSISTANT_STARTS: Final = 5
_ASSISTANT_MOVES: Final = 250
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
    for _ in range(_ASSISTANT_STARTS):
        start = time.perf_counter()
        with _session(variables) as client:
            client.call("open_game", file=_GAME)
            firsts.append(time.perf_counter() - start)
    with _session(variables) as client:
        game = client.call("open_game", file=_GAME)["game"]
        # What the first question loads is in the first figure of a user, not of each answer.
        client.call("score", game=game)
        places = [client.timed("places", game=game, move=move) for move in _MIDDLE]
        whys = [client.timed("why", game=game, move=move + 10) for move in _MIDDLE]
        long = client.call("open_game", sgf=_record(_ASSISTANT_MOVES))["game"]
        story = client.timed("story", game=long)
        memory = client.resident_mb()
    note = "19x19, middle of a game, irgo's reader"
    return [
        Measurement.of("assistants.first_answer", "s", firsts,
                       "from the start of `irgo mcp` to an opened game"),
        Measurement.of("assistants.places", "s", places, f"{note}; worst {max(places):.2f}"),
        Measurement.of("assistants.why", "s", whys, f"{note}; worst {max(whys):.2f}"),
        Measurement.of("assistants.story", "s", [story],
                       f"{_ASSISTANT_MOVES} moves; progress was told {client.told} times"),
        Measurement.of("assistants.memory", "MB", [memory],
                       "resident, all processes together, after these questions")]


def _record(moves: int) -> str:
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
                                  "clientInfo": {"name": "tests.bench", "version": "1"}})
        client.tell({"method": "notifications/initialized"})
        yield client
    finally:
        assert program.stdin is not None
        with suppress(BrokenPipeError):
            program.stdin.close()
        program.wait()
