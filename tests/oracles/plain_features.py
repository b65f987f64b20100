"""The estimate's features once more in plain Python, by their definitions, on sets of points.

`values` is a map of the board, -1000 to 1000, positive for the side to move; stones are +1 and -1
in the same view. Every function returns rows of whole numbers, one a feature.
"""

from collections.abc import Callable, Sequence

from irgo_app.go.point import topology

MOST = 30000
NONE = 1000 + 1


def parts(columns: int, rows: int, kind: Callable[[int], int]) -> list[frozenset[int]]:
    """Return the connected sets of points of one kind, kind 0 left out."""
    near, left = topology(columns, rows).neighbours, set(range(columns * rows))
    found = []
    while left:
        part, edge = set[int](), [left.pop()]
        while edge:
            point = edge.pop()
            part.add(point)
            following = {other for other in near[point] if other in left
                         and kind(other) == kind(point)}
            left -= following
            edge += following
        if kind(min(part)):
            found.append(frozenset(part))
    return found


def within(point: int, columns: int, rows: int, is_near: Callable[[int, int], bool]) -> list[int]:
    """Return the points for which `is_near` says yes to the rows and columns they are away."""
    row, column = divmod(point, columns)
    return [row_ * columns + column_ for row_ in range(rows) for column_ in range(columns)
            if is_near(abs(row_ - row), abs(column_ - column))]


def clipped(value: int) -> int:
    return max(-MOST, min(MOST, value))


def local_rows(values: Sequence[int], columns: int, rows: int) -> list[list[int]]:
    """Return here, highest and lowest beside, and means of squares and of a diamond around."""
    near = topology(columns, rows).neighbours
    points = range(len(values))

    def mean(is_near: Callable[[int, int], bool]) -> list[int]:
        found = []
        for point in points:
            inside = within(point, columns, rows, is_near)
            found.append(sum(values[other] for other in inside) // len(inside))
        return found

    return [
        list(values),
        [max(values[other] for other in near[point]) for point in points],
        [min(values[other] for other in near[point]) for point in points],
        *(mean(lambda down, right, reach=reach: max(down, right) <= reach)  # type: ignore[misc]
          for reach in (1, 2, 4)),
        mean(lambda down, right: down + right <= 3),
    ]


def chain_rows(
    values: Sequence[int], stones: Sequence[int], columns: int, rows: int
) -> list[list[int]]:
    """Return the means of chains, of their liberties (one for each stone beside), of those beside.
    """
    near = topology(columns, rows).neighbours
    chain_of = {point: chain for chain in parts(columns, rows, lambda point: stones[point])
                for point in chain}

    def mean(chain: frozenset[int]) -> int:
        return sum(values[point] for point in chain) // len(chain)

    own: list[list[int]] = [[], [], [], []]
    for point in range(len(values)):
        chain = chain_of.get(point, frozenset())
        around = [values[other] for stone in chain for other in near[stone] if not stones[other]]
        own[0].append(mean(chain) if chain else 0)
        own[1].append(sum(around) // len(around) if around else 0)
        for row, colour in ((2, 1), (3, -1)):
            beside = [mean(chain_of[other]) for other in near[point] if stones[other] == colour]
            own[row].append(sum(beside) // len(beside) if beside else colour * NONE)
    return own


def area_rows(
    values: Sequence[int], stones: Sequence[int], columns: int, rows: int, least: int
) -> list[list[int]]:
    """Return what areas of one sign above `least` have, and those beside and near."""
    near = topology(columns, rows).neighbours

    def kind(point: int) -> int:
        return 0 if abs(values[point]) <= least else 1 if values[point] > 0 else -1

    area_of = {point: area for area in parts(columns, rows, kind) for point in area}
    sign_of = {area: kind(min(area)) for area in area_of.values()}

    def territory(area: frozenset[int]) -> int:
        return sum(abs(values[point]) for point in area if stones[point] != sign_of[area]) // 10

    found: list[list[int]] = [[] for _ in range(10)]
    for point in range(len(values)):
        area = area_of.get(point)
        row = [0] * 10
        if area is not None:
            sign = sign_of[area]
            vacant_border = sum(not stones[other] for member in area for other in near[member]
                                if other not in area)
            solid = sum(abs(values[member]) > 800 for member in area if stones[member] != sign)
            own = sum(stones[member] == sign for member in area)
            beside = [territory(area_of[other]) for member in area for other in near[member]
                      if other in area_of and other not in area]
            row[:5] = (sign * count for count in (
                len(area), own, territory(area), solid, vacant_border))
            row[5], row[6] = min(beside, default=MOST), max(beside, default=0)
            row[7] = sign * (territory(area) - (row[5] if beside else 0))
        close = {area_of[other] for other in within(
            point, columns, rows, lambda down, right: down + right <= 2) if other in area_of}
        for place, sign in ((8, 1), (9, -1)):
            row[place] = max((territory(one) for one in close if sign_of[one] == sign), default=0)
        for feature, value in zip(found, row, strict=True):
            feature.append(clipped(value))
    return found


def group_rows(
    values: Sequence[int], stones: Sequence[int], labels: Sequence[int], colours: Sequence[int],
    columns: int, rows: int,
) -> list[list[int]]:
    """Return what a map says of groups by number, and of the enemies beside them."""
    near = topology(columns, rows).neighbours
    facts: dict[int, tuple[int, ...]] = {}
    for label in range(1, len(colours)):
        colour = colours[label]
        members = [point for point in range(len(values)) if labels[point] == label]
        own = [colour * values[point] for point in members if stones[point] == colour]
        others = [point for point in members if stones[point] != colour]
        liberties = {other for point in members if stones[point] == colour for other in near[point]
                     if not stones[other]}
        eyes = sum(all(colour * values[other] > 0 for other in (point, *near[point]))
                   for point in others)
        facts[label] = (
            sum(own), len(own), sum(colour * values[point] for point in others), len(others),
            len(liberties), sum(colour * values[point] > -300 for point in liberties), eyes,
            min(own, default=MOST), max(own, default=-MOST))
    found: list[list[int]] = [[] for _ in range(13)]
    for point in range(len(values)):
        label, row = labels[point], [0] * 13
        if label:
            colour, own_facts = colours[label], facts[label]
            total, count, other_sum, other_count, liberty_count, free, eye_count, low, high = (
                own_facts)
            enemies = [facts[labels[other]] for member in range(len(values))
                       if labels[member] == label for other in near[member]
                       if labels[other] and colours[labels[other]] == -colour
                       and facts[labels[other]][1]]
            means = [enemy[0] // enemy[1] for enemy in enemies]
            row = [
                colour * (total // count + NONE) if count else 0, colour * (other_sum // 10),
                colour * other_count, colour * count, colour * liberty_count, colour * free,
                min(means, default=2000), max(means, default=-2000),
                colour * min((enemy[4] for enemy in enemies), default=MOST), colour * eye_count,
                min((enemy[2] // 10 for enemy in enemies), default=MOST), colour * low,
                colour * high]
        for feature, value in zip(found, row, strict=True):
            feature.append(clipped(value))
    return found
