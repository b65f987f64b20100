"""Where the game was decided: a card for each turning point, the open one with both futures."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (QComboBox, QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy,
                               QVBoxLayout, QWidget)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.engines.profile import EngineProfile
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import PASS
from irgo_app.gui.models.engine import EngineDesk
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.networks import NetworkDesk
from irgo_app.gui.models.story import GameTeller
from irgo_app.gui.models.study.sentences import lead_words
from irgo_app.gui.models.turns import Futures, Turns, line_title, points_words
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.network import NetworkOffer
from irgo_app.gui.views.style import SPACE, colours_of, paint_bar, smooth_painter
from irgo_app.gui.views.widgets import (BoardPreview, in_scrolled, laid_out, paragraph, plain_tip,
                                        say, scrolling, take_away, unfolding)
from irgo_app.gui.views.window.header import move_words
from irgo_app.judging.ishida_picture import IshidaPicture
from irgo_app.review.game_story import StoryLine, StoryPoint
from irgo_app.words import counted, translated

_BOARD_LEAST, _BOARD_MOST = 120, 420
"""The side of a future's board in pixels, at the least and at the most."""
_OF_HEIGHT: Final = 0.46
"""The boards of the open card leave the rest of the page's height to the other cards."""
_BAR_HEIGHT, _BAR_MOST = 6, 90
_TOLD: Final = 2
"""So many sentences stand on an open card, and one on a closed one; the others are details."""


