"""Influence read as a chance: what points of so much influence became, by stage of the game.

The curves are in resources/chance.json, one for each layer and stage, made by
docs/calibrate_chance.py from games whose final ownership a strong network had judged. They rise
and are the same for both colours.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Final, TypedDict

import numpy as np

from irgo_app.errors import LayerError
from irgo_app.go.position import Position
from irgo_app.layers.layer import Params
from irgo_app.layers.results import Field, Values
from irgo_app.resource_files import computed_with
from irgo_app.settings import Param

READING: Final = Param(
    "reading", str, "raw", "Reading",
    "raw: the model's own unit; chance: how likely the point ends as Black's, less how likely as "
    "White's, measured on games of strong programs with the default parameters.",
    choices=("raw", "chance"))
UNIT: Final = "chance of Black - chance of White"


class _Curve(TypedDict):
    """A rising curve: values of a map, and the chances that go with them, float64."""

    values: Values
    chances: Values


class _Table(TypedDict):
    """What resources/chance.json holds: stones on 361 points, and a curve a stage and layer."""

    stages: Values
    layers: dict[str, list[_Curve]]


def as_read(field: Field, position: Position, params: Params, layer: str) -> Field:
    """Return a layer's field as the parameter `reading` asks: as it is, or as chances."""
    if params["reading"] == "raw":
        return field
    return Field(chances(layer, field.values, position), UNIT)


def no_chance(params: Params, layer: str) -> None:
    """Raise LayerError if a layer is read as chances, which are no sum over stones."""
    if params["reading"] != "raw":
        raise LayerError(
            "{layer}:reading=chance is no sum over stones; explain reading=raw.", layer=layer)


def chances(layer: str, values: Values, position: Position) -> Values:
    """Return the chance of Black less that of White, -1 to 1, for values of a layer.

    layer -- a key of resources/chance.json. Between the middles of the stages the curves are mixed.
    """
    earlier, later_share = _stage_of(position)
    found = np.zeros(values.shape)
    for stage, share in ((earlier, 1.0 - later_share), (earlier + 1, later_share)):
        curve = _table()["layers"][layer][stage]
        found += share * np.interp(np.abs(values), curve["values"], curve["chances"])
    return np.asarray(np.copysign(found, values))


def chances_by_unit(layer: str, scale: float, position: Position) -> Values:
    """Return the `chances` of 0, 1, 2 ... units of a layer, from the last one on they are the same.

    scale -- how many units make a value of 1
    """
    earlier, later_share = _stage_of(position)
    before, after = _curves_by_unit(layer, scale)[earlier:earlier + 2]
    return np.asarray((1.0 - later_share) * before + later_share * after)


def _stage_of(position: Position) -> tuple[int, float]:
    """Return the earlier one of the stages a position lies between, and the share of the later."""
    filled = 361.0 * position.stone_count() / len(position.cells)
    stages = _table()["stages"]
    place = float(np.interp(filled, stages, np.arange(stages.size)))
    earlier = min(int(place), stages.size - 2)
    return earlier, place - earlier


@cache
def _curves_by_unit(layer: str, scale: float) -> Values:
    """Return float64 (stages, units): the curve of each stage."""
    curves = _table()["layers"][layer]
    most = max(curve["values"][-1] for curve in curves)
    values = np.arange(int(most * scale) + 2) / scale
    return np.array([np.interp(values, curve["values"], curve["chances"]) for curve in curves])


@cache
def _table() -> _Table:
    """Return the stages (stones on 361 points) and for each layer a curve a stage."""
    found = json.loads(computed_with("chance.json"))
    return {"stages": np.array(found["stages"]), "layers": {
        layer: [{"values": np.array(curve["values"]), "chances": np.array(curve["chances"])}
                for curve in curves] for layer, curves in found["layers"].items()}}
