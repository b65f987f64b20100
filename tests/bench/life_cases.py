"""How often irgo answers life-and-death questions rightly, and how fast: `tests.bench lifedeath`.

A case is a JSON line: `rows` of a board, `command` (owl_attack or owl_defend, as GNU Go's
regression suite asks), `args` (a stone), `expected` (a regular expression for the answer: GNU Go's
code and the moves that will do), `negated`. One core without an engine. With one, irgo and the
engine are both asked, and the answer is the one that the window tells: the stronger of the two.
"""

import json
import re
import statistics
import time
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NotRequired, TypedDict

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.callout import engine_verdict
from irgo_app.lifedeath.groups import answer, gnugo_code, group_verdict, verdict
from irgo_app.lifedeath.question import ChainMap, Question
from irgo_app.lifedeath.referee import Referee
from irgo_app.lifedeath.solver import Solver, warm_up_lifedeath
from irgo_app.lifedeath.verdict import strongest_first
from tests.bench import Measurement, seconds_to_end
from tests.bench.maps import middle_game

_SIZES: Final = (8, 12, 20)
_NODES_PROBLEM: Final = """
    .........
    XXXXXXXXX
    XOOOOOOOX
    XO.....OX
    XO.....OX
    XO..X..OX
    XOOOOOOOX
    XXXXXXXXX
    .........
"""
_NODES: Final = 300_000
_DRAGONS: Final = 6
_MOMENTS: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""When a question is called off, as a part of the time that its answer takes."""


@dataclass(frozen=True, slots=True)
class _Result:
    """What irgo said to one case.

    size -- in which kind of region it lies
    is_right -- the expected result and one of the moves; is_result_right -- the result alone
    """

    name: str
    size: str
    method: str
    said: str
    expected: str
    is_right: bool
    is_result_right: bool
    exact: bool
    seconds: float


class _Case(TypedDict):
    """A line of the file."""

    rows: list[str]
    command: str
    args: str
    expected: str
    negated: NotRequired[bool]
    suite: NotRequired[str]
    id: NotRequired[int]


class LifeCases:
    """The cases of a file, answered; raises UsageError for a file of no use.

    referee -- an engine that is asked as well; raises EngineError when it fails
    """

    def __init__(self, path: Path, referee: Referee | None = None) -> None:
        try:
            cases: list[_Case] = [
                json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
            for case in cases:
                re.compile(case["expected"])
            warm_up_lifedeath()
            self._results = [
                _answered(number, case, referee) for number, case in enumerate(cases, 1)]
        except FileNotFoundError:
            raise UsageError("There is no file {path}; check the name.", path=path) from None
        except (OSError, ValueError, KeyError, TypeError, re.error) as error:
            raise UsageError(
                "{path} holds no cases of life and death, one JSON object a line ({kind}: "
                "{error}).", path=path, kind=type(error).__name__, error=error) from None
        if not self._results:
            raise UsageError("{path} holds no cases of life and death.", path=path)
        self._seconds = [result.seconds for result in self._results]
        self._wrong = [result for result in self._results if not result.is_right]
        self._exact_wrong = sum(
            result.exact and not result.is_result_right for result in self._results)

    def document(self) -> dict[str, object]:
        """Return how they were answered, JSON-ready."""
        return {
            "format": "irgo-bench-lifedeath/1", "cases": len(self._results),
            "right": len(self._results) - len(self._wrong),
            "exact": sum(result.exact for result in self._results),
            "exact_wrong": self._exact_wrong,
            "seconds": {"median": statistics.median(self._seconds), "worst": max(self._seconds)},
            "by_size": self._counted("size"), "by_method": self._counted("method"),
            "wrong": [{"case": result.name, "size": result.size, "said": result.said,
                       "expected": result.expected, "method": result.method}
                      for result in self._wrong],
        }

    def lines(self) -> list[str]:
        """Return the same as lines of text."""
        right = len(self._results) - len(self._wrong)
        found = [
            f"{right} of {len(self._results)} right; "
            f"{sum(result.exact for result in self._results)} answers proved, "
            f"{self._exact_wrong} of them wrong; median {statistics.median(self._seconds):.2f} s, "
            f"worst {max(self._seconds):.2f} s"]
        for attribute in ("size", "method"):
            found.append("")
            found += [f"  {name:<18} {row['right']:4d} of {row['cases']:4d} right, "
                      f"{row['result_right']:4d} with the right result"
                      for name, row in self._counted(attribute).items()]
        return [*found, "", *(
            f"  {result.name:<28} {result.size:<12} {result.method:<9} "
            f"{result.said:<8} expected {result.expected}" for result in self._wrong)]

    def _counted(self, attribute: str) -> dict[str, dict[str, int]]:
        """Return how many were right, for each value of an attribute."""
        rows: dict[str, dict[str, int]] = defaultdict(
            lambda: {"cases": 0, "right": 0, "result_right": 0, "exact": 0})
        for result in sorted(self._results, key=lambda result: str(getattr(result, attribute))):
            row = rows[getattr(result, attribute)]
            row["cases"] += 1
            row["right"] += result.is_right
            row["result_right"] += result.is_result_right
            row["exact"] += result.exact
        return dict(rows)


def life_answers(cases: Path, engine: EngineProfile | None) -> LifeCases:
    """Return the cases answered, by an engine as well if one is named; raises EngineError."""
    if engine is None:
        return LifeCases(cases)
    with Referee(engine) as referee:
        return LifeCases(cases, referee)


def nodes_per_second() -> list[Measurement]:
    """Return how many positions a second the solver looks at, on a problem it cannot solve soon."""
    position = Position.from_diagram(_NODES_PROBLEM)
    question = Question(position, [point_of_vertex("B7", 9, 9)])
    Solver(question).search(question.attacker, 100, (0, 0))
    rates = []
    for _ in range(5):
        solver = Solver(question)
        start = time.perf_counter()
        nodes = solver.search(question.attacker, _NODES, (0, 0)).nodes
        rates.append(nodes / (time.perf_counter() - start))
    note = f"df-pn, {len(question.region.vacant)} vacant points, one core"
    return [Measurement.of("lifedeath.nodes_per_second", "/s", rates, note)]


def stop_times() -> list[Measurement]:
    """Return how soon a question is called off, at moments all along its answer."""
    position = middle_game(160)
    chain_map = ChainMap(position)
    dragons = {chain_map.connected_with(number) for number in range(len(chain_map.chains))}
    largest = sorted(dragons, key=lambda dragon: -len(chain_map.stones_of(dragon)))[:_DRAGONS]
    warm_up_lifedeath()
    times, whole_s = list[float](), list[float]()
    for dragon in largest:
        stones = chain_map.stones_of(dragon)
        whole_s.append(_seconds_to_end(position, stones, None))
        times += [_seconds_to_end(position, stones, whole_s[-1] * part) * 1e3
                  for part in _MOMENTS]
    note = (f"{len(largest)} dragons at move 160, answers of {max(whole_s):.1f} s at most; "
            f"worst {max(times):.0f} ms")
    return [Measurement.of("lifedeath.stop", "ms", times, note)]


def _seconds_to_end(position: Position, stones: frozenset[Point], after_s: float | None) -> float:
    """Return what a question that is called off after a while (None: never) takes to end."""
    with closing(CancelFlag()) as flag:
        return seconds_to_end(lambda: group_verdict(position, stones, None, flag),
                              lambda: flag.set(True), after_s)


def _answered(number: int, case: _Case, referee: Referee | None) -> _Result:
    position = Position.from_diagram(case["rows"])
    columns, rows = position.columns, position.rows
    stone = point_of_vertex(case["args"].split()[0], columns, rows)
    start = time.perf_counter()
    question = Question.of_dragon(position, stone)
    asker = question.attacker if case["command"] == "owl_attack" else question.colour
    found = answer(question, asker) if referee is None else strongest_first([
        verdict(position, question.stones), engine_verdict(referee, question, at=stone),
    ]).if_first(asker)
    seconds = time.perf_counter() - start
    code = gnugo_code(found, asker, question.colour)
    move = "PASS" if found.move in (None, PASS) else vertex(found.move or 0, columns, rows)
    said = f"{code} {move}" if code else "0"
    expected = re.compile(case["expected"])
    is_negated = bool(case.get("negated"))
    is_right = (expected.fullmatch(said) is not None) != is_negated
    digits = re.match(r"\(?([\d|]+)", case["expected"])
    is_result_right = is_right or (digits is not None and str(code) in digits[1].split("|"))
    name = f"{case.get('suite', 'case')} {case.get('id', number)} {case['command']}"
    return _Result(name, _size(question), found.method, said, case["expected"], is_right,
                   is_result_right, found.exact, seconds)


def _size(question: Question) -> str:
    """Return the kind of region a question has."""
    if not question.region.is_closed:
        return "open"
    vacant = len(question.region.vacant)
    for size in _SIZES:
        if vacant <= size:
            return f"closed, <= {size}"
    return f"closed, > {_SIZES[-1]}"
