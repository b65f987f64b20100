"""The list of all settings. The preferences dialog is built from it."""

from __future__ import annotations

from typing import Final

from irgo_app.settings.param import Param

SETTINGS: Final[tuple[Param, ...]] = (
    Param("theme", str, "wood", "Board", "What the board is made of.",
          choices=("wood", "paper", "dark")),
    Param("palette", str, "ink and sky", "Influence colours",
          "Black's and White's colour of a field; ink and sky is readable to colour-blind eyes.",
          choices=("ink and sky", "ink and milk", "brown and blue", "red and blue")),
    Param("tint_style", str, "contours", "Influence style",
          "How a field is drawn: contours over a light tint, or one of the others.",
          choices=("contours", "smooth", "cells", "sized squares", "lines")),
    Param("coordinates", str, "A1", "Coordinates", "How the rim of the board is lettered.",
          choices=("A1", "1-1", "SGF", "none")),
    Param("interface", str, "system", "Interface",
          "Light or dark, or as the system has it; the board has a theme of its own.",
          choices=("system", "light", "dark")),
    Param("font_size", int, 0, "Font size",
          "Size of the interface's letters in points; 0 for the system's.", 0, 24),
    Param("move_numbers", bool, False, "Move numbers", "Write its number on each stone."),
    Param("next_moves", bool, True, "Next moves", "Show the moves that follow as ghosts."),
    Param("vertical_arrows", bool, False, "Up and Down step",
          "Up and Down step through the moves, Left and Right through variations."),
    Param("autoplay_seconds", float, 2.0, "Moves by themselves",
          "How long a move stays when the moves go by themselves.", 0.2, 60.0),
    Param("start_layer", str, "influence.shadow", "Layer at the start",
          "The layer that is on when irgo starts; leave empty for none."),
    Param("player", str, "", "Your name", "What stands in the record of a game you begin."),
    Param("engine", str, "", "Engine", "The engine that analyses; empty for the first found."),
    Param("irgo_level", str, "normal", "irgo's strength",
          "How strongly irgo itself plays: a level of `irgo gtp --level`."),
    Param("engine_candidates", bool, True, "Engine's candidates",
          "Show an engine's candidate moves on the board."),
    Param("reader_candidates", bool, False, "irgo's own candidates",
          "Show the moves of irgo's own reader where no engine has said anything."),
    Param("candidate_digits", bool, False, "Digits on candidates",
          "Write the win rate on an engine's candidate moves."),
    Param("ring_bright", bool, True, "Yellow rings", "Show candidates and changes that shine."),
    Param("ring_good", bool, True, "Green rings", "Show good candidates and changes."),
    Param("ring_dull", bool, True, "Brown rings", "Show dull candidates and changes."),
    Param("ring_danger", bool, True, "Red rings", "Show candidates and changes in danger."),
    Param("chord", bool, False, "Chord of a move",
          "Play two notes with a stone: the bass its value, the treble its change (needs Qt "
          "Multimedia)."),
    Param("engine_ownership", bool, False, "Engine's territory",
          "Tint what the engine expects to be whose, if it tells."),
    Param("engine_selected", bool, False, "Engine keeps to selected points",
          "If points are selected on a position, the engine plays only there."),
    Param("life_dead_off", bool, True, "Dead groups off the maps",
          "Draw the maps again without the groups that life and death found dead."),
    Param("life_auto", bool, False, "Life and death by itself",
          "Search the life of all groups of a position you look at for a moment."),
    Param("recent_count", int, 10, "Recent files", "How many recent files are kept.", 0, 30),
)
