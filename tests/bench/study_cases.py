"""How far studies and reasons can be trusted, by a strong engine: `tests.bench studies`, `why`.

A case of a study is a JSON line: `rows`, `to_play`, `komi` of a position; `chain` and `region` of a
place; `black_first` and `white_first` with the `lead` after the best first move there, the `move`,
and `lead_after` every move there; `swing`; `board`, the same without a region.

A case of reasons is a JSON line: `rows`, `to_play`, `komi` of a position, `move` and `best`, and
`after_move` and `after_best` with the engine's `ownership` of every point (-99 to 99, Black
positive); `loss`.
"""

import json
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import chains
from irgo_app.judging.judgement import Judge
from irgo_app.judging.judges import JudgeSettings, judge_of, tells_points
from irgo_app.judging.studies import studied
from irgo_app.judging.study import Place, Study, place_of_group
from irgo_app.meaning.reasons import Comparison, ReasonKind
from irgo_app.meaning.why import why
from tests.bench import TitledAnswers

_SIDES: Final = {BLACK: "black_first", WHITE: "white_first"}
_RULES: Final = "japanese"
_STUDY_TITLES: Final = {
    "correlation": "rank correlation of the swings",
    "swing_error": "mean error of a swing, points",
    "loss": "mean loss of the first moves named, points",
    "missed": "share of first moves missing where there was something to gain",
    "urgent_loss": "loss of the most urgent move of the board, points",
    "seconds_a_study": "seconds a study",
    "seconds_a_position": "seconds a position",
}
_SO: Final = 0.35
"""A group's change is so if its stones' mean ownership changes by so much, the way it is said."""
_LARGE: Final = 0.7
"""A chain that changes by so much should be told of."""
_WHY_TITLES: Final = {
    "loss_error": "mean error of the loss, points",
    "groups_so": "share of the groups told that are so",
    "chains_told": "share of the chains that change and are told",
    "territory_so": "share of the territories told that change so, by half at least",
    "rest": "the rest as a part of losses over 5 points, median",
}


@dataclass(frozen=True, slots=True)
class StudyCase:
    """One place, what a strong engine found there, and the position it lies in."""

    position: Position
    komi: float
    place: Place
    truth: dict[str, Any]

    @property
    def swing(self) -> float:
        """Return the engine's swing; places where every move costs have nothing to gain."""
        return max(0.0, float(self.truth["swing"]))

    def loss(self, study: Study, first: Colour) -> float | None:
        """Return what a study's first move loses against the best there; None if unknown."""
        side = self.truth[_SIDES[first]]
        leads, move = side["lead_after"], _name(study, first, self.position)
        if move not in leads:
            return None
        # The most of all leads would be the most of their noise: most of them are first glances.
        # A glance errs both ways, so a move that seems better than the best counts as that.
        return first * (float(side["lead"]) - float(leads[move]))


def load_study_cases(path: Path) -> list[StudyCase]:
    """Return the cases of a file; raises UsageError for a file of no use."""
    try:
        cases = [_case(json.loads(line)) for line in path.read_text("utf-8").splitlines()
                 if line.strip()]
    except FileNotFoundError:
        raise UsageError("There is no file {path}; check the name.", path=path) from None
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise UsageError(
            "{path} holds no cases of studies, one JSON object a line ({kind}: {error}).",
            path=path, kind=type(error).__name__, error=error) from None
    if not cases:
        raise UsageError("{path} holds no cases of studies.", path=path)
    return cases


def _position(row: dict[str, Any]) -> Position:
    return Position.from_diagram(
        row["rows"], BLACK if row["to_play"] == LETTER_OF_COLOUR[BLACK] else WHITE)


def _case(row: dict[str, Any]) -> StudyCase:
    position = _position(row)

    def points(names: Sequence[str]) -> tuple[int, ...]:
        return tuple(sorted(
            point_of_vertex(name, position.columns, position.rows) for name in names))

    around = place_of_group(position, points(row["chain"]))
    place = replace(around, region=points(row["region"]))
    for name in (*_SIDES.values(), "board"):
        row[name]["lead" if name != "board" else "black_first"]
    return StudyCase(position, float(row["komi"]), place, row)


