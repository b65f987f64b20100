"""The review of a game: what every move lost, what befell groups, and figures by phase and player.

It rests on what is said of every position (`game_judging.py`) and on the maps along the game
(`game_maps.py`); whoever asked for those, reader, engine or maps, the review is made the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np

from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.review.game_judging import Judgement
from irgo_app.review.game_line import GameLine
from irgo_app.review.game_maps import GameMaps
from irgo_app.review.stone_fates import GroupEvent, group_events
from irgo_app.studies.place import NEAR, steps_between
from irgo_app.studies.study import LIVES
from irgo_app.words import noted

MISTAKE: Final = 3.0
"""A move that loses so many points is counted as a mistake."""
_OPENING: Final = 0.14
"""The opening lasts until so much of the board is filled: 50 moves on 19 lines."""
_OPEN: Final = 0.5
"""A point is open while nobody is expected to own it by more than this."""
_ENDING: Final = 0.15
"""The endgame begins when less than this share of the board is open for good."""
_ENDGAME: Final = 0.42
"""Where nothing is said of points, it begins when so much of the board was played: 150 moves."""


class Phase(Enum):
    """A part of a game."""

    OPENING = noted("opening")
    MIDDLE = noted("middle game")
    ENDGAME = noted("endgame")


@dataclass(frozen=True, slots=True)
class MoveReview:
    """What is said of one move.

    number -- from 1; point -- PASS for a pass
    lead -- Black's lead after it, komi counted; margin -- how far off that may be, in points
    loss -- the points it cost its player, 0 or more
    best -- what was best instead, None if nobody searched
    is_answered -- the other side played near it next
    keeps_sente -- it was answered, and its player was free to play elsewhere after that
    """

    number: int
    colour: Colour
    point: Point
    phase: Phase
    lead: float
    margin: float
    loss: float
    best: Point | None
    is_answered: bool
    keeps_sente: bool


@dataclass(frozen=True, slots=True)
class PhaseFigures:
    """What a player did in a phase of the game.

    phase -- None for the whole game; moves -- how many, passes left out
    lost -- points lost, in all; mistakes -- moves that lost at least `MISTAKE` points
    worst -- number of the move that lost most, 0 if none lost anything
    sente -- how often a move kept sente
    moyo -- points that came to lie inside the player's moyos in this phase
    turned -- how many of those were the player's territory in the end
    """

    colour: Colour
    phase: Phase | None
    moves: int
    lost: float
    mistakes: int
    worst: int
    sente: int
    moyo: int
    turned: int


@dataclass(frozen=True, slots=True, eq=False)
class GameReview:
    """All that is known of a game; positions are numbered as in `line.positions`.

    judged -- what is said of each position; judge -- who said it, as people call it
    second -- what a longer look said of some positions, by their numbers
    moves -- one for each move; phases -- (first move, last move) of each phase that was reached
    """

    line: GameLine
    judge: str
    judged: tuple[Judgement, ...]
    second: Mapping[int, Judgement]
    maps: GameMaps
    moves: tuple[MoveReview, ...]
    phases: dict[Phase, tuple[int, int]]
    figures: tuple[PhaseFigures, ...]
    events: tuple[GroupEvent, ...]

    def leads_round(self, number: int) -> tuple[float, float]:
        """Return Black's lead before and after a move, by the look that says what it lost."""
        return _leads_round(self.line, self.judged, self.second, number - 1)

    def figures_of(self, colour: Colour, phase: Phase | None = None) -> PhaseFigures:
        """Return a player's figures in a phase that was reached, or in the whole game."""
        return next(found for found in self.figures
                    if found.colour == colour and found.phase is phase)


def reviewed(
    line: GameLine, judge: str, judged: Sequence[Judgement], maps: GameMaps,
    second: Mapping[int, Judgement] | None = None,
) -> GameReview:
    """Return the review that follows from what is said of every position of a game.

    judge -- who said it
    second -- a longer look at some positions, by their numbers: where both positions of a move had
    one, the move lost no more than both looks say
    """
    longer, phases = dict(second or {}), _phases(line, judged)
    moves = tuple(_move(line, judged, longer, index, phases) for index in range(len(line.moves)))
    figures = tuple(_figures(moves, maps, judged, colour, phase, phases)
                    for phase in (*phases, None) for colour in (BLACK, WHITE))
    return GameReview(line, judge, tuple(judged), longer, maps, moves, phases, figures,
                      group_events(line, judged))


