"""Large letters on a small screen: everything is there, whole, or scrolls."""

import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect
from PySide6.QtWidgets import (QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QDialog,
                               QDialogButtonBox, QLabel, QLineEdit, QStyle, QStyleOptionButton,
                               QToolButton, QWidget)
from pytestqt.qtbot import QtBot

from irgo_app.gui.models.window import Mode
from irgo_app.gui.shell.app import Speech
from irgo_app.gui.views.bars import StepBar
from irgo_app.gui.views.edit import NotesPanel
from irgo_app.gui.views.study.page import StudyPage
from irgo_app.gui.views.study.twins import TwinBoards
from irgo_app.gui.views.style import LIGHT, apply_style, text_scale
from irgo_app.gui.views.widgets import ScrollBody, tool_button
from irgo_app.gui.views.window.body import (COLUMN_LEAST, COLUMN_SIDE, PALETTE_SIDE, TABS, Section,
                                            SideColumn)
from irgo_app.gui.views.window.header import Header
from irgo_app.settings import row_of
from irgo_app.words import translated
from tests.gui.conftest import Window
from tests.gui.corner import group_at, show_corner
from tests.gui.cut_texts import cut_texts
from tests.gui.dialogs import looks_at_dialogs

SMALL = 1024, 700
LARGE = 1.5
DIALOGS = ("new", "play_irgo", "preferences", "keys", "engines", "report", "go_to_move",
           "choose_game", "analyze_game", "report_bug")


@pytest.fixture(params=["en", "de", "ru", "fr", "ja", "zh_CN"])
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    """A language that the window speaks, with long or with wide words."""
    window: Window = request.getfixturevalue("window")
    preferences = window.models.preferences
    speech = Speech(qapp, preferences)
    preferences.set("language", request.param)
    yield request.param
    preferences.set("language", "en")
    assert speech is not None


def letters(qapp: QApplication, size: float) -> None:
    """Give the program letters of a size, 0 for the system's."""
    apply_style(qapp, LIGHT, round(size))
    QCoreApplication.processEvents()


def faults_of(dialog: QDialog) -> list[str]:
    """Return what is out of reach in a dialog on a small screen."""
    found = []
    least, room = dialog.minimumSizeHint(), dialog.screen().availableGeometry()
    if least.width() > SMALL[0] or least.height() > SMALL[1]:
        found.append(f"it needs {least.width()}x{least.height()}")
    if dialog.width() > room.width() or dialog.height() > room.height():
        found.append("it is larger than the screen")
    for button in (button for box in dialog.findChildren(QDialogButtonBox)
                   for button in box.buttons()):
        place = QRect(button.mapTo(dialog, QPoint(0, 0)), button.size())
        if not dialog.rect().contains(place):
            found.append(f"{button.text()} lies outside")
    for kind in (QLabel, QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox):
        found += [f"{widget} is squeezed" for widget in dialog.findChildren(kind)
                  if widget.isVisible() and not isinstance(
                      widget.parentWidget(), QLineEdit | QAbstractSpinBox)
                  and widget.height() < least_height(widget)]
    return found


def least_height(widget: QWidget) -> int:
    """Return what the style says a widget needs, else what it says itself; its letters fit."""
    return max(widget.minimumHeight() or widget.minimumSizeHint().height(),
               widget.fontMetrics().height() if isinstance(widget, QComboBox | QLineEdit) else 0)


def test_dialogs_have_their_buttons_on_the_screen_at_the_largest_letters(
    usual: float, window: Window, qtbot: QtBot, qapp: QApplication
) -> None:
    largest = row_of("font_size").high
    assert largest is not None
    window.models.review.new_game(9, 9, {})
    letters(qapp, float(largest))
    found = {action: looks_at_dialogs(window, qtbot, action, faults_of)[0] for action in DIALOGS}
    assert not any(found.values()), found


def test_the_form_of_a_game_does_not_scroll_sideways_at_large_letters(
    usual: float, window: Window, qtbot: QtBot, qapp: QApplication
) -> None:
    def beyond(dialog: QDialog) -> int:
        return max((body.horizontalScrollBar().maximum()
                    for body in dialog.findChildren(ScrollBody)), default=0)

    letters(qapp, LARGE * usual)
    assert looks_at_dialogs(window, qtbot, "new", beyond) == [0]


