"""The font size of the preferences reaches all text, painted text too, and nothing is cut."""

import pytest
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtWidgets import (QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit,
                               QSpinBox, QToolButton, QWidget)
from pytestqt.qtbot import QtBot

from irgo_app.go.point import BLACK, WHITE
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.timeline import LostMove
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.help import BugReport
from irgo_app.gui.views.layers import LayersPanel, Miniature
from irgo_app.gui.views.study.page import StudyPage
from irgo_app.gui.views.style import (LIGHT, SMALL, SPACE, apply_style, colours_of, elided_lines,
                                      small_font, text_scale)
from irgo_app.gui.views.timeline import LossesPanel, TimelinePanel, without_loss
from irgo_app.gui.views.timeline_plot import CURVES, OTHER_LEAD, OTHER_WINRATE
from irgo_app.gui.views.widgets import ElidedLabel
from irgo_app.gui.views.window import messages
from irgo_app.gui.views.window.body import PALETTE_SIDE
from irgo_app.gui.views.window.header import _LEFT
from irgo_app.gui.views.window.preferences import PreferencesDialog
from irgo_app.resource_files import resource_path
from irgo_app.review.turning_points import Mistake
from irgo_app.words import speaking
from tests.gui.conftest import Window
from tests.gui.cut_texts import cut_texts


@pytest.fixture
def large(usual: float, window: Window, qapp: QApplication, qtbot: QtBot) -> Window:
    """The window with letters half as large again."""
    window.resize(1800, 1100)
    apply_style(qapp, LIGHT, round(1.5 * usual))
    qtbot.waitUntil(lambda: text_scale(window) > 1.4)
    qapp.processEvents()
    return window


@pytest.mark.long_game
@pytest.mark.parametrize("mode", list(Mode))
def test_no_button_and_no_label_is_cut(large: Window, qapp: QApplication, mode: Mode) -> None:
    large.models.layout.set_mode(mode)
    for name in ("study", "comment", "explain", "engine"):
        large.show_panel(name)
        qapp.processEvents()
        for kind in (QLabel, QAbstractButton):
            for widget in large.findChildren(kind):
                if not widget.isVisible() or isinstance(widget, ElidedLabel | Miniature):
                    continue
                text = widget.text()
                if isinstance(widget, QToolButton) and not widget.toolButtonStyle().value:
                    continue
                if not text:
                    continue
                line = QFontMetrics(widget.font()).height()
                assert widget.height() >= line, (text, widget.height(), line)
                if isinstance(widget, QAbstractButton):
                    wide = QFontMetrics(widget.font()).horizontalAdvance(text.replace("&", ""))
                    assert widget.width() >= wide, (text, widget.width(), wide)


@pytest.mark.parametrize(("width", "question"), [
    (640, ""), (900, "Another program has changed this file since. Overwrite it? Yes or no?")])
def test_the_status_line_ends_in_dots_where_it_has_no_room(
    large: Window, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, width: int, question: str
) -> None:
    large.resize(width, 640)
    status = large.status
    monkeypatch.setattr(messages, "_PATIENCE_MS", -1)
    status.show_hover("Black +12.3: " + 5 * "influence reaches so far here; ")
    status.show_question(question)
    status.show_search(3, 8)
    qapp.processEvents()
    assert status.width() == large.width(), "nothing lies beyond the window's edge"
    seen = [widget for widget in status.findChildren(QWidget) if widget.isVisible()]
    assert {status._what, status._stop} <= set(seen)
    assert all(status.rect().contains(widget.geometry()) for widget in seen
               if widget.parentWidget() is status), [widget.geometry() for widget in seen]
    assert not [text for text in cut_texts(status) if "Another" not in text]
    status.show_question("")
    status.show_hover("")
    qapp.processEvents()
    line = QFontMetrics(status._what.font()).horizontalAdvance("Reading life and death")
    assert line <= status._what.width(), "it has the room that it needs"


