"""Text and its ground are far enough apart, in light and in dark (WCAG 2.1, 1.4.3 and 1.4.11)."""

import itertools

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QCheckBox, QWidget
from pytestqt.qtbot import QtBot

from irgo_app.draw import board_painter
from irgo_app.go.point import BLACK, WHITE
from irgo_app.gui.views.focus import FocusRing
from irgo_app.gui.views.layers import LayersPanel
from irgo_app.gui.views.study.twins import TwinBoards
from irgo_app.gui.views.style import DARK, LIGHT, UiColours, apply_style, paint_stone
from irgo_app.gui.views.window.lead_bar import LeadBar
from tests.gui.conftest import Window

TEXT, LARGE = 4.5, 3.0
"""The least contrast of text, and of large text, of marks and of the ring round the focus."""


def contrast(one: QColor, other: QColor) -> float:
    return board_painter.contrast(*((colour.red(), colour.green(), colour.blue())
                              for colour in (one, other)))


def test_black_on_white_is_21() -> None:
    assert contrast(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_colours_of_text_are_read_on_every_ground(colours: UiColours) -> None:
    grounds = (colours.window, colours.card, colours.well, colours.accent_soft)
    for ink, ground in itertools.product(
            (colours.text, colours.faint, colours.accent, colours.good, colours.bad), grounds):
        assert contrast(QColor(ink), QColor(ground)) >= TEXT, (ink, ground)
    for mark, ground in itertools.product((colours.warn, colours.accent), grounds):
        assert contrast(QColor(mark), QColor(ground)) >= LARGE, (mark, ground)
    assert contrast(QColor(colours.on_accent), QColor(colours.accent)) >= TEXT
    # A chip that is down.
    assert contrast(QColor(colours.window), QColor(colours.text)) >= TEXT


def picture_of(widget: QWidget, left: float, top: float, right: float, bottom: float) -> QImage:
    """Return a part of a widget as it is painted; the borders are shares of its size."""
    image = widget.grab().toImage()
    wide, high = image.width(), image.height()
    return image.copy(round(left * wide), round(top * high), round((right - left) * wide),
                      round((bottom - top) * high))


def spread(image: QImage) -> float:
    """Return the contrast between what most of a picture is and the pixel farthest from it."""
    pixels = [image.pixelColor(x, y).rgb() for x in range(image.width())
              for y in range(image.height())]
    ground = QColor(max(set(pixels), key=pixels.count))
    return max(contrast(ground, QColor(pixel)) for pixel in set(pixels))


@pytest.mark.long_game
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_that_is_painted_is_read(
    usual: float, window: Window, qtbot: QtBot, qapp: QApplication, colours: UiColours
) -> None:
    apply_style(qapp, colours, 0)
    review = window.models.review
    review.go_to(review.game.main_line()[40])
    lead = window.findChild(LeadBar)
    qtbot.waitUntil(lambda: bool(lead.text()))
    layers = window.panels["layers"]
    assert isinstance(layers, LayersPanel)
    miniature = layers.miniatures[3]
    player = next(iter(window.header.players.values()))
    name_below = (miniature.height() - 14) / miniature.height()
    for widget, borders in (
        (lead, (0.0, 0.55, 1.0, 1.0)),
        (player, (28 / player.width(), 0.0, 1.0, 1.0)),
        (miniature, (0.05, name_below, 0.6, 1.0)),
        (window.header.place, (0.0, 0.0, 1.0, 1.0)),
    ):
        assert spread(picture_of(widget, *borders)) >= TEXT, widget
    window.activateWindow()
    window.board.setFocus()
    ring = FocusRing(window)
    ring.show_at(window.header.place)
    edge = window.grab().toImage()
    outer = ring.geometry()
    line = edge.pixelColor(outer.center().x(), outer.top() + 2)
    assert contrast(line, QColor(colours.window)) >= LARGE


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_cross_of_the_study_banner_is_seen(
    usual: float, window: Window, qapp: QApplication, colours: UiColours
) -> None:
    apply_style(qapp, colours, 0)
    twins = window.panels["twins"]
    assert isinstance(twins, TwinBoards)
    window.show_panel("twins")
    qapp.processEvents()
    cross = twins.banner.close_it
    picture = window.grab(QRect(cross.mapTo(window, QPoint(0, 0)), cross.size())).toImage()
    assert spread(picture) >= LARGE


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_a_small_stone_is_seen_to_be_black_or_white(
    qapp: QApplication, colours: UiColours
) -> None:
    for ground in (colours.window, colours.card, colours.accent_soft):
        pictures = {}
        for colour in (BLACK, WHITE):
            picture = pictures[colour] = QImage(24, 24, QImage.Format.Format_RGB32)
            picture.fill(QColor(ground))
            painter = QPainter(picture)
            paint_stone(painter, QPointF(12, 12), 9, colour, colours)
            painter.end()
        black, white = (pictures[colour].pixelColor(15, 15) for colour in (BLACK, WHITE))
        assert contrast(black, white) >= 12
        assert spread(pictures[BLACK]) >= LARGE, "by its body or its rim"
        if colours is DARK:
            # The light on it tells it from an empty ring.
            light = pictures[BLACK].pixelColor(9, 9)
            assert contrast(light, QColor(ground)) >= 1.5 and contrast(light, black) >= 2


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_a_box_that_is_not_ticked_is_seen(
    qtbot: QtBot, qapp: QApplication, colours: UiColours
) -> None:
    apply_style(qapp, colours, 0)
    ground = QWidget()
    qtbot.addWidget(ground)
    box = QCheckBox(ground)
    ground.show()
    picture = ground.grab(box.geometry()).toImage()
    apply_style(qapp, LIGHT, 0)
    assert spread(picture) >= LARGE
