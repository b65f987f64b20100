"""The story of the game: its turning points in words, each a click; both futures beside it."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (QComboBox, QFrame, QGridLayout, QHBoxLayout, QLabel, QProgressBar,
                               QPushButton, QSizePolicy, QVBoxLayout, QWidget)

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.engines.profile import EngineProfile
from irgo_app.go.point import PASS, Point
from irgo_app.gui.models.board import ShownLine, square_round
from irgo_app.gui.models.engine import EngineDesk
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.story import GameTeller
from irgo_app.gui.models.study.sentences import lead_words
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import (BoardPreview, in_scrolled, laid_out, paragraph, scrolling,
                                        take_away)
from irgo_app.review.game_story import StoryLine, StoryPoint
from irgo_app.words import translated

_BOARDS: Final = (148, 260)
"""The side of a future's board in pixels, at the least and at the most."""
_SEEN: Final = 5
"""So many moves of a line are in its picture for certain."""
_ROUND: Final = 2
"""So many lines round its moves are shown."""
_LEAST_LINES: Final = 9


class StoryPanel(QWidget):
    """Follows the story; the card of the current node is the open one."""

    def __init__(
        self, review: Review, teller: GameTeller, desk: EngineDesk, line: ShownLine,
        preferences: Preferences,
    ) -> None:
        super().__init__()
        self._review, self._teller, self._desk = review, teller, desk
        self._line, self._preferences = line, preferences
        self.who = in_scrolled(QComboBox())
        self.who.setAccessibleName(translated("Judged by"))
        self.who.setToolTip(translated("Judged by"))
        self.who.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.act = QPushButton(clicked=self._on_act)
        self.bar = QProgressBar(maximum=100, textVisible=False)
        self.bar.setFixedHeight(SPACE // 2)
        self.bar.setAccessibleName(translated("Progress of the story"))
        self.note = paragraph(name="small")
        self.cards: list[StoryCard] = []
        self._body = QWidget()
        self._column = laid_out(QVBoxLayout(self._body), self.note, 1, margins=0,
                                spacing=SPACE // 2)
        self.area = scrolling(self._body)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        top = laid_out(QHBoxLayout(), (self.who, 1), self.act)
        laid_out(QVBoxLayout(self), top, self.bar, (self.area, 1), margins=0, spacing=SPACE // 2)
        teller.changed.connect(self.refresh)
        teller.moved.connect(self._refresh_head)
        desk.engines_changed.connect(self._fill_judges)
        review.node_changed.connect(self._follow)
        preferences.changed.connect(self._follow)
        self._engines: list[EngineProfile] = []
        self._fill_judges()
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(240, 320)

    def refresh(self) -> None:
        """Show another story, or that there is none."""
        take_away(self._column, self.cards)
        self.cards = [StoryCard(number, point, self._show_point, self._show_line)
                      for number, point in enumerate(self._teller.points, start=1)]
        for place, card in enumerate(self.cards, start=1):
            self._column.insertWidget(place, card)
        self._refresh_head()
        self._follow()

    def _fill_judges(self) -> None:
        self._engines = self._desk.profiles()
        self.who.clear()
        self.who.addItems([translated("irgo's reader"),
                           *(profile.name for profile in self._engines)])

    def _refresh_head(self) -> None:
        teller, story = self._teller, self._teller.story
        self.act.setText(translated("Stop") if teller.is_working else translated("Tell the story")
                         if story is None else translated("Tell it again"))
        self.who.setEnabled(not teller.is_working)
        self.bar.setVisible(teller.is_working)
        self.bar.setValue(teller.percent)
        self.note.setText(self._note())

    def _note(self) -> str:
        teller, story = self._teller, self._teller.story
        if story is not None:
            said = " ".join(map(str, story.overview))
            if not story.is_whole and teller.is_working:
                said += " " + translated("This is a first list; the rest is still being read.")
            elif not story.points:
                said += " " + translated("No move clearly turned the game.")
            return f"{said} {teller.reason or ''}".strip()
        if teller.reason:
            return str(teller.reason)
        if teller.is_awaited:
            return translated("The game is being read; its turning points follow.")
        return translated("Where did the game turn, and why? irgo reads it from the first move to "
                          "the last and tells it in a few turning points.")

    def _on_act(self) -> None:
        if self._teller.is_working:
            self._teller.stop()
            return
        index = self.who.currentIndex()
        self._teller.begin(self._engines[index - 1] if index > 0 else None)

    def _show_point(self, point: StoryPoint) -> None:
        node = self._teller.node_of(point.number)
        if node is not None:
            self._review.go_to(node)

    def _show_line(self, point: StoryPoint, line: StoryLine) -> None:
        """Show one of the futures on the board, from the position before the move."""
        node = self._teller.node_of(point.number)
        if node is not None and node.parent is not None:
            self._review.go_to(node.parent)
            self._line.show(str(line.title), line.moves)

    def _follow(self) -> None:
        """Open the card of the node that is shown, and bring it into view."""
        here = self._teller.point_at(self._review.node)
        for card in self.cards:
            card.open(is_open=card.point is here, look=self._preferences.look,
                      room=self.area.viewport().width())
            if card.point is here:
                # Its height is known once it is laid out.
                QTimer.singleShot(0, card, lambda card=card: self.area.ensureWidgetVisible(card))


class StoryCard(QFrame):
    """One turning point: its number and move, what happened; open, all reasons and both futures."""

    chosen = Signal()

    def __init__(
        self, number: int, point: StoryPoint, go: Callable[[StoryPoint], None],
        show: Callable[[StoryPoint, StoryLine], None],
    ) -> None:
        super().__init__()
        self.point, self._show = point, show
        self.setObjectName("card")
        self.chosen.connect(lambda: go(self.point))
        self.head = QPushButton(f"{number}   {point.title}", flat=True, objectName="flat")
        self.head.setStyleSheet("text-align: left; font-weight: 600; border: none; padding: 0;")
        self.head.clicked.connect(self.chosen)
        self.text = paragraph()
        self._futures: QWidget | None = None
        self._column = laid_out(QVBoxLayout(self), self.head, self.text,
                                margins=(SPACE, SPACE // 2, SPACE, SPACE // 2), spacing=SPACE // 4)
        self._say(is_open=False)

    def open(self, *, is_open: bool, look: Look, room: int) -> None:
        """Show all of it, or only what happened.

        room -- the pixels that the list is wide: a card just made has not its own width yet
        """
        self._say(is_open=is_open)
        if is_open and self._futures is None and self.point.lines:
            self._futures = self._both(self.point.lines, look, room)
            self._column.addWidget(self._futures)
        if self._futures is not None:
            self._futures.setVisible(is_open)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a click anywhere on the card."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()

    def _say(self, *, is_open: bool) -> None:
        said = self.point.sentences if is_open else self.point.sentences[:1]
        self.text.setText("\n".join(map(str, said)))

    def _both(self, lines: Sequence[StoryLine], look: Look, room: int) -> QWidget:
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, SPACE // 2, 0, 0)
        part = _part_of(lines)
        side = min(max(_BOARDS[0], (room - 6 * SPACE) // 2), _BOARDS[1])
        for column, line in enumerate(lines):
            title = str(line.title)
            board = BoardPreview(look, side)
            board.show_diagram(line_diagram(line, part))
            board.setAccessibleName(title)
            button = QPushButton(title, objectName="chip",
                                 toolTip=translated("Step through the line on the board"))
            button.clicked.connect(lambda _checked=False, line=line: self._show(self.point, line))
            lead = QLabel(lead_words(line.lead), wordWrap=True, objectName="small")
            for row, widget in enumerate((board, button, lead)):
                grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(len(lines), 1)
        return body


def line_diagram(line: StoryLine, part: BoardPart | None) -> Diagram:
    """Return the board at the end of a line, its moves as numbers."""
    numbers = dict[Point, int]()
    for number, (_, point) in enumerate(line.moves, start=1):
        if point != PASS and line.end.cells[point]:
            numbers.setdefault(point, number)
    return Diagram(line.end, move_numbers=numbers, is_quiet=True, part=part)


def _part_of(lines: Sequence[StoryLine]) -> BoardPart | None:
    """Return a square of the board with the first moves of both lines; None for all of it."""
    columns, rows = lines[0].end.columns, lines[0].end.rows
    points = [point for line in lines for _, point in line.moves[:_SEEN] if point != PASS]
    if not points or columns != rows:
        return None
    return square_round(points, columns, rows, _ROUND, _LEAST_LINES)
