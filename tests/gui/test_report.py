"""The dialog of a review report: it asks, shows how far it is, and never holds the window up."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from irgo_app.draw.board_painter import Look
from irgo_app.gui.models.window import FOLDER
from irgo_app.gui.views.making import MakingDialog, PictureDialog, ReportDialog
from irgo_app.report.report_process import Done, Failed, ReportProgress
from irgo_app.resource_files import resource_path
from irgo_app.sgf.parser import load_file
from irgo_app.words import message
from tests.gui.conftest import PatientQtBot, Window
from tests.gui.stand_in_process import Process, opened, processes

__all__ = ["opened", "processes"]  # Fixtures.


@pytest.fixture
def dialog(qtbot: PatientQtBot, tmp_path: Path, opened: list[str]) -> ReportDialog:
    made = ReportDialog(b"(;SZ[9];B[ee])", tmp_path / "game.html", Look(), ())
    qtbot.addWidget(made)
    made.show()
    return made


def make_button(dialog: ReportDialog) -> QPushButton:
    return next(button for button in dialog.findChildren(QPushButton)
                if button.text() == "Make the report")


def test_a_report_is_asked_for_told_and_opened(
    qtbot: PatientQtBot, dialog: ReportDialog, tmp_path: Path, opened: list[str]
) -> None:
    told: list[str] = []
    dialog.told.connect(told.append)
    dialog._problems.setChecked(True)
    make_button(dialog).click()
    process, = Process.started
    assert process.task.path == tmp_path / "game.html"
    assert process.task.problems == tmp_path / "game-problems.sgf"
    assert dialog.is_at_work and not make_button(dialog).isEnabled()
    process.waiting += [ReportProgress(40)]
    qtbot.waitUntil(lambda: dialog.bar.value() == 40)
    with qtbot.waitSignal(dialog.accepted):
        process.waiting += [ReportProgress(100), Done(2)]
    assert told == [f"The report is in {tmp_path / 'game.html'}. Problems found: 2."]
    assert opened == [str(tmp_path / "game.html")]


def test_a_failure_is_said_in_the_dialog_which_can_try_again(
    qtbot: PatientQtBot, dialog: ReportDialog, opened: list[str]
) -> None:
    make_button(dialog).click()
    Process.started[0].waiting.append(Failed(message("There is no room.")))
    qtbot.waitUntil(lambda: not dialog.is_at_work)
    assert dialog.state.text() == "There is no room." and dialog.state.isVisible()
    assert make_button(dialog).isEnabled() and not opened
    make_button(dialog).click()
    assert len(Process.started) == 2


def test_cancel_stops_the_work_first_and_closes_then(
    qtbot: PatientQtBot, dialog: ReportDialog
) -> None:
    make_button(dialog).click()
    dialog.reject()
    assert Process.started[0].is_stopped and dialog.isVisible()
    qtbot.waitUntil(lambda: not dialog.is_at_work)
    assert dialog.state.text() == "Stopped; nothing was written."
    with qtbot.waitSignal(dialog.rejected):
        dialog.reject()


def test_the_process_ends_with_the_dialog(dialog: ReportDialog) -> None:
    make_button(dialog).click()
    dialog.close()
    assert Process.started[0].is_closed or Process.started[0].is_stopped


def test_without_a_file_there_is_nothing_to_make(dialog: ReportDialog) -> None:
    dialog.path.setText("  ")
    assert not make_button(dialog).isEnabled()


def test_the_menu_opens_it_with_the_game_beside_its_file(
    window: Window, qtbot: PatientQtBot, opened: list[str]
) -> None:
    window.actions_by_id["report"].trigger()
    dialog, = window.findChildren(ReportDialog)
    path = window.models.review.file.path
    assert path is not None and dialog.path.text() == str(path.with_suffix(".html"))
    make_button(dialog).click()
    assert Process.started[0].task.record.startswith(b"(;")
    dialog.close()


def test_one_dialog_of_a_kind_is_open_and_it_makes_nothing_beside_an_example(
    window: Window, qtbot: PatientQtBot, opened: list[str]
) -> None:
    example = resource_path("examples", "selfplay01.sgf")
    opened_before = window.models.review.file.path
    assert opened_before is not None
    window.models.review.open_games(load_file(example), example)

    def shown() -> list[MakingDialog]:
        return [found for found in window.findChildren(MakingDialog) if found.isVisible()]

    actions = ("report", "export", "print", "animate")
    for action in (*actions, *actions):
        window.actions_by_id[action].trigger()
    qtbot.waitUntil(lambda: len(shown()) == len(actions))
    assert {dialog.target().parent for dialog in shown()} == {opened_before.parent}
    # What is being made goes on.
    busy = next(dialog for dialog in shown() if isinstance(dialog, ReportDialog))
    busy.opens.setChecked(False)
    busy.activateWindow()
    busy.path.setFocus()
    qtbot.waitUntil(busy.path.hasFocus)
    qtbot.keyClick(busy.path, Qt.Key.Key_Return)
    assert busy.is_at_work
    window.actions_by_id["report"].trigger()
    assert busy.isVisible() and len(shown()) == len(actions)
    for dialog in shown():
        dialog.close()
    window.actions_by_id["export"].trigger()
    picture, = (dialog for dialog in shown() if isinstance(dialog, PictureDialog))
    assert not picture.opens.isChecked(), "what was chosen of one holds for the next"
    picture.close()
    # Where no file was used before, in the user's own folder.
    window.models.layout.texts.pop(FOLDER)
    window.actions_by_id["export"].trigger()
    picture, = (dialog for dialog in shown() if isinstance(dialog, PictureDialog))
    assert picture.target().parent == Path.home()
    for dialog in shown():
        dialog.close()


def test_a_process_that_ends_after_its_dialog_tells_nobody(
    qtbot: PatientQtBot, dialog: ReportDialog, opened: list[str]
) -> None:
    """The dialog goes with a window that is made anew, however far its process is."""
    told: list[str] = []
    dialog.told.connect(told.append)
    make_button(dialog).click()
    process, = Process.started
    process.waiting += [ReportProgress(40), Done(2)]
    # What is told first closes the dialog; what waits behind it is not told any more.
    dialog.bar.valueChanged.connect(lambda _percent: dialog.hide())
    qtbot.waitUntil(lambda: process.is_closed)
    assert not dialog.is_at_work
    QTest.qWait(200)
    assert not told and not opened


def test_a_dialog_that_is_minimised_goes_on(
    dialog: ReportDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_button(dialog).click()
    process, = Process.started
    event = QHideEvent()
    with monkeypatch.context() as patch:
        patch.setattr(event, "spontaneous", lambda: True)
        dialog.hideEvent(event)
    assert dialog.is_at_work and not process.is_closed
    dialog.hide()
    assert process.is_closed
