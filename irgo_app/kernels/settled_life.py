"""Life that needs no search: a group whose owner may pass for ever.

Asked at every node of the searches, so that only the points of the region are looked at. What a
living chain is: see `benson.py`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import BoolBuffer, Int32Buffer, Int32s, Int32Table
from irgo_app.kernels.benson import Rooms, new_rooms, strike, survey_room
from irgo_app.kernels.chains import FREE, GOALS, HEAD, META, OUTSIDE, QUORUM, SAVED, STONE, WALL
from irgo_app.kernels.compiler import inner_kernel, kernel


class LifeRoom(NamedTuple):
    """Scratch of `is_settled_alive` for a board of n places.

    marks -- int32 (n): 0 between two questions; queue -- int32 (n); rooms -- see `benson.py`
    room_of -- int32 (n): the room of each place of the region that is not the defender's, -1 where
        it is not enclosed; is_standing -- bool (n): at the heads of chains that live by rooms
    """

    marks: Int32Buffer
    queue: Int32Buffer
    rooms: Rooms
    room_of: Int32Buffer
    is_standing: BoolBuffer


def new_life_room(places: int) -> LifeRoom:
    """Return scratch for a board of so many places."""
    return LifeRoom(np.zeros(places, np.int32), np.empty(places, np.int32), new_rooms(places),
                    np.zeros(places, np.int32), np.zeros(places, np.bool_))


@inner_kernel
def _flood_room(
    board: Int32Table, around: Int32Table, start: int, defender: int, marks: Int32Buffer,
    queue: Int32Buffer, begin: int,
) -> int:
    """Collect the points that are not the defender's around a place, into `queue` from `begin`.

    Return where they end there; negative if the room is not enclosed. This is not `label_parts`:
    rooms are looked for at every node, around a few places only, and it must be seen what they
    border on.
    """
    end, is_enclosed = begin + 1, True
    queue[begin] = start
    marks[start] = 1
    while begin < end:
        point = queue[begin]
        begin += 1
        if board[STONE, point] != 0 and board[FREE, board[HEAD, point]] != 0:
            is_enclosed = False
        for side in range(4):
            near = around[point, side]
            stone = board[STONE, near]
            if near in (OUTSIDE, WALL):
                is_enclosed = False
                continue
            if abs(stone) > 1 or marks[near] != 0 or stone == defender:
                continue
            marks[near] = 1
            queue[end] = near
            end += 1
    return end if is_enclosed else -end


@kernel
def is_settled_alive(
    board: Int32Table, around: Int32Table, region: Int32s, defender: int, scratch: LifeRoom
) -> bool:
    """Return whether most of the group cannot be captured though its owner passes.

    Its chains have a liberty outside the region, where nobody plays; or they live unconditionally
    (`benson.py`) by enclosed rooms. scratch -- of `new_life_room`
    """
    marks, queue, rooms = scratch.marks, scratch.queue, scratch.rooms
    count, used = 0, 0
    for start in region:
        if marks[start] != 0 or board[STONE, start] == defender:
            continue
        end = _flood_room(board, around, start, defender, marks, queue, used)
        for index in range(used, abs(end)):
            scratch.room_of[queue[index]] = count if end > 0 else -1
        if end > 0:
            survey_room(queue[used:end], board[STONE], board[HEAD], around, defender, count, rooms)
            count += 1
        used = abs(end)
    for index in range(used):
        marks[queue[index]] = 0
    saved = board[META, SAVED]
    scratch.is_standing[:] = False
    if count >= 2:
        strike(count, rooms)
        for pair in range(rooms.first_pairs[count]):
            head = rooms.chains[pair]
            if not rooms.is_struck[head]:
                rooms.is_struck[head] = True  # A chain counts once.
                scratch.is_standing[head] = True
                if board[FREE, head] == 0:
                    saved += board[GOALS, head]
    return saved >= board[META, QUORUM]
