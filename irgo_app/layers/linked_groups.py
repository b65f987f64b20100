"""What a player would call one group: joined by shadows, and by short, free ways besides.

Definition and measurement: docs/layers/groups.md.
"""

from __future__ import annotations

from typing import Final

from irgo_app.go.position import Position
from irgo_app.layers.reading_tables import GroupTable, ReadingInTables, group_table

_REACH: Final = 3
"""How many steps a short way has: a jump over two points, or less."""


def linked(position: Position, reading: ReadingInTables) -> GroupTable:
    """Return the groups of a reading, cut where no short, free way leads from cluster to cluster.

    Stones are pretended on colour-controlled points, as where shadows join. A point of the shadow
    goes to the part that is nearest, to none where two are.
    """
    from irgo_app.kernels.cluster_lists import new_group_list
    from irgo_app.kernels.group_links import list_linked, new_link_scratch
    from irgo_app.kernels.kept_scratch import kept_scratch
    from irgo_app.kernels.tables import neighbour_table

    columns, size = position.columns, len(position.cells)
    clusters, groups, out = reading.clusters, reading.groups, new_group_list(size)
    count = list_linked(
        columns, neighbour_table(columns, size // columns), clusters.points, clusters.ends,
        clusters.colours, groups.colours, groups.members, groups.member_ends, groups.points,
        groups.ends, _REACH, kept_scratch(new_link_scratch, size), out)
    return group_table(out, count)