def test_no_text_of_a_study_is_cut_on_a_small_screen(
    usual: float, window: Window, qtbot: QtBot, qapp: QApplication, spoken: str
) -> None:
    models = window.models
    window.resize(*SMALL)
    letters(qapp, LARGE * usual)
    assert text_scale(window) > 1.4 and window.body.are_drawers
    show_corner(models, qtbot)
    models.selection.show(group_at(models, "B8"))
    qtbot.waitUntil(lambda: not models.life.is_working and models.twins.steps() is not None)
    twins = window.panels["twins"]
    assert isinstance(twins, TwinBoards) and twins.isVisible()
    for is_open in (False, True):
        for side in (PALETTE_SIDE, COLUMN_SIDE):
            window.body.open_side(side, is_open=is_open)
        window.show_panel("study")
        twins.refresh()
        QCoreApplication.processEvents()
        assert not cut_texts(twins)
        for side in twins.sides:
            assert not side.board.geometry().intersects(side.title.geometry())
        strip = window.body.strip
        assert not cut_texts(strip)
        shown = [button.geometry() for button in strip.findChildren(QToolButton)
                 if button.isVisible()]
        numbers = window.findChild(StepBar).place.geometry()
        assert not any(numbers.intersects(place) for place in shown)
    # As wide as an open column leaves it at letters larger still.
    for width in (440, 390):
        twins.setFixedWidth(width)
        QCoreApplication.processEvents()
        assert not cut_texts(twins)
        for side, first in zip(twins.sides, ("Black {0}", "White {0}"), strict=True):
            assert side.title.shorter[-1].startswith(translated(first).partition("{0}")[0])
    page = window.panels["study"]
    assert isinstance(page, StudyPage)
    page.refresh()
    QCoreApplication.processEvents()
    assert page.why.isVisible() and not cut_texts(page)


def test_the_signs_of_a_move_are_not_cut_in_a_narrow_column(
    usual: float, window: Window, qtbot: QtBot, qapp: QApplication, spoken: str
) -> None:
    notes = NotesPanel(window.models.review, window.models.viewpoint)
    qtbot.addWidget(notes)
    notes.show()
    for size in (usual, LARGE * usual):
        letters(qapp, size)
        notes.resize(COLUMN_LEAST, 200)
        QCoreApplication.processEvents()
        for box in (notes.move_sign, notes.position_sign):
            for index in range(box.count()):
                box.setCurrentIndex(index)
                assert not cut_texts(notes)


def test_the_header_of_the_least_window_has_room_for_all_that_is_in_it(
    usual: float, window: Window, qtbot: QtBot, spoken: str
) -> None:
    header = Header(window.models.review, window.models.layout)
    qtbot.addWidget(header)
    for add in (header.add_before, header.add_after):
        add(tool_button("panels", "a drawer's button", lambda: None))
    header.resize(window.minimumWidth(), header.height())
    header.show()
    QCoreApplication.processEvents()
    assert not cut_texts(header)
    modes = list(header.modes.values())
    for button in modes:
        assert header.rect().contains(button.geometry())
        assert not any(button.geometry().intersects(other.geometry())
                       for other in modes if other is not button)
        option = QStyleOptionButton()
        button.initStyleOption(option)
        inside = button.style().subElementRect(
            QStyle.SubElement.SE_PushButtonContents, option, button)
        assert inside.height() >= button.fontMetrics().height(), button.text()


def test_the_tabs_of_a_narrow_column_are_not_cut(
    usual: float, window: Window, qtbot: QtBot, spoken: str
) -> None:
    column = SideColumn(window.models.layout)
    qtbot.addWidget(column)
    column.resize(COLUMN_LEAST, 300)
    column.show()
    for place in TABS:
        column.show_page(place)
        for other in TABS:
            column.announce(other)
        QCoreApplication.processEvents()
        assert not cut_texts(column)


