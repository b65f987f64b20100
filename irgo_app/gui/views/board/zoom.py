"""A closer look at the board: how near, and which part of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from irgo_app.draw.board_geometry import BoardGeometry

STEP: Final = 1.25
_NEAREST: Final = 4.0


@dataclass(frozen=True, slots=True)
class Zoom:
    """What part of the board fills the widget.

    factor -- 1 shows the whole board
    across, down -- what lies in the middle: 0 the left (upper) edge of the board's wood, 1 the
    right (lower) one
    """

    factor: float = 1.0
    across: float = 0.5
    down: float = 0.5

    @property
    def is_whole(self) -> bool:
        """Return whether the whole board is shown."""
        return self.factor <= 1.0

    def applied(self, fitted: BoardGeometry, width: int, height: int) -> BoardGeometry:
        """Return where the board lies in a picture of width x height; it leaves no edge bare.

        fitted -- where the whole board lies
        """
        if self.is_whole:
            return fitted
        near = replace(fitted, cell=float(round(fitted.cell * self.factor)))
        x, y, wide, high = near.board_area()
        return replace(
            near, left=float(round(near.left - x + _begin(self.across, wide, width))),
            top=float(round(near.top - y + _begin(self.down, high, height))))

    def nearer(
        self, by: float, fitted: BoardGeometry, width: int, height: int, x: float, y: float
    ) -> Zoom:
        """Return the look from `by` times as near, with what lies at the pixel (x, y) kept there.
        """
        factor = min(_NEAREST, max(1.0, self.factor * by))
        if factor < STEP ** 0.5:
            return WHOLE
        left, top, wide, high = self.applied(fitted, width, height).board_area()
        share_x, share_y = (x - left) / wide, (y - top) / high
        after = replace(self, factor=factor)
        _, _, wide, high = after.applied(fitted, width, height).board_area()
        return after._held(share_x + (width / 2 - x) / wide, share_y + (height / 2 - y) / high,
                           wide, high, width, height)

    def moved(
        self, x: float, y: float, fitted: BoardGeometry, width: int, height: int
    ) -> Zoom:
        """Return the look with the board drawn so many pixels to the right and down."""
        if self.is_whole:
            return self
        _, _, wide, high = self.applied(fitted, width, height).board_area()
        return self._held(self.across - x / wide, self.down - y / high, wide, high, width, height)

    def _held(
        self, across: float, down: float, wide: float, high: float, width: int, height: int
    ) -> Zoom:
        """Return the look at another middle, kept to where the board's edges are at the widget's.
        """
        return replace(self, across=_within(across, width / wide / 2),
                       down=_within(down, height / high / 2))


WHOLE: Final = Zoom()


def _begin(middle: float, length: float, room: int) -> float:
    """Return where something begins so that `middle` (0 to 1) lies in the middle of its room."""
    if length <= room:
        return (room - length) / 2
    return min(0.0, max(room - length, room / 2 - middle * length))


def _within(share: float, half: float) -> float:
    return 0.5 if half >= 0.5 else min(1.0 - half, max(half, share))
