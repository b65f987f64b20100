"""What the window makes of the colours: the quiet board, and legends that are like it."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen
from pytestqt.qtbot import QtBot

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.board_painter import Look, geometry_of, paint_board
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.field_painter import shown_colour
from irgo_app.draw.palette import BOARD_THEMES, BoardTheme
from irgo_app.go.position import Position
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.board_picture import QtCanvas, render_diagram
from irgo_app.gui.views.layer_cards import TintBar
from irgo_app.settings import Settings


@pytest.mark.parametrize("theme", BOARD_THEMES, ids=lambda theme: theme.name)
def test_a_legend_lies_on_the_board_that_is_chosen(theme: BoardTheme, qtbot: QtBot) -> None:
    preferences = Preferences(Settings())
    bar = TintBar(preferences)
    qtbot.addWidget(bar)
    bar.resize(201, bar.height())
    preferences.set("theme", theme.name)
    picture = bar.grab().toImage()
    middle = picture.pixelColor(100, picture.height() // 2)
    assert max(abs(a - b) for a, b in zip(
        middle.getRgb()[:3], theme.flat, strict=True)) <= 4
    tints = preferences.look.tints
    for x, value in ((4, -0.96), (196, 0.96)):
        seen = picture.pixelColor(x, picture.height() // 2)
        assert max(abs(a - b) for a, b in zip(
            seen.getRgb()[:3], shown_colour(value, tints, theme), strict=True)) <= 6


@pytest.mark.long_game
def test_the_board_is_quiet_as_long_as_a_map_is_on(models: Models) -> None:
    assert models.scene.diagram().is_quiet
    models.shown.change(models.shown.layers[0], is_on=False)
    assert not models.scene.diagram().is_quiet
    models.shown.change(models.shown.layers[1], is_on=True)
    models.review.go_to(models.review.game.node_of_move_number(40))
    assert models.scene.diagram().is_quiet


def test_a_smooth_line_looks_like_the_stroke_of_its_spline(qtbot: QtBot) -> None:
    turn = np.linspace(0.0, 5.0, 22)
    points = np.column_stack((60 + 50 * np.cos(turn), 45 + 35 * np.sin(turn)))
    drawn, stroked = (QImage(120, 90, QImage.Format.Format_RGB32) for _ in range(2))
    for picture in (drawn, stroked):
        picture.fill(Qt.GlobalColor.white)
    painter = QPainter(drawn)
    QtCanvas(painter).smooth_line(points, (0, 0, 0), 2.0)
    painter.end()
    path = QPainterPath(QPointF(*points[0]))
    for place, control in enumerate(points[1:-1], 1):
        end = points[-1] if place == len(points) - 2 else (control + points[place + 1]) / 2
        path.quadTo(*control, *end)
    painter = QPainter(stroked)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(path, QPen(QColor(0, 0, 0), 2.0))
    painter.end()
    dark, asked = (np.frombuffer(bytes(picture.constBits()), np.uint8).reshape(90, 120, 4)[..., 0]
                   .astype(int) for picture in (drawn, stroked))
    assert (asked < 128).sum() > 150
    assert np.abs(dark - asked).mean() < 1.5
    assert (dark[asked < 20] < 90).all() and (dark[asked == 255] > 120).all()


def test_a_quiet_board_has_one_colour() -> None:
    empty = Position.empty(9)

    def shades(diagram: Diagram) -> int:
        picture = render_diagram(diagram, 400, Look()).toImage()
        # Between the lines of the grid, from rim to rim.
        return len({QColor(picture.pixel(x, 8)).name() for x in range(40, 360, 3)})

    assert shades(Diagram(empty, is_quiet=True)) == 1
    assert shades(Diagram(empty)) > 10


def test_nothing_is_painted_over_the_coordinates_of_a_part(qtbot: QtBot) -> None:
    look, side = Look(), 420
    diagram = Diagram(Position.empty(), part=BoardPart(6, 6, 11, 11))
    geometry = geometry_of(diagram, side, side)
    seen = render_diagram(diagram, side, look).toImage()
    bare = QImage(seen.size(), seen.format())
    painter = QPainter(bare)
    paint_board(QtCanvas(painter), diagram, geometry, look,
                reach=max(0.0, min(geometry.shown_area()[:2])))
    painter.end()
    x, y, width, height = geometry.cut_area()
    at_lines = [round(place) for point in range(6, 12) for place in geometry.centre(20 * point)]
    for beyond in (2, 6, 12):
        for place in at_lines:
            for spot in ((round(x) - beyond, place), (round(x + width) + beyond, place),
                         (place, round(y) - beyond), (place, round(y + height) + beyond)):
                assert seen.pixelColor(*spot) == bare.pixelColor(*spot), spot
