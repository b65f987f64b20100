"""What only developers measure, beside `irgo_app/bench`: from a checkout, `irgo bench` finds it.

How right answers are, on files of cases and games; an engine under load; a machine's first start.
It is not installed.
"""

from collections.abc import Callable
from typing import Final

from irgo_app.bench import AnswerTally, Measurement
from tests.bench import engine_soak, life_cases
from tests.bench.cold import cold_times
from tests.bench.group_truth import GroupTruth
from tests.bench.life_cases import life_answers
from tests.bench.reader_truth import ReaderTruth
from tests.bench.study_cases import study_answers, why_answers
from tests.bench.told_truth import ToldTruth
from tests.bench.truth import MapTruth


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
ON_CASES: Final[dict[str, Callable[..., AnswerTally]]] = {
    "truth": lambda cases, engine, visits: MapTruth(cases),
    "lifedeath": lambda cases, engine, visits: life_answers(cases, engine),
    "studies": study_answers, "why": why_answers}
"""Benchmarks of answers, not of time: (file of cases, engine or None, visits) -> answers."""
ON_GAMES: Final[dict[str, Callable[..., AnswerTally]]] = {
    "reader": lambda games, engine, visits: ReaderTruth(games),
    "groups": lambda games, engine, visits: GroupTruth(games), "told": ToldTruth}
"""The same on games: with a teacher's opinion at every move, or records that an engine judges."""
