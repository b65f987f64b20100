"""The window of one's own games: the table, opening, searching a position, what goes wrong, links.
"""

import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from pytestqt.qtbot import QtBot

from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.index import GamesIndex, GameSummary, KeptReading, json_of_message
from irgo_app.games.reading import KeptMistake, ReadGame
from irgo_app.games.table import GameColumn
from irgo_app.go.point import BLACK
from irgo_app.gui.commands import games
from irgo_app.gui.models.games import GamesTable
from irgo_app.gui.views.games import GamesWindow, LinkDialog
from irgo_app.practice.card import Theme
from irgo_app.words import message
from tests.games.many_games import write_games_of
from tests.games.ogs_server import OgsServer
from tests.gui.conftest import Window

THEMES = (Theme.LIFE, Theme.ATTACK, Theme.CONNECTION, Theme.ENDGAME, Theme.DIRECTION)


@pytest.fixture
def shown(window: Window, tmp_path: Path, qtbot: QtBot) -> Iterator[GamesWindow]:
    """The window of games with twelve games of Anna's that were read."""
    write_games_of(tmp_path / "games", 12)
    with GamesIndex() as index:
        index.add_source(tmp_path / "games")
        index.add_name("Anna")
        bring_up_to_date(index)
        for number, row in enumerate(index.rows()):
            colour = row.colour_of({"anna"}) or BLACK
            found = ReadGame(tuple(
                KeptMistake(20 + 30 * at, colour, 14.0 / (at + 1) + number, theme,
                            ("OPENING", "MIDDLE", "ENDGAME")[at % 3], at % 3)
                for at, theme in enumerate(THEMES)), (), ((40, 40, 40),) * 2)
            index.keep_readings([KeptReading(
                row.key, GameSummary("judge", 14.0 + number, 20, 9.0, 33, 50, json_of_message(
                    message("Move {number}: the corner died.", number=50))),
                zlib.compress(msgspec.msgpack.encode(found)))])
    games.show_games(window.furnishing.context)
    found = window.findChild(GamesWindow)
    assert isinstance(found, GamesWindow)
    qtbot.waitUntil(lambda: not window.models.games.is_fetching)
    yield found
    found.close()


def texts(table: GamesTable, column: GameColumn) -> list[str]:
    return [table.data(table.index(row, column)) for row in range(table.rowCount())]


def test_the_table_sorts_and_filters_as_one_types(
    shown: GamesWindow, window: Window, qtbot: QtBot
) -> None:
    table = window.models.games.table
    assert table.rowCount() == 12
    dates = texts(table, GameColumn.DATE)
    assert dates == sorted(dates, reverse=True)
    shown.view.sortByColumn(GameColumn.LOSS, Qt.SortOrder.DescendingOrder)
    losses = [float(text.split()[0]) for text in texts(table, GameColumn.LOSS)]
    assert losses == sorted(losses, reverse=True)
    qtbot.keyClicks(shown.search, "won")
    assert 0 < table.rowCount() < 12
    assert all(text.startswith("won") for text in texts(table, GameColumn.RESULT))
    assert shown.count.text() == f"{table.rowCount()} games"


def test_a_game_opens_on_the_board_before_the_move_that_decided_it(
    shown: GamesWindow, window: Window, qtbot: QtBot
) -> None:
    review = window.models.review
    line = window.models.games.table.line_at(3)
    shown.view.selectRow(3)
    qtbot.keyClick(shown.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: review.file.path is not None
                    and review.file.path.name == f"{int(line.row.event):05}.sgf")
    assert review.game.move_number(review.node) == 49


