"""A position from a picture in the window: read in the background, the picture beside, asked."""

import io
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from irgo_app.draw.drawables import Diagram
from irgo_app.draw.export import png_of
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.gui.commands import edit
from irgo_app.gui.commands.file import from_picture, show_reading
from irgo_app.gui.models.edit import PLAY
from irgo_app.gui.views.file import ScanDialog
from irgo_app.scan.reading import PictureReading, decode_picture, read_picture
from tests.gui.conftest import Window

BOARD = Position.from_diagram("""
    .........
    ..X...O..
    ..X......
    .....O...
    ....X....
    .........
    ..O...X..
    .........
    .........
""")
PNG = png_of(Diagram(BOARD), size=400)


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    return decode_picture(PNG, "board.png")


@pytest.fixture(scope="module")
def reading(picture: np.ndarray) -> PictureReading:
    """What is read in the picture, once for all tests."""
    return read_picture(picture, "board.png")


@pytest.fixture
def asked(window: Window, picture: np.ndarray, reading: PictureReading) -> ScanDialog:
    """A picture of which two points are unsure."""
    dialog = show_reading(
        window.furnishing.context, replace(reading, unsure=(11, 40)), picture)
    assert dialog is not None
    return dialog


def dropped(window: Window, mime: QMimeData) -> None:
    window.board.dropEvent(QDropEvent(
        QPointF(9, 9), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier))


def test_a_picture_that_is_dropped_becomes_the_game(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "board.png"
    path.write_bytes(PNG)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    dropped(window, mime)
    qtbot.waitUntil(lambda: window.models.review.position.cells == BOARD.cells)
    assert window.models.review.file.path is None
    assert window.findChildren(ScanDialog)


def test_a_picture_on_the_clipboard_is_pasted(window: Window, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setImage(QImage.fromData(PNG))
    edit.paste_sgf(window.furnishing.context)
    qtbot.waitUntil(lambda: window.models.review.position.cells == BOARD.cells)


def test_what_is_unsure_is_asked_and_set_up(window: Window, asked: ScanDialog) -> None:
    review = window.models.review
    lit = []
    window.models.viewpoint.highlighted.connect(lit.append)
    assert "C8" in asked.question.text()
    asked.buttons[WHITE].click()
    assert review.position.colour_at(11) == WHITE and lit == [40]
    assert "E5" in asked.question.text()
    asked.buttons[EMPTY].click()
    assert review.position.colour_at(40) == EMPTY and lit == [40, PASS]
    assert not asked.buttons[BLACK].isVisible()
    review.undo()
    assert review.position.colour_at(40) == BLACK


def test_stones_are_set_up_until_the_picture_is_closed(
    window: Window, asked: ScanDialog
) -> None:
    assert window.models.hand.tool.id == "black"
    asked.reject()
    assert window.models.hand.tool is PLAY


def test_another_game_takes_the_picture_with_it(window: Window, asked: ScanDialog,
                                                qtbot: QtBot) -> None:
    with qtbot.waitSignal(asked.finished):
        window.models.review.new_game(9, 9, {})
    assert window.models.hand.tool is PLAY


def test_points_are_ringed_where_they_lie_in_the_picture(
    asked: ScanDialog, picture: np.ndarray
) -> None:
    stone = asked.view.place(11)
    around = picture[int(stone.y()) - 3:int(stone.y()) + 4, int(stone.x()) - 3:int(stone.x()) + 4]
    assert around.mean() < 90


def test_a_picture_without_a_board_is_one_sentence(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    held = io.BytesIO()
    Image.fromarray(np.full((200, 200, 3), 200, np.uint8)).save(held, "PNG")
    (tmp_path / "tea.png").write_bytes(held.getvalue())
    told: list[str] = []
    window.models.notices.told.connect(told.append)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "tea.png"))])
    dropped(window, mime)
    qtbot.waitUntil(lambda: bool(told))
    assert "No board was found in tea.png" in told[0]


def test_the_picture_lies_beside_the_board(window: Window, asked: ScanDialog) -> None:
    board = window.board.mapToGlobal(window.board.rect().center())
    assert asked.isVisible() and not asked.geometry().contains(board)
    assert window.geometry().contains(asked.geometry().center())


def test_a_package_that_is_missing_is_told_before_a_picture_is_chosen(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, chosen = list[str](), list[str]()
    monkeypatch.setattr("irgo_app.extras.find_spec", lambda name: None)
    monkeypatch.setattr(QFileDialog, "getOpenFileName",
                        lambda *_: chosen.append("a picture") or ("", ""))
    window.models.notices.told.connect(told.append)
    from_picture(window.furnishing.context)
    assert not chosen and "opencv-python-headless" in told[0]
