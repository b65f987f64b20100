"""`irgo bench`: how fast irgo is on this machine, and how right; the measuring is in `bench/`."""

import argparse
import os
import platform
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from irgo_app.bench import AnswerTally, Measurement
from irgo_app.bench.maps import (estimate_times, layer_times, path_moves, views_of_reading,
                                 watershed_times, whole_game)
from irgo_app.bench.programs import assistant_times, plays_per_second, window_times
from irgo_app.bench.reader_times import batch_times, reader_times, report_times, search_times
from irgo_app.bench.records import record_times, stop_times, worst_megabyte
from irgo_app.cli.arguments import engine_asked_for, judge_asked_for
from irgo_app.cli.terminal import json_text
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.judging.judges import check_visits
from irgo_app.layers import COMPUTED
from irgo_app.lifedeath.solver import warm_up_lifedeath
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.warm_up import warm_up
from irgo_app.words import listed, message, noted, translated

TRUTH, LIFEDEATH, STUDIES, WHY = "truth", "lifedeath", "studies", "why"
"""Benchmarks of answers, not of time: they need a file of cases."""
READER, GROUPS = "reader", "groups"
"""The same on games with a teacher's opinion at every move; without games they are about time."""
TOLD = "told"
"""The same on records of games, which an engine judges."""
_NEVER_INSTALLED: Final = noted(
    "This is measured from a checkout of irgo's source, not from an installed irgo.")

BENCHMARKS: Final[dict[str, Callable[[], list[Measurement]]]] = {
    "influence.paths.move": path_moves,
    "influence.paths.move_from_python": path_moves,
    **{f"{layer.name}.field": layer_times(layer.name, f"{layer.name}.field") for layer in COMPUTED
       if layer.name.startswith("influence.")},
    "estimate": estimate_times,
    "moyo": layer_times("moyo"),
    "colourmap": layer_times("colourmap"),
    "clusters": layer_times("clusters"),
    "groups": layer_times("groups"),
    "reading.views": views_of_reading,
    "moyo.watershed": watershed_times,
    "game300.all_layers": whole_game,
    **dict.fromkeys(("reader.load", "reader.one", "reader.batch8", "reader.game300",
                     "reader.worker_memory"), reader_times),
    **dict.fromkeys(("reader.search_visit", "reader.search_beside_network"), search_times),
    **dict.fromkeys(("report.game250", "report.game250_cpu"), report_times),
    **dict.fromkeys(("sgf.open_75k_nodes", "sgf.save_75k_nodes", "sgf.open_3000_games"),
                    record_times),
    "sgf.stop_reading": stop_times,
    "sgf.worst_megabyte": worst_megabyte,
    **dict.fromkeys(("batch.games_per_second", "batch.two_workers", "batch.game_processor",
                     "batch.worker_memory"), batch_times),
    **dict.fromkeys(("assistants.first_answer", "assistants.places", "assistants.why",
                     "assistants.story", "assistants.memory"), assistant_times),
    "gtp.play_per_second": plays_per_second,
    **dict.fromkeys(("gui.first_paint", "gui.first_paint_cpu", "gui.first_overlay",
                     "gui.game_mapped", "gui.step", "gui.step_all_layers", "gui.tree_scroll",
                     "gui.repaint", "gui.repaint_unchanged", "gui.memory",
                     "gui.memory_second_pass", "gui.worker_memory"), window_times),
}
"""The benchmarks of speed by name; one function may give several figures."""

try:
    # An installed irgo must not run what somebody else calls `tests`.
    if not (Path(__file__).parents[2] / "tests" / "bench").is_dir():
        raise ImportError
    import tests.bench as developers
except ImportError:
    _ALL = BENCHMARKS
    _ON_CASES = _ON_GAMES = dict[str, Callable[..., AnswerTally]]()
