"""The layer `candidates`: moves as musical stones, few of them, with two rings each.

They are an engine's, or where none is named those of irgo's own reader.

After the wish of irgo's author: at most five moves, those within one standard deviation of the
best; a ring for the absolute value and one for the change against what the side had at its previous
move; no digits unless somebody asks. Moves of an engine that tells no win rate are measured by the
points they are worth, against the best of them.
"""

from __future__ import annotations

import statistics
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from irgo_app.draw.drawables import (
    Drawable,
    GhostStone,
    Label,
    Meaning,
    MusicalStone,
    Quality,
    Sign,
)
from irgo_app.engines.evaluation import Candidate, EngineEvaluation
from irgo_app.go.point import BLACK, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import Layer, Params, needs_engine
from irgo_app.layers.results import Points, Region, Regions, Result, in_json
from irgo_app.settings.schema import Param

NAME: Final = "candidates"
MOST_CANDIDATES: Final = 5
_LEAST_SHARE: Final = 0.01
"""A move with fewer visits than this share of the most visited is no candidate."""
_VALUES: Final = ((0.6, Quality.BRIGHT), (0.45, Quality.GOOD), (0.25, Quality.DULL))
_CHANGES: Final = ((0.02, Quality.BRIGHT), (-0.02, Quality.GOOD), (-0.10, Quality.DULL))
_SHARES: Final = ((0.9, Quality.BRIGHT), (0.7, Quality.GOOD), (0.4, Quality.DULL))
"""Of the best move's worth, for engines without a win rate."""
_LONGEST_LINE: Final = 12


@dataclass(frozen=True, slots=True)
class CandidateRegion(Region):
    """One candidate, a region of one point; for the other fields see `Candidate`.

    value, change -- its inner and its outer ring, of the colour that is to move
    winrate, score_lead -- Black's; worth -- what the move gains for the mover, in points
    """

    value: Quality
    change: Quality | None
    visits: int
    winrate: float | None
    score_lead: float | None
    prior: float | None
    worth: float | None
    line: tuple[Point, ...] = field(metadata=in_json(points=Points.LINE))


@dataclass(frozen=True, slots=True)
class CandidateMove:
    """A move as the engine orders it, PASS too; for the fields see `Candidate`."""

    point: Point = field(metadata=in_json("vertex", points=Points.LINE))
    visits: int
    winrate: float | None
    score_lead: float | None
    prior: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Candidates(Regions):
    """The candidates, best first, and what the engine says of the position, in Black's view.

    regions -- those worth showing; candidates -- the first ones in the engine's order, as many
    """

    regions: tuple[CandidateRegion, ...]
    candidates: tuple[CandidateMove, ...]
    visits: int
    winrate: float | None
    score_lead: float | None


def chosen_candidates(
    evaluation: EngineEvaluation, colour: Colour, most: int = MOST_CANDIDATES
) -> tuple[Candidate, ...]:
    """Return the candidates worth showing to the side to move, best first."""
    known = [(candidate, measure) for candidate in evaluation.candidates
             if candidate.point != PASS and (measure := _measure(candidate, colour)) is not None]
    if not known:
        return ()
    most_visits = max(candidate.visits for candidate, _ in known)
    seen = [(candidate, measure) for candidate, measure in known
            if candidate.visits >= _LEAST_SHARE * most_visits]
    measures = [measure for _, measure in seen]
    spread = statistics.pstdev(measures) if len(measures) > 1 else 0.0
    # The engine's own best is the measure: a move hardly searched may look better than it is.
    near = [candidate for candidate, measure in seen if measure >= measures[0] - spread]
    return tuple(near[:most])


def value_of(candidate: Candidate | EngineEvaluation, colour: Colour) -> float | None:
    """Return the win rate for a colour, 0 to 1; None if the engine tells none."""
    if candidate.winrate is None:
        return None
    return candidate.winrate if colour == BLACK else 1.0 - candidate.winrate


def rings_of(
    candidate: Candidate | EngineEvaluation, colour: Colour, before: EngineEvaluation | None,
    best_worth: float | None = None,
) -> tuple[Quality, Quality | None] | None:
    """Return the value and the change of a move for the side that plays it, None if unknown.

    before -- the position before this side's previous move, None if it is not known
    best_worth -- what the best move is worth, for engines without a win rate
    """
    value = value_of(candidate, colour)
    if value is None:
        worth = candidate.value if isinstance(candidate, Candidate) else None
        if worth is None or not best_worth:
            return None
        return _quality(worth / best_worth, _SHARES), None
    old = None if before is None else value_of(before, colour)
    return _quality(value, _VALUES), None if old is None else _quality(value - old, _CHANGES)