def study_figures(
    cases: Sequence[StudyCase], studies: Sequence[Study]
) -> dict[str, float | None]:
    """Return how well studies agree with their cases, JSON-ready.

    correlation -- Spearman's, of the swings; error -- the mean error of a swing in points
    loss -- of the first moves named against the best there, in points, in the mean
    missed -- the share of (place, side) without a move where there was something to gain
    urgent_loss -- of the first moves of the place with the largest swing of its position, against
    the best move on the whole board, in points, in the mean of both sides
    """
    truth = np.array([case.swing for case in cases])
    found = np.array([study.swing for study in studies])
    losses = list[float]()
    missed = 0
    asked = 0
    for case, study in zip(cases, studies, strict=True):
        for first in _SIDES:
            asked += 1
            if study.if_first(first).move == PASS:
                missed += case.swing > 0
            elif (loss := case.loss(study, first)) is not None:
                losses.append(loss)
    urgent = urgent_losses(cases, studies)
    return {
        "correlation": round(rank_correlation(found, truth), 3),
        "swing_error": round(float(np.abs(found - truth).mean()), 2),
        "loss": round(statistics.fmean(losses), 2) if losses else None,
        "missed": round(missed / asked, 4),
        "urgent_loss": round(statistics.fmean(urgent), 2) if urgent else None,
    }


def urgent_losses(cases: Sequence[StudyCase], studies: Sequence[Study]) -> list[float]:
    """Return what the first moves of the most urgent place of each position lose on the board."""
    losses = []
    for numbers in _by_position(cases).values():
        number = max(numbers, key=lambda each: (studies[each].swing, -each))
        case, study = cases[number], studies[number]
        for first, name in _SIDES.items():
            best = case.truth["board"][name]
            # A move outside the place is only known by name; here it is the place's own.
            leads = dict(case.truth[name]["lead_after"])
            leads[best["move"]] = best["lead"]
            move = _name(study, first, case.position)
            if move in leads:
                losses.append(first * (float(best["lead"]) - float(leads[move])))
    return losses


def rank_correlation(one: np.ndarray, other: np.ndarray) -> float:
    """Return Spearman's rank correlation, ties sharing their mean rank; 0 if either is constant."""
    ranks = [_ranks(values) for values in (one, other)]
    if any(np.ptp(rank) == 0 for rank in ranks):
        return 0.0
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


def studied_cases(path: Path, judge: Judge, visits: int = 0) -> TitledAnswers:
    """Return the places of a file, studied; raises UsageError for a file of no use, or EngineError.

    visits -- how many positions each first move may cost, 0 as it
    thinks right. All places of a position are studied together, as many at once as suits the judge.
    """
    cases = load_study_cases(path)
    studies: dict[int, Study] = {}
    seconds = list[float]()

    def answer(number: int) -> Study:
        case = cases[number]
        return studied(case.position, case.place, judge.for_game(case.komi, _RULES), visits)

    with ThreadPoolExecutor(judge.at_once) as pool:
        for numbers in _by_position(cases).values():
            start = time.perf_counter()
            studies.update(zip(numbers, pool.map(answer, numbers), strict=True))
            seconds.append(time.perf_counter() - start)
    name, far = judge.name, visits or judge.usual_visits
    return TitledAnswers(
        f"{len(cases)} places in {len(seconds)} positions, judged by {name} with {far} visits a "
        "first move", {
            "format": "irgo-bench-studies/1", "cases": len(cases), "positions": len(seconds),
            "evaluator": name, "visits": far,
            **study_figures(cases, [studies[number] for number in range(len(cases))]),
            "seconds_a_study": round(sum(seconds) / len(cases), 3),
            "seconds_a_position": round(statistics.fmean(seconds), 3)}, _STUDY_TITLES)


