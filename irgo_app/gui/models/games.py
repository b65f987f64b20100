"""One's own games in the window: the table, what brings games in, what reads them."""

import os
from contextlib import suppress
from html import escape
from typing import Any, Final

import psutil
from PySide6.QtCore import (QAbstractTableModel, QFileSystemWatcher, QModelIndex, QObject,
                            QPersistentModelIndex, Qt, QThread, QTimer, Signal)

from irgo_app.batch.crew import crew_here
from irgo_app.errors import IrgoError
from irgo_app.file_names import text_of_path
from irgo_app.games.errands import GamesErrand, run_errand
from irgo_app.games.index import GamesIndex
from irgo_app.games.positions import BoxPattern, PositionSearch
from irgo_app.games.reading import ReadCount, read_games_of
from irgo_app.games.statistics import GamesStatistics, LossShare, cards_of, own_lines, statistics_of
from irgo_app.games.table import TITLES, GameColumn, TableLine, lines_of, matching, sorted_by
from irgo_app.gui.models.service_bridge import Mailbox, Making
from irgo_app.gui.models.window import Notices, Preferences
from irgo_app.practice.card import Card, Theme
from irgo_app.report.report_process import Done, Failed, ReportProgress
from irgo_app.words import Message, counted, translated

READ_IDLE: Final = "games_read_idle"
FETCH_DAILY: Final = "games_fetch_daily"
_SOON_MS: Final = 1_500
_RELOAD_MS: Final = 3_000
_IDLE_LOOK_MS: Final = 60_000
_IDLE_LOOKS: Final = 5
"""Looks, a minute apart, at which nothing happened before irgo reads by itself."""
_DAY_MS: Final = 86_400_000
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE: Final = QModelIndex()


class GamesTable(QAbstractTableModel):
    """The games that are shown, as a table that sorts and filters itself."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: list[TableLine] = []
        self._shown: list[int] = []
        self._text = ""
        self._only: frozenset[int] | None = None
        self._column, self._is_falling = GameColumn.DATE, True

    @property
    def is_limited(self) -> bool:
        """Return whether only the games of a search for a position are shown."""
        return self._only is not None

    def set_lines(self, lines: list[TableLine]) -> None:
        self.lines = lines
        self._refresh()

    def filter(self, text: str) -> None:
        """Show the games that have every word of a text."""
        self._text = text
        self._refresh()

    def limit(self, games: frozenset[int] | None) -> None:
        """Show only these games; None for all."""
        self._only = games
        self._refresh()

    def line_at(self, row: int) -> TableLine:
        return self.lines[self._shown[row]]

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(TITLES)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        text = self.line_at(index.row()).text(GameColumn(index.column()))
        # Qt takes what looks like HTML for HTML in a tool tip.
        return text if role == Qt.ItemDataRole.DisplayRole else f"<p>{escape(text)}</p>"

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation is Qt.Orientation.Vertical:
            return None
        return translated(TITLES[section])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._is_falling = GameColumn(column), order == Qt.SortOrder.DescendingOrder
        self._refresh()

    def _refresh(self) -> None:
        self.beginResetModel()
        found = matching(self.lines, self._text)
        if self._only is not None:
            found = [at for at in found if self.lines[at].row.id in self._only]
        # They come sorted by date, the newest first.
        if (self._column, self._is_falling) != (GameColumn.DATE, True):
            found = sorted_by(self.lines, found, self._column, is_falling=self._is_falling)
        self._shown = found
        self.endResetModel()


class _ReadingThread(QThread):
    """Has workers read games, and waits for them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.is_stopped = False
        self.news = Mailbox(self)
        self.reason: Message | None = None

    def run(self) -> None:
        try:
            with GamesIndex() as index, crew_here(max(1, (os.cpu_count() or 2) - 1)) as crew:
                read_games_of(index, crew, tell=self.news.put, is_stopped=lambda: self.is_stopped)
        except IrgoError as error:
            self.reason = error.message