def _loss(
    line: GameLine, judged: Sequence[Judgement], second: Mapping[int, Judgement], index: int
) -> float:
    """Return what the move on a position cost its player, in points, 0 or more."""
    before, after = _leads_round(line, judged, second, index)
    return max(0.0, line.moves[index][0] * (before - after))


def _leads_round(
    line: GameLine, judged: Sequence[Judgement], second: Mapping[int, Judgement], index: int
) -> tuple[float, float]:
    """Return the leads before and after a move, of the two looks the one by which it lost less."""
    looks = [(judged[index].lead, judged[index + 1].lead)]
    if index in second and index + 1 in second:
        looks.append((second[index].lead, second[index + 1].lead))
    return min(looks, key=lambda leads: line.moves[index][0] * (leads[0] - leads[1]))


def _phases(line: GameLine, judged: Sequence[Judgement]) -> dict[Phase, tuple[int, int]]:
    """Return the first and the last move of each phase that has moves."""
    points, last = line.columns * line.rows, len(line.moves)
    opened = [float(np.mean(np.abs(np.array(said.ownership)) < _OPEN)) for said in judged]
    if not any(any(said.ownership) for said in judged):
        closed = round(_ENDGAME * points)
    else:
        closed = max((index + 1 for index, share in enumerate(opened) if share >= _ENDING),
                     default=0)
    opening = min(round(_OPENING * points), last)
    closed = min(max(closed, opening), last)
    spans = {Phase.OPENING: (1, opening), Phase.MIDDLE: (opening + 1, closed),
             Phase.ENDGAME: (closed + 1, last)}
    return {phase: span for phase, span in spans.items() if span[0] <= span[1]}


def _move(
    line: GameLine, judged: Sequence[Judgement], second: Mapping[int, Judgement], index: int,
    phases: dict[Phase, tuple[int, int]],
) -> MoveReview:
    colour, point = line.moves[index]
    number = index + 1
    phase = next(name for name, (first, last) in phases.items() if first <= number <= last)
    answer, next_own = _near(line, index, 1), _near(line, index, 2)
    return MoveReview(
        number, colour, point, phase, judged[number].lead, judged[number].margin,
        _loss(line, judged, second, index), second.get(index, judged[index]).best, answer is True,
        answer is True and next_own is False)


def _near(line: GameLine, index: int, later: int) -> bool | None:
    """Return whether a later move lies near a move; None if there is none, or one of them passes.

    The turns must alternate up to it.
    """
    if index + later >= len(line.moves):
        return None
    colour, point = line.moves[index]
    if any(line.moves[index + step][0] != colour * (-1) ** step for step in range(1, later + 1)):
        return None
    other = line.moves[index + later][1]
    if PASS in (point, other):
        return None
    return steps_between(point, other, line.columns) <= NEAR


def _figures(
    moves: Sequence[MoveReview], maps: GameMaps, judged: Sequence[Judgement], colour: Colour,
    phase: Phase | None, phases: dict[Phase, tuple[int, int]],
) -> PhaseFigures:
    first, last = (1, len(moves)) if phase is None else phases[phase]
    own = [move for move in moves[first - 1:last] if move.colour == colour and move.point != PASS]
    inner = maps.inner[first - 1:last + 1] == colour
    built = inner.any(axis=0) & ~inner[0]
    owned = (colour * np.array(judged[-1].ownership) >= LIVES) | (maps.secured[-1] == colour)
    worst = max(own, key=lambda move: move.loss, default=None)
    return PhaseFigures(
        colour, phase, len(own), sum(move.loss for move in own),
        sum(move.loss >= MISTAKE for move in own),
        worst.number if worst is not None and worst.loss > 0 else 0,
        sum(move.keeps_sente for move in own), int(built.sum()), int((built & owned).sum()))
