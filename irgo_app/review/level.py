"""For whom a game is told: a beginner, a kyu player, or a dan player, and which side's mistakes.

The level decides how small a loss is worth telling, how large a lead decides a game, and how much
is said. Where nobody has chosen one it follows from the ranks in the record.
"""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.sgf.game_info import GameInfo
from irgo_app.words import noted

AS_RECORDED: Final = noted("recorded")
"""The setting that leaves the level to the ranks in the record."""
BOTH: Final = noted("both")
_BEGINNER_KYU: Final = 15
"""Players of this rank and weaker are told a game as beginners are."""
_RANK: Final = re.compile(r"\s*(\d+)\s*(k|d|p|級|级|段|급|단)", re.IGNORECASE)


class AudienceLevel(Struct, frozen=True):
    """How a game is told.

    least -- points, on 19 lines, that a mistake loses at least
    decided -- a lead of so many points that lasts to the end has decided the game
    tells_frameworks -- whether moyos and influence are told
    """

    name: str
    least: float
    decided: float
    tells_frameworks: bool


LEVELS: Final[Mapping[str, AudienceLevel]] = {level.name: level for level in (
    AudienceLevel(noted("beginner"), 6.0, 40.0, tells_frameworks=False),
    AudienceLevel(noted("kyu"), 3.0, 25.0, tells_frameworks=False),
    AudienceLevel(noted("dan"), 2.0, 20.0, tells_frameworks=True))}
KYU: Final = LEVELS["kyu"]
SIDES: Final[Mapping[str, Colour | None]] = {
    BOTH: None, noted("black"): BLACK, noted("white"): WHITE}


class Audience(Struct, frozen=True):
    """For whom a game is told.

    level -- a name of `LEVELS`, or AS_RECORDED; side -- whose mistakes, None for both sides'
    """

    level: str = AS_RECORDED
    side: Colour | None = None

    def level_for(self, info: GameInfo) -> AudienceLevel:
        """Return the level of a game's players, or the one that was chosen."""
        return LEVELS.get(self.level) or level_of_players(info, self.side)


ANYBODY: Final = Audience()
"""Whoever is there: the level as recorded, both sides' mistakes."""


def level_of_players(info: GameInfo, side: Colour | None = None) -> AudienceLevel:
    """Return the level that the ranks in a record say: that of a side, or of the weaker player.

    Kyu where the record says nothing.
    """
    ranks = {BLACK: info.black_rank, WHITE: info.white_rank}
    texts = list(ranks.values()) if side is None else [ranks[side]]
    found = [strength for text in texts if (strength := _strength(text)) is not None]
    if not found:
        return KYU
    weakest = min(found)
    return LEVELS["dan" if weakest > 0 else "kyu" if weakest > -_BEGINNER_KYU else "beginner"]


def _strength(rank: str) -> int | None:
    """Return a rank as a number, dan positive, kyu negative; None for what is no rank."""
    found = _RANK.match(rank)
    if found is None:
        return None
    return int(found[1]) * (-1 if found[2].lower() in ("k", "級", "级", "급") else 1)