def test_what_keeps_going_wrong_is_a_picture_with_examples(
    shown: GamesWindow, window: Window, qtbot: QtBot
) -> None:
    shown.pages.setCurrentWidget(shown.losses)
    picture = shown.losses.picture
    assert [share.title for share in picture.shares[:2]] == [
        Theme.LIFE.value, Theme.ATTACK.value]
    assert "points a game in 12 games" in shown.losses.words.text()
    assert shown.losses.examples.count() == 3
    before = shown.losses.title.text()
    qtbot.keyClick(picture, Qt.Key.Key_Down)
    assert shown.losses.title.text() != before
    review = window.models.review
    shown.losses.examples.itemActivated.emit(shown.losses.examples.item(0))
    qtbot.waitUntil(lambda: review.game.move_number(review.node) == 49)
    shown.losses.window_box.setCurrentIndex(0)
    assert "10 games" in shown.losses.words.text()
    assert not shown.grab().isNull()


def test_games_with_the_position_on_the_board(
    shown: GamesWindow, window: Window, qtbot: QtBot
) -> None:
    models, table = window.models, window.models.games.table
    games.open_game(window.furnishing.context, table.line_at(0).row.id, 31)
    qtbot.waitUntil(lambda: models.review.game.move_number(models.review.node) == 30)
    games.find_in_games(window.furnishing.context)
    whole = table.rowCount()
    assert 1 <= whole < 12 and table.is_limited
    models.selection.box = 0, 9 * 19 + 9
    games.find_in_games(window.furnishing.context)
    assert table.rowCount() >= whole
    qtbot.mouseClick(shown.all, Qt.MouseButton.LeftButton)
    assert table.rowCount() == 12


def test_reading_is_stopped_at_once_for_who_sees_it(
    shown: GamesWindow, window: Window, qtbot: QtBot
) -> None:
    desk = window.models.games
    with GamesIndex() as index:
        index._file.execute("DELETE FROM readings")
    qtbot.mouseClick(shown.read, Qt.MouseButton.LeftButton)
    assert desk.is_reading
    qtbot.mouseClick(shown.stop, Qt.MouseButton.LeftButton)
    assert not desk.is_reading
    qtbot.waitUntil(lambda: desk._reading is None)


def test_a_link_says_where_it_goes_and_opens(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("http_proxy", raising=False)
    dialog = LinkDialog("online-go.com/game/7", window)
    assert "https://online-go.com/api/v1/games/7/sgf" in dialog.words.text()
    dialog.address.setText("nonsense or not")
    assert "no address" in dialog.words.text() and dialog.link is None
    with OgsServer(1).serving() as server:
        address = f"{server.base}/api/v1/games/100/sgf"
        monkeypatch.setattr(LinkDialog, "exec", lambda self: True)
        QGuiApplication.clipboard().setText(address)
        window.actions_by_id["paste"].trigger()  # type: ignore[attr-defined]
        review = window.models.review
        qtbot.waitUntil(lambda: review.game.node_count > 100)
        assert review.file.path is None


def test_a_link_that_is_dropped_is_asked_about(window: Window) -> None:
    asked = list[str]()
    window.board.link_dropped.disconnect()
    window.board.link_dropped.connect(asked.append)
    mime = QMimeData()
    mime.setUrls([QUrl("https://online-go.com/game/5")])
    window.board.dropEvent(QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier))
    assert asked == ["https://online-go.com/game/5"]


def test_a_link_of_the_command_line_is_asked_about(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[str]()
    monkeypatch.setattr(LinkDialog, "exec", lambda self: shown.append(self.words.text()))
    window.furnishing.begin(("https://online-go.com/game/9", None))
    assert len(shown) == 1 and "/games/9/sgf" in shown[0]


def test_it_reads_by_itself_only_where_that_is_switched_on(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, begun = window.models.games, list[bool]()
    monkeypatch.setattr(desk, "read_all", lambda: begun.append(True))
    for _ in range(10):
        desk._on_quiet()
    assert not begun
    window.models.preferences.set("games_read_idle", True)
    desk.note_activity()
    for _ in range(4):
        desk._on_quiet()
    assert not begun
    desk._on_quiet()
    assert begun
