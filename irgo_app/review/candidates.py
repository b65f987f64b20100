"""Candidate moves as musical stones: few of them, their value and their change as rings.

After the wish of irgo's author: at most five moves, those within one standard deviation of the
best; a ring for the absolute value and one for the change against what the side had at its previous
move; no digits unless somebody asks.
"""

from __future__ import annotations

import statistics
from collections.abc import Collection
from typing import Final

from irgo_app.draw.drawables import Drawable, GhostStone, Label, MusicalStone, Quality
from irgo_app.engines.evaluation import Candidate, EngineEvaluation
from irgo_app.go.point import BLACK, PASS, Colour
from irgo_app.go.position import Position

MOST_CANDIDATES: Final = 5
_LEAST_SHARE: Final = 0.01
"""A move with fewer visits than this share of the most visited is no candidate."""
_VALUES: Final = ((0.6, Quality.BRIGHT), (0.45, Quality.GOOD), (0.25, Quality.DULL))
_CHANGES: Final = ((0.02, Quality.BRIGHT), (-0.02, Quality.GOOD), (-0.10, Quality.DULL))
_LONGEST_LINE: Final = 12


def chosen_candidates(
    evaluation: EngineEvaluation, colour: Colour, most: int = MOST_CANDIDATES
) -> tuple[Candidate, ...]:
    """Return the candidates worth showing to the side to move, best first."""
    known = [candidate for candidate in evaluation.candidates if candidate.point != PASS]
    if not known:
        return ()
    most_visits = max(candidate.visits for candidate in known)
    seen = [candidate for candidate in known if candidate.visits >= _LEAST_SHARE * most_visits]
    values = [value_of(candidate, colour) for candidate in seen]
    spread = statistics.pstdev(values) if len(values) > 1 else 0.0
    # The engine's own best is the measure: a move hardly searched may look better than it is.
    best = values[0]
    near = [candidate for candidate, value in zip(seen, values, strict=True)
            if value >= best - spread]
    return tuple(near[:most])


def value_of(candidate: Candidate | EngineEvaluation, colour: Colour) -> float:
    """Return the win rate for a colour, 0 to 1."""
    return candidate.winrate if colour == BLACK else 1.0 - candidate.winrate


def musical_stones(
    evaluation: EngineEvaluation, colour: Colour, before: EngineEvaluation | None, *,
    has_digits: bool = False, wanted: Collection[Quality] = frozenset(Quality),
) -> tuple[Drawable, ...]:
    """Return the candidates of a position as bull's-eyes.

    colour -- the side to move
    before -- the position before this side's previous move, None if it is not known
    wanted -- the qualities the user wants to see; a stone without any wanted ring is left out
    """
    stones = []
    for candidate in chosen_candidates(evaluation, colour):
        value = value_of(candidate, colour)
        inner = _quality(value, _VALUES)
        outer = None if before is None else _quality(value - value_of(before, colour), _CHANGES)
        rings = [ring for ring in (inner, outer) if ring is not None and ring in wanted]
        if rings:
            text = f"{100 * value:.0f}" if has_digits else ""
            stones.append(MusicalStone(candidate.point, colour, rings[0],
                                       rings[1] if len(rings) > 1 else None, text))
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


def _quality(value: float, steps: tuple[tuple[float, Quality], ...]) -> Quality:
    return next((quality for least, quality in steps if value >= least), Quality.DANGER)
