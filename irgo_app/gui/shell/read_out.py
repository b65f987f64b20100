"""What is read out to who cannot see the window: the board, the move, verdicts as they come."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible

from irgo_app.go.point import BLACK, PASS, Point
from irgo_app.gui.models.models import Models
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.access import announce, let_speak, tell_change
from irgo_app.gui.views.study.cards import card_sentence
from irgo_app.judging.place import Place
from irgo_app.words import translated

_MOST_VERDICTS = 3
"""So many new verdicts are read out at once; the cards have them all."""


class ReadOut(QObject):
    """Gives the board its words, and announces what changes."""

    def __init__(self, window: MainWindow, models: Models, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._models = window, models
        self._verdicts: dict[Place, str] = {}
        let_speak(window.board, QAccessible.Role.Graphic, self.board_words)
        window.board.point_hovered.connect(self._on_point)
        models.review.node_changed.connect(self._on_node)
        models.review.tree_changed.connect(self._on_edit)
        models.review.game_changed.connect(self._on_node)
        models.shown.changed.connect(self._on_map)
        models.life.changed.connect(self._on_verdict)

    def board_words(self) -> str:
        """Return what is at the board's cursor; without one which move is shown."""
        point = self._window.board.cursor_point
        # The board may be a smaller one by now, the cursor not there yet.
        is_there = PASS < point < len(self._models.review.position.cells)
        return self.point_words(point) if is_there else self._window.header.place.text()

    def point_words(self, point: Point) -> str:
        """Return a point's name, its stone, whether it is the last move, and what the maps say."""
        position, move = self._models.review.position, self._models.review.node.move
        colour = position.colour_at(point)
        stone = translated("Black") if colour == BLACK else translated("White") if colour \
            else translated("empty")
        name, *values = self._models.overlays.values_at(point).split(" · ")
        last = [translated("last move")] if move is not None and move[1] == point else []
        return " · ".join((f"{name}: {stone}", *last, *values))

    def _on_point(self, point: Point) -> None:
        """Read the point out that the keyboard's cursor went to; the mouse is watched, not heard.
        """
        if point != PASS and point == self._window.board.cursor_point:
            announce(self._window.board, self.board_words())
            tell_change(self._window.board)

    def _on_node(self) -> None:
        self._verdicts.clear()
        announce(self._window.board, self._window.header.place.text())
        tell_change(self._window.board)

    def _on_edit(self) -> None:
        tell_change(self._window.board)

    def _on_map(self) -> None:
        tell_change(self._window.board)

    def _on_verdict(self) -> None:
        """Read out how groups stand that were not judged before, or otherwise."""
        if not QAccessible.isActive():
            return
        found = {card.place: card_sentence(card) for card in self._models.cards.cards()
                 if card.how or card.swing is not None}
        news = [words for place, words in found.items() if self._verdicts.get(place) != words]
        self._verdicts = found
        announce(self._window.board, ". ".join(news[:_MOST_VERDICTS]))
