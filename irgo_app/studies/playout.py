"""A place played out move by move by one reader, either side first, until neither gains there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import play, repeats
from irgo_app.studies.evaluator import CalledOffError, Evaluator
from irgo_app.studies.place import Place
from irgo_app.studies.study import Move

LEAST_GAIN: Final = 1.0
"""A move that gains less, in points, is not played."""
LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a playout.

    position -- after it; lead -- Black's there, whoever's turn it is, komi not counted
    """

    move: Move
    position: Position
    lead: float


def playout(
    position: Position, place: Place, first: Colour, evaluator: Evaluator, visits: int = 0,
    cancel: CancelFlag | None = None,
) -> Iterator[Step]:
    """Yield the moves of both sides in a place, as they are found; nobody plays elsewhere.

    A side passes when its best move there gains no point; two passes in a row end it. A pass is no
    step of its own. Called off, it ends.
    """
    history = [position.with_to_play(first)]
    while len(history) <= LONGEST:
        try:
            step = next_step(history, place, evaluator, visits, cancel)
        except CalledOffError:
            return
        if step is None:
            return
        history.append(step.position)
        yield step


def next_step(
    history: Sequence[Position], place: Place, evaluator: Evaluator, visits: int = 0,
    cancel: CancelFlag | None = None,
) -> Step | None:
    """Return the next move of a playout, None where neither side gains anything more.

    history -- the positions of the playout so far, the last one current; none may come again
    Raises EngineError, or CalledOffError
    """
    board = history[-1]
    for colour in (board.to_play, -board.to_play):
        after, lead = _best(board.with_to_play(colour), colour, place, evaluator, visits, cancel)
        if after is not None and not repeats(after[1], history):
            return Step((colour, after[0]), after[1], lead)
    return None


def _best(
    board: Position, colour: Colour, place: Place, evaluator: Evaluator, visits: int,
    cancel: CancelFlag | None,
) -> tuple[tuple[int, Position] | None, float]:
    """Return the best move in the place and what it leads to, None if it gains nothing."""
    region = frozenset(point for point in place.near if not board.cells[point])
    if not region:
        return None, 0.0
    found = evaluator.search(
        board, colour, region, visits or evaluator.usual_visits, cancel)
    point = found.moves[0].point if found.moves else PASS
    if point == PASS:
        return None, 0.0
    after = play(board, colour, point)
    # What a move gains is counted whoever's turn it is: a turn elsewhere is no gain here.
    said = evaluator.appraise([each.with_to_play(turn) for each in (board, after)
                               for turn in (colour, -colour)], cancel)
    gain = colour * (said[2].lead + said[3].lead - said[0].lead - said[1].lead) / 2
    if gain < LEAST_GAIN:
        return None, 0.0
    return (point, after), (said[2].lead + said[3].lead) / 2 + evaluator.komi
