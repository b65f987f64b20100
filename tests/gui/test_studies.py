"""Studies with readers of choice, boxes and playouts: real mouse and keys, answered inline."""

import shlex
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from irgo_app.draw.drawables import Outline, looks_the_same
from irgo_app.engines.profile import KATAGO_JSON, EngineProfile
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.board import Line
from irgo_app.gui.models.edit import BOX, PLAY
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.study.twins import Ending, sides_of
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.bars import LineBar
from irgo_app.gui.views.study.page import ReaderCell
from irgo_app.gui.views.study.twins import TwinBoards
from irgo_app.gui.views.window.body import PALETTE_SIDE
from irgo_app.judging.study import place_of_box, study_of
from irgo_app.lifedeath.verdict import LifeStatus
from irgo_app.service.lane import Job
from tests.gui.conftest import Window
from tests.gui.corner import at, group_at, show_corner, study_page
from tests.judging.counting_judge import BOARD, CountingJudge

TESTS = Path(__file__).parents[1]


def engine(name: str, mode: str) -> dict[str, str]:
    """Return an analysis engine whose every answer is known, as the settings keep it."""
    script = TESTS / "engines" / "fake_katago_json.py"
    return EngineProfile(
        name, shlex.join([sys.executable, str(script), mode]), kind=KATAGO_JSON).as_settings()


