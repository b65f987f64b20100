"""Where each part of the window lies: a pure function of its size and of what the user chose."""

from __future__ import annotations

from enum import Enum
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QRect


class PanelPlace(Enum):
    """Where a panel lies; the value is its name in the saved layout.

    PALETTE -- at the left; TIMELINE -- under the board; BOARD -- in the board's own place, shown
    instead of it; the others are the tabs of the right column
    """

    PALETTE = "palette"
    TIMELINE = "timeline"
    BOARD = "board"
    STUDY = "study"
    GAME = "game"
    EXPLAIN = "explain"
    ENGINE = "engine"


TABS = (PanelPlace.STUDY, PanelPlace.GAME, PanelPlace.EXPLAIN, PanelPlace.ENGINE)


GAP: Final = 10
"""Pixels between two parts."""
PALETTE_WIDTH: Final = 272
DRAWER_WIDTH: Final = 192
"""The palette's as a drawer: two small boards in a row instead of three."""
COLUMN_LEAST: Final = 330
COLUMN_MOST: Final = 640
STRIP_HEIGHT: Final = 36
_STRIP_LEAST: Final = 480
"""The strip is rather wider than a small board than that its buttons lie on each other."""
TIMELINE_LEAST: Final = 60
TIMELINE_USUAL: Final = 140
_TIMELINE_SMALL: Final = 84
"""The height of the timeline where the window is low, unless the user chose another."""
_LOW: Final = 680
DRAWERS_BELOW: Final = 1150
"""Windows narrower than this have the palette and the column as drawers."""
_BOARD_LEAST: Final = 240
_NARROWEST_DRAWER: Final = 240
"""The column is rather so narrow than over the board."""
_LOWEST_DRAWER: Final = 300
"""A drawer that would be lower lies over strip and timeline as well."""
_STUDY_WORDS: Final = 200
"""The height of what stands above and below the two boards of a study."""


class Arrangement(Struct, frozen=True):
    """The rectangles of the parts inside the window's body, in logical pixels.

    A part that is not there has an empty one.

    are_drawers -- whether palette and column lie over the rest while they are open, and take no
    room of their own
    """

    palette: QRect
    board: QRect
    strip: QRect
    timeline: QRect
    column: QRect
    are_drawers: bool


def drawers_below(text_scale: float) -> float:
    """Return in windows less wide than what the sides are drawers.

    Large letters make the sides wider; the board gives half of that before they become drawers.
    """
    return DRAWERS_BELOW * (1 + text_scale) / 2


