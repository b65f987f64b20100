"""Arguments of commands that draw boards: colours, coordinates, the part that is shown."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from irgo_app.draw.board_painter import Look
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.print.figures import BoardStyle, part_of_text
from irgo_app.sgf.game_tree import GameTree
from irgo_app.words import translated

BOARD_NAMES: Final = tuple(found.name for found in BOARD_THEMES)


def add_board_arguments(
    parser: argparse.ArgumentParser, themes: Sequence[str] = BOARD_NAMES, theme: str = "wood"
) -> None:
    """Add --theme, --palette, --coordinates, --turn and --part."""
    parser.add_argument("--theme", choices=themes, default=theme)
    parser.add_argument("--palette", choices=[found.name for found in TINT_PALETTES],
                        default=TINT_PALETTES[0].name,
                        help=translated("the two colours of a field"))
    parser.add_argument("--coordinates", choices=[style.value for style in CoordinateStyle],
                        default="A1")
    parser.add_argument("--turn", metavar="0-7", type=int, choices=range(8), default=0,
                        help=translated("turn and mirror the view"))
    parser.add_argument("--part", metavar="VERTEX", nargs=2,
                        help=translated("show only the board between these two corners: A1 K10"))


def chosen_look(arguments: argparse.Namespace) -> Look:
    """Return the colours of --theme and --palette."""
    return Look(next(theme for theme in BOARD_THEMES if theme.name == arguments.theme),
                next(found for found in TINT_PALETTES if found.name == arguments.palette))


def chosen_style(arguments: argparse.Namespace, tree: GameTree) -> BoardStyle:
    """Return what --coordinates, --turn and --part say; raises UsageError for no point."""
    part = part_of_text(arguments.part, tree.columns, tree.rows) if arguments.part else None
    return BoardStyle(CoordinateStyle(arguments.coordinates), arguments.turn, part)
