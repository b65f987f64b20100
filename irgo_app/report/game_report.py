"""A report as data: the review of a game, its turning points studied, its groups, its maps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Drawable
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.judging.judge import Evaluator
from irgo_app.judging.map_study import BUILTIN, Means
from irgo_app.judging.place import Place, place_around, place_of_group, place_of_point
from irgo_app.judging.studies import studied
from irgo_app.judging.study import Study
from irgo_app.layers import ISHIDA, layer_named
from irgo_app.report.group_ends import GroupEnd, group_ends, last_groups
from irgo_app.report.options import ReportOptions
from irgo_app.review.game_line import (
    ComputeLayer,
    GameLine,
    Judgement,
    Tell,
    at_first_sight,
    by_maps,
    game_maps,
    searched,
)
from irgo_app.review.game_review import GameReview, GroupEvent, reviewed
from irgo_app.review.group_names import name_labels
from irgo_app.review.turning_points import Turn, TurningPoint, turning_points
from irgo_app.service.request import LayerRequest

VISITS: Final = 16
"""How far each position is searched. More did not find the moves that lost most more often: on
games between networks the first ten of a stronger judge were met as often with 64."""
SECOND_VISITS: Final = 48
"""How far the positions of moves are searched that may be turning points."""
_CANDIDATES: Final = 3
"""So many times as many moves get a second look as turning points are wanted."""
_SHOWN: Final = 5
"""The maps are shown at so many points of the game."""

_SHARES: Final = {"maps": 8, "sight": 4, "search": 60, "second": 12, "groups": 6, "studies": 10}
"""How much of the whole each stage is, in hundredths, for the progress."""


@dataclass(frozen=True, slots=True)
class Studied:
    """A turning point with its study, None where no place can be named.

    position -- the one the study is about
    """

    point: TurningPoint
    position: Position
    study: Study | None


@dataclass(frozen=True, slots=True, eq=False)
class GameReport:
    """All that a report tells.

    shown -- the positions at which the maps are shown, by their numbers
    ishida -- for these and for the turning points the Ishida view, by the position's number
    last_groups -- the groups of the last board, as outlines and names
    knows_moves -- somebody searched, so that it is known what was better
    """

    review: GameReview
    turns: tuple[Studied, ...]
    groups: tuple[GroupEnd, ...]
    shown: tuple[int, ...]
    ishida: Mapping[int, tuple[Drawable, ...]]
    last_groups: tuple[Drawable, ...]
    knows_moves: bool


def game_report(
    line: GameLine, judge: Evaluator | None, compute: ComputeLayer, options: ReportOptions,
    tell: Tell | None = None, cancel: CancelFlag | None = None,
) -> GameReport:
    """Return the report of a game.

    judge -- who judges, None for irgo's maps; compute -- works layers out
    tell -- told (hundredths done, 100). Raises EngineError, and CalledOffError soon after the
    flag is raised.
    """
    progress = _Progress(tell)
    review = _reviewed(line, judge, compute, options, progress, cancel)
    last, names = last_groups(review, compute)
    progress.done("groups")
    turns = tuple(_studied(review, point, judge, cancel) for point in progress.over(
        "studies", turning_points(review, options.turning_points)))
    last_position = len(line.positions) - 1
    shown = tuple(sorted({round(last_position * part / _SHOWN) for part in range(1, _SHOWN + 1)}))
    pictured = {*shown, *(turn.point.number for turn in turns)} if options.has_diagrams else ()
    ishida = {index: _ishida(line.positions[index], compute) for index in pictured}
    outlines = layer_named("groups").drawables(last)
    labels = name_labels(last, names, line.positions[-1])
    return GameReport(review, turns, group_ends(review, last, names), shown, ishida,
                      (*outlines, *labels), judge is not None)


def _reviewed(
    line: GameLine, judge: Evaluator | None, compute: ComputeLayer, options: ReportOptions,
    progress: _Progress, cancel: CancelFlag | None,
) -> GameReview:
    """Return the review, with a second look at what may be its turning points."""
    maps = game_maps(line, compute, progress.of("maps"), cancel)
    if judge is None:
        said = by_maps(line, compute, progress.of("search"), cancel)
        return reviewed(line, BUILTIN, said, maps)
    sight = at_first_sight(line, judge, progress.of("sight"), cancel)
    said = searched(line, sight, range(len(line.positions)), judge, VISITS,
                    progress.of("search"), cancel)
    review = reviewed(line, judge.name, said, maps)
    wanted = {number for point in turning_points(review, _CANDIDATES * options.turning_points)
              for number in (point.number - 1, point.number)}
    looked: tuple[Judgement, ...] = searched(
        line, said, wanted, judge, SECOND_VISITS, progress.of("second"), cancel)
    return reviewed(line, judge.name, said, maps, {index: looked[index] for index in wanted})


def _studied(
    review: GameReview, point: TurningPoint, judge: Evaluator | None, cancel: CancelFlag | None
) -> Studied:
    """Return a turning point with the study of what was at stake."""
    line = review.line
    position = line.positions[point.number - 1]
    place = _place(point, position)
    if place is None:
        return Studied(point, position, None)
    study = studied(position, place, judge, means=Means(komi=line.komi), cancel=cancel)
    # By the maps the best move is the study's own.
    move = study.if_first(point.move.colour).move
    if point.move.best is None and move is not None:
        point = replace(point, move=replace(point.move, best=move))
    return Studied(point, position, study)


def _place(point: TurningPoint, position: Position) -> Place | None:
    """Return the place a turning point is about; None where only a pass would do."""
    best, played = point.move.best, point.move.point
    if point.turn is Turn.FATE:
        stones = _still_there(point.events[0], position)
        return place_of_group(position, stones) if stones else None
    if best is None:
        return None if played == PASS else place_around(position, played)
    if best == PASS:
        return None
    return place_around(position, best) if point.turn is Turn.LEFT \
        else place_of_point(position, best)


def _still_there(event: GroupEvent, position: Position) -> tuple[Point, ...]:
    return tuple(stone for stone in event.stones if position.colour_at(stone) == event.colour)


def _ishida(position: Position, compute: ComputeLayer) -> tuple[Drawable, ...]:
    """Return the Ishida view of a position."""
    found = list[Drawable]()
    for name, params in ISHIDA:
        layer = layer_named(name)
        request = LayerRequest.of(
            position, name, layer.full_params(params), uses_order=layer.uses_order)
        found += layer.drawables(compute(request))
    return tuple(found)


class _Progress:
    """Tells how much of the whole is done, stage by stage."""

    def __init__(self, tell: Tell | None) -> None:
        self._tell, self._shares = tell, dict.fromkeys(_SHARES, 0.0)

    def of(self, stage: str) -> Callable[[int, int], None]:
        """Return what a stage tells how far it has come."""
        def tell(done: int, total: int) -> None:
            self._set(stage, done / max(1, total))
        return tell

    def done(self, stage: str) -> None:
        """Take note that a stage is done."""
        self._set(stage, 1.0)

    def over(self, stage: str, points: tuple[TurningPoint, ...]) -> Iterator[TurningPoint]:
        """Yield the turning points, telling after each."""
        for index, point in enumerate(points):
            yield point
            self._set(stage, (index + 1) / len(points))
        self.done(stage)

    def _set(self, stage: str, share: float) -> None:
        self._shares[stage] = share
        # A stage that was left out, such as searching by the maps, is done when a later one is.
        for before in list(_SHARES)[:list(_SHARES).index(stage)]:
            self._shares[before] = 1.0
        if self._tell:
            self._tell(round(sum(_SHARES[name] * part for name, part in self._shares.items())), 100)
