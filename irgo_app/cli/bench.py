"""`irgo bench`: how fast irgo is on this machine, and how right; the measuring is in `bench/`."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Final

from irgo_app.bench.benchmarks import BENCHMARKS
from irgo_app.bench.group_truth import GroupTruth
from irgo_app.bench.life_cases import LifeCases
from irgo_app.bench.map_truth import MapTruth
from irgo_app.bench.measurement import Measurement
from irgo_app.bench.reader_truth import ReaderTruth
from irgo_app.bench.study_cases import StudyCases
from irgo_app.cli.arguments import engine_asked_for, judge_asked_for
from irgo_app.cli.terminal import json_text
from irgo_app.errors import UsageError
from irgo_app.go.position import Position
from irgo_app.judging.judges import judge_of, tells_points
from irgo_app.lifedeath.referee import Referee
from irgo_app.lifedeath.warm_up import warm_up_lifedeath
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.warm_up import warm_up
from irgo_app.words import listed, message, translated

TRUTH: Final = "truth"
LIFEDEATH: Final = "lifedeath"
STUDIES: Final = "studies"
READER: Final = "reader"
GROUPS: Final = "groups"
_ANSWERS: Final[dict[str, Callable[[argparse.Namespace], MapTruth | LifeCases | StudyCases]]] = {
    TRUTH: lambda arguments: MapTruth(arguments.cases),
    LIFEDEATH: lambda arguments: _life_and_death(arguments),
    STUDIES: lambda arguments: _studied(arguments)}
"""Benchmarks of answers, not of time: they need a file of cases."""
_ON_GAMES: Final[dict[str, Callable[[list[Path]], ReaderTruth | GroupTruth]]] = {
    READER: ReaderTruth, GROUPS: GroupTruth}
"""The same on games with a teacher's opinion at every move; without games they are about time."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("names", metavar="NAME", nargs="*",
                        help=str(message(
                            "what to measure: {names} (default: all); or {truth}: how true the "
                            "maps are, {lifedeath}: how often life and death is answered rightly, "
                            "or {studies}: how far what-if can be trusted, on the positions of "
                            "--cases; or {reader}: how fast the reader is, or how often it is "
                            "right on the --games kept apart, {groups}: the same of how far "
                            "groups hold together", names=listed(BENCHMARKS), truth=TRUTH,
                            lifedeath=LIFEDEATH, studies=STUDIES, reader=READER, groups=GROUPS)))
    parser.add_argument("--cases", metavar="FILE", type=Path,
                        help=str(message(
                            "for {truth}: positions with what became of them, JSON lines; for "
                            "{lifedeath}: questions with the expected answers, JSON lines; for "
                            "{studies}: places with what a strong engine found, JSON lines",
                            truth=TRUTH, lifedeath=LIFEDEATH, studies=STUDIES)))
    parser.add_argument("--games", metavar="FILE", type=Path, nargs="+",
                        help=str(message(
                            "for {reader} and {groups}: games with a teacher's opinion at every "
                            "move", reader=READER, groups=GROUPS)))
    parser.add_argument("--engine", metavar="NAME",
                        help=str(message(
                            "for {studies}: who judges (default: irgo itself); for {lifedeath}: "
                            "who is asked beside irgo", studies=STUDIES, lifedeath=LIFEDEATH)))
    parser.add_argument("--visits", metavar="N", type=int, default=0,
                        help=str(message("for {studies}: how far each first move is searched",
                                         studies=STUDIES)))
    parser.add_argument("--json", action="store_true", help=translated("print one JSON document"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Measure and print."""
    if arguments.games:
        if len(arguments.names) != 1 or arguments.names[0] not in _ON_GAMES \
                or arguments.cases is not None:
            raise UsageError("Write irgo bench {reader} --games FILE..., or {groups} in its place, "
                             "without other names.", reader=READER, groups=GROUPS)
        return _print_answers(_ON_GAMES[arguments.names[0]](arguments.games),
                              as_json=arguments.json)
    if arguments.cases is not None or not _ANSWERS.keys().isdisjoint(arguments.names):
        if len(arguments.names) != 1 or arguments.names[0] not in _ANSWERS or not arguments.cases:
            raise UsageError(
                "Write irgo bench {truth} --cases FILE, and so with {lifedeath} or {studies}, "
                "without other names.", truth=TRUTH, lifedeath=LIFEDEATH, studies=STUDIES)
        return _print_answers(_ANSWERS[arguments.names[0]](arguments), as_json=arguments.json)
    names = [name for given in arguments.names for name in _names_of(given)]
    for name in names:
        if name not in BENCHMARKS:
            raise UsageError("There is no benchmark {name!r}; there are {names}.", name=name,
                             names=listed(BENCHMARKS))
    warm_up()
    warm_up_lifedeath()
    results: list[Measurement] = []
    chosen = dict.fromkeys(BENCHMARKS[name] for name in names or BENCHMARKS)
    for measure in chosen:
        results += measure()
    if names:
        results = [result for result in results if result.name in names]
    if arguments.json:
        print(json_text(_document(results), indent=1))
        return 0
    print(_machine())
    for result in results:
        print(f"{result.name:28} {result.median:10.2f} {result.unit:4} "
              f"(minimum {result.minimum:.2f}, {result.runs} runs)  {result.note}")
    return 0


def _names_of(given: str) -> list[str]:
    """Return the benchmarks that a name means: `reader` means all of the reader's."""
    return [name for name in BENCHMARKS if name.startswith(f"{READER}.")] if given == READER \
        else [given]


def _print_answers(
    found: MapTruth | LifeCases | StudyCases | ReaderTruth | GroupTruth, *, as_json: bool
) -> int:
    print(json_text(found.document(), indent=1) if as_json else "\n".join(found.lines()))
    return 0


def _life_and_death(arguments: argparse.Namespace) -> LifeCases:
    profile = engine_asked_for(arguments)
    if profile is None:
        return LifeCases(arguments.cases)
    with Referee(profile) as referee:
        return LifeCases(arguments.cases, referee)


def _studied(arguments: argparse.Namespace) -> StudyCases:
    profile = judge_asked_for(arguments)
    if profile is not None and not tells_points(profile):
        raise UsageError("{name} tells no points; name a KataGo, or no engine.",
                         name=profile.name)
    with judge_of(profile, Position.empty(), 0.0, "japanese") as judge:
        return StudyCases(arguments.cases, judge, max(0, arguments.visits))


def _document(results: list[Measurement]) -> dict[str, object]:
    return {
        "format": "irgo-bench/1", "machine": _machine(),
        "results": [
            {"name": result.name, "unit": result.unit, "median": round(result.median, 3),
             "minimum": round(result.minimum, 3), "runs": result.runs, "note": result.note}
            for result in results
        ],
    }


def _machine() -> str:
    return (f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
            f"Python {platform.python_version()}")
