"""How the board is looked at: turned or mirrored, without overlays, with a point lit up."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.go.point import Point


class Viewpoint(QObject):
    """What concerns the looking and not the game.

    symmetry -- view transform 0 to 7 of `go.coordinates`
    is_raw -- whether the board is shown without overlays
    changed -- another view
    highlighted -- a point to light up, PASS for none any more
    """

    changed = Signal()
    highlighted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.symmetry = 0
        self.is_raw = False

    def turn(self, symmetry: int) -> None:
        """See the board through a view transform, 0 to 7."""
        self.symmetry = symmetry
        self.changed.emit()

    def show_raw(self, *, is_raw: bool) -> None:
        """See the board without overlays, or with them again."""
        self.is_raw = is_raw
        self.changed.emit()

    def highlight(self, point: Point) -> None:
        """Light a point up on the board, PASS for none."""
        self.highlighted.emit(point)
