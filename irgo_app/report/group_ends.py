"""What became of the groups of a game: those on the last board, and those that were taken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from irgo_app.go.point import LETTER_OF_COLOUR, Colour, Point
from irgo_app.judging.study import DIES, LIVES
from irgo_app.layers.groups import NAME as GROUPS
from irgo_app.layers.groups import Groups
from irgo_app.review.game_line import ComputeLayer
from irgo_app.review.game_review import LEAST_STONES, Fate, GameReview, GroupEvent, fate_of_stones
from irgo_app.review.group_names import names_after
from irgo_app.service.request import LayerRequest
from irgo_app.words import noted

_FEW: Final = 3
"""So many shared stones make an event one of a group, or all of its stones."""


class End(Enum):
    """What became of a group."""

    ALIVE = noted("alive")
    DEAD = noted("dead")
    OPEN = noted("still open")
    TAKEN = noted("taken off the board")


@dataclass(frozen=True, slots=True)
class GroupEnd:
    """A group and what became of it.

    name -- as on the board, W1, B2 ...; for a group that was taken its colour's letter alone
    stones -- on the last board, or as they lay when they died
    events -- what befell it, in the order of the moves
    """

    name: str
    colour: Colour
    stones: tuple[Point, ...]
    end: End
    events: tuple[GroupEvent, ...]


def last_groups(review: GameReview, compute: ComputeLayer) -> tuple[Groups, tuple[str, ...]]:
    """Return the groups of the last board, with names as they came to be along the game."""
    found = [_groups(compute, LayerRequest.of(position, GROUPS))
             for position in review.line.positions]
    return found[-1], names_after(found)


def group_ends(
    review: GameReview, groups: Groups, names: Iterable[str]
) -> tuple[GroupEnd, ...]:
    """Return what became of every group of some size: Black's, White's, then those taken."""
    position, said = review.line.positions[-1], review.judged[-1]
    found = list[GroupEnd]()
    for region, name in zip(groups.regions, names, strict=True):
        if len(region.stones) >= LEAST_STONES:
            fate = fate_of_stones(region.stones, region.colour, said, position)
            end = End.ALIVE if fate >= LIVES else End.DEAD if fate <= DIES else End.OPEN
            found.append(GroupEnd(name, region.colour, region.stones, end,
                                  _events_of(review, region.colour, region.stones)))
    found.sort(key=lambda group: (-group.colour, -len(group.stones)))
    for event in review.events:
        is_there = [position.colour_at(stone) == event.colour for stone in event.stones]
        if event.fate is Fate.DIED and sum(is_there) * 2 < len(is_there):
            found.append(GroupEnd(LETTER_OF_COLOUR[event.colour], event.colour, event.stones,
                                  End.TAKEN, (event,)))
    return tuple(found)


def _groups(compute: ComputeLayer, request: LayerRequest) -> Groups:
    found = compute(request)
    assert isinstance(found, Groups)
    return found


def _events_of(
    review: GameReview, colour: Colour, stones: tuple[Point, ...]
) -> tuple[GroupEvent, ...]:
    own = set(stones)
    return tuple(event for event in review.events if event.colour == colour
                 and len(own & set(event.stones)) >= min(_FEW, len(event.stones)))
