"""A corner for tests of life and death, and what they ask of the window about it."""

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import Point
from irgo_app.gui.models.models import Models
from irgo_app.gui.views.study.page import StudyPage
from irgo_app.judging.study import Place
from tests.gui.conftest import Window

BLACK_WALL = "fa fb fc ea eb dc cc bc ac gc hc ic"
WHITE_SIDE = "ae be ce de ee fe ge he ie"
WHITE_CORNER = "ab bb cb db da"
"""In the corner a white row with three points on the edge: who moves first at B9 decides."""


def show_corner(models: Models, qtbot: QtBot) -> None:
    """Show the corner, and wait until its groups are known."""
    models.review.new_game(
        9, 9, {"AB": BLACK_WALL.split(), "AW": f"{WHITE_CORNER} {WHITE_SIDE}".split()})
    qtbot.waitUntil(lambda: models.groups.here() is not None)


def at(name: str) -> Point:
    return point_of_vertex(name, 9, 9)


def group_at(models: Models, name: str) -> Place:
    found = models.life.group_at(at(name))
    assert found is not None
    return found


def study_page(window: Window) -> StudyPage:
    """Show the Study page, and return it."""
    window.show_panel("study")
    found = window.panels["study"]
    assert isinstance(found, StudyPage)
    found.refresh()
    # It lay behind another page, and is as large as that only after this.
    QApplication.processEvents()
    return found
