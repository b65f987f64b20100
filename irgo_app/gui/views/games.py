"""The window of one's own games: the table, what keeps going wrong as a picture, links to open."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (QAccessible, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen,
                           QShowEvent)
from PySide6.QtWidgets import (QAbstractItemView, QDialog, QFileDialog, QHBoxLayout, QInputDialog,
                               QLabel, QLineEdit, QListWidget, QListWidgetItem, QProgressBar,
                               QPushButton, QTableView, QTabWidget, QVBoxLayout, QWidget)

from irgo_app.errors import NetworkError
from irgo_app.games.errands import GamesErrand
from irgo_app.games.links import OgsSite, RecordLink, link_of, where_it_asks, where_link_goes
from irgo_app.games.statistics import (WINDOWS, GamesStatistics, LossShare, MistakeExample,
                                       example_words, share_words, statistics_words)
from irgo_app.games.table import GameColumn
from irgo_app.gui.models.games import GamesDesk
from irgo_app.gui.views.style import (SPACE, bold_font, colours_of, elided, paint_bar, paint_text,
                                      small_font, smooth_painter, text_scale)
from irgo_app.gui.views.widgets import (chooser, ends_of, fit_screen, laid_out, lay_out_dialog,
                                        let_speak, paragraph, scrolling, tell_change)
from irgo_app.practice.card import Card
from irgo_app.words import counted, filled, noted, translated

_SIZE: Final = QSize(980, 620)
_WIDTHS: Final = {GameColumn.DATE: 100, GameColumn.OPPONENT: 190, GameColumn.COLOUR: 70,
                  GameColumn.SIZE: 50, GameColumn.HANDICAP: 80, GameColumn.RESULT: 110,
                  GameColumn.LOSS: 130}
_ROW: Final = 30
_TITLE_SHARE: Final = 0.34
_NUMBER_SHARE: Final = 0.12
_HEADS: Final = (noted("Points lost a game, by theme"), noted("By part of the game"),
                 noted("Points lost in 100 moves, by the clock"))


class LinkDialog(QDialog):
    """Asks for the address of a game, and says where irgo goes before it goes there."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("Open a link"))
        self.link: RecordLink | None = None
        self.address = QLineEdit(text, placeholderText="https://online-go.com/game/12345",
                                 textChanged=self._refresh)
        self.address.setAccessibleName(translated("Address of a game"))
        self.address.setMinimumWidth(_SIZE.width() // 2)
        self.words = paragraph()
        self._buttons = ends_of(self)
        self._fetch = self._buttons.buttons()[0]
        self._fetch.setText(translated("Fetch and open"))
        body = QWidget()
        laid_out(QVBoxLayout(body), paragraph(translated(
            "The address of a game of OGS, or of any game record on the internet:")),
            self.address, self.words, margins=0, spacing=SPACE)
        lay_out_dialog(self, body, self._buttons)
        self._refresh()

    def _refresh(self) -> None:
        try:
            self.link = link_of(self.address.text())
            self.words.setText(str(where_link_goes(self.link)))
        except NetworkError as error:
            self.link = None
            self.words.setText(str(error) if self.address.text().strip() else "")
        self._fetch.setEnabled(self.link is not None)


class LossPicture(QWidget):
    """Bars of what is lost, the longest first; a line over each is the range of its mean.

    chosen -- a bar was chosen: its examples are wanted
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._groups: list[tuple[str, Sequence[LossShare]]] = []
        self.shares: list[LossShare] = []
        self.current = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        let_speak(self, QAccessible.Role.List, self._spoken)

    def show_statistics(self, found: GamesStatistics) -> None:
        groups = (found.themes, found.phases, found.paces)
        self._groups = [(title, shares) for title, shares in zip(_HEADS, groups, strict=True)
                        if shares]
        self.shares, self.current = [share for _, each in self._groups for share in each], 0
        self.setMinimumHeight(self._row * (len(self.shares) + len(self._groups)) + SPACE)
        self.update()

    @property
    def _row(self) -> int:
        """Return the height of a row, which grows with the letters."""
        return round(_ROW * text_scale(self))

    @property
    def share(self) -> LossShare | None:
        return self.shares[self.current] if self.shares else None

    def choose(self, number: int) -> None:
        if 0 <= number < len(self.shares):
            self.current = number
            self.update()
            tell_change(self)
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.choose(self.current + step)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for number, (_, room) in enumerate(self._rooms()):
            if room.contains(event.position()):
                self.choose(number)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours, top = smooth_painter(self), colours_of(self), 0.0
        for title, shares in self._groups:
            paint_text(painter, QRectF(0, top, self.width(), self._row), translated(title),
                       bold_font(self), colours.text)
            top += self._row * (1 + len(shares))
        for number, (share, room) in enumerate(self._rooms()):
            if number == self.current:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours.accent_soft))
                painter.drawRoundedRect(room, SPACE / 2, SPACE / 2)
            self._paint_share(painter, share, room)
        painter.end()

    def _paint_share(self, painter: QPainter, share: LossShare, room: QRectF) -> None:
        colours, font = colours_of(self), self.font()
        title = room.width() * _TITLE_SHARE
        paint_text(painter, room.adjusted(SPACE, 0, 0, 0),
                   elided(translated(share.title), font, title - 2 * SPACE), font, colours.text)
        bar = QRectF(room.left() + title, room.center().y() - 7,
                     room.width() * (1 - _TITLE_SHARE - _NUMBER_SHARE), 14)
        most = max(max(each.high for each in shares) for _, shares in self._groups
                   if share in shares) or 1.0
        paint_bar(painter, bar, share.points / most, colours.well, colours.bad)
        painter.setPen(QPen(QColor(colours.text), 1.5))
        ends = [bar.left() + bar.width() * value / most for value in (share.low, share.high)]
        middle = bar.center().y()
        painter.drawLine(ends[0], middle, ends[1], middle)
        for end in ends:
            painter.drawLine(end, middle - 4, end, middle + 4)
        paint_text(painter, QRectF(bar.right() + SPACE, room.top(), room.width(), self._row),
                   f"{share.points:.1f}", small_font(self), colours.text)

    def _rooms(self) -> list[tuple[LossShare, QRectF]]:
        found, top = list[tuple[LossShare, QRectF]](), 0.0
        for _, shares in self._groups:
            top += self._row
            for share in shares:
                found.append((share, QRectF(0, top, self.width(), self._row)))
                top += self._row
        return found

    def _spoken(self) -> str:
        return str(share_words(self.share)) if self.share else ""


class LossPage(QWidget):
    """What keeps going wrong: a picture, examples that open, and cards made of them.

    opened -- a game and a move of it; cards_wanted -- made of the mistakes that are shown
    """

    opened = Signal(int, int)
    cards_wanted = Signal(list)

    def __init__(self, desk: GamesDesk) -> None:
        super().__init__()
        self._desk = desk
        titles = [translated("All games") if not window else
                  filled(translated("Last {count} games"), count=window) for window in WINDOWS]
        self.window_box = chooser(zip(WINDOWS, titles, strict=True), 0)
        self.window_box.setAccessibleName(translated("Which games"))
        self.window_box.currentIndexChanged.connect(self.refresh)
        self.words, self.picture = paragraph(), LossPicture()
        self.picture.chosen.connect(self._show_examples)
        self.title, self.examples = QLabel(), QListWidget()
        self.examples.setAccessibleName(translated("Examples"))
        self.examples.itemActivated.connect(self._open)
        self.worst = QListWidget()
        self.worst.setAccessibleName(translated("The worst games"))
        self.worst.itemActivated.connect(self._open)
        self.make = QPushButton(translated("Make cards of these"), autoDefault=False,
                                clicked=self._make_cards)
        right = laid_out(QVBoxLayout(), self.title, (self.examples, 1), self.make,
                         QLabel(translated("The worst games")), (self.worst, 1), spacing=SPACE)
        laid_out(QVBoxLayout(self),
                 laid_out(QHBoxLayout(), self.window_box, (self.words, 1), spacing=2 * SPACE),
                 (laid_out(QHBoxLayout(), (scrolling(self.picture), 3), (right, 2),
                           spacing=2 * SPACE), 1), margins=SPACE, spacing=SPACE)

    def refresh(self) -> None:
        found = self._desk.statistics(int(self.window_box.currentData()))
        if found is None:
            return
        self.words.setText(str(statistics_words(found)))
        self.picture.show_statistics(found)
        _fill(self.worst, found.worst)
        self.make.setEnabled(found.games > 0)
        self._show_examples()

    def _show_examples(self) -> None:
        share = self.picture.share
        self.title.setText("" if share is None else filled(
            translated("Examples: {title}"), title=translated(share.title)))
        _fill(self.examples, () if share is None else share.examples)

    def _open(self, item: QListWidgetItem) -> None:
        self.opened.emit(*item.data(Qt.ItemDataRole.UserRole))

    def _make_cards(self) -> None:
        self.cards_wanted.emit(self._desk.cards(
            int(self.window_box.currentData()), self.picture.share))


def _fill(items: QListWidget, examples: Sequence[MistakeExample]) -> None:
    items.clear()
    for example in examples:
        item = QListWidgetItem(str(example_words(example)))
        item.setData(Qt.ItemDataRole.UserRole, (example.game, example.move))
        items.addItem(item)


class GamesWindow(QDialog):
    """One's own games: the table on one page, what keeps going wrong on the other.

    opened -- a game by its number in the index, and the move it is opened before, 0 for its start
    """

    opened = Signal(int, int)

    def __init__(self, desk: GamesDesk, add_cards: Callable[[list[Card]], None],
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setWindowTitle(translated("My games"))
        self.search = QLineEdit(placeholderText=translated("Search: a name, a year, won …"),
                                clearButtonEnabled=True, textChanged=desk.table.filter)
        self.search.setAccessibleName(translated("Search the games"))
        self.count = QLabel()
        self.all = QPushButton(translated("Show all games"), autoDefault=False,
                               clicked=lambda: desk.table.limit(None))
        self.view = QTableView(sortingEnabled=True, wordWrap=False)
        self.view.setAlternatingRowColors(True)
        self.view.setModel(desk.table)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setTabKeyNavigation(False)
        self.view.verticalHeader().hide()
        self.view.horizontalHeader().setStretchLastSection(True)
        self.view.sortByColumn(GameColumn.DATE, Qt.SortOrder.DescendingOrder)
        for column, width in _WIDTHS.items():
            self.view.setColumnWidth(column, width)
        self.view.activated.connect(lambda index: self._open(index.row()))
        self.losses = LossPage(desk)
        self.losses.opened.connect(self.opened)
        self.losses.cards_wanted.connect(add_cards)
        games = QWidget()
        laid_out(QVBoxLayout(games),
                 laid_out(QHBoxLayout(), (self.search, 1), self.all, self.count, spacing=SPACE),
                 (self.view, 1), margins=SPACE, spacing=SPACE)
        self.pages = QTabWidget()
        self.pages.addTab(games, translated("Games"))
        self.pages.addTab(self.losses, translated("What keeps going wrong"))
        self.pages.currentChanged.connect(lambda _page: self._refresh())
        self.bar = QProgressBar(maximum=100)
        self.bar.setAccessibleName(translated("Progress"))
        self.read = QPushButton(translated("Read all"), autoDefault=False, clicked=desk.read_all)
        self.stop = QPushButton(translated("Stop"), autoDefault=False, clicked=desk.stop)
        buttons = [QPushButton(title, autoDefault=False, clicked=act) for title, act in (
            (translated("Add a folder …"), self._add_folder),
            (translated("Add a player of OGS …"), self._add_player),
            (translated("My names …"), self._add_name),
            (translated("Fetch new games"), desk.fetch_known))]
        laid_out(QVBoxLayout(self), (self.pages, 1),
                 laid_out(QHBoxLayout(), *buttons, (self.bar, 1), self.read, self.stop,
                          spacing=SPACE), margins=SPACE, spacing=SPACE)
        fit_screen(self, _SIZE)
        desk.changed.connect(self._refresh)
        desk.moved.connect(self._show_progress)
        desk.table.modelReset.connect(self._show_count)
        self.view.installEventFilter(self)
        self._show_progress()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.search.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view and event.type() == QEvent.Type.KeyPress \
                and isinstance(event, QKeyEvent) \
                and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.view.currentIndex().row())
            return True
        return super().eventFilter(watched, event)

    def _open(self, row: int) -> None:
        if row >= 0:
            line = self._desk.table.line_at(row)
            self.opened.emit(line.row.id, line.row.opening_move)

    def _refresh(self) -> None:
        self._show_count()
        if self.pages.currentWidget() is self.losses:
            self.losses.refresh()

    def _show_count(self) -> None:
        table = self._desk.table
        self.all.setVisible(table.is_limited)
        self.count.setText(str(counted("One game", "{count} games", table.rowCount())))

    def _show_progress(self) -> None:
        desk = self._desk
        is_working = desk.is_fetching or desk.is_reading
        self.bar.setVisible(is_working)
        self.bar.setValue(desk.percent)
        self.stop.setVisible(is_working)
        self.read.setVisible(not desk.is_reading)

    def _add_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, translated("A folder of games"))
        if name:
            self._desk.run(GamesErrand(folders=(Path(name),)))

    def _add_player(self) -> None:
        site = OgsSite()
        words = str(where_it_asks(translated("this player"), site))
        name, is_given = QInputDialog.getText(
            self, translated("A player of OGS"),
            f"{words}\n{translated('The name on OGS:')}")
        if is_given and name.strip():
            self._desk.run(GamesErrand(players=(name,), site=site))

    def _add_name(self) -> None:
        name, is_given = QInputDialog.getText(
            self, translated("My names"),
            translated("A name you play under, as your records write it:"))
        if is_given:
            self._desk.add_name(name)
