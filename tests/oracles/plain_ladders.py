"""Ladders in plain Python: the same definition, by recursion over sets."""

from irgo_app.go.point import Point, topology
from irgo_app.go.position import CELL_OF_COLOUR, Position

MOST_PLIES = 60


class TooLongError(Exception):
    """A ladder that is followed too far."""


def taken_stones(position: Position) -> frozenset[Point]:
    """Return the stones that a ladder takes: in atari and unable to leave it, or taken by force."""
    taken, seen = set[Point](), set[Point]()
    for point, cell in enumerate(position.cells):
        if not cell or point in seen:
            continue
        chain = position.chain(point)
        seen |= chain
        liberties = position.liberties(point)
        if len(liberties) == 1:
            is_taken = _stays_in_atari(position, point)
        elif len(liberties) == 2:
            is_taken = bool(first_moves(position, point))
        else:
            is_taken = False
        if is_taken:
            taken |= chain
    return frozenset(taken)


def first_moves(
    position: Position, stone: Point, line: tuple[bytes, ...] = ()
) -> frozenset[Point]:
    """Return the moves that begin a working ladder against a chain with two liberties.

    line -- the positions before this one, oldest first
    """
    line = (*line, position.cells)
    return frozenset(
        move for move in position.liberties(stone)
        if (after := _played(position, move, -position.colour_at(stone))) is not None
        and len(after.liberties(stone)) == 1 and after.cells not in line[-2::-2]
        and _stays_in_atari(after, stone, line))


def _stays_in_atari(
    position: Position, stone: Point, line: tuple[bytes, ...] = ()
) -> bool:
    """Return whether a chain in atari is taken though its owner moves."""
    line = (*line, position.cells)
    if len(line) > MOST_PLIES:
        raise TooLongError
    colour = position.colour_at(stone)
    around = topology(position.columns, position.rows).neighbours
    replies = set(position.liberties(stone))
    for member in position.chain(stone):
        for near in around[member]:
            if position.colour_at(near) == -colour and len(position.liberties(near)) == 1:
                replies |= position.liberties(near)
    for reply in replies:
        after = _played(position, reply, colour)
        if after is None:
            continue
        liberties = len(after.liberties(stone))
        if liberties >= 3 or (liberties == 2 and (
                after.cells in line[-2::-2] or not first_moves(after, stone, line))):
            return False
    return True


def _played(position: Position, point: Point, colour: int) -> Position | None:
    """Return the position after a move, ko not looked at; None for suicide."""
    cells = bytearray(position.cells)
    cells[point] = CELL_OF_COLOUR[colour]
    now = Position(position.columns, position.rows, bytes(cells), -colour)
    for near in topology(position.columns, position.rows).neighbours[point]:
        if now.colour_at(near) == -colour and not now.liberties(near):
            cells = bytearray(now.cells)
            for stone in now.chain(near):
                cells[stone] = 0
            now = Position(position.columns, position.rows, bytes(cells), -colour)
    return now if now.liberties(point) else None
