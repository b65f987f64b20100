"""Which stones died or lived in a game, and by which move: read off what is said of their points.

A stone is safe while its owner is expected to own its point, lost while the other side is. What
neighbouring stones of one colour went through at the same time is one event of a group. A change
counts once it has lasted, so that the doubt of a moment is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.review.game_judging import Judgement
from irgo_app.review.game_line import GameLine
from irgo_app.studies.study import DIES, LIVES

LEAST_STONES: Final = 3
"""Fewer stones than this are no group worth a word."""
_LASTS: Final = 4
"""So many positions in a row a fate holds before it counts."""
_TOGETHER: Final = 2
"""Stones whose fates change within so many moves of each other change together."""
_NEAR: Final = 2
"""Stones so many lines apart or fewer belong together."""


class Fate(Enum):
    """What became of stones."""

    DIED = "died"
    LIVED = "lived"


@dataclass(frozen=True, slots=True)
class GroupEvent:
    """A group that died, or that lived after it had been in danger.

    number -- of the move after which it was so, from 1
    stones -- the stones of the group at that moment, sorted
    """

    number: int
    colour: Colour
    fate: Fate
    stones: tuple[Point, ...]


def group_events(line: GameLine, judged: Sequence[Judgement]) -> tuple[GroupEvent, ...]:
    """Return what befell groups of at least `LEAST_STONES` stones, in the order of the moves."""
    changes = list[tuple[int, Colour, Fate, Point]]()
    stones, owned = _boards(line, judged)
    for point in range(stones.shape[1]):
        changes += _changes_at(point, stones[:, point], owned[:, point])
    return tuple(sorted(
        (event for event in _joined(changes, line.columns) if len(event.stones) >= LEAST_STONES),
        key=lambda event: (event.number, event.stones)))


def fate_of_stones(
    stones: Sequence[Point], colour: Colour, judged: Judgement, position: Position
) -> float:
    """Return how much a colour is expected to own its stones on average, 1 safe and -1 lost."""
    values = [colour * judged.ownership[stone] if position.colour_at(stone) == colour else -1.0
              for stone in stones]
    return sum(values) / len(values)


def _boards(
    line: GameLine, judged: Sequence[Judgement]
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float64]]:
    """Return the stones, int8 (n, points), and what is expected of every point, float64."""
    stones = np.stack([np.frombuffer(position.cells, np.int8) for position in line.positions])
    return stones, np.array([judgement.ownership for judgement in judged])


def _changes_at(
    point: Point, stones: npt.NDArray[np.int8], owned: npt.NDArray[np.float64]
) -> list[tuple[int, Colour, Fate, Point]]:
    """Return what befell the stones that lay on a point: move, colour, fate, point."""
    found = []
    edges = [0, *(np.flatnonzero(np.diff(stones)) + 1).tolist(), len(stones)]
    for start, end in pairwise(edges):
        colour = int(stones[start])
        if colour and end - start > 1:
            safety = colour * owned[start:end]
            found += [(start + index, colour, fate, point)
                      for index, fate in _fates(safety, is_gone=end < len(stones))]
    return found


def _fates(safety: npt.NDArray[np.float64], *, is_gone: bool) -> list[tuple[int, Fate]]:
    """Return when a stone died or lived, as indices into what was said of it while it lay there.

    is_gone -- whether it was taken afterwards
    """
    found = list[tuple[int, Fate]]()
    values = safety.tolist()
    lost_for = _lengths([value <= DIES for value in values])
    safe_for = _lengths([value >= LIVES for value in values])
    is_lost, least = lost_for[0] > 0, values[0]
    for index in range(1, len(values)):
        lasting = min(_LASTS, len(values) - index)
        stays = lasting == _LASTS or not is_gone
        least = min(least, values[index])
        if not is_lost and lost_for[index] >= lasting:
            found.append((index, Fate.DIED))
            is_lost = True
        elif safe_for[index] >= lasting and stays:
            if is_lost or least < 0:
                found.append((index, Fate.LIVED))
            is_lost, least = False, 1.0
    if is_gone and not is_lost:
        found.append((len(safety), Fate.DIED))
    return found


def _lengths(holds: Sequence[bool]) -> list[int]:
    """Return for each place how long something holds without a break from there on."""
    lengths = [0] * (len(holds) + 1)
    for index in reversed(range(len(holds))):
        lengths[index] = lengths[index + 1] + 1 if holds[index] else 0
    return lengths[:-1]


def _joined(
    changes: list[tuple[int, Colour, Fate, Point]], columns: int
) -> list[GroupEvent]:
    """Return changes that belong together as events of groups, at the move most of them came."""
    left, events = sorted(changes, key=lambda change: change[0]), list[GroupEvent]()
    while left:
        group, rest = [left[0]], left[1:]
        for seed in group:
            joining = [each for each in rest if _belong_together(seed, each, columns)]
            group += joining
            rest = [each for each in rest if each not in joining]
        numbers = [number for number, *_ in group]
        number = max(sorted(set(numbers)), key=numbers.count)
        _, colour, fate, _ = group[0]
        events.append(GroupEvent(
            number, colour, fate, tuple(sorted({point for *_, point in group}))))
        left = rest
    return events


def _belong_together(
    one: tuple[int, Colour, Fate, Point], other: tuple[int, Colour, Fate, Point], columns: int
) -> bool:
    (row, column), (other_row, other_column) = divmod(one[3], columns), divmod(other[3], columns)
    return (one[1:3] == other[1:3] and abs(one[0] - other[0]) <= _TOGETHER
            and max(abs(row - other_row), abs(column - other_column)) <= _NEAR)