class StoryPanel(QWidget):
    """Follows the turning points; the card of the current node is the open one.

    cards -- the one that cost most first
    asked -- an action is wanted, by its id
    """

    asked = Signal(str)

    def __init__(
        self, review: Review, teller: GameTeller, turns: Turns, futures: Futures,
        desk: EngineDesk, preferences: Preferences, networks: NetworkDesk,
    ) -> None:
        super().__init__()
        self._review, self._teller, self._desk = review, teller, desk
        self._turns, self._futures, self._preferences = turns, futures, preferences
        self.title = QLabel(translated("Where the game was decided"), objectName="title")
        self.note = paragraph(name="small")
        self.cards: list[StoryCard] = []
        self.more = QPushButton(objectName="link", flat=True, clicked=self._show_losses)
        self.make_cards = QPushButton(translated("Make cards of my mistakes"), objectName="link",
                                      flat=True, clicked=self._make_cards)
        self.rest = paragraph(name="small")
        self.who = in_scrolled(QComboBox())
        self.who.setAccessibleName(translated("Read by"))
        self.who.setToolTip(translated("Who reads the game"))
        self.who.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.act = QPushButton(clicked=self._on_act)
        self._body = QWidget()
        links = laid_out(QHBoxLayout(), self.more, self.make_cards, 1, margins=0)
        foot = laid_out(QHBoxLayout(), (self.who, 1), self.act, margins=0)
        self._column = laid_out(QVBoxLayout(self._body), self.note, links, self.rest, 1, foot,
                                margins=0, spacing=SPACE // 2)
        self.area = scrolling(self._body)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        laid_out(QVBoxLayout(self), self.title, (self.area, 1), NetworkOffer(networks), margins=0,
                 spacing=SPACE // 2)
        teller.moved.connect(self._refresh_head)
        turns.changed.connect(self._on_turns)
        futures.ready.connect(self._show_boards)
        desk.engines_changed.connect(self._fill_judges)
        preferences.changed.connect(self._follow)
        self._shown: Sequence[StoryPoint] = ()
        self._opened: StoryPoint | None = None
        self._engines: list[EngineProfile] = []
        self._fill_judges()
        self._refresh_head()
        self._on_turns()

    def sizeHint(self) -> QSize:
        return QSize(240, 320)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Its list has its own width only after this.
        QTimer.singleShot(0, self, self._show_boards)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "cards"):
            QTimer.singleShot(0, self, self._show_boards)

    def _on_turns(self) -> None:
        if self._shown != self._turns.points:
            self._shown = self._turns.points
            take_away(self._column, self.cards)
            most = max(map(self._turns.cost, self._shown), default=0.0)
            for place, point in enumerate(self._shown):
                card = StoryCard(point, self._turns.number_of(point), self._turns.cost(point), most,
                                 self._title_of(point))
                card.chosen.connect(self._go)
                card.line_wanted.connect(self._play)
                card.asked.connect(self.asked)
                self.cards.append(card)
                self._column.insertWidget(place, card)
            self._opened = None
            self._refresh_head()
        self._follow()

    def _title_of(self, point: StoryPoint) -> str:
        """Return the move of a turning point, or what it is called where it has no single one."""
        node, is_stretch = self._teller.node_of(point.number), point.first < point.last
        if node is None or (is_stretch and not point.moves):
            return str(point.title)
        return move_words(node)

    def _fill_judges(self) -> None:
        self._engines = self._desk.profiles()
        self.who.clear()
        self.who.addItems([translated("irgo"), *(profile.name for profile in self._engines)])

    def _refresh_head(self) -> None:
        teller, story = self._teller, self._teller.story
        self.act.setText(translated("Stop") if teller.is_working else translated("Read the game")
                         if story is None else translated("Read it again"))
        self.who.setEnabled(not teller.is_working)
        say(self.note, self._note())
        say(self.rest, "" if story is None else " ".join(map(str, story.overview)))
        told = set() if story is None else {point.number for point in story.points}
        others = 0 if story is None else sum(
            told.isdisjoint((loss.number, *loss.moves)) for loss in story.losses)
        self.more.setVisible(bool(others))
        self.more.setText(str(counted(
            "One more mistake", "{count} more mistakes", others)))
        self.make_cards.setVisible(story is not None and bool(story.losses))

    def _note(self) -> str:
        teller, story = self._teller, self._teller.story
        if story is not None:
            first = [] if story.is_whole or not teller.is_working else [
                translated("This is a first list; irgo is still reading.")]
            none = [] if story.points else [translated("No single move decided this game.")]
            return " ".join((*none, *first, str(teller.reason or ""))).strip()
        if teller.reason:
            return str(teller.reason)
        if teller.is_awaited:
            return translated("irgo is reading the game. Here you will see which moves decided it, "
                              "and what would have been better.")
        return translated("irgo can read this game and show which moves decided it, and what would "
                          "have been better.")

    def _on_act(self) -> None:
        if self._teller.is_working:
            self._teller.stop()
            return
        index = self.who.currentIndex()
        self._teller.begin(self._engines[index - 1] if index > 0 else None,
                           is_read_again=self._teller.whole is not None)

    def _go(self, card: "StoryCard") -> None:
        self._turns.go_to(card.point)

    def _play(self, card: "StoryCard", index: int) -> None:
        if self._turns.current is not card.point:
            self._turns.go_to(card.point)
        self._turns.play(index)

    def _show_losses(self) -> None:
        self.asked.emit("losses")

    def _make_cards(self) -> None:
        self.asked.emit("add_mistakes")

    def _follow(self) -> None:
        """Open the card of the node that is shown, and bring it into view."""
        here = self._turns.current
        for card in self.cards:
            card.open(is_open=card.point is here)
            card.show_line(self._turns.shown_line if card.point is here else None)
        if here is not self._opened:
            self._opened = here
            self._show_boards()
            # Its height is known once it is laid out.
            QTimer.singleShot(0, self, self._show_open)
        elif self.cards and self.cards[0].look is not self._preferences.look:
            self._show_boards()

    def _show_open(self) -> None:
        for card in self.cards:
            if card.point is self._turns.current:
                self.area.ensureWidgetVisible(card)

    def _show_boards(self) -> None:
        """Draw both futures of the open card, as large as the page has room for."""
        # As if the bar were there: it comes and goes with the boards.
        bar = self.area.verticalScrollBar().sizeHint().width()
        side = max(_BOARD_LEAST, min((self.area.width() - bar - 4 * SPACE) // 2, _BOARD_MOST,
                                     round(_OF_HEIGHT * self.area.height())))
        for card in self.cards:
            if card.is_open:
                card.show_boards(self._preferences.look, side, [
                    self._futures.picture(card.point, index)
                    for index in range(len(card.point.lines))])


class _LossBar(QWidget):
    """A bar as long as its share of the largest loss."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self._share = share
        self.setMinimumSize(_BAR_HEIGHT, _BAR_HEIGHT)
        self.setMaximumWidth(_BAR_MOST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self)
        bar = QRectF(0, (self.height() - _BAR_HEIGHT) / 2, self._share * self.width(), _BAR_HEIGHT)
        paint_bar(smooth_painter(self), bar, 1.0, colours.bad, colours.bad)


class StoryCard(QFrame):
    """One turning point: its move, what it cost, what happened; open, both futures and details.

    chosen -- it was clicked; line_wanted -- a line is to be played, by its index
    asked -- an action is wanted, by its id
    """

    chosen = Signal(object)
    line_wanted = Signal(object, int)
    asked = Signal(str)

    def __init__(
        self, point: StoryPoint, number: int, cost: float, most: float, title: str
    ) -> None:
        """Show a turning point.

        number -- its move's, as the record counts; cost -- its points; most -- the largest's
        title -- its move
        """
        super().__init__()
        self.point, self.is_open = point, False
        self.look: Look | None = None
        self.setObjectName("turn_card")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        pill = QLabel(str(number), objectName="pill")
        pill.setToolTip(plain_tip(str(point.title)))
        self.head = QLabel(title, textFormat=Qt.TextFormat.PlainText, objectName="heading")
        self.cost = QLabel(points_words(cost), objectName="cost")
        bar = _LossBar(cost / most if most else 0.0)
        row = laid_out(QHBoxLayout(), pill, self.head, (bar, 1), 1, self.cost, margins=0,
                       spacing=SPACE)
        self._said = list(map(str, point.sentences))
        self.text = paragraph(self._said[0])
        self.details = paragraph("\n".join(self._said[_TOLD:]), "small")
        self.setAccessibleName(f"{point.title}: {self._said[0]}")
        self._boards: list[FutureBoard] = []
        self.open_part = QWidget()
        self._futures = laid_out(QHBoxLayout(), 1, margins=0, spacing=SPACE)
        self.fold = unfolding(translated("Details"))
        self.fold.toggled.connect(self.details.setVisible)
        self.fold.setVisible(len(self._said) > _TOLD)
        self.why = QPushButton(translated("Why?"), objectName="chip", clicked=self._ask_why)
        self.why.setToolTip(translated("Both futures side by side, with every reason"))
        self.again = QPushButton(translated("Ask me again"), objectName="chip",
                                 clicked=self._ask_again)
        self.again.setToolTip(translated("Put this position among your exercises"))
        buttons = laid_out(QHBoxLayout(), self.why, self.again, 1, self.fold, margins=0)
        self.details.hide()
        laid_out(QVBoxLayout(self.open_part), self._futures, buttons, self.details, margins=0,
                 spacing=SPACE // 2)
        self.open_part.hide()
        laid_out(QVBoxLayout(self), row, self.text, self.open_part,
                 margins=(SPACE, SPACE // 2, SPACE, SPACE // 2), spacing=SPACE // 2)

    @property
    def boards(self) -> Sequence["FutureBoard"]:
        """Return the boards of both futures, none before the card is open."""
        return self._boards

    def open(self, *, is_open: bool) -> None:
        if is_open != self.is_open:
            self.is_open = is_open
            self.setProperty("isOpen", is_open)
            self.style().unpolish(self)
            self.style().polish(self)
            self.open_part.setVisible(is_open)
            self.text.setText(" ".join(self._said[:_TOLD if is_open else 1]))
            if not is_open:
                # Two large boards a card would be most of the window's memory.
                take_away(self._futures, self._boards)

    def show_line(self, index: int | None) -> None:
        """Mark the line that is on the large board, None for neither."""
        for board in self._boards:
            board.button.setChecked(board.index == index)

    def show_boards(
        self, look: Look, side: int, pictures: Sequence[IshidaPicture | None]
    ) -> None:
        """Draw both futures, side pixels wide; a picture that is still to come is None."""
        self.look = look
        if not self._boards:
            for index, line in enumerate(self.point.lines):
                board = FutureBoard(self.point, index, line, look, side)
                board.wanted.connect(self._want)
                self._boards.append(board)
                self._futures.insertWidget(index, board)
        for board, picture in zip(self._boards, pictures, strict=True):
            board.show_picture(look, side, picture)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a click anywhere on the card."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self)
        else:
            super().keyPressEvent(event)

    def _want(self, index: int) -> None:
        self.line_wanted.emit(self, index)

    def _ask_why(self) -> None:
        self.asked.emit("why_turn")

    def _ask_again(self) -> None:
        self.asked.emit("ask_again")


class FutureBoard(QWidget):
    """The board at the end of a line, and below it a button that plays the line."""

    wanted = Signal(int)

    def __init__(
        self, point: StoryPoint, index: int, line: StoryLine, look: Look, side: int
    ) -> None:
        super().__init__()
        self.index, self._line, self._title = index, line, line_title(point, index)
        self.board = BoardPreview(look, side)
        self.board.setCursor(Qt.CursorShape.PointingHandCursor)
        self.board.setAccessibleName(self._title)
        self.button = QPushButton(self._title, objectName="chip", checkable=True,
                                  clicked=self._want)
        self.button.setToolTip(translated("Play this line on the large board"))
        self.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        laid_out(QVBoxLayout(self), self.board, self.button, margins=0, spacing=SPACE // 2)

    def show_picture(self, look: Look, side: int, picture: IshidaPicture | None) -> None:
        self.board.setFixedSize(side, side)
        lead, move = lead_words(self._line.lead), self._title.partition(" ")[0].rstrip(",")
        texts = [f"{self._title} · {lead}", f"{move} · {lead}", lead]
        self.button.setText(next((text for text in texts if self.button.fontMetrics(
            ).horizontalAdvance(text) <= side - 2 * SPACE), lead))
        moves = self._line.moves
        first = moves[0][1] if moves else PASS
        numbers = {first: 1} if first != PASS and self._line.end.cells[first] else {}
        last = moves[-1][1] if moves else PASS
        self.board.show_diagram(Diagram(
            self._line.end, () if picture is None else picture.drawables(), last_move=last,
            coordinates=CoordinateStyle.NONE, move_numbers=numbers, is_quiet=True), look)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Play the line, too, where its board is clicked."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._want()

    def _want(self) -> None:
        self.wanted.emit(self.index)
