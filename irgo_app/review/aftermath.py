"""What came of a mistake in the game: was it punished, who got the point, what was taken."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from irgo_app.go.point import PASS, Colour, Point
from irgo_app.judging.study import steps_between
from irgo_app.review.game_line import GameLine
from irgo_app.review.game_review import GameReview
from irgo_app.review.lessons import Lesson

_WON_BACK_PART: Final = 0.6
"""A mistake after whose answer this part of its points is back was not punished."""
_NEAR_STEPS: Final = 6
"""What comes of a mistake lies at most so many steps from it, or from the point it missed."""
_SOON_MOVES: Final = 12
"""Stones that are taken within so many moves came off because of a mistake,"""
_LEAST_STONES: Final = 2
"""and are told from this number on."""


class Aftermath(Struct, frozen=True):
    """What came of a lesson.

    is_taken_at_once -- whether that is the very point that was missed
    is_unpunished -- whether the other side missed it, too
    taker -- who played there at last, EMPTY if nobody did; taken -- the number of that move, or 0
    captured -- the number of the move that took most of the stones at stake, 0 if they stayed
    captor -- whose move that was
    fell -- other stones of the side whose mistake it was that were taken soon near it, sorted
    fell_at -- the number of the move that took them, 0 where none were
    """

    is_taken_at_once: bool
    is_unpunished: bool
    taker: Colour = 0
    taken: int = 0
    captured: int = 0
    captor: Colour = 0
    fell: tuple[Point, ...] = ()
    fell_at: int = 0


def aftermath_of(
    lesson: Lesson, review: GameReview, stones: Collection[Point] = ()
) -> Aftermath:
    """Return what came of a lesson.

    stones -- those that were at stake when it was told
    """
    line, number, told = review.line, lesson.number, lesson.told
    following = line.moves[number] if number < len(line.moves) else None
    is_theirs = following is not None and following[0] == -told.colour
    is_taken = is_theirs and following is not None and following[1] == told.better != PASS
    captured = _captured(line, stones, number)
    fell, fell_at = ((), 0) if captured else _fell_soon(lesson, review)
    return Aftermath(
        is_taken,
        is_theirs and not is_taken and _is_unpunished(lesson, review),
        line.moves[lesson.taken - 1][0] if lesson.taken else 0, lesson.taken,
        captured, line.moves[captured - 1][0] if captured else 0, fell, fell_at)


def _is_near(at: Point, lesson: Lesson, line: GameLine) -> bool:
    points = (line.moves[lesson.number - 1][1], lesson.told.better)
    return any(point is not None and point != PASS
               and steps_between(at, point, line.columns) <= _NEAR_STEPS
               for point in points)


def _is_unpunished(lesson: Lesson, review: GameReview) -> bool:
    """Return whether the answer gave back most of what the mistake lost."""
    number, colour = lesson.number, lesson.told.colour
    if number + 1 in lesson.numbers:
        return True
    back = colour * (review.told[number + 1].lead - review.told[number].lead)
    return back >= _WON_BACK_PART * lesson.told.points


def _fell_soon(lesson: Lesson, review: GameReview) -> tuple[tuple[Point, ...], int]:
    """Return the mover's first stones that were taken soon after a mistake, and by which move.

    Only near the mistake or the point that it missed, more than a single one, and with no other
    mistake of the mover's in between.
    """
    line, colour, number = review.line, lesson.told.colour, lesson.number
    others = [other.number for other in review.lessons
              if other.number > number and other.told.colour == colour]
    last = min([number + _SOON_MOVES, len(line.moves), *others])
    for later in range(number + 1, last + 1):
        before, after = line.positions[later - 1:later + 1]
        gone = tuple(stone for stone in range(len(before.cells))
                     if before.colour_at(stone) == colour and not after.cells[stone])
        if len(gone) >= _LEAST_STONES and line.moves[later - 1][0] == -colour \
                and any(_is_near(stone, lesson, line) for stone in gone):
            return gone, later
    return (), 0


def _captured(line: GameLine, stones: Collection[Point], number: int) -> int:
    """Return the number of the move after which most of some stones are off the board, or 0."""
    position = line.positions[number - 1]
    there = {stone: position.colour_at(stone) for stone in stones if position.cells[stone]}
    if not there:
        return 0
    for later in range(number, len(line.positions)):
        board = line.positions[later]
        gone = sum(board.colour_at(stone) != colour for stone, colour in there.items())
        if 2 * gone > len(there):
            return later
    return 0
