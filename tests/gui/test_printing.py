"""The dialogs of pictures, pages and animations ask the right thing of their process."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import GhostStone, Label, Mark, MarkShape, RegionTint
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import BLACK, WHITE
from irgo_app.gui.views.making import AnimationDialog, PdfDialog, PictureDialog, Printed
from irgo_app.print.print_file import FilmTask, PagesTask, PictureTask
from irgo_app.report.report_process import Done, Failed, ReportProgress
from irgo_app.review.diagram import diagram_of
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from irgo_app.words import message
from tests.conftest import GAMES
from tests.gui.stand_in_process import Process, opened, processes

__all__ = ["opened", "processes"]  # Fixtures.


@pytest.fixture
def shown() -> Printed:
    tree = load_file(GAMES[0]).games[0]
    node = tree.node_of_move_number(40)
    return Printed(node, diagram_of(node, Replay(tree).position_at(node)), Look())


def test_a_picture(qtbot: QtBot, shown: Printed, tmp_path: Path, opened: list[str]) -> None:
    dialog = PictureDialog(shown, tmp_path / "a.png")
    qtbot.addWidget(dialog)
    dialog.show()
    told: list[str] = []
    dialog.told.connect(told.append)
    dialog.part.setText("A1 K10")
    dialog.numbers.setText("10-300")
    dialog.make.click()
    assert not Process.started and dialog.make.isEnabled()
    assert "There are no moves" in dialog.state.text()
    dialog.numbers.setText("10-20")
    dialog.size_box.setValue(300)
    dialog.transparent.setChecked(True)
    dialog.coordinates.setCurrentIndex(dialog.coordinates.findData(CoordinateStyle.NONE))
    dialog.make.click()
    process, = Process.started
    task = process.task
    assert isinstance(task, PictureTask) and not dialog.make.isEnabled()
    assert (task.size, task.has_ground) == (300, False)
    assert task.diagram.part == BoardPart(0, 9, 9, 18)
    assert task.diagram.coordinates is CoordinateStyle.NONE
    assert sorted(task.diagram.move_numbers.values()) == list(range(10, 21))
    with qtbot.waitSignal(dialog.accepted):
        process.waiting += [ReportProgress(50), Done(None)]
    assert told == [f"{tmp_path / 'a.png'} was written."]
    assert opened == [str(tmp_path / "a.png")]


def test_maps_are_drawn_of_the_position_they_are_of(
    qtbot: QtBot, shown: Printed, tmp_path: Path
) -> None:
    tint = RegionTint(BLACK, (0, 1))
    mapped = replace(shown, diagram=replace(shown.diagram, drawables=(tint,)))
    dialog = PictureDialog(mapped, tmp_path / "a.png")
    qtbot.addWidget(dialog)
    assert dialog.part.placeholderText() == "A1 K10"
    for numbers, maps in (("", [tint]), ("30-40", [tint]), ("10-20", [])):
        dialog.numbers.setText(numbers)
        task = dialog.task()
        assert isinstance(task, PictureTask)
        assert [found for found in task.diagram.drawables if found is tint] == maps


def test_marks_of_the_position_shown_stay_beside_the_numbers(
    qtbot: QtBot, shown: Printed, tmp_path: Path
) -> None:
    numbered = [step.move[1] for step in shown.node.tree.path_to(shown.node)[-11:] if step.move]
    free = next(point for point in range(361) if not shown.diagram.position.cells[point])
    beside = [Label(free, "x"), Mark(free + 1, MarkShape.BLACK_TERRITORY),
              Mark(free + 2, MarkShape.DIMMED)]
    # An author's mark has its place over a number; text on a number could not be read.
    beside.append(Mark(numbered[1], MarkShape.TRIANGLE))
    beneath = [Label(numbered[0], "y"), Mark(numbered[2], MarkShape.BLACK_DOT)]
    marked = replace(shown, diagram=replace(shown.diagram, drawables=(
        *beside, *beneath, GhostStone(free, BLACK, is_next=True))))
    dialog = PictureDialog(marked, tmp_path / "a.png")
    qtbot.addWidget(dialog)
    for numbers, kept in (("30-40", beside), ("10-20", [])):
        dialog.numbers.setText(numbers)
        task = dialog.task()
        assert isinstance(task, PictureTask)
        signs = (*beside, *beneath)
        assert [found for found in task.diagram.drawables if found in signs] == kept
        assert not any(isinstance(found, GhostStone) for found in task.diagram.drawables)


def test_pages(qtbot: QtBot, shown: Printed, tmp_path: Path, opened: list[str]) -> None:
    dialog = PdfDialog(shown, tmp_path / "a.pdf")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.every.setValue(30)
    dialog.a_page.setCurrentIndex(2)
    dialog.comments.setChecked(False)
    dialog.numbers.setText("10-900")
    dialog.make.click()
    assert not Process.started and "There are no moves" in dialog.state.text()
    dialog.numbers.setText("10-20")
    dialog.make.click()
    process, = Process.started
    task = process.task
    assert isinstance(task, PagesTask)
    assert (task.options.every, task.options.a_page, task.options.has_comments) == (30, 4, False)
    assert task.options.moves == (10, 20)
    process.waiting.append(Failed(message("The disk is full.")))
    qtbot.waitUntil(lambda: dialog.state.text() == "The disk is full.")
    assert dialog.make.isEnabled() and dialog.isVisible()
    dialog.make.click()
    dialog.reject()
    assert Process.started[-1].is_stopped and dialog.isVisible()
    dialog.close()
    assert Process.started[-1].is_closed


def test_a_game_that_is_told_is_printed_without_being_read_again(
    qtbot: QtBot, shown: Printed, tmp_path: Path, opened: list[str]
) -> None:
    turns = {31: (message("It turned."),)}
    for known in (None, turns):
        dialog = PdfDialog(replace(shown, turns=known), tmp_path / "a.pdf")
        qtbot.addWidget(dialog)
        dialog.story.setChecked(True)
        task = dialog.task()
        assert isinstance(task, PagesTask) and task.has_story and task.turns == known


def test_an_animation_of_the_study_in_view(
    qtbot: QtBot, shown: Printed, tmp_path: Path, opened: list[str]
) -> None:
    lines = {BLACK: [(BLACK, 3)], WHITE: [(WHITE, 3)]}
    dialog = AnimationDialog(replace(shown, lines=lines), tmp_path / "a.webp")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.make.click()
    task = Process.started[0].task
    assert isinstance(task, FilmTask) and task.lines == lines and task.node == "0*40"
    other = AnimationDialog(shown, tmp_path / "a.gif")
    qtbot.addWidget(other)
    other.show()
    assert other.what.count() == 1
    other.numbers.setText("5-9")
    other.fading.setChecked(True)
    other.make.click()
    task = Process.started[1].task
    assert isinstance(task, FilmTask) and task.lines is None
    assert task.moves == (5, 9) and task.options.is_fading
