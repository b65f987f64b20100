"""The overlays, in the order of the menu and of the command line.

A new overlay is one file here and one entry in LAYERS; switch, legend, parameters, key,
`irgo layers`, JSON and pictures follow from it.
"""

from difflib import get_close_matches
from typing import Final

from irgo_app.errors import LayerError
from irgo_app.layers import (candidates, clusters, colourmap, estimate, explanation, groups,
                             influence_gnugo, influence_paths, influence_potential,
                             influence_shadow, influence_zobrist, moyo, ownership, reading,
                             territory)
from irgo_app.layers.layer import Layer
from irgo_app.settings import ParamValue
from irgo_app.words import listed

LAYERS: Final[tuple[Layer, ...]] = (
    influence_shadow.LAYER,
    territory.LAYER,
    moyo.LAYER,
    groups.LAYER,
    clusters.LAYER,
    colourmap.LAYER,
    influence_paths.LAYER,
    influence_gnugo.LAYER,
    influence_potential.LAYER,
    influence_zobrist.LAYER,
    estimate.LAYER,
    ownership.LAYER,
    candidates.LAYER,
)
COMPUTED: Final = tuple(layer for layer in LAYERS if not layer.uses_engine)
"""The layers that need no engine."""
HIDDEN_LAYERS: Final[tuple[Layer, ...]] = (reading.LAYER, explanation.explanation_layer(COMPUTED))
"""Layers in no menu: what others need, and sentences about a point."""

_BY_NAME: Final = {layer.name: layer for layer in LAYERS}


def layer_named(name: str) -> Layer:
    """Return the layer of a name; raises LayerError that names the nearest or all of them."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    for near in get_close_matches(name, _BY_NAME, n=1):
        raise LayerError("There is no layer {name!r}; did you mean {near}?", name=name, near=near)
    raise LayerError("There is no layer {name!r}; there are {names}.", name=name,
                     names=listed(_BY_NAME))


def layer_of_text(text: str) -> tuple[Layer, dict[str, ParamValue]]:
    """Return layer and parameters of a text such as `moyo:function=tables`; raises LayerError."""
    name, _, tail = text.partition(":")
    layer = layer_named(name)
    given: dict[str, str] = {}
    last_key = ""
    for pair in tail.split(",") if tail else []:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if equals:
            given[key] = value
            last_key = key
        elif last_key:
            given[last_key] += f",{key}"  # The next item of a list, as in dead=D4,E5.
        else:
            raise LayerError(
                "Write layer parameters as {name}:param=value, not {text!r}.", name=name, text=text)
    return layer, layer.parse_params(given)
