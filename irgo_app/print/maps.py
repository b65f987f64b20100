"""The Ishida view of a position, for whatever is printed."""

from __future__ import annotations

from collections.abc import Callable

from irgo_app.draw.drawables import Drawable
from irgo_app.go.position import Position
from irgo_app.layers import ISHIDA, layer_named
from irgo_app.layers.results import Result
from irgo_app.service.as_shown import request_as_shown
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.game_tree import GameTree


def ishida_view(
    position: Position, game: GameTree, compute: Callable[[LayerRequest], Result]
) -> list[Drawable]:
    """Return influence, territory, moyo and life of a position of a game, as they are drawn."""
    found = list[Drawable]()
    for name, params in ISHIDA:
        layer = layer_named(name)
        found += layer.drawables(compute(
            request_as_shown(layer, layer.full_params(params), position, game)))
    return found