class GamesDesk(QObject):
    """Brings games in, has them read, and tells what is in them; opened when first asked for.

    table -- the games; percent -- how far it is with what goes on
    changed -- there are others, or more was read; moved -- something begins, is further, ends
    """

    changed = Signal()
    moved = Signal()

    def __init__(self, notices: Notices, preferences: Preferences) -> None:
        super().__init__()
        self._notices, self._preferences = notices, preferences
        self.table = GamesTable(self)
        self.percent = 0
        self._making = Making(self)
        self._making.told.connect(self._on_told)
        self._reading: _ReadingThread | None = None
        self._search: PositionSearch | None = None
        self._watcher = QFileSystemWatcher(self)
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self.look_for_new)
        self._watcher.directoryChanged.connect(lambda _folder: self._soon.start())
        self._reload = QTimer(self, singleShot=True, interval=_RELOAD_MS)
        self._reload.timeout.connect(self.load)
        self._idle, self._quiet_looks = QTimer(self, interval=_IDLE_LOOK_MS), 0
        self._idle.timeout.connect(self._on_quiet)
        self._idle.start()
        self._daily = QTimer(self, interval=_IDLE_LOOK_MS)
        self._daily.timeout.connect(self._fetch_daily)
        self._daily.start()

    @property
    def is_fetching(self) -> bool:
        return self._making.is_at_work

    @property
    def is_reading(self) -> bool:
        return self._reading is not None and not self._reading.is_stopped

    def open(self) -> None:
        """Show what the index has, and look for what is new in the folders."""
        self.load()
        self.look_for_new()

    def load(self) -> None:
        """Take the games of the index as they are now."""
        with self._notices.telling(), GamesIndex() as index:
            self.table.set_lines(lines_of(index.rows(), index.own_names()))
            self._search = None
            folders = [text_of_path(source.path) for source in index.sources()
                       if source.path.is_dir()]
            if new := set(folders) - set(self._watcher.directories()):
                self._watcher.addPaths(list(new))
        self.changed.emit()

    def look_for_new(self) -> None:
        self.run(GamesErrand())

    def run(self, errand: GamesErrand) -> None:
        """Fetch and index in a process of its own; one errand at a time."""
        if not self.is_fetching:
            self.percent = 0
            self._making.begin(errand, run_errand)
            self.moved.emit()

    def fetch_known(self) -> None:
        """Fetch what is new of the players whose games were fetched before."""
        with self._notices.telling(), GamesIndex() as index:
            players = tuple(source.player for source in index.sources() if source.player)
            self.run(GamesErrand(players=players))

    def add_name(self, name: str) -> None:
        """Take note of a name that the user plays under."""
        with self._notices.telling(), GamesIndex() as index:
            index.add_name(name)
        self.load()

    def read_all(self) -> None:
        """Read what nobody has read, the newest first."""
        if self._reading is not None:
            return
        self._reading = thread = _ReadingThread(self)
        thread.news.arrived.connect(self._on_read)
        thread.finished.connect(self._on_reading_end)
        self.percent = 0
        thread.start()
        self.moved.emit()

    def stop(self) -> None:
        """Stop what goes on; what was done is kept."""
        self._making.stop()
        if self._reading is not None:
            self._reading.is_stopped = True
        self.moved.emit()

    def close(self) -> None:
        """End everything at once."""
        self._making.close()
        if self._reading is not None:
            self._reading.is_stopped = True
            self._reading.wait()

    def statistics(self, window: int) -> GamesStatistics | None:
        """Return what keeps going wrong in the last games, None where that cannot be told."""
        with self._notices.telling(), GamesIndex() as index:
            return statistics_of(index, self.table.lines, window)
        return None

    def cards(self, window: int, share: LossShare | None) -> list[Card]:
        """Return cards of mistakes in the last games; share -- only of this theme."""
        theme = next((theme for theme in Theme if share and theme.value == share.title), None)
        with self._notices.telling(), GamesIndex() as index:
            return cards_of(index, own_lines(self.table.lines, window), theme)
        return []

    def find(self, pattern: BoxPattern) -> int:
        """Show the games that had a position, if there are any; return how many."""
        if not self.table.lines:
            self.load()
        with self._notices.telling():
            if self._search is None:
                with GamesIndex() as index:
                    self._search = PositionSearch(index)
            found = self._search.find(pattern)
            if found:
                self.table.limit(frozenset(match.game for match in found))
                self.changed.emit()
            return len(found)
        return 0

    def _on_told(self, news: object) -> None:
        if isinstance(news, ReportProgress):
            self.percent = news.percent
        elif isinstance(news, Done):
            if news.problems:
                self._notices.tell(counted("One new game.", "{count} new games.", news.problems))
            self.load()
        elif isinstance(news, Failed):
            if news.reason is not None:
                self._notices.tell(news.reason)
            self.load()
        self.moved.emit()

    def _on_read(self, count: ReadCount) -> None:
        self.percent = 100 * count.done // max(1, count.total)
        if not self._reload.isActive():
            self._reload.start()
        self.moved.emit()

    def _on_reading_end(self) -> None:
        thread, self._reading = self._reading, None
        if thread is not None:
            if thread.reason is not None:
                self._notices.tell(thread.reason)
            thread.deleteLater()
        self.load()
        self.moved.emit()

    def note_activity(self) -> None:
        """Take note that the user does something: irgo does not begin to read by itself."""
        self._quiet_looks = 0

    def _on_quiet(self) -> None:
        """Read by itself where that is switched on, nothing happened, and the mains are there."""
        self._quiet_looks += 1
        if self._preferences[READ_IDLE] and self._quiet_looks == _IDLE_LOOKS and _is_on_mains():
            self.read_all()

    def _fetch_daily(self) -> None:
        """Fetch where that is switched on: a minute after the start, then each day."""
        self._daily.setInterval(_DAY_MS)
        if self._preferences[FETCH_DAILY]:
            self.fetch_known()


def _is_on_mains() -> bool:
    """Return whether the machine runs on mains power; one without a battery does."""
    with suppress(OSError, AttributeError):
        battery = psutil.sensors_battery()
        return battery is None or battery.power_plugged is not False
    return True
