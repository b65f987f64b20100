"""The clock of a game as GTP tells it: how long the next move may take.

Source: GTP 2, section 4.2: main time, then byo-yomi periods of so many stones (Canadian).
"""

from __future__ import annotations

import math
from typing import Final

from irgo_app.go.point import BLACK, WHITE, Colour

_LAG_S: Final = 0.15
"""Kept back on every move for whatever lies between the two programs."""
_LEAST_S: Final = 0.02
_MOVES_LEFT_AT_LEAST: Final = 12
_MOVES_OF_POINTS: Final = 0.35
"""How many moves a side makes in a game, as a share of the board's points."""


class Clock:
    """Both sides' time; without settings there is no limit."""

    def __init__(self) -> None:
        self._byo_yomi, self._stones = 0.0, 0
        self._left: dict[Colour, tuple[float, int]] = {}

    def settings(self, main: float, byo_yomi: float, stones: int) -> None:
        """Start both clocks anew, in seconds; byo-yomi time without stones means no limit."""
        self._byo_yomi, self._stones = byo_yomi, stones
        has_limit = stones > 0 or (byo_yomi == 0 and main > 0)
        self._left = dict.fromkeys((BLACK, WHITE), (main, 0)) if has_limit else {}

    def left(self, colour: Colour, seconds: float, stones: int) -> None:
        """Take what the controller says is left; with stones it is the time for those."""
        self._left[colour] = (max(seconds, 0.0), max(stones, 0))

    def spent(self, colour: Colour, seconds: float) -> None:
        """Take time off a clock that the controller has not corrected since."""
        if colour not in self._left:
            return
        left, stones = self._left[colour]
        left = max(left - seconds, 0.0)
        in_byo_yomi = stones > 0
        stones = max(stones - 1, 0)
        if self._stones and (stones == 0 if in_byo_yomi else left == 0):
            left, stones = self._byo_yomi, self._stones
        self._left[colour] = (left, stones)

    def budget(self, colour: Colour, moves: int, points: int) -> float:
        """Return the seconds the next move may take, infinity without a limit.

        moves -- played so far by both sides; points -- of the board
        """
        if colour not in self._left:
            return math.inf
        left, stones = self._left[colour]
        if stones:
            share = left / stones
        else:
            moves_left = max(_MOVES_OF_POINTS * points - moves / 2, _MOVES_LEFT_AT_LEAST)
            share = left / moves_left
            if self._stones:
                share = max(share, self._byo_yomi / self._stones)
        return max(share - _LAG_S, _LEAST_S)
