"""The signs that legends explain: what a layer puts on the board besides a tint that grows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Sign(Enum):
    """A sign on the board; how a legend shows it is up to who paints the legend."""

    BLACK_TINT = auto()
    WHITE_TINT = auto()
    BLACK_LINE = auto()
    WHITE_LINE = auto()
    BLACK_DASHES = auto()
    WHITE_DASHES = auto()
    BLUE_LINE = auto()
    RED_LINE = auto()
    GREY_DOT = auto()
    OTHER_DOT = auto()
    RED_DIAMOND = auto()
    BRIGHT = auto()
    GOOD = auto()
    DULL = auto()
    DANGER = auto()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a sign tells a player, in a few words."""

    sign: Sign
    words: str
