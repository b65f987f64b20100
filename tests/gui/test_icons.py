"""The icons: there, of one make, and in the colour of the text in light and dark windows."""

import re
from itertools import pairwise

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QMenu

from irgo_app.gui.commands.actions import ACTIONS, ICONS, LINES_BEFORE
from irgo_app.gui.models.edit import TOOLS
from irgo_app.gui.views.style import icon
from irgo_app.resource_files import resource_path
from tests.gui.conftest import Window

DRAWINGS = sorted(resource_path("icons").glob("*.svg"))


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_every_icon_is_a_drawing_of_one_set_and_shows_something(
    path: object, qapp: QApplication
) -> None:
    text = path.read_text("utf-8")
    assert 'viewBox="0 0 24 24"' in text and 'stroke-width="1.7"' in text
    assert not re.search(r"#[0-9a-fA-F]{3}", text), "the text's colour, and no other"
    picture = icon(path.stem).pixmap(QSize(24, 24)).toImage()
    assert any(picture.pixelColor(x, y).alpha() > 128 for x in range(24) for y in range(24))


def test_the_tables_name_actions_and_icons_that_exist() -> None:
    ids = {row.id for row in ACTIONS}
    assert set(ICONS) <= ids and ids >= LINES_BEFORE
    there = {path.stem for path in DRAWINGS}
    assert set(ICONS.values()) | {tool.icon for tool in TOOLS} <= there


def darkest(found: QIcon, mode: QIcon.Mode = QIcon.Mode.Normal) -> QColor:
    picture = found.pixmap(QSize(32, 32), mode).toImage()
    return max((picture.pixelColor(x, y) for x in range(32) for y in range(32)),
               key=lambda colour: colour.alpha())


@pytest.mark.parametrize("ink, filled", [(QColor(20, 20, 20), "black"),
                                         (QColor(230, 230, 230), "white")])
@pytest.mark.parametrize("ending", ["", "_territory"])
def test_the_filled_one_of_two_sides_is_the_one_of_the_colour_of_the_ink(
    qapp: QApplication, ink: QColor, filled: str, ending: str
) -> None:
    before = qapp.palette()
    palette = QPalette(before)
    palette.setColor(QPalette.ColorRole.WindowText, ink)
    qapp.setPalette(palette)
    try:
        for side in ("black", "white"):
            middle = icon(f"{side}{ending}").pixmap(QSize(48, 48)).toImage().pixelColor(24, 24)
            assert (middle.alpha() > 200) == (side == filled)
    finally:
        qapp.setPalette(before)


def test_an_icon_takes_the_colour_of_the_text_of_the_moment(qapp: QApplication) -> None:
    before = qapp.palette()
    found = icon("save")
    try:
        for colour in (QColor(20, 20, 20), QColor(230, 230, 230)):
            palette = QPalette(before)
            palette.setColor(QPalette.ColorGroup.Active, QPalette.ColorRole.WindowText, colour)
            palette.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText,
                             QColor(120, 120, 120))
            qapp.setPalette(palette)
            shown = darkest(found)
            assert abs(shown.lightness() - colour.lightness()) < 12
            assert abs(darkest(found, QIcon.Mode.Disabled).lightness() - 120) < 12
    finally:
        qapp.setPalette(before)


def test_menus_have_lines_ticks_and_icons(window: Window) -> None:
    bar = [action.menu() for action in window.menuBar().actions()]
    menus = [menu for menu in bar if isinstance(menu, QMenu)]
    assert len(menus) == 11
    with_lines = [menu for menu in menus if any(entry.isSeparator() for entry in menu.actions())]
    assert len(with_lines) >= 7
    for menu in menus:
        entries = menu.actions()
        assert not entries[0].isSeparator() and not entries[-1].isSeparator()
        assert not any(one.isSeparator() and other.isSeparator()
                       for one, other in pairwise(entries))
    numbers = window.actions_by_id["move_numbers"]
    assert numbers.isCheckable() and not numbers.isIconVisibleInMenu()
    window.models.preferences.flip("move_numbers")
    assert numbers.isChecked()


def test_tool_tips_name_the_key_in_use(window: Window) -> None:
    save = window.actions_by_id["save"]
    assert save.toolTip() == "Save (Ctrl+S)"
    window.models.preferences.settings.keys["save"] = "Ctrl+W"
    window.models.preferences.changed.emit()
    assert save.toolTip() == "Save (Ctrl+W)"
