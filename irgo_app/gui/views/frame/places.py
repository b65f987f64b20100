"""The places of the window that a panel can lie in."""

from __future__ import annotations

from enum import Enum


class Place(Enum):
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


TABS = (Place.STUDY, Place.GAME, Place.EXPLAIN, Place.ENGINE)
