"""Which stones of a finished game are dead: those proved to be, else those read to be."""

from __future__ import annotations

from collections.abc import Collection

from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.clusters import Clusters
from irgo_app.layers.results import Status
from irgo_app.lifedeath.groups import proved_fates
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.request import LayerRequest


def dead_stones(position: Position, service: AnalysisService) -> frozenset[Point]:
    """Return the stones the reading (layer `clusters`) calls dead."""
    found = service.result(LayerRequest.of(position, "clusters"))
    assert isinstance(found, Clusters)
    return frozenset(
        point for region in found.regions if region.status is Status.DEAD
        for point in region.stones)


def settled_dead_stones(position: Position, read: Collection[Point]) -> frozenset[Point]:
    """Return the dead stones for a score: what the solver proves cheaply, else what is read.

    read -- the stones that the reader or the maps hold for dead
    """
    fates = proved_fates(position)
    return frozenset(
        point for point, cell in enumerate(position.cells)
        if cell and fates.get(point, point in read))