def musical_stones(
    evaluation: EngineEvaluation, colour: Colour, before: EngineEvaluation | None, *,
    has_digits: bool = False, wanted: Collection[Quality] = frozenset(Quality),
    most: int = MOST_CANDIDATES,
) -> tuple[MusicalStone, ...]:
    """Return the candidates of a position as bull's-eyes.

    colour -- the side to move
    before -- the position before this side's previous move, None if it is not known
    wanted -- the qualities the user wants to see; a stone without any wanted ring is left out
    """
    stones = []
    for candidate in chosen_candidates(evaluation, colour, most):
        found = rings_of(candidate, colour, before, evaluation.candidates[0].value)
        rings = [ring for ring in found or () if ring is not None and ring in wanted]
        if rings:
            stones.append(MusicalStone(
                candidate.point, colour, rings[0], rings[1] if len(rings) > 1 else None,
                _digits(candidate, colour) if has_digits else ""))
    return tuple(stones)


def line_drawables(candidate: Candidate, position: Position) -> tuple[Drawable, ...]:
    """Return the moves an engine expects after a candidate as numbered ghosts."""
    colour, found = position.to_play, list[Drawable]()
    taken = set()
    for number, point in enumerate(candidate.line[:_LONGEST_LINE], 1):
        if point != PASS and not position.cells[point] and point not in taken:
            taken.add(point)
            found += [GhostStone(point, colour), Label(point, str(number))]
        colour = -colour
    return tuple(found)


def _regions(
    evaluation: EngineEvaluation, before: EngineEvaluation | None, position: Position,
    params: Params,
) -> Result:
    """Return a region of one point for each candidate; win rate and lead are Black's."""
    colour, regions = position.to_play, []
    for candidate in chosen_candidates(evaluation, colour, int(params["most"])):
        rings = rings_of(candidate, colour, before, evaluation.candidates[0].value)
        if rings is not None:
            value, change = rings
            regions.append(CandidateRegion(
                colour, (candidate.point,), value, change, candidate.visits, candidate.winrate,
                candidate.score_lead, candidate.prior, candidate.value, tuple(candidate.line)))
    moves = tuple(
        CandidateMove(candidate.point, candidate.visits, candidate.winrate, candidate.score_lead,
                      candidate.prior)
        for candidate in evaluation.candidates[:int(params["most"])])
    return Candidates(tuple(regions), moves, evaluation.visits, evaluation.winrate,
                      evaluation.score_lead)


def _drawn(result: Result) -> tuple[Drawable, ...]:
    assert isinstance(result, Candidates)
    return tuple(
        MusicalStone(region.points[0], region.colour, region.value, region.change)
        for region in result.regions)


def _measure(candidate: Candidate, colour: Colour) -> float | None:
    """Return what candidates are compared by: the win rate or the points."""
    value = value_of(candidate, colour)
    return candidate.value if value is None else value


def _digits(candidate: Candidate, colour: Colour) -> str:
    value = value_of(candidate, colour)
    return f"{candidate.value or 0:.0f}" if value is None else f"{100 * value:.0f}"


def _quality(value: float, steps: tuple[tuple[float, Quality], ...]) -> Quality:
    return next((quality for least, quality in steps if value >= least), Quality.DANGER)


LAYER = Layer(
    NAME, "Engine's candidates", Regions,
    "win rate of Black 0..1; or points a move is worth",
    "irgo's author: musical stones; the moves are an engine's, or irgo's own reader's",
    needs_engine(NAME), draw=_drawn, of_evaluation=_regions, is_readers_too=True,
    params=(Param("most", int, MOST_CANDIDATES, "At most", "How many moves are shown.", 1, 20),),
    legend="Inner ring: value for the side to move; outer ring: change since its previous move. "
           "Yellow bright, green good, brown dull, red danger.",
    short="Moves",
    signs=(
        Meaning(Sign.BRIGHT, "shines"),
        Meaning(Sign.GOOD, "good"),
        Meaning(Sign.DULL, "dull"),
        Meaning(Sign.DANGER, "in danger"),
    ),
)
