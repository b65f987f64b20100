"""The layer `candidates`: a few moves, by what they lose, or as musical stones with two rings.

They are an engine's, or where none is named those of irgo's own reader.

Losses are counted from the best move, whoever is ahead: a side that is far behind still has good
moves and bad ones. Musical stones are after the wish of irgo's author: at most five moves, those
within one standard deviation of the best; a ring for the absolute value and one for the change
against what the side had at its previous move; no digits unless somebody asks. Moves of an engine
that tells no win rate are measured by the points they are worth, against the best of them.
"""

import statistics
from collections.abc import Collection
from typing import Annotated, Final

from msgspec import Struct

from irgo_app.draw.drawables import (CandidateStone, Drawable, GhostStone, Label, Loss, Meaning,
                                     MusicalStone, Quality, Sign)
from irgo_app.engines.evaluation import Candidate, EngineEvaluation
from irgo_app.go.point import BLACK, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import Layer, Params, needs_engine
from irgo_app.layers.results import JsonForm, Points, Region, Regions, Result
from irgo_app.settings import Param
from irgo_app.words import numeral

NAME: Final = "candidates"
MOST_CANDIDATES: Final = 5
_LEAST_SHARE: Final = 0.01
"""A move with fewer visits than this share of the most visited is no candidate."""
_VALUES: Final = ((0.6, Quality.BRIGHT), (0.45, Quality.GOOD), (0.25, Quality.DULL))
_CHANGES: Final = ((0.02, Quality.BRIGHT), (-0.02, Quality.GOOD), (-0.10, Quality.DULL))
_SHARES: Final = ((0.9, Quality.BRIGHT), (0.7, Quality.GOOD), (0.4, Quality.DULL))
"""Of the best move's worth, for engines without a win rate."""
_LONGEST_LINE: Final = 12
LOSSES, MUSICAL = DISPLAYS = ("losses", "musical stones")
"""How candidates are drawn: by what they lose against the best, or as musical stones."""
_POINTS_LOST: Final = ((0.5, Loss.NONE), (1.5, Loss.LITTLE), (4.0, Loss.SOME))
_CHANCE_LOST: Final = ((0.01, Loss.NONE), (0.03, Loss.LITTLE), (0.08, Loss.SOME))
"""For engines that tell no points."""
_LARGE: Final = 9.95
"""Points from which on tenths are left out: there is no room for them."""


class CandidateRegion(Region, frozen=True):
    """One candidate, a region of one point; for the other fields see `Candidate`.

    value, change -- its inner and its outer ring, of the colour that is to move
    loss -- what it loses against the best move, in points, or in win rate where no points are told
    winrate, score_lead -- Black's; worth -- what the move gains for the mover, in points
    """

    value: Quality
    change: Quality | None
    loss: float
    visits: int
    winrate: float | None
    score_lead: float | None
    prior: float | None
    worth: float | None
    line: Annotated[tuple[Point, ...], JsonForm(points=Points.LINE)]


class CandidateMove(Struct, frozen=True):
    """A move as the engine orders it, PASS too; for the fields see `Candidate`."""

    point: Annotated[Point, JsonForm("vertex", points=Points.LINE)]
    visits: int
    winrate: float | None
    score_lead: float | None
    prior: float | None


class Candidates(Regions, frozen=True, eq=False):
    """The candidates, best first, and what the engine says of the position, in Black's view.

    regions -- those worth showing; candidates -- the first ones in the engine's order, as many
    display -- how they are drawn, one of DISPLAYS
    """

    regions: tuple[CandidateRegion, ...]
    candidates: tuple[CandidateMove, ...]
    visits: int
    winrate: float | None
    score_lead: float | None
    display: str = LOSSES


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


def loss_of(candidate: Candidate, best: Candidate, colour: Colour) -> float:
    """Return what a move loses against the best one, 0 or more.

    In points where the engine tells them, else in win rate, 0 to 1.
    """
    if candidate.score_lead is not None and best.score_lead is not None:
        lost = colour * (best.score_lead - candidate.score_lead)
    elif candidate.value is not None and best.value is not None:
        lost = best.value - candidate.value
    else:
        lost = (value_of(best, colour) or 0.0) - (value_of(candidate, colour) or 0.0)
    return max(0.0, lost)