def test_bars_and_painted_parts_grow_with_the_letters(large: Window, qapp: QApplication) -> None:
    line = QFontMetrics(large.font()).height()
    for bar in (large.menuBar(), large.status):
        assert bar.height() >= line
    player = next(iter(large.header.players.values()))
    assert player.height() >= QFontMetrics(player.font()).height() + QFontMetrics(
        small_font(player)).height()
    player.show_player("Black", "12 prisoners · B+12.5", is_to_play=True)
    qapp.processEvents()
    assert player.width() >= _LEFT + QFontMetrics(small_font(player)).horizontalAdvance(
        player.detail)
    large.body.open_side(PALETTE_SIDE)
    qapp.processEvents()
    panel = large.panels["layers"]
    assert isinstance(panel, LayersPanel)
    found = panel.miniatures[0]
    before = found.side
    assert before > 1.4 * 78
    # Three still stand in a row, and none sticks out.
    shown = [widget for widget in (panel.ishida, *panel.miniatures) if widget.isVisible()]
    rows = {widget.y() for widget in shown}
    assert len(rows) == -(-len(shown) // 3)
    assert max(widget.geometry().right() for widget in shown) <= panel.width()
    timeline = large.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    assert timeline.now.font().pointSizeF() == pytest.approx(
        small_font(timeline).pointSizeF())
    apply_style(qapp, LIGHT, 0)
    qapp.processEvents()
    assert found.side < before
    assert large.menuBar().height() < line + 8


def test_explanations_of_an_open_dialog_grow_and_shrink(
    usual: float, models: Models, qapp: QApplication, qtbot: QtBot
) -> None:
    dialog = PreferencesDialog(models.preferences.settings, [], lambda: None)
    qtbot.addWidget(dialog)
    dialog.show()
    helps = [label for label in dialog.findChildren(QLabel) if label.objectName() == "fine"]
    assert helps
    for size in (usual, round(1.5 * usual), usual):
        apply_style(qapp, LIGHT, round(size))
        for label in helps:
            label.ensurePolished()
            assert label.font().pointSizeF() == pytest.approx(SMALL * round(size), abs=0.1)


def test_the_buttons_of_a_study_are_no_wider_than_their_words(
    large: Window, usual: float, qapp: QApplication, qtbot: QtBot
) -> None:
    page = large.panels["study"]
    assert isinstance(page, StudyPage)
    wide = page.life.minimumWidth()
    assert wide >= page.life.sizeHint().width()
    apply_style(qapp, LIGHT, 0)
    qtbot.waitUntil(lambda: page.life.minimumWidth() < wide)
    assert page.life.minimumWidth() == page.life.sizeHint().width()


def test_what_irgo_says_of_the_machine_has_the_size_of_the_other_letters(
    large: Window, qapp: QApplication
) -> None:
    large.actions_by_id["report_bug"].trigger()
    dialog = large.findChild(BugReport)
    assert isinstance(dialog, BugReport)
    assert dialog.text.font().pointSizeF() == pytest.approx(qapp.font().pointSizeF())
    dialog.close()


def test_a_layer_that_waits_for_an_engine_is_not_framed_as_if_it_showed_something(
    window: Window, qtbot: QtBot
) -> None:
    panel = window.panels["layers"]
    assert isinstance(panel, LayersPanel)
    card, miniature = next(
        (card, miniature) for card, miniature in zip(panel.rows, panel.miniatures, strict=True)
        if card.shown.layer.uses_engine)
    window.models.shown.change(card.shown, is_on=True)
    assert card.need.text()
    waiting = miniature.grab().toImage()
    miniature.show_waiting(is_waiting=False)
    shown = miniature.grab().toImage()
    accent = QColor(colours_of(miniature).accent)

    def accents(image: QImage) -> int:
        return sum(image.pixelColor(x, y) == accent
                   for x in range(image.width()) for y in range(image.height()))

    assert accents(waiting) == 0 < accents(shown)


def test_a_long_sentence_ends_in_dots_where_its_lines_are_full(qapp: QApplication) -> None:
    font, sentence = qapp.font(), "Black has about three points more at the lower side after this"
    metrics = QFontMetrics(font)
    wide = metrics.horizontalAdvance(sentence)
    assert elided_lines(sentence, font, wide + 2, 2) == sentence
    first, second = elided_lines(sentence, font, wide / 3, 2).split("\n")
    assert sentence.startswith(first) and second.endswith("…")
    assert max(map(metrics.horizontalAdvance, (first, second))) <= wide / 3


def test_no_bar_of_a_loss_lies_on_the_words(
    usual: float, window: Window, qapp: QApplication, qtbot: QtBot
) -> None:
    models = window.models
    mistake = Mistake(3, BLACK, 9.0, None, by_engine=False)
    models.losses.moves = (LostMove(
        models.review.node, 243, BLACK, 65, mistake, "irgos Leser"),)
    apply_style(qapp, LIGHT, 16)
    with speaking(resource_path("words"), "de"):
        panel = LossesPanel(models.review, models.losses)
        qtbot.addWidget(panel)
        panel.resize(480, 60)
        panel.list.setCurrentRow(-1)
        panel.show()
        image = panel.list.viewport().grab().toImage()
        words = without_loss(panel.list.item(0).text())
    bad, middle = QColor(LIGHT.bad), panel.list.visualItemRect(panel.list.item(0)).center().y()
    bar = [x for x in range(image.width()) if image.pixelColor(x, middle + 1) == bad]
    assert words.startswith("243. Schwarz") and bar
    assert min(bar) > 3 * SPACE + 4 + QFontMetrics(panel.font()).horizontalAdvance(words)


def test_komi_stands_in_the_header_also_in_large_letters(
    usual: float, window: Window, qapp: QApplication
) -> None:
    window.resize(1280, 800)
    apply_style(qapp, LIGHT, 16)
    player = window.header.players[WHITE]
    player.show_player("b", "12 Gefangene · Komi 7,5", is_to_play=False)
    qapp.processEvents()
    qapp.processEvents()
    needed = _LEFT + QFontMetrics(small_font(player)).horizontalAdvance(player.detail)
    assert player.width() >= needed


def test_the_last_number_below_the_timeline_is_whole(
    large: Window, qapp: QApplication
) -> None:
    timeline = large.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    plot = timeline.plot
    plot.draw(0, {row.id: [0.0] * 251 for row in CURVES} | {OTHER_LEAD: [], OTHER_WINRATE: []},
              [None] * 251)
    image = plot.grab().toImage()
    ratio = image.devicePixelRatio()
    edge = {image.pixelColor(image.width() - 1, y).name()
            for y in range(round(ratio * (plot.height() - 12)), image.height())}
    assert len(edge) == 1, "the number is cut"


def test_letters_too_small_to_be_changed_back_are_not_shown(qapp: QApplication) -> None:
    for asked, shown in ((1, 6.0), (6, 6.0), (15, 15.0)):
        apply_style(qapp, LIGHT, asked)
        assert qapp.font().pointSizeF() == shown
    apply_style(qapp, LIGHT, 0)


def test_fields_are_about_as_high_as_lists_and_leave_letters_room(large: Window) -> None:
    heights = []
    for kind in (QSpinBox, QLineEdit, QComboBox):
        field = kind(large)
        field.ensurePolished()
        heights.append(field.minimumSizeHint().height())
        assert heights[-1] >= 1.4 * QFontMetrics(field.font()).height()
    assert min(heights) > 0.9 * max(heights)