def study_answers(cases: Path, engine: EngineProfile | None, visits: int) -> TitledAnswers:
    """Return the places studied by an engine, or by irgo itself.

    Raises UsageError for an engine that tells no points.
    """
    if engine is not None and not tells_points(engine):
        raise UsageError("{name} gives no score; name a KataGo, or no engine.", name=engine.name)
    with judge_of(JudgeSettings(engine), Position.empty()) as judge:
        return studied_cases(cases, judge, max(0, visits))


def _name(study: Study, first: Colour, position: Position) -> str | None:
    move = study.if_first(first).move
    return None if move is None else position.vertex(move)


def _by_position(cases: Sequence[StudyCase]) -> dict[Position, list[int]]:
    found: dict[Position, list[int]] = defaultdict(list)
    for number, case in enumerate(cases):
        found[case.position].append(number)
    return found


def _ranks(values: np.ndarray) -> np.ndarray:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2.0)[inverse]


def why_answers(cases: Path, engine: EngineProfile | None, visits: int) -> TitledAnswers:
    """Return the moves of a file explained by an engine, or by irgo's reader.

    Raises UsageError for a file of no use, or EngineError.
    """
    rows, tally = _rows(cases), defaultdict[str, list[float]](list)
    with judge_of(JudgeSettings(engine), Position.empty()) as judge:
        for row in rows:
            try:
                position, move, best = _move_of(row)
                shift = position.to_play * (
                    np.array(row["after_best"]["ownership"], float)
                    - np.array(row["after_move"]["ownership"], float)) / 99
                loss, komi = float(row["loss"]), float(row["komi"])
            except (KeyError, TypeError, ValueError, IndexError) as error:
                raise UsageError("{path} holds no moves with an engine's futures ({error}).",
                                 path=cases, error=error) from None
            _count(tally, why(position, move, judge.for_game(komi, "japanese"), instead=best,
                              visits=max(0, visits)), loss, shift)
    figures = {key: round((statistics.median if key == "rest" else statistics.fmean)(tally[key]), 3)
               if tally[key] else None for key in _WHY_TITLES}
    return TitledAnswers(f"{len(rows)} moves, judged by {judge.name}", {
        "format": "irgo-bench-why/1", "cases": len(rows), "evaluator": judge.name, **figures},
        _WHY_TITLES)


def _count(
    tally: dict[str, list[float]], found: Comparison, loss: float, shift: npt.NDArray[np.float64]
) -> None:
    """Count a case; shift -- float64 (points), what the mover loses there by the engine."""
    tally["loss_error"].append(abs(found.loss - loss))
    told = set[Point]()
    for reason in found.difference.reasons:
        points, sign = list(reason.points), np.sign(reason.share)
        if reason.kind is ReasonKind.GROUP:
            tally["groups_so"].append(bool(sign * shift[points].mean() >= _SO))
            told |= set(points)
        elif reason.kind is ReasonKind.TERRITORY:
            tally["territory_so"].append(
                bool(sign * shift[points].sum() >= abs(reason.share) / 2))
    for chain in chains(found.position):
        if len(chain) > 1 and abs(shift[list(chain)].mean()) >= _LARGE:
            tally["chains_told"].append(2 * len(chain & told) >= len(chain))
    if abs(found.loss) > 5:
        tally["rest"].append(abs(found.difference.rest / found.loss))


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    except FileNotFoundError:
        raise UsageError("There is no file {path}; check the name.", path=path) from None
    except (OSError, ValueError) as error:
        raise UsageError("{path} cannot be read as JSON lines ({error}).", path=path,
                         error=error) from None
    if not rows:
        raise UsageError("{path} holds no moves.", path=path)
    return rows


def _move_of(row: dict[str, Any]) -> tuple[Position, Point, Point]:
    position = _position(row)

    def point(name: str) -> Point:
        return PASS if name == "pass" else point_of_vertex(name, position.columns, position.rows)

    return position, point(row["move"]), point(row["best"])
