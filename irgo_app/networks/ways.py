"""A board searched turned in several ways, for what judges: studies, reasons, stories.

The network errs otherwise on a turned board, and what errs otherwise in every way is smaller in the
mean: four searches of 60 positions know more of what a move is worth than one of 240, or eight of
30 (docs/reader.md has the table).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.networks.network import turned, turned_position
from irgo_app.networks.search import (BOUND_ERRORS, Evaluator, Findings, Floats, Knobs, MoveFinding,
                                      Search, frozen)

WAYS: Final = (0, 5, 2, 7, 1, 4, 3, 6)
"""The order in which ways are taken: the first two, four, six are far from each other."""


def searched_in_ways(
    evaluator: Evaluator, position: Position, komi: float, visits: int, *,
    ways: int = len(WAYS), first: Colour | None = None,
    first_moves: Collection[Point] | None = None, in_hindsight: bool = False,
    cancel: object = None, at_once: int = 1,
) -> Findings:
    """Return what searches by the lead alone find together of the board turned in so many ways.

    visits -- of all ways together; ways -- 1 to 8; cancel -- as of `Search.run`: the searches take
    turns, so that what is found by then has gone equally far in all ways
    at_once -- how many threads search; what is found is the same
    in_hindsight -- as of `Knobs`
    The other arguments are those of `Search`. Raises ReaderError for a board it cannot judge.
    """
    chosen = WAYS[:ways]
    mapped = [_points_of(position, way) for way in chosen]
    knobs = Knobs(by_score=True, evenly=False, in_hindsight=in_hindsight)
    searches = [_search(evaluator, position, komi, way, points, first, first_moves, knobs)
                for way, points in zip(chosen, mapped, strict=True)]
    wanted = max(1, round(visits / ways))
    # A thread of its own for one search would cost a tenth more: it begins on a cold core.
    with ThreadPoolExecutor(at_once) if at_once > 1 else nullcontext() as pool:
        each = map if pool is None else pool.map
        for share in _steps(wanted):
            go_on = partial(Search.run, visits=share, cancel=cancel)
            # What they find stays in them; a thread that fails says so here.
            list(each(go_on, searches))
            if cancel:
                break
    mover = first if first is not None else position.to_play
    return _together(position.with_to_play(mover), [search.findings() for search in searches],
                     mapped)


def _steps(wanted: int) -> list[int]:
    """Return how far all ways are searched one after the other, so that none is left behind."""
    return [share for share in (8, 24) if share < wanted] + [wanted]


def _points_of(position: Position, way: int) -> npt.NDArray[np.intp]:
    """Return int (points): where each point of the turned board lies on the board itself."""
    points = np.arange(len(position.cells)).reshape(position.rows, position.columns)
    return turned(points, way).reshape(-1)


def _search(
    evaluator: Evaluator, position: Position, komi: float, way: int,
    points: npt.NDArray[np.intp], first: Colour | None, first_moves: Collection[Point] | None,
    knobs: Knobs,
) -> Search:
    allowed = None
    if first_moves is not None:
        place_of = np.argsort(points)
        allowed = [int(place_of[point]) for point in first_moves if point != PASS]
    return Search(
        evaluator, turned_position(position, way), komi, first=first, first_moves=allowed,
        knobs=knobs)


def _together(
    position: Position, found: Sequence[Findings], mapped: Sequence[npt.NDArray[np.intp]]
) -> Findings:
    """Return the sum of findings of turned boards, in the points of the board itself."""
    seen = dict[Point, list[MoveFinding]]()
    for one, points in zip(found, mapped, strict=True):
        for move in one.moves:
            back = _turned_back(move, points)
            seen.setdefault(back.point, []).append(back)
    moves = sorted((_one_move(same) for same in seen.values()),
                   key=lambda move: (-move.visits, -move.value, -move.prior, move.point))
    owned = np.mean([_board_back(one.ownership, points)
                     for one, points in zip(found, mapped, strict=True)], axis=0)
    return Findings(
        position, tuple(moves), sum(one.visits for one in found),
        _mean([one.lead for one in found]), _mean([one.spread for one in found]),
        _mean([one.black_wins for one in found]), frozen(owned))


def _turned_back(move: MoveFinding, points: npt.NDArray[np.intp]) -> MoveFinding:
    def back(point: Point) -> Point:
        return point if point == PASS else int(points[point])

    return replace(move, point=back(move.point), line=tuple(map(back, move.line)),
                   ownership=_board_back(move.ownership, points))


def _board_back(owned: Floats, points: npt.NDArray[np.intp]) -> Floats:
    board = np.empty_like(owned)
    board[points] = owned
    return board


def _one_move(same: Sequence[MoveFinding]) -> MoveFinding:
    """Return one move as all ways that looked at it see it, each by its visits."""
    visits = np.array([move.visits for move in same], float)
    shares = visits / visits.sum()

    def mean(values: Sequence[float]) -> float:
        return float(np.dot(shares, values))

    value = mean([move.value for move in same])
    # Ways that disagree know less: what lies between them widens the bound.
    between = mean([(move.value - value) ** 2 for move in same])
    within = mean([((move.value - move.bound) / BOUND_ERRORS) ** 2 for move in same]) / len(same)
    most = max(same, key=lambda move: move.visits)
    owned = np.tensordot(shares, np.stack([move.ownership for move in same]), axes=1)
    return MoveFinding(
        most.point, int(visits.sum()), mean([move.prior for move in same]),
        mean([move.lead for move in same]), mean([move.spread for move in same]),
        mean([move.black_wins for move in same]), value,
        value - BOUND_ERRORS * math.sqrt(within + between / len(same)), most.line,
        frozen(owned))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
