"""A position played on in place says at every step what new positions say."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position, unpacked_points
from irgo_app.go.rules import RunningPosition, play, why_illegal
from irgo_app.go.rulesets import TROMP_TAYLOR


def after_lone_suicide(position: Position, colour: int) -> Position:
    """Return the position after a record's suicide of one stone, the other side's prisoner."""
    by_black, by_white = position.captures
    return replace(position, to_play=-colour, ko_point=PASS, captures=(
        by_black + (colour == WHITE), by_white + (colour == BLACK)))


@pytest.mark.parametrize("size", [(2, 2), (3, 5), (5, 5), (9, 9)])
def test_it_goes_as_playing_one_position_after_the_other(size: tuple[int, int]) -> None:
    random = Random(18)
    position = Position.empty(*size)
    running, seen = RunningPosition(position, TROMP_TAYLOR), set()
    for _ in range(1500):
        colour = random.choice((position.to_play, BLACK, WHITE))
        point = random.choice((PASS, *range(len(position.cells)), *range(len(position.cells))))
        kind = random.randrange(12)
        if kind == 0:
            stones = {random.randrange(len(position.cells)): random.randrange(-1, 2)}
            running.put(stones)
            position = position.with_stones(stones)
        elif kind == 1:
            running.give_turn(colour)
            position = position.with_to_play(colour)
        else:
            oddity = running.record(colour, point)
            seen.add(oddity)
            try:
                position = play(position, colour, point, TROMP_TAYLOR)
                assert oddity is None
            except IllegalMoveError as error:
                if "suicide" in str(error):
                    assert oddity == "it is suicide"
                    position = after_lone_suicide(position, colour)
                    continue
                assert oddity in ("a stone was there already", "it retakes the ko at once")
                cleared = (position if oddity and "ko" in oddity
                           else position.with_stones({point: 0}))
                turned = cleared.with_to_play(-colour)
                if why_illegal(turned, colour, point, TROMP_TAYLOR):
                    position = after_lone_suicide(turned, colour)
                else:
                    position = play(turned, colour, point, TROMP_TAYLOR)
        frozen = running.frozen()
        assert frozen == position and frozen.order == position.order
        assert len(set(unpacked_points(frozen.order))) * 2 == len(frozen.order)
    assert "a stone was there already" in seen and (size[0] > 2 or len(seen) > 2)
