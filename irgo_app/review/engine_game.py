"""A node of a record as an engine can follow it: setup, then moves, or the bare stones."""

from __future__ import annotations

from irgo_app.engines.engine import Restriction
from irgo_app.engines.tracker import EngineGame, Move
from irgo_app.go.position import Position
from irgo_app.go.rules import ruleset_named
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.replay import Replay

_DEFAULT_KOMI = 6.5
_RULES = {"Japanese": "japanese", "Chinese": "chinese", "AGA": "aga", "NZ": "new-zealand",
          "Tromp-Taylor": "tromp-taylor"}
"""KataGo's names of the rulesets."""


def selected_points(node: Node) -> Restriction | None:
    """Return the points selected on a node (SL) as the only ones to search, None without any."""
    points = node.points("SL")
    return Restriction(tuple(points)) if points else None


def engine_game(node: Node, replay: Replay) -> EngineGame:
    """Return the position of a node with the moves behind it.

    Only the moves after the last setup or forbidden move are given as moves: what lies before
    becomes the position they start from, since engines refuse what records hold.
    """
    moves: list[Move] = []
    step: Node | None = node
    start: Position | None = None
    while step is not None and start is None:
        move = step.move
        if step.has_setup or replay.remark(step) is not None or "PL" in step.properties:
            start = replay.position_at(step)
        else:
            if move is not None:
                moves.append(move)
            if step.parent is None:
                start = Position.empty(node.tree.columns, node.tree.rows)
            step = step.parent
    assert start is not None
    info = game_info(node.tree)
    komi = info.komi_points
    return EngineGame(start, tuple(reversed(moves)), replay.position_at(node),
                      _DEFAULT_KOMI if komi is None else komi,
                      _RULES[ruleset_named(info.rules).name])
