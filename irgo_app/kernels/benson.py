"""Life that needs no search: chains and groups that live even if their owner never answers.

Of all chains of a colour, and the rooms of other points between them, strike again and again the
chains with fewer than two vital rooms and the rooms that touch a chain struck; what is left is
alive. A room is vital to a chain if it has vacant points and all of them are liberties of it.
The reading asks it of whole boards; the solver, at every node, of the points of its region alone.
Source: D. B. Benson, Life in the Game of Go, Information Sciences 10 (1976).
"""

from typing import NamedTuple

import numpy as np

from irgo_app.kernels.argument_types import (BoolBuffer, Int8Buffer, Int8s, Int32Buffer, Int32s,
                                             Int32Table)
from irgo_app.kernels.chains import FREE, GOALS, HEAD, META, OUTSIDE, QUORUM, SAVED, STONE, WALL
from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.grid import label_parts


class Rooms(NamedTuple):
    """Which chains are beside which room; scratch that keeps nothing between two questions.

    Chains go by one number each, such as their first stone. A pair is a chain and a room beside it.
    first_pairs -- for each room its first pair, and where the last one ends
    vacant -- for each room its vacant points; is_sound -- whether it has not been struck
    chains -- for each pair the chain; liberties -- the vacant points of the room beside the chain;
    last_point -- the last point that was counted
    pairs -- for each chain its last pair; vital -- its vital rooms; is_struck
    """

    first_pairs: Int32Buffer
    vacant: Int32Buffer
    is_sound: BoolBuffer
    chains: Int32Buffer
    liberties: Int32Buffer
    last_point: Int32Buffer
    pairs: Int32Buffer
    vital: Int32Buffer
    is_struck: BoolBuffer


def new_rooms(places: int) -> Rooms:
    """Return what `survey_room` and `strike` need for a board of so many places."""
    per_room, per_pair = places + 2, 4 * places
    return Rooms(
        np.zeros(per_room, np.int32), np.zeros(per_room, np.int32), np.zeros(per_room, np.bool_),
        np.zeros(per_pair, np.int32), np.zeros(per_pair, np.int32), np.zeros(per_pair, np.int32),
        np.zeros(places, np.int32), np.zeros(places, np.int32), np.zeros(places, np.bool_))


@inner_kernel
def survey_room(
    points: Int32s, stones: Int32s, chain_of: Int32s, around: Int32Table, owner: int, room: int,
    rooms: Rooms,
) -> None:
    """List the chains of a colour beside a room, with how many of its vacant points each touches.

    points -- int32: those of the room; stones -- int32 (n): 0 vacant, `owner` on stones of his
    chain_of -- int32 (n): the chain of each such stone; around -- int32 (n, 4 or more), absent = -1
    room -- its number; rooms are surveyed in order from 0; rooms -- changed
    """
    first = end = np.int64(rooms.first_pairs[room])
    vacant = 0
    for point in points:
        is_vacant = stones[point] == 0
        vacant += is_vacant
        for side in range(4):
            near = around[point, side]
            if near < 0 or stones[near] != owner:
                continue
            chain = chain_of[near]
            pair = np.int64(rooms.pairs[chain])
            if pair < first or pair >= end or rooms.chains[pair] != chain:
                pair = end
                rooms.pairs[chain] = pair
                rooms.chains[pair] = chain
                rooms.liberties[pair] = 0
                rooms.last_point[pair] = -1
                end += 1
            if is_vacant and rooms.last_point[pair] != point:
                rooms.last_point[pair] = point
                rooms.liberties[pair] += 1
    rooms.vacant[room] = vacant
    rooms.first_pairs[room + 1] = end


@inner_kernel
def strike(count: int, rooms: Rooms) -> None:
    """Strike chains and rooms until nothing changes; `is_struck` says it of the chains listed.

    count -- how many rooms were surveyed; rooms -- changed
    """
    end = rooms.first_pairs[count]
    for pair in range(end):
        rooms.is_struck[rooms.chains[pair]] = False
    for room in range(count):
        rooms.is_sound[room] = rooms.vacant[room] > 0
    has_changed = True
    while has_changed:
        has_changed = False
        for pair in range(end):
            rooms.vital[rooms.chains[pair]] = 0
        for room in range(count):
            if rooms.is_sound[room]:
                for pair in range(rooms.first_pairs[room], rooms.first_pairs[room + 1]):
                    rooms.vital[rooms.chains[pair]] += rooms.liberties[pair] == rooms.vacant[room]
        for room in range(count):
            for pair in range(rooms.first_pairs[room], rooms.first_pairs[room + 1]):
                chain = rooms.chains[pair]
                if rooms.vital[chain] < 2 and not rooms.is_struck[chain]:
                    rooms.is_struck[chain] = True
                    has_changed = True
                if rooms.is_struck[chain] and rooms.is_sound[room]:
                    rooms.is_sound[room] = False
                    has_changed = True


class LifeScratch(NamedTuple):
    """What `unconditionally_alive` needs besides; contents do not matter, int8 and int32 (n)."""

    kinds: Int8Buffer
    stones: Int32Buffer
    queue: Int32Buffer
    parts: Int32Buffer


def new_life_scratch(points: int) -> LifeScratch:
    """Return scratch for a board of so many points."""
    return LifeScratch._make((np.empty(points, np.int8), *np.empty((3, points), np.int32)))


@inner_kernel
def _find_apart(stones: Int8s, neighbours: Int32Table, colour: int, out: BoolBuffer) -> None:
    """Mark the vacant points that are beside no stone of a colour; out -- bool (n)."""
    for point in range(stones.size):
        is_beside = False
        for side in range(4):
            near = neighbours[point, side]
            is_beside |= (near >= 0) & (stones[near] == colour)
        out[point] = (stones[point] == 0) & (not is_beside)


@kernel
def unconditionally_alive(
    stones: Int8s, neighbours: Int32Table, colour: int, rooms: Rooms, scratch: LifeScratch,
    out: BoolBuffer,
) -> None:
    """Mark the stones of a colour that cannot be captured though their owner passes every move.

    stones -- int8 (n); neighbours -- int32 (n, 4), absent = -1; out -- bool (n), overwritten
    rooms, scratch -- of `new_rooms` and `new_life_scratch` for n points
    """
    queue, parts = scratch.queue, scratch.parts
    for point in range(stones.size):
        scratch.stones[point] = stones[point]
        scratch.kinds[point] = 1 if stones[point] == colour else 2
    label_parts(scratch.kinds, neighbours, queue, parts)
    # Only rooms that may be vital to a chain are surveyed: no vacant point lies apart from all.
    _find_apart(stones, neighbours, colour, out)
    count, begin = 0, 0
    while begin < queue.size:
        end, part = begin, parts[queue[begin]]
        may_be_vital, has_vacant = stones[queue[begin]] != colour, False
        while end < queue.size and parts[queue[end]] == part:
            may_be_vital &= not out[queue[end]]
            has_vacant |= stones[queue[end]] == 0
            end += 1
        if may_be_vital and has_vacant:
            survey_room(queue[begin:end], scratch.stones, parts, neighbours, colour, count, rooms)
            count += 1
        begin = end
    rooms.is_struck[:] = True
    strike(count, rooms)
    for point in range(stones.size):
        out[point] = stones[point] == colour and not rooms.is_struck[parts[point]]


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