@pytest.fixture
def corner(window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Models:
    """A board with a white group in the corner that hangs on the first move; two engines."""
    models = window.models
    monkeypatch.setattr("irgo_app.gui.models.engine.found_engines", list)
    models.preferences.settings.engines = [engine("Steady", "single"), engine("Broken", "refuse")]
    show_corner(models, qtbot)
    return models


def place_on(window: Window, name: str) -> QPoint:
    """Return where a point of the board is in the widget."""
    x, y = window.board.geometry_in_pixels().centre(at(name))
    ratio = window.board.devicePixelRatioF()
    return QPoint(round(x / ratio), round(y / ratio))


def drag(window: Window, start: str, *others: str) -> None:
    """Draw with the left button from point to point; the button stays down."""
    QTest.mousePress(window.board, Qt.MouseButton.LeftButton, pos=place_on(window, start))
    for name in others:
        QTest.mouseMove(window.board, place_on(window, name))
        QTest.qWait(1)


def test_a_box_is_drawn_and_studied(window: Window, corner: Models, qtbot: QtBot) -> None:
    found = study_page(window)
    qtbot.mouseClick(found.box, Qt.MouseButton.LeftButton)
    assert corner.hand.tool is BOX and corner.layout.mode is Mode.REVIEW
    assert "Drag" in found.hint.text()
    drag(window, "F3", "G2", "H1")
    [outline] = [drawn for drawn in window.board.diagram.drawables if isinstance(drawn, Outline)]
    assert len(outline.points) == 9 and at("G2") in outline.points
    QTest.mouseRelease(window.board, Qt.MouseButton.LeftButton, pos=place_on(window, "H1"))
    assert corner.hand.tool is PLAY and corner.cards.box is None
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    study = corner.selection.study()
    assert study is not None and set(study.place.region) == set(outline.points)
    assert corner.cards.card(study.place).title == "F3–H1  box"
    assert not corner.review.node.children, "a box is no edit"


def test_a_box_of_stones_is_explained(window: Window, corner: Models) -> None:
    corner.hand.take(BOX)
    drag(window, "A8", "B8")
    QTest.mouseRelease(window.board, Qt.MouseButton.LeftButton, pos=place_on(window, "B8"))
    assert "no vacant point" in window.messages.text and corner.selection.studied is None


def test_escape_puts_the_box_down(window: Window, corner: Models, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.AltModifier)
    assert corner.hand.tool is BOX
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert corner.hand.tool is PLAY


def test_a_place_is_played_out_on_the_board_and_kept(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    found = study_page(window)
    corner.selection.show_box(at("A9"), at("D8"))
    qtbot.waitUntil(lambda: not corner.life.is_working)
    found.refresh()
    qtbot.mouseClick(found.why.playouts[BLACK], Qt.MouseButton.LeftButton)
    assert window.line_bar.isVisible() and corner.playout.is_shown
    qtbot.waitUntil(lambda: not corner.playout.is_running)
    line = corner.line.line
    assert line is not None and line.moves[0] == (BLACK, at("B9"))
    assert corner.line.step == len(line.moves) == len(corner.playout.leads)
    assert window.board.diagram.position == line.positions[-1] != corner.review.position
    assert "A9–D8 played out, Black first, read by irgo" in window.line_bar.title.text()
    window.line_bar.keep.click()
    assert corner.review.node.children[0].move == (BLACK, at("B9"))
    assert corner.review.node.parent is None and corner.line.line is None


def test_a_playout_is_thrown_away_with_escape(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.service.service.submit = Job  # type: ignore[assignment]
    corner.service.service.cancel = lambda job: None  # type: ignore[assignment]
    corner.selection.close()
    corner.playout.start(group_at(corner, "A8"), "W1", WHITE)
    assert corner.playout.is_running and corner.line.line is not None
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not corner.playout.is_running and corner.line.line is None
    assert not corner.review.node.children and window.board.diagram.position == \
        corner.review.position


def test_readers_stand_side_by_side_and_disagree_in_words(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    group = group_at(corner, "A8")
    corner.selection.show(group)
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    place = corner.selection.studied
    assert place is not None
    qtbot.waitUntil(lambda: not corner.life.is_working)
    corner.life.ask_reader(place, "Steady")
    qtbot.waitUntil(lambda: not corner.life.is_working)
    readers = [opinion.reader for opinion in corner.life.opinions(place)]
    assert readers == ["", "Steady"]
    ours, theirs = (opinion.study for opinion in corner.life.opinions(place))
    assert ours is not None and theirs is not None and theirs.engine == "Steady"
    assert corner.selection.study() is ours, "who is chosen stays who is shown"
    found = study_page(window)
    row = [found.why.grid.itemAtPosition(1, column).widget().text() for column in (0, 3)]
    assert row == ["Steady", f"{theirs.swing:.1f}"]
    verdict = corner.life.verdict(group)
    assert verdict is not None and verdict.status is LifeStatus.UNSETTLED, "a proof counts most"
    # A line plays on the board of its side while it is pointed at, a click shows that study.
    cells = [found.why.grid.itemAtPosition(1, column).widget() for column in (1, 2)]
    before = corner.twins.diagrams()
    for side, (cell, first) in enumerate(zip(cells, (BLACK, WHITE), strict=True)):
        assert isinstance(cell, ReaderCell)
        cell.pointed.emit(True)
        shown = corner.twins.diagrams()
        assert len(shown[side].move_numbers) == len(theirs.if_first(first).moves)
        assert looks_the_same(shown[1 - side], before[1 - side])
        assert "Steady" in corner.twins.captions()[side].title
        cell.pointed.emit(False)
        assert looks_the_same(corner.twins.diagrams()[side], before[side])
    qtbot.mouseClick(found.why.grid.itemAtPosition(1, 0).widget(), Qt.MouseButton.LeftButton)
    assert corner.selection.study() is theirs and "read by Steady" in corner.twins.banner()
    qtbot.mouseClick(found.why.grid.itemAtPosition(0, 0).widget(), Qt.MouseButton.LeftButton)
    assert corner.selection.study() is ours


def test_another_reader_reads_the_study_looked_at_and_is_remembered(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.selection.show_point(at("F4"))
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    chooser = study_page(window).reader
    chooser.showPopup()
    chooser.hidePopup()
    names = [chooser.itemText(row) for row in range(chooser.count())]
    assert names == ["irgo", "Steady", "Broken"]
    chooser.setCurrentIndex(1)
    chooser.activated.emit(1)
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    study = corner.selection.study()
    assert study is not None and study.engine == "Steady"
    assert corner.preferences["study_reader"] == "Steady"
    # What irgo found is kept beside it.
    corner.readers.choose("")
    study = corner.selection.study()
    assert study is not None and study.engine == "irgo's reader"


def test_an_engine_that_fails_is_one_sentence_and_ends_the_round(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    told: list[str] = []
    corner.notices.told.connect(told.append)
    corner.readers.choose("Broken")
    corner.life.ask_ranking()
    qtbot.waitUntil(lambda: not corner.life.is_working)
    assert told and "Could not parse rules" in told[0]
    assert corner.life.ranking() == ()


def test_status_first_move_and_lead_are_the_same_everywhere(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    corner.life.ask_ranking()
    qtbot.waitUntil(lambda: not corner.life.is_working)
    group = group_at(corner, "A8")
    card = corner.cards.card(group)
    verdict, study = corner.life.verdict(group), corner.life.study(card.place)
    assert verdict is not None and study is not None
    assert card.status.startswith(verdict.status.value)
    for index, first in enumerate((BLACK, WHITE)):
        assert verdict.if_first(first).move == study.if_first(first).move
        assert card.moves[index] == "B9"
    corner.selection.show(group)
    twins = window.panels["twins"]
    assert isinstance(twins, TwinBoards)
    for side, first in zip(twins.sides, (BLACK, WHITE), strict=True):
        lead = study.if_first(first).lead
        assert f"{'Black' if lead > 0 else 'White'} +{abs(lead):.1f}" in side.outcome.text()
    corner.selection.ask(at("A8"))
    window.show_panel("explain")
    explain = window.panels["explain"]
    assert explain.group.text().lower().startswith(card.status)  # type: ignore[attr-defined]
    assert card.why in explain.group.text()  # type: ignore[attr-defined]


def test_only_a_study_moves_the_board(
    window: Window, corner: Models, qtbot: QtBot
) -> None:
    window.body.open_side(PALETTE_SIDE)
    window.show_panel("study")
    qtbot.wait(1)
    before = window.body.centre.geometry()
    assert window.body.palette_side.isVisible() and window.body.strip.isVisible()
    corner.selection.show(group_at(corner, "A8"))
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    assert window.body.centre.width() > before.width()
    assert not window.body.palette_side.isVisible() and not window.body.strip.isVisible()
    corner.twins.show_on_board(0)
    assert window.body.centre.geometry() == before and window.board.isVisible()
    corner.line.close()
    assert window.body.centre.geometry() != before
    corner.selection.close()
    assert window.body.palette_side.isVisible() and window.body.strip.isVisible()
    corner.comparing.pin()
    corner.review.play(at("F4"))
    assert window.panels["twins"].isVisible() and window.body.centre.geometry() == before
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert corner.comparing.pinned is None and window.board.isVisible()
    assert window.body.centre.geometry() == before == window.board.geometry().translated(
        before.topLeft())


@pytest.mark.parametrize("size, least", [
    ((1024, 700), 315), ((1280, 800), 430), ((1600, 1000), 560), ((1920, 1200), 600),
    ((900, 1400), 430)])
def test_the_boards_of_a_study_are_as_large_as_the_centre_allows(
    window: Window, corner: Models, qtbot: QtBot, size: tuple[int, int], least: int
) -> None:
    window.resize(*size)
    window.show_panel("study")
    corner.selection.show(group_at(corner, "A8"))
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    qtbot.wait(1)
    twins = window.panels["twins"]
    assert isinstance(twins, TwinBoards)
    first, second = (QRect(side.board.mapTo(twins, QPoint(0, 0)), side.board.size())
                     for side in twins.sides)
    assert min(first.width(), first.height(), second.width(), second.height()) >= least
    assert not first.intersects(second) and twins.rect().contains(first.united(second))


def test_small_boards_show_the_place_and_all_of_it_when_asked(
    window: Window, models: Models, qtbot: QtBot
) -> None:
    models.review.new_game(19, 19, {})
    qtbot.waitUntil(lambda: models.groups.here() is not None)
    models.selection.show_point(point_of_vertex("Q16", 19, 19))
    qtbot.waitUntil(lambda: models.selection.study() is not None)
    twins = window.panels["twins"]
    assert isinstance(twins, TwinBoards)
    qtbot.wait(1)
    assert twins.sides[0].board.diagram.part is None and not twins.cut.isChecked()
    qtbot.mouseClick(twins.cut, Qt.MouseButton.LeftButton)
    for side in twins.sides:
        part = side.board.diagram.part
        assert part is not None and part.first_row == 0 and part.last_column == 18
    qtbot.mouseClick(twins.cut, Qt.MouseButton.LeftButton)
    assert twins.sides[0].board.diagram.part is None
    window.resize(1024, 700)
    qtbot.wait(1)
    assert twins.sides[0].board.diagram.part is None, "who asked for the whole board has it"


def test_a_reply_that_lies_elsewhere_stands_on_the_board() -> None:
    place = place_of_box(BOARD, at("C7"), at("A9"))

    def answered(reply: Point) -> tuple[Line, Ending]:
        judge = CountingJudge(answered={at("A9"): reply})
        return sides_of(study_of(BOARD, place, judge, 8))[1]

    line, ending = answered(at("H8"))
    assert line.moves == ((WHITE, at("A9")), (BLACK, at("H8")))
    assert ending.caption.title == "White first: A9, Black H8 elsewhere"
    assert ending.caption.shorter == ("White first: A9", "White A9")
    for position in (ending.position, ending.counted):
        assert position.colour_at(at("H8")) == BLACK
    line, ending = answered(PASS)
    assert len(line.moves) == 2 and ending.caption.title == "White first: A9, Black passes"
    line, ending = answered(at("A8"))
    assert ending.caption.title == "White first: A9", "what is answered in the place needs no word"


def test_studies_stay_with_their_node_and_in_the_record(
    window: Window, corner: Models, qtbot: QtBot, tmp_path: Path
) -> None:
    window.actions_by_id["keep_studies"].trigger()
    assert "Shift+L" in window.messages.text and "IRS" not in corner.review.node.properties
    corner.selection.show(group_at(corner, "A8"))
    qtbot.waitUntil(lambda: corner.selection.study() is not None)
    place, study = corner.selection.studied, corner.selection.study()
    assert place is not None and study is not None
    corner.review.play(at("F4"))
    assert corner.selection.studied is None
    corner.review.go_to(corner.review.game.root)
    assert corner.life.study(place) is study, "it is not read again"
    window.actions_by_id["keep_studies"].trigger()
    path = tmp_path / "kept.sgf"
    assert corner.review.save(path)
    corner.review.new_game(9, 9, {})
    assert corner.review.open_path(path)
    qtbot.waitUntil(lambda: corner.groups.here() is not None)
    kept = corner.life.study(place)
    assert kept is not None and kept.swing == pytest.approx(study.swing, abs=0.02)
    assert kept.engine == "irgo's reader" and not corner.life.is_working


def test_a_stone_that_is_taken_in_a_line_is_named_beside_it(window: Window) -> None:
    position = Position.from_diagram("""
        . X O .
        X . X O
        . X O .
        . . . .
        """)
    b3, c3, d1, a1 = (point_of_vertex(name, 4, 4) for name in ("B3", "C3", "D1", "A1"))
    moves = [(WHITE, b3), (BLACK, d1), (WHITE, a1), (BLACK, c3)]
    line = Line("a ko", position, moves)
    assert [line.gone(step) for step in range(5)] == ["", "", "", "", "1 at B3"]
    shown = window.models.line
    window.models.review.new_game(4, 4, {"AB": ["ba", "ab", "cb", "bc"],
                                         "AW": ["ca", "db", "cc"]})
    shown.show("a ko", moves)
    bar = next(found for found in window.findChildren(LineBar))
    assert bar.title.text() == "a ko"
    shown.go(4)
    assert bar.title.text() == "a ko (1 at B3)"


def test_what_if_at_a_stone_is_one_sentence(models: Models) -> None:
    """The groups of a board just played on are not known yet."""
    told: list[str] = []
    models.notices.told.connect(told.append)
    models.selection.show_point(point_of_vertex("Q16", 19, 19))
    models.review.go_to(models.review.game.main_line()[-1])
    stone = next(point for point, cell in enumerate(models.review.position.cells) if cell)
    before = models.selection.place
    models.selection.show_point(stone)
    assert len(told) == 1 and "There is a stone at" in told[0]
    assert models.selection.place == before
