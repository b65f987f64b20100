"""Clusters that a short, free way links, and who gets the points between: against plain Python."""

from itertools import product

import numpy as np
import pytest

from irgo_app.kernels.grid import neighbour_table
from irgo_app.kernels.readings import link_clusters, share_points

REACH = 4


def plain_roots(stones: np.ndarray, columns: int, clusters: np.ndarray, groups: np.ndarray
                ) -> list[int]:
    """Return the smallest cluster each is linked with, by looking at all pairs of stones."""
    linked = {number: {number} for number in range(groups.size)}
    own = [point for point in range(stones.size) if stones[point] and groups[clusters[point]]]
    for one, other in product(own, own):
        (row, column), (low, far) = divmod(one, columns), divmod(other, columns)
        between = stones.reshape(-1, columns)[min(row, low):max(row, low) + 1,
                                              min(column, far):max(column, far) + 1]
        if (stones[one] == stones[other] and groups[clusters[one]] == groups[clusters[other]]
                and abs(row - low) + abs(column - far) <= REACH
                and not (between == -stones[one]).any()):
            joint = linked[clusters[one]] | linked[clusters[other]]
            for number in joint:
                linked[number] = joint
    return [min(linked[number]) for number in range(groups.size)]


def plain_shares(clusters: np.ndarray, group_of: np.ndarray, roots: list[int], columns: int
                 ) -> list[int]:
    """Return whose each point is, by the steps to every set of linked clusters."""
    count, found = clusters.size, []
    neighbours = neighbour_table(columns, count // columns)

    def steps_from(root: int) -> dict[int, int]:
        reached = {point: 0 for point in range(count)
                   if group_of[point] and clusters[point] and roots[clusters[point]] == root}
        edge = list(reached)
        while edge:
            near = {int(other) for point in edge for other in neighbours[point] if other >= 0
                    and group_of[other] == group_of[point] and other not in reached}
            reached |= dict.fromkeys(near, reached[edge[0]] + 1)
            edge = list(near)
        return reached

    away = {root: steps_from(root) for root in set(roots[1:])}
    for point in range(count):
        known = {root: steps[point] for root, steps in away.items() if point in steps}
        nearest = [root for root, steps in known.items() if steps == min(known.values())]
        found.append(nearest[0] if len(nearest) == 1 else 0)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_links_and_shares_are_those_of_plain_python(seed: int) -> None:
    random = np.random.default_rng(seed)
    columns, rows = (int(random.integers(2, 12)) for _ in range(2))
    count = columns * rows
    stones = random.choice(np.array([0, 0, 0, 1, -1], np.int8), count)
    # Clusters of one point or several, each of one colour; groups of several clusters.
    clusters = np.zeros(count, np.int32)
    numbers = 0
    for point in np.flatnonzero(stones):
        left = point - 1 if point % columns else -1
        if left >= 0 and stones[left] == stones[point]:
            clusters[point] = clusters[left]
        else:
            numbers += 1
            clusters[point] = numbers
    groups = np.zeros(numbers + 1, np.int32)
    for number in range(1, numbers + 1):
        colour = stones[clusters == number][0]
        groups[number] = int(random.integers(0, 3)) * 2 + (1 if colour > 0 else 2) \
            if random.random() < 0.9 else 0
    root = np.empty(numbers + 1, np.int32)
    link_clusters(stones, columns, clusters, groups, REACH, root)
    assert root.tolist() == plain_roots(stones, columns, clusters, groups)

    group_of = groups[clusters]
    group_of = np.where((group_of == 0) & (random.random(count) < 0.7),
                        random.integers(0, 7, count), group_of).astype(np.int32)
    queue, steps, out = np.empty((3, count), np.int32)
    share_points(clusters, group_of, root, neighbour_table(columns, rows), queue, steps, out)
    assert out.tolist() == plain_shares(clusters, group_of, root.tolist(), columns)