def test_the_rows_of_an_open_drawer_do_not_lie_on_each_other(
    usual: float, window: Window, qapp: QApplication
) -> None:
    letters(qapp, LARGE * usual)
    for width, height in (SMALL, (SMALL[0], 480), (1060, 800)):
        window.resize(width, height)
        for name in ("info", "story", "tree", "comment"):
            window.show_panel(name)
        QCoreApplication.processEvents()
        column = window.body.column_side
        assert window.body.are_drawers and column.isVisible()
        assert column.height() > 290 * text_scale(window) or column.geometry().bottom() \
            == window.body.rect().bottom()
        for section in column.findChildren(Section):
            if section.isVisible():
                least = section.minimumSizeHint()
                assert section.height() >= least.height(), section.heading.text()
        for page in column.findChildren(ScrollBody):
            assert page.horizontalScrollBar().maximum() == 0
        notes = window.panels["comment"]
        assert isinstance(notes, NotesPanel)
        rows = [notes.name, notes.move_sign, notes.editor]
        for upper, lower in itertools.pairwise(rows):
            assert upper.geometry().bottom() < lower.geometry().top()


def test_an_open_column_covers_neither_the_current_move_nor_its_buttons(
    usual: float, window: Window, qapp: QApplication
) -> None:
    letters(qapp, 1.67 * usual)
    window.resize(*SMALL)
    body = window.body
    for is_open in (True, False):
        body.open_side(COLUMN_SIDE, is_open=is_open)
        QCoreApplication.processEvents()
        column = body.column_side.geometry() if is_open else QRect()
        now = window.panels["timeline"].now
        steps = window.findChild(StepBar)
        assert now.text() and now.width() > 100
        for part in (now, *(button for button in (*steps.buttons.values(), steps.place)
                            if button.isVisible())):
            place = QRect(part.mapTo(body, QPoint()), part.size())
            assert body.rect().contains(place) and not place.intersects(column)
        assert steps.buttons["back"].isVisible() and steps.buttons["forward"].isVisible()
        assert steps.buttons["first"].isVisible() or is_open
        assert not cut_texts(body.strip) and not cut_texts(window.panels["timeline"])


def test_the_sign_for_further_menus_is_seen(usual: float, window: Window) -> None:
    window.resize(window.minimumSize())
    bar = window.menuBar()
    for _ in range(6):
        bar.addMenu("Further")
    QCoreApplication.processEvents()
    sign = bar.findChild(QToolButton, "qt_menubar_ext_button")
    assert sign.isVisible()
    drawn = sign.grab().toImage()
    assert len({drawn.pixel(x, y) for x in range(drawn.width())
                for y in range(drawn.height())}) > 1


@pytest.mark.parametrize("size", [(640, 480), (700, 560), (860, 620), (1280, 900)])
def test_a_question_has_all_its_answers_in_any_window(
    usual: float, window: Window, size: tuple[int, int]
) -> None:
    window.resize(*size)
    window.messages.ask(
        "irgo endete, bevor die Arbeit an einer nie gespeicherten Partie gespeichert war.",
        {"Wiederherstellen": lambda: None, "Verwerfen": lambda: None})
    QCoreApplication.processEvents()
    assert window.messages.isVisible() and not cut_texts(window.messages)
    found = window.body.arrangement
    assert window.body.rect().contains(window.messages.geometry())
    assert not window.messages.geometry().intersects(found.board)


def test_what_does_not_fit_scrolls(qtbot: QtBot) -> None:
    body = QLabel("line\n" * 40)
    area = ScrollBody(body)
    qtbot.addWidget(area)
    assert area.sizeHint() == body.sizeHint()
    assert area.minimumSizeHint().height() < body.sizeHint().height()
    area.resize(area.sizeHint())
    area.show()
    assert area.verticalScrollBar().maximum() == 0
    area.resize(area.width(), 100)
    assert area.verticalScrollBar().maximum() > 0
    body.setText("one")
    qtbot.waitUntil(lambda: area.sizeHint().height() == body.sizeHint().height())


def test_one_drawer_is_open_and_who_edits_has_the_tools(window: Window, qtbot: QtBot) -> None:
    window.resize(760, 700)
    body = window.body
    qtbot.waitUntil(lambda: body.are_drawers)
    body.open_side(COLUMN_SIDE)
    assert body.is_side_open(COLUMN_SIDE) and not body.is_side_open(PALETTE_SIDE)
    window.models.layout.set_mode(Mode.EDIT)
    assert body.is_side_open(PALETTE_SIDE) and not body.is_side_open(COLUMN_SIDE)
    window.models.layout.set_mode(Mode.REVIEW)
    body.open_side(COLUMN_SIDE)
    assert not body.is_side_open(PALETTE_SIDE)
