"""The one way from a layer as it is shown on a position to what the service is asked."""

from collections.abc import Iterable, Mapping

from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.explanation import EXPLANATION, explained_field
from irgo_app.layers.layer import Layer
from irgo_app.service.request import LayerRequest
from irgo_app.settings import AS_IN_GAME, ParamValue
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import GameTree, Node


def counted_as_game(
    params: Mapping[str, ParamValue], tree: GameTree, node: Node | None = None
) -> Mapping[str, ParamValue]:
    """Return a layer's parameters with those of the game where they say `game`.

    Komi is the judged one: with what White has for a handicap, the usual one where none is told.
    """
    if AS_IN_GAME not in params.values():
        return params
    game = game_rules(tree, node)
    own = {"rules": "area" if game.rules.counts_area else "territory",
           "komi": f"{game.judged_komi:g}"}
    return {key: own.get(key, value) if value == AS_IN_GAME else value
            for key, value in params.items()}


def request_as_shown(
    layer: Layer, params: Mapping[str, ParamValue], position: Position, game: GameTree,
    dead: str = "", node: Node | None = None,
) -> LayerRequest:
    """Return what to ask for so that every face of irgo shows the same.

    params -- the layer's parameters as the user set them; `game` stands for the game's rules or
    komi
    dead -- vertices of stones that a search found dead on this position; they join those that the
    parameters take for dead, unless the parameters keep every stone
    node -- whose game is meant where the tree holds several, by default the root's
    """
    counted = dict(counted_as_game(params, game, node))
    if dead and "dead" in counted and counted["dead"] != "keep":
        counted["dead"] = f"{counted['dead']} {dead}".strip()
    return LayerRequest.of(position, layer.name, counted, uses_order=layer.uses_order)


def explanation_as_shown(
    position: Position, point: Point, fields: Iterable[tuple[Layer, LayerRequest]],
    dead: str = "",
) -> LayerRequest:
    """Return what to ask about a point so that the maps that are shown are explained.

    fields -- the layers shown, each with its request on this position; those that nothing can be
    said of are left out
    dead -- vertices of stones that a search found dead on this position
    """
    texts = [explained_field(layer, dict(request.params)) for layer, request in fields
             if layer.shares or layer.opinion]
    return LayerRequest.of(
        position, EXPLANATION, {"point": point, "fields": " ".join(texts), "dead": dead})
