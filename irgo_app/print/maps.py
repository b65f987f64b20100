"""The Ishida view of a position of a game, for whatever is printed."""

from __future__ import annotations

from irgo_app.draw.drawables import Drawable
from irgo_app.go.position import Position
from irgo_app.judging.judges import Reading
from irgo_app.meaning.ishida import Answers, whole_view
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import GameTree


def ishida_view(position: Position, game: GameTree, answer: Answers) -> list[Drawable]:
    """Return the view with all that belongs to it."""
    rules = game_rules(game)
    reading = Reading(None, rules.judged_komi, rules.rules.engine_name)
    return list(whole_view(position, reading, answer))
