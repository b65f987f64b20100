"""What a player would call one group: joined by shadows, and by short, free ways besides.

Definition and measurement: docs/layers/groups.md.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers.reading_tables import GroupTable, ReadingInTables

_REACH: Final = 3
"""How many steps a short way has: a jump over two points, or less."""


def linked(position: Position, reading: ReadingInTables) -> GroupTable:
    """Return the groups of a reading, cut where no short, free way leads from cluster to cluster.

    Stones are pretended on colour-controlled points, as where shadows join. A point of the shadow
    goes to the part that is nearest, to none where two are.
    """
    from irgo_app.kernels.group_links import link_clusters, share_points
    from irgo_app.kernels.tables import neighbour_table

    clusters, groups = reading.clusters, reading.groups
    count, living = len(position.cells), groups.members.size
    numbers = np.arange(1, living + 1, dtype=np.int32)
    inside, sizes = clusters.points[:clusters.ends[living]], np.diff(clusters.ends[:living + 1])
    cluster_of, group_of_cluster = np.zeros(count, np.int32), np.zeros(living + 1, np.int32)
    cluster_of[inside] = np.repeat(numbers, sizes)
    pretend = np.zeros(count, np.int8)
    pretend[inside] = np.repeat(clusters.colours[:living], sizes)
    places = np.arange(1, len(groups) + 1, dtype=np.int32)
    group_of_cluster[groups.members] = np.repeat(places, np.diff(groups.member_ends))
    root = np.empty(living + 1, np.int32)
    link_clusters(pretend, position.columns, cluster_of, group_of_cluster, _REACH, root)
    members = np.argsort(root[1:], kind="stable") + 1
    group_of_entry = np.repeat(places, np.diff(groups.ends))
    neighbours = neighbour_table(position.columns, count // position.columns)
    queue, steps = np.empty((2, count), np.int32)
    owners, points = [], []
    for colour in (BLACK, WHITE):
        # A point may lie in a group of either colour: under one's stones, in the other's shadow.
        is_own = groups.colours[group_of_entry - 1] == colour
        group_of, owner = np.zeros(count, np.int32), np.empty(count, np.int32)
        group_of[groups.points[is_own]] = group_of_entry[is_own]
        share_points(np.where(pretend == colour, cluster_of, 0).astype(np.int32), group_of, root,
                     neighbours, queue, steps, owner)
        points.append(np.flatnonzero(owner))
        owners.append(owner[points[-1]])
    owner, point = np.concatenate(owners), np.concatenate(points)
    order = np.argsort(owner, kind="stable")
    roots = numbers[root[1:] == numbers]

    def ends(sorted_roots: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        return np.append(np.searchsorted(sorted_roots, roots), sorted_roots.size).astype(np.int32)

    return GroupTable(clusters.colours[roots - 1], members.astype(np.int16), ends(root[members]),
                      point[order].astype(np.int16), ends(owner[order]))