def candidate_stones(
    evaluation: EngineEvaluation, colour: Colour, *, has_digits: bool = False,
    most: int = MOST_CANDIDATES,
) -> tuple[CandidateStone, ...]:
    """Return the candidates of a position as discs in the colour of what they lose.

    colour -- the side to move; has_digits -- whether their chance is written in place of the loss
    """
    return tuple(
        _disc(candidate.point, colour, loss_of(candidate, evaluation.candidates[0], colour),
              is_points=_tells_points(candidate),
              text=_digits(candidate, colour) if has_digits else "")
        for candidate in chosen_candidates(evaluation, colour, most))


def _tells_points(candidate: Candidate | CandidateRegion) -> bool:
    worth = candidate.value if isinstance(candidate, Candidate) else candidate.worth
    return candidate.score_lead is not None or worth is not None


def _disc(
    point: Point, colour: Colour, loss: float, *, is_points: bool, text: str = ""
) -> CandidateStone:
    """Return a candidate with what it loses, unless another text is given."""
    steps = _POINTS_LOST if is_points else _CHANCE_LOST
    kind = next((kind for most, kind in steps if loss <= most), Loss.MUCH)
    amount, digits = (loss, int(loss < _LARGE)) if is_points else (100 * loss, 0)
    shown = numeral(amount, f".{digits}f") + ("" if is_points else "%")
    return CandidateStone(point, colour, kind, text or (
        shown if round(amount, digits) else "0"))


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
                colour, (candidate.point,), value, change,
                loss_of(candidate, evaluation.candidates[0], colour), candidate.visits,
                candidate.winrate, candidate.score_lead, candidate.prior, candidate.value,
                tuple(candidate.line)))
    moves = tuple(
        CandidateMove(candidate.point, candidate.visits, candidate.winrate, candidate.score_lead,
                      candidate.prior)
        for candidate in evaluation.candidates[:int(params["most"])])
    return Candidates(tuple(regions), moves, evaluation.visits, evaluation.winrate,
                      evaluation.score_lead, str(params["display"]))


def _drawn(result: Result) -> tuple[Drawable, ...]:
    assert isinstance(result, Candidates)
    if result.display == LOSSES:
        return tuple(
            _disc(region.points[0], region.colour, region.loss,
                  is_points=_tells_points(region))
            for region in result.regions)
    return tuple(
        MusicalStone(region.points[0], region.colour, region.value, region.change)
        for region in result.regions)


def _measure(candidate: Candidate, colour: Colour) -> float | None:
    value = value_of(candidate, colour)
    return candidate.value if value is None else value


def _digits(candidate: Candidate, colour: Colour) -> str:
    value = value_of(candidate, colour)
    return f"{candidate.value or 0:.0f}" if value is None else f"{100 * value:.0f}"


def _quality(value: float, steps: tuple[tuple[float, Quality], ...]) -> Quality:
    return next((quality for least, quality in steps if value >= least), Quality.DANGER)


_LOSS_SIGNS: Final = (
    Meaning(Sign.LOSES_NONE, "as good as the best"),
    Meaning(Sign.LOSES_LITTLE, "loses a point or so"),
    Meaning(Sign.LOSES_SOME, "loses up to 4 points"),
    Meaning(Sign.LOSES_MUCH, "loses more"),
)
_MUSICAL_SIGNS: Final = (
    Meaning(Sign.BRIGHT, "shines"),
    Meaning(Sign.GOOD, "good"),
    Meaning(Sign.DULL, "dull"),
    Meaning(Sign.DANGER, "in danger"),
)
LAYER = Layer(
    NAME, "Engine's candidates", Regions,
    "win rate of Black 0..1; or points a move is worth",
    "irgo's author: musical stones; the moves are an engine's, or irgo's own reader's",
    needs_engine(NAME), draw=_drawn, of_evaluation=_regions, is_readers_too=True,
    params=(
        Param("most", int, MOST_CANDIDATES, "At most", "How many moves are shown.", 1, 20),
        Param("display", str, LOSSES, "Shown as",
              "losses: what a move loses against the best one; musical stones: how good it is, and "
              "whether that is better or worse than before.", choices=DISPLAYS),
    ),
    legend="The number is what the move loses against the best one. As musical stones: inner ring: "
           "value for the side to move; outer ring: change since its previous move.",
    short="Moves",
    signs=_LOSS_SIGNS,
    signs_for=lambda params: _MUSICAL_SIGNS if params["display"] == MUSICAL else _LOSS_SIGNS,
)