else:
    _ALL = BENCHMARKS | developers.BENCHMARKS
    _ON_CASES, _ON_GAMES = developers.ON_CASES, developers.ON_GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="*",
                        help=str(message(
                            "what to measure: {names} (default: all); or {truth}: how true the "
                            "maps are, {lifedeath}: how often life and death is answered rightly, "
                            "{studies}: how far what-if can be trusted, or {why}: how far reasons "
                            "can be trusted, on the positions of --cases; or {reader}: how fast "
                            "the reader is, or how often it is right on the --games kept apart, "
                            "{groups}: the same of how far groups hold together, {told}: whether "
                            "what is told of --games is so "
                            "by an --engine", told=TOLD, names=listed(_ALL), truth=TRUTH,
                            lifedeath=LIFEDEATH, studies=STUDIES, why=WHY, reader=READER,
                            groups=GROUPS)))
    parser.add_argument("--cases", metavar="FILE", type=Path,
                        help=str(message(
                            "for {truth}: positions with what became of them, JSON lines; for "
                            "{lifedeath}: questions with the expected answers, JSON lines; for "
                            "{studies}: places with what a strong engine found, JSON lines",
                            truth=TRUTH, lifedeath=LIFEDEATH, studies=listed((STUDIES, WHY)))))
    parser.add_argument("--games", metavar="FILE", type=Path, nargs="+",
                        help=str(message(
                            "for {reader} and {groups}: games with a teacher's opinion at every "
                            "move; for {told}: records", reader=READER, groups=GROUPS,
                            told=TOLD)))
    parser.add_argument("--engine", metavar="NAME",
                        help=str(message(
                            "for {studies}: who judges (default: irgo itself); for {lifedeath}: "
                            "who is asked beside irgo", studies=listed((STUDIES, WHY, TOLD)),
                            lifedeath=LIFEDEATH)))
    parser.add_argument("--visits", metavar="N", type=int, default=0,
                        help=str(message("for {studies}: how far each first move is searched",
                                         studies=listed((STUDIES, WHY, TOLD)))))
    parser.add_argument("--json", action="store_true", help=translated("print one JSON document"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Measure and print; raises IrgoError for a name, file or engine that is of no use."""
    engine = judge_asked_for(arguments)
    check_visits(arguments.visits, "--visits", engine=engine)
    of_games = (READER, GROUPS, TOLD)
    if arguments.games or TOLD in arguments.names:
        if len(arguments.names) != 1 or arguments.names[0] not in of_games \
                or not arguments.games or arguments.cases is not None:
            raise _written_otherwise(of_games, "--games FILE...")
        answers = _developers(_ON_GAMES, arguments.names[0])
        return _print_answers(answers(arguments.games, engine, arguments.visits),
                              as_json=arguments.json)
    of_answers = (TRUTH, LIFEDEATH, STUDIES, WHY)
    if arguments.cases is not None or not set(of_answers).isdisjoint(arguments.names):
        if len(arguments.names) != 1 or arguments.names[0] not in of_answers or not arguments.cases:
            raise _written_otherwise(of_answers, "--cases FILE")
        # Life and death is asked of engines that speak GTP, studies of any.
        if arguments.names[0] == LIFEDEATH:
            engine = engine_asked_for(arguments)
        answers = _developers(_ON_CASES, arguments.names[0])
        return _print_answers(answers(arguments.cases, engine, arguments.visits),
                              as_json=arguments.json)
    names = [name for given in arguments.names for name in _names_of(given)]
    for name in names:
        if name not in _ALL:
            raise WrongUsageError("There is no benchmark {name!r}; there are {names}.", name=name,
                                  names=listed(_ALL))
    warm_up()
    warm_up_lifedeath()
    results: list[Measurement] = []
    chosen = dict.fromkeys(_ALL[name] for name in names or _ALL)
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


def _written_otherwise(names: Iterable[str], option: str) -> WrongUsageError:
    """Return the error of one who names benchmarks of answers without what they are made on."""
    return WrongUsageError("Write irgo bench {name} {option}, without other names.",
                           name="|".join(names), option=option)


def _names_of(given: str) -> list[str]:
    """Return the benchmarks that a name means: `reader` means all of the reader's, and so on."""
    return [given] if given in _ALL else \
        [name for name in _ALL if name.startswith(f"{given}.")] or [given]


def _developers(
    known: Mapping[str, Callable[..., AnswerTally]], name: str
) -> Callable[..., AnswerTally]:
    """Return what measures answers; raises UsageError where only the installed irgo is at hand."""
    if name not in known:
        raise UsageError(_NEVER_INSTALLED)
    return known[name]


def _print_answers(found: AnswerTally, *, as_json: bool) -> int:
    print(json_text(found.document(), indent=1) if as_json else "\n".join(found.lines()))
    return 0


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
