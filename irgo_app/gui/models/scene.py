"""What the main board shows: the current node with what lies over it, or a line of moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Diagram, Drawable, looks_the_same
from irgo_app.gui.models.line import ShownLine
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.viewpoint import Viewpoint
from irgo_app.review.diagram import diagram_of, numbers_on_board
from irgo_app.sgf.game_tree import Node


class Scene(QObject):
    """The diagram of the main board.

    changed -- another Diagram; not emitted where the new one would look like the one before
    """

    changed = Signal(object)

    def __init__(
        self, review: Review, viewpoint: Viewpoint, line: ShownLine, preferences: Preferences
    ) -> None:
        super().__init__()
        self._review, self._viewpoint = review, viewpoint
        self._line, self._preferences = line, preferences
        self._overlays: Callable[[], tuple[Drawable, ...]] = lambda: ()
        self._is_mapped: Callable[[], bool] = lambda: bool(preferences["start_layer"])
        self._numbers_from: Node | None = None
        self._shown = self.diagram()
        for signal in (review.node_changed, viewpoint.changed, line.changed, preferences.changed):
            signal.connect(self.refresh)
        review.tree_changed.connect(lambda change: self.refresh())

    def lay_over(
        self, overlays: Callable[[], tuple[Drawable, ...]], is_mapped: Callable[[], bool]
    ) -> None:
        """Show what `overlays` returns over the current node from now on.

        is_mapped -- tells whether a map is on, there already or not: the board is quiet then
        """
        self._overlays, self._is_mapped = overlays, is_mapped
        self.refresh()

    def number_from(self, node: Node | None) -> None:
        """Number the moves played after a node from 1 on; None: as the settings say."""
        self._numbers_from = node
        self.refresh()

    def refresh(self) -> None:
        """Look at everything again."""
        diagram = self.diagram()
        if not looks_the_same(diagram, self._shown):
            self._shown = diagram
            self.changed.emit(diagram)

    def diagram(self) -> Diagram:
        """Return the current node as it should be drawn now, or the line that is shown."""
        coordinates, symmetry = self._preferences.coordinates, self._viewpoint.symmetry
        if self._line.line is not None:
            line = self._line.line.diagram(self._line.step, coordinates, symmetry)
            return replace(line, is_quiet=self._is_mapped())
        node, position = self._review.node, self._review.position
        wants_numbers = (bool(self._preferences["move_numbers"]) or self._numbers_from is not None
                         ) and not self._viewpoint.is_raw
        return diagram_of(
            node, position, () if self._viewpoint.is_raw else self._overlays(),
            coordinates=coordinates, symmetry=symmetry,
            shows_next=bool(self._preferences["next_moves"]), is_quiet=self._is_mapped(),
            move_numbers=numbers_on_board(node, position, self._numbers_from)
            if wants_numbers else None)
