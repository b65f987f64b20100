"""How a game is counted: its rules and komi, for layers that give a score."""

from __future__ import annotations

from collections.abc import Mapping

from irgo_app.go.rules import ruleset_named
from irgo_app.settings.param import AS_IN_GAME, ParamValue
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree


def counted_as_game(params: Mapping[str, ParamValue], tree: GameTree) -> Mapping[str, ParamValue]:
    """Return a layer's parameters with those of the game where they say `game`."""
    if AS_IN_GAME not in params.values():
        return params
    info = game_info(tree)
    own = {"rules": "area" if ruleset_named(info.rules).counts_area else "territory",
           "komi": f"{info.komi_points or 0.0:g}"}
    return {key: own.get(key, value) if value == AS_IN_GAME else value
            for key, value in params.items()}