def arrange(
    width: int, height: int, *, column_width: int = 0, timeline_height: int = 0,
    has_palette: bool = True, has_column: bool = True, text_scale: float = 1.0,
) -> Arrangement:
    """Return where everything lies in a body of width x height.

    The board is as large as it can be. What lies in it, and which message or study is open, is no
    part of the question: therefore the board stays where it is.

    column_width, timeline_height -- as the user dragged them, 0 for as it comes
    has_palette, has_column -- whether they are open; drawers do not move anything
    text_scale -- how much larger than usual the letters are: the sides grow with them
    """
    are_drawers = width < drawers_below(text_scale)
    usual = TIMELINE_USUAL if height >= _LOW else round(_TIMELINE_SMALL * text_scale)
    below = max(TIMELINE_LEAST, min(timeline_height or usual, height // 3))
    board_height = max(_BOARD_LEAST, height - STRIP_HEIGHT - below - 2 * GAP)
    if are_drawers:
        return _with_drawers(width, height, board_height, below, column_width, text_scale)
    palette, least = round(PALETTE_WIDTH * text_scale), round(COLUMN_LEAST * text_scale)
    left = GAP + (palette + GAP if has_palette else 0)
    free = width - left - GAP
    column = 0
    if has_column:
        wanted = column_width or min(COLUMN_MOST, free - GAP - board_height)
        column = max(least, min(wanted, free - GAP - _BOARD_LEAST))
        free -= column + GAP
    # A tall window has room left under a board that is as wide as it can be.
    spare = max(0, board_height - free)
    below, board_height = below + min(spare, TIMELINE_USUAL // 2), board_height - spare
    top = GAP // 2
    after = top + board_height + GAP // 2
    return Arrangement(
        QRect(GAP, 0, palette, height),
        QRect(left, top, free, board_height), QRect(left, after, free, STRIP_HEIGHT),
        QRect(left, after + STRIP_HEIGHT, free, min(below, height - after - STRIP_HEIGHT - GAP)),
        QRect(width - GAP - column, 0, column, height), are_drawers=False)


def arrange_study(
    width: int, height: int, *, column_width: int = 0, has_column: bool = True,
    text_scale: float = 1.0,
) -> Arrangement:
    """Return where everything lies while the two boards of a study are in the board's place.

    They take all there is: palette and strip give way, the column keeps what it needs, and the
    timeline has what is left where the boards can be no larger. The column lies beside the boards
    in a small window, too, while it is open.

    width, height, column_width, has_column, text_scale -- as for `arrange`
    """
    are_drawers = width < drawers_below(text_scale)
    column = 0
    if has_column:
        least, most = round(COLUMN_LEAST * text_scale), column_width or COLUMN_MOST
        boards = 2 * (height - _STUDY_WORDS * text_scale) + GAP
        column = max(least, min(most, round(width - 3 * GAP - boards)))
        column = min(column, width - 3 * GAP - _BOARD_LEAST)
    free = width - 2 * GAP - (column + GAP if column else 0)
    top = GAP // 2
    side = (free - GAP) // 2
    rest = round(height - top - GAP - side - _STUDY_WORDS * text_scale)
    # Boards that are larger one above the other take it all.
    is_side_by_side = height / 2 - _STUDY_WORDS * text_scale <= side
    below = min(rest, TIMELINE_USUAL) if is_side_by_side and rest >= TIMELINE_LEAST else 0
    board = QRect(GAP, top, free, height - 2 * top - below)
    return Arrangement(
        QRect(), board, QRect(),
        QRect(GAP, board.bottom() + 1, free, below) if below else QRect(),
        QRect(width - GAP - column, 0, column, height) if column else QRect(),
        are_drawers=are_drawers)


def arrange_alone(width: int, height: int) -> Arrangement:
    """Return where everything lies where what is in the board's place is all there is."""
    top = GAP // 2
    return Arrangement(QRect(), QRect(GAP, top, width - 2 * GAP, height - 2 * top), QRect(),
                       QRect(), QRect(), are_drawers=False)


def _with_drawers(
    width: int, height: int, board_height: int, below: int, column_width: int, text_scale: float,
) -> Arrangement:
    """Return an arrangement in which the palette and the column lie over the margins.

    Where the margins are wide enough the open drawers cover nothing at all; where they are not,
    the column, which is read together with the board, covers it rather less than the palette.
    """
    side = min(board_height, width - 2 * GAP)
    drawer = round(DRAWER_WIDTH * text_scale)
    left = drawer + GAP
    column = width - left - side - 2 * GAP
    if column < _NARROWEST_DRAWER * text_scale:
        least = round(COLUMN_LEAST * text_scale)
        left = max(GAP, min((width - side) // 2, width - side - least - 2 * GAP))
        column = min(max(column_width, least), width - 2 * GAP)
    top = GAP // 2
    after = top + board_height + GAP // 2
    drawer_height = after if after >= _LOWEST_DRAWER * text_scale else height
    strip = min(width - 2 * GAP, max(side, round(_STRIP_LEAST * text_scale)))
    strip_left = min(max(GAP, left + (side - strip) // 2), width - GAP - strip)
    return Arrangement(
        QRect(GAP // 2, 0, drawer, drawer_height),
        QRect(left, top, side, board_height), QRect(strip_left, after, strip, STRIP_HEIGHT),
        QRect(GAP, after + STRIP_HEIGHT, width - 2 * GAP,
              min(below, height - after - STRIP_HEIGHT - GAP)),
        QRect(width - column - GAP, 0, column, drawer_height), are_drawers=True)
