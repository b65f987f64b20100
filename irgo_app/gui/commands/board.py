"""What mouse and keyboard cursor do on the board: play, explain, or use the tool in hand."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QInputDialog

from irgo_app.go.point import PASS, Point
from irgo_app.gui.models.edit import PLAY
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.board import BoardWidget
from irgo_app.sgf.edits import set_label, toggle_letter, toggle_mark
from irgo_app.words import translated


class BoardHand(QObject):
    """Turns clicks and drags into edits, with the tool in hand.

    offer_panel -- says that a panel has news, without taking away what is looked at
    show_panel -- brings a panel to the front
    """

    def __init__(
        self, models: Models, board: BoardWidget, offer_panel: Callable[[str], None],
        show_panel: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._models, self._board = models, board
        self._offer_panel, self._show_panel = offer_panel, show_panel
        self._review, self._hand = models.review, models.hand
        self._takes_off = self._has_begun = False
        self._pressed: Point = PASS
        self._begun: Point = PASS
        """Where the keyboard's cursor began a line or a box, PASS while it has not."""
        board.point_clicked.connect(self._on_clicked)
        board.point_dragged.connect(self._on_dragged)
        board.line_dragged.connect(self._on_line)
        board.cursor_pressed.connect(self._on_cursor_pressed)
        board.point_hovered.connect(self._stretch_box)
        models.hand.changed.connect(self._begin_anew)
        for signal in (models.hand.changed, models.counting.changed):
            signal.connect(self._follow_tool)
        self._follow_tool()

    def _follow_tool(self) -> None:
        self._board.plays = self._hand.tool is PLAY and not self._models.counting.is_on

    def _on_clicked(
        self, point: Point, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier
    ) -> None:
        """A click uses the tool; on a stone or with the right button it asks for an explanation.

        On the letter of a place it opens the place; with Shift it plays there all the same.
        While the position is counted a click lets stones be dead or alive.
        While a line is shown a click steps through it, with the right button back.
        With Ctrl the left button draws a triangle and the right one a letter, whatever the tool.
        """
        models, review, tool = self._models, self._review, self._hand.tool
        self._board.setFocus()
        is_left = button == Qt.MouseButton.LeftButton
        if models.counting.is_on:
            models.counting.touch(point)
            return
        if models.line.line is not None:
            models.line.step_by(1 if is_left else -1)
            return
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            review.apply(toggle_mark(review.node, "TR", point) if is_left
                         else toggle_letter(review.node, point))
        elif is_left and (tool.draw is not None or tool.studies):
            self._pressed = point
            return
        elif is_left and tool.asks_label:
            self._ask_label(point)
        elif is_left and tool.touch is not None:
            self._takes_off = bool(tool.is_set and tool.is_set(review, point))
            edit = tool.touch(review, point)
            self._has_begun = edit is not None
            review.apply(edit)
        elif is_left and tool is PLAY and not review.position.cells[point]:
            if models.places.at(point) is None or models.trial.is_on \
                    or modifiers & Qt.KeyboardModifier.ShiftModifier:
                models.opponent.play(point)
            else:
                models.reasons.open_place(point)
                self._show_panel("study")
        else:
            models.selection.ask(PASS if point == models.selection.point else point)
            self._show_answer()

    def _show_answer(self) -> None:
        """Show what is said of the point asked for; who edits keeps the page that is edited."""
        is_edit = self._models.layout.mode is Mode.EDIT
        if is_edit or self._models.selection.point == PASS:
            self._offer_panel("explain")
        else:
            self._show_panel("explain")

    def _on_cursor_pressed(self, point: Point) -> None:
        """Do what a click does; a line or a box takes two presses, one at either end."""
        tool, is_counting = self._hand.tool, self._models.counting.is_on
        is_drawn = (tool.draw is not None or tool.studies) and not is_counting
        if not is_drawn or self._models.line.line is not None:
            self._on_clicked(point, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        elif self._begun == PASS:
            self._begun = point
            self._stretch_box(point)
            self._models.notices.tell(translated(
                "One end is set. Move the cursor to the other one and press the key "
                "again; Esc puts the tool down."))
        elif point != self._begun:
            start, self._begun = self._begun, PASS
            self._on_line(start, point)

    def _stretch_box(self, point: Point) -> None:
        """Show the box from where the cursor began it to where it is."""
        if PASS not in (self._begun, point) and self._hand.tool.studies:
            self._models.cards.draw_box((self._begun, point))

    def _begin_anew(self) -> None:
        if self._begun != PASS:
            self._begun = PASS
            self._models.cards.draw_box(None)

    def _ask_label(self, point: Point) -> None:
        node = self._review.node
        text, is_given = QInputDialog.getText(
            self._board.window(), translated("Label"), translated("Text on the point"),
            text=node.labels.get(point, ""))
        if is_given:
            self._review.apply(set_label(node, point, text.strip()))

    def _on_dragged(self, point: Point) -> None:
        """Give the point what the first point of the drag was given; one stroke is one edit."""
        tool, review = self._hand.tool, self._review
        if tool.studies:
            self._models.cards.draw_box((self._pressed, point))
            return
        if tool.touch is None or (tool.is_set is None and tool.id != "erase"):
            return
        is_set = bool(tool.is_set and tool.is_set(review, point))
        if is_set == self._takes_off:
            edit = tool.touch(review, point)
            review.apply(edit, joins=self._has_begun)
            self._has_begun |= edit is not None

    def _on_line(self, start: Point, end: Point) -> None:
        tool, models = self._hand.tool, self._models
        if tool.draw is not None:
            self._review.apply(tool.draw(self._review, start, end))
        elif tool.studies:
            models.cards.draw_box(None)
            models.hand.take(PLAY)
            models.selection.show_box(start, end)
