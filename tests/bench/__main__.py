"""`python -m tests.bench`: how fast irgo is on this machine, and how right its answers are."""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from irgo_app.cli.arguments import engine_asked_for, judge_asked_for
from irgo_app.cli.terminal import json_text
from irgo_app.errors import IrgoError, WrongUsageError
from irgo_app.judging.judges import check_visits
from irgo_app.layers import COMPUTED
from irgo_app.lifedeath.solver import warm_up_lifedeath
from irgo_app.service.warm_up import warm_up
from irgo_app.words import listed
from tests.bench import AnswerTally, Measurement, engine_soak, life_cases
from tests.bench.cold import cold_times
from tests.bench.group_truth import GroupTruth
from tests.bench.life_cases import life_answers
from tests.bench.maps import (estimate_times, layer_times, path_moves, views_of_reading,
                              watershed_times, whole_game)
from tests.bench.programs import assistant_times, plays_per_second, window_times
from tests.bench.reader_times import batch_times, reader_times, report_times, search_times
from tests.bench.reader_truth import ReaderTruth
from tests.bench.records import record_times, stop_times, worst_megabyte
from tests.bench.study_cases import study_answers, why_answers
from tests.bench.told_truth import ToldTruth
from tests.bench.truth import MapTruth

TRUTH, LIFEDEATH, STUDIES, WHY = "truth", "lifedeath", "studies", "why"
"""Benchmarks of answers, not of time: they need a file of cases."""
READER, GROUPS = "reader", "groups"
"""The same on games with a teacher's opinion at every move; without games they are about time."""
TOLD = "told"
"""The same on records of games, which an engine judges."""


def scan_times() -> list[Measurement]:
    """Measure how pictures are read; nothing where the extra `pictures` is not installed."""
    try:
        from tests.bench.scan_truth import scan_figures
    except ModuleNotFoundError:
        return []
    return scan_figures()


def ishida_times() -> list[Measurement]:
    """Measure the Ishida view; only here Qt is needed in the process that measures."""
    from tests.bench.ishida_view import ishida_figures

    return ishida_figures()


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
    "lifedeath.nodes_per_second": life_cases.nodes_per_second,
    "lifedeath.stop": life_cases.stop_times,
    **{f"engine.{name}": engine_soak.engine_times for name in (
        "stop", "soak.answer", "soak.strange", "soak.memory", "soak.engine_memory")},
    **{f"ishida.{name}": ishida_times for name in (
        "edge_moves", "edges_astray", "svg", "shapes", "paint", "paint_unchanged")},
    **{f"scan.{kind}_{name}": scan_times for kind in ("clean", "spoilt")
       for name in ("points", "boards", "numbers", "seconds")},
    **{f"cold.{name}": cold_times for name in (
        "first_paint", "first_overlay", "all_layers", "searches", "processor")},
}
"""The benchmarks of speed by name; one function may give several figures."""

ON_CASES: Final[dict[str, Callable[..., AnswerTally]]] = {
    "truth": lambda cases, engine, visits: MapTruth(cases),
    "lifedeath": lambda cases, engine, visits: life_answers(cases, engine),
    "studies": study_answers, "why": why_answers}
"""Benchmarks of answers, not of time: (file of cases, engine or None, visits) -> answers."""
ON_GAMES: Final[dict[str, Callable[..., AnswerTally]]] = {
    "reader": lambda games, engine, visits: ReaderTruth(games),
    "groups": lambda games, engine, visits: GroupTruth(games), "told": ToldTruth}
"""The same on games: with a teacher's opinion at every move, or records that an engine judges."""


def main(words: list[str] | None = None) -> int:
    """Measure and print; returns the exit code (0 done, 1 bad input, 2 wrong usage)."""
    try:
        return run(_parsed(words))
    except IrgoError as error:
        print(f"tests.bench: {error}", file=sys.stderr)
        return 2 if isinstance(error, WrongUsageError) else 1


def _parsed(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=(
        "Measure how fast irgo is on this machine, and how right its answers are."))
    parser.add_argument("names", metavar="NAME", nargs="*", help=(
        f"what to measure: {', '.join(BENCHMARKS)} (default: all); or {TRUTH}: how true the maps "
        f"are, {LIFEDEATH}: how often life and death is answered rightly, {STUDIES}: how far "
        f"what-if can be trusted, or {WHY}: how far reasons can be trusted, on the positions of "
        f"--cases; or {READER}: how fast the reader is, or how often it is right on the --games "
        f"kept apart, {GROUPS}: the same of how far groups hold together, {TOLD}: whether what is "
        "told of --games is so by an --engine"))
    parser.add_argument("--cases", metavar="FILE", type=Path, help=(
        f"for {TRUTH}: positions with what became of them, JSON lines; for {LIFEDEATH}: questions "
        f"with the expected answers; for {STUDIES} and {WHY}: places with what a strong engine "
        "found"))
    parser.add_argument("--games", metavar="FILE", type=Path, nargs="+", help=(
        f"for {READER} and {GROUPS}: games with a teacher's opinion at every move; for {TOLD}: "
        "records"))
    parser.add_argument("--engine", metavar="NAME", help=(
        f"for {STUDIES}, {WHY} and {TOLD}: who judges (default: irgo itself); for {LIFEDEATH}: who "
        "is asked beside irgo"))
    parser.add_argument("--visits", metavar="N", type=int, default=0, help=(
        f"for {STUDIES}, {WHY} and {TOLD}: how far each first move is searched"))
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser.parse_args(words)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; raises IrgoError for a name, file or engine that is of no use."""
    engine = judge_asked_for(arguments)
    check_visits(arguments.visits, "--visits", engine=engine)
    of_games = (READER, GROUPS, TOLD)
    if arguments.games or TOLD in arguments.names:
        if len(arguments.names) != 1 or arguments.names[0] not in of_games \
                or not arguments.games or arguments.cases is not None:
            raise _written_otherwise(of_games, "--games FILE...")
        answers = ON_GAMES[arguments.names[0]]
        return _print_answers(answers(arguments.games, engine, arguments.visits),
                              as_json=arguments.json)
    of_answers = (TRUTH, LIFEDEATH, STUDIES, WHY)
    if arguments.cases is not None or not set(of_answers).isdisjoint(arguments.names):
        if len(arguments.names) != 1 or arguments.names[0] not in of_answers or not arguments.cases:
            raise _written_otherwise(of_answers, "--cases FILE")
        # Life and death is asked of engines that speak GTP, studies of any.
        if arguments.names[0] == LIFEDEATH:
            engine = engine_asked_for(arguments)
        answers = ON_CASES[arguments.names[0]]
        return _print_answers(answers(arguments.cases, engine, arguments.visits),
                              as_json=arguments.json)
    names = [name for given in arguments.names for name in _names_of(given)]
    for name in names:
        if name not in BENCHMARKS:
            raise WrongUsageError("There is no benchmark {name!r}; there are {names}.", name=name,
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


def _written_otherwise(names: Iterable[str], option: str) -> WrongUsageError:
    """Return the error of one who names benchmarks of answers without what they are made on."""
    return WrongUsageError("Write {name} {option}, without other names.",
                           name="|".join(names), option=option)


def _names_of(given: str) -> list[str]:
    """Return the benchmarks that a name means: `reader` means all of the reader's, and so on."""
    return [given] if given in BENCHMARKS else \
        [name for name in BENCHMARKS if name.startswith(f"{given}.")] or [given]


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


if __name__ == "__main__":
    sys.exit(main())
