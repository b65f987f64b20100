"""The layers once more in plain Python, written from their definitions and slow."""

from collections import deque
from fractions import Fraction
from itertools import product

from irgo_app.go.point import Point, topology
from irgo_app.go.position import Position
from irgo_app.kernels.gnugo import DIRECTIONS


def shadow(position: Position, reach: int) -> list[Fraction]:
    """Spread from each stone by breadth, stepping only away from it on each axis."""
    columns = position.columns
    total = [Fraction(0)] * len(position.cells)
    for source in range(len(position.cells)):
        colour = position.colour_at(source)
        if not colour:
            continue
        level, distance = {source}, 0
        while level and distance < reach:
            following = set()
            for point in level:
                total[point] += colour * Fraction(reach - distance, reach)
                if position.colour_at(point) == -colour:
                    continue
                for near in topology(columns, position.rows).neighbours[point]:
                    if _distance(near, source, columns) == distance + 1:
                        following.add(near)
            level, distance = following, distance + 1
    return total


def _distance(first: int, second: int, columns: int) -> int:
    (row, column), (other_row, other_column) = divmod(first, columns), divmod(second, columns)
    return abs(row - other_row) + abs(column - other_column)


def radiation(position: Position, generations: int) -> list[int]:
    """Zobrist's radiation, literal reading."""
    neighbours = topology(position.columns, position.rows).neighbours
    total = [0] * len(position.cells)
    for source in range(len(position.cells)):
        colour = position.colour_at(source)
        frontier = {source} if colour else set()
        for _ in range(generations):
            given = [near for point in frontier for near in neighbours[point]
                     if not position.cells[near]]
            for point in given:
                total[point] += colour
            frontier = set(given)
    return total


def greedy(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[tuple[int, int], ...]]:
    """Return all paths that step by step reduce the straight distance most, start included."""
    if start == end:
        return [(start,)]
    steps = [(start[0] + a, start[1] + b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    lengths = [(end[0] - x) ** 2 + (end[1] - y) ** 2 for x, y in steps]
    return [
        (start, *rest) for step, length in zip(steps, lengths, strict=True)
        if length == min(lengths) for rest in greedy(step, end)
    ]


def paths_between(
    start: tuple[int, int], end: tuple[int, int]
) -> set[tuple[tuple[int, int], ...]]:
    """Return the greedy paths from either end, each once, as led from `start`."""
    return set(greedy(start, end)) | {path[::-1] for path in greedy(end, start)}


def path_influence(position: Position, path_range: int, base: Fraction) -> list[Fraction]:
    """Path influence from the definition: open share of the paths times base^distance."""
    columns = position.columns
    total = [Fraction(0)] * len(position.cells)
    for source, target in product(range(len(total)), repeat=2):
        distance = _distance(source, target, columns)
        colour = position.colour_at(source)
        if not colour or position.cells[target] or not 1 <= distance <= path_range:
            continue
        paths = paths_between(divmod(source, columns), divmod(target, columns))
        is_open = [all(not position.cells[row * columns + column] for row, column in path[1:])
                   for path in paths]
        total[target] += colour * base**distance * Fraction(sum(is_open), len(paths))
    return total


def manual_influence(
    columns: int, rows: int, source: int, attenuation: Fraction, diagonal: Fraction
) -> tuple[dict[int, Fraction], list[int]]:
    """GNU Go's manual to the letter on an empty board: a queue, eight directions, fractions.

    Returns the influence of strength 100 at every point, and the points as they were visited.
    """
    source_row, source_column = divmod(source, columns)
    order = ((1, 0), (0, -1), (-1, 0), (0, 1), (1, -1), (-1, -1), (-1, 1), (1, 1))
    found, queue, visited = {source: Fraction(100)}, deque([source]), list[int]()
    while queue:
        point = queue.popleft()
        visited.append(point)
        row, column = divmod(point, columns)
        down, right = row - source_row, column - source_column
        for di, dj in order:
            product_ = di * down + dj * right
            i, j = row + di, column + dj
            if (point != source and product_ <= 0) or not (0 <= i < rows and 0 <= j < columns):
                continue
            damping = Fraction(1)
            if point != source:
                damping = Fraction(product_**2,
                                   (di * di + dj * dj) * (down * down + right * right))
            given = found[point] * damping / attenuation / (diagonal if di and dj else 1)
            near = i * columns + j
            if near not in found:
                found[near] = Fraction(0)
                queue.append(near)
            assert near not in visited
            found[near] += given
    return found, visited


def inner_points(values: list[int], position: Position) -> list[int]:
    """The watershed by walking: +1, -1 or 0 for every point, from potentials as whole numbers."""
    black = [_ends_inner(values, position, point) for point in range(len(values))]
    white = [_ends_inner([-value for value in values], position, point)
             for point in range(len(values))]
    has_both = 1 in position.cells and 255 in position.cells
    return [
        (int(b) - int(w)) if has_both and not position.cells[point] else 0
        for point, (b, w) in enumerate(zip(black, white, strict=True))]


def _ends_inner(values: list[int], position: Position, start: int) -> bool:
    """Follow all ways downhill, plateaus as one place, until one ends at 0 or above."""
    neighbours = topology(position.columns, position.rows).neighbours
    seen, waiting = set[int](), [start]
    while waiting:
        point = waiting.pop()
        if point in seen or values[point] < 0:
            continue
        seen.add(point)
        lowest = min(values[near] for near in neighbours[point])
        if lowest < values[point]:
            waiting += [near for near in neighbours[point] if values[near] == lowest]
            continue
        plateau = {point}
        edge = [point]
        for member in edge:
            for near in neighbours[member]:
                if values[near] == values[point] and near not in plateau:
                    plateau.add(near)
                    edge.append(near)
        exits = [member for member in plateau
                 if min(values[near] for near in neighbours[member]) < values[point]]
        if not exits:
            return True
        waiting += exits
    return False


def breadth_first_order(columns: int, rows: int, source: Point) -> list[Point]:
    """Return the points in the order in which the manual's queue visits them on an empty board.

    A point joins the queue when something first arrives; neighbours are looked at south, west,
    north, east, then south-west, north-west, north-east, south-east.
    """
    source_row, source_column = divmod(source, columns)
    seen, queue, order = {source}, deque([source]), []
    while queue:
        point = queue.popleft()
        order.append(point)
        row, column = divmod(point, columns)
        for down, right in DIRECTIONS:
            outward = down * (row - source_row) + right * (column - source_column)
            near_row, near_column = row + down, column + right
            near = near_row * columns + near_column
            is_on_board = 0 <= near_row < rows and 0 <= near_column < columns
            if is_on_board and near not in seen and (outward > 0 or point == source):
                seen.add(near)
                queue.append(near)
    return order
