"""The card of a layer that is on: its switch, its strength, its legend, and its parameters."""

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Meaning, Sign
from irgo_app.draw.field_painter import shown_colour
from irgo_app.draw.palette import (BLACK_LINK, BLACK_STONE, GREY_DOT, LOSS_COLOURS, QUALITY_COLOURS,
                                   WEAK_POINT, WHITE_LINK, WHITE_STONE)
from irgo_app.gui.models.layers import LayerState, ShownLayer
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.style import SPACE, smooth_painter
from irgo_app.gui.views.widgets import (in_scrolled, laid_out, paragraph, param_editor, plain_tip,
                                        say, take_away, unfolding)
from irgo_app.layers.layer import Layer
from irgo_app.settings import ParamValue
from irgo_app.words import translated

_BAR_HEIGHT = 10
_STOPS = 20
_SWATCH = QSize(20, 14)
_QUALITIES = {Sign.BRIGHT: "bright", Sign.GOOD: "good", Sign.DULL: "dull", Sign.DANGER: "danger"}
_LOSSES = {Sign.LOSES_NONE: "none", Sign.LOSES_LITTLE: "little", Sign.LOSES_SOME: "some",
           Sign.LOSES_MUCH: "much"}
_LINES = {Sign.BLUE_LINE: BLACK_LINK, Sign.RED_LINE: WHITE_LINK}


class Legend(QWidget):
    """A bar from White's tint to Black's over what it tells; or a row for each sign.

    text -- what the layer tells; the formula behind it is the tool tip
    signs -- those explained
    """

    def __init__(self, layer: Layer, preferences: Preferences, signs: tuple[Meaning, ...]) -> None:
        super().__init__()
        self.signs = signs
        self.text = paragraph(translated(layer.tells), "small")
        self.setToolTip(plain_tip("\n".join(filter(
            None, map(translated, (layer.legend, layer.unit, layer.source))))))
        column = laid_out(QVBoxLayout(self), margins=0, spacing=2)
        if signs:
            for meaning in signs:
                column.addLayout(laid_out(
                    QHBoxLayout(), Swatch(meaning.sign, preferences),
                    (paragraph(translated(meaning.words), "small"), 1), spacing=SPACE))
            self.text.hide()
        else:
            white, black = (QLabel(colour, objectName="small")
                            for colour in (translated("White"), translated("Black")))
            laid_out(column, self.text, TintBar(preferences),
                     laid_out(QHBoxLayout(), white, 0, black))


class TintBar(QWidget):
    """The tints from White's full strength to Black's, over the board as it is now."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self.setFixedHeight(_BAR_HEIGHT)
        preferences.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._preferences.look
        bar = QRectF(self.rect())
        blend = QLinearGradient(bar.topLeft(), bar.topRight())
        for step in range(_STOPS + 1):
            colour = shown_colour(2 * step / _STOPS - 1, look.tints, look.theme)
            blend.setColorAt(step / _STOPS, QColor(*colour))
        painter = smooth_painter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(blend)
        painter.drawRoundedRect(bar, 3, 3)


class Swatch(QWidget):
    """One sign as it is drawn on the board."""

    def __init__(self, sign: Sign, preferences: Preferences) -> None:
        super().__init__()
        self._sign, self._preferences = sign, preferences
        self.setFixedSize(_SWATCH)
        preferences.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, sign = self._preferences.look, self._sign
        painter = smooth_painter(self)
        area = QRectF(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(*look.theme.flat))
        painter.drawRoundedRect(area, 3, 3)
        middle = area.center()
        if sign in (Sign.BLACK_TINT, Sign.WHITE_TINT):
            value = 1.0 if sign is Sign.BLACK_TINT else -1.0
            painter.setBrush(QColor(*shown_colour(value, look.tints, look.theme)))
            painter.drawRoundedRect(area, 3, 3)
        elif sign in (Sign.GREY_DOT, Sign.OTHER_DOT):
            self._stone_with_dot(painter, middle, is_unknown=sign is Sign.GREY_DOT)
        elif sign in _QUALITIES:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(*QUALITY_COLOURS[_QUALITIES[sign]]), 2.5))
            painter.drawEllipse(middle, 4.5, 4.5)
        elif sign in _LOSSES:
            painter.setBrush(QColor(*LOSS_COLOURS[_LOSSES[sign]]))
            painter.setPen(QPen(QColor(*BLACK_STONE), 1))
            painter.drawEllipse(middle, 5.5, 5.5)
        elif sign is Sign.RED_DIAMOND:
            painter.setBrush(QColor(*WEAK_POINT))
            painter.translate(middle)
            painter.rotate(45)
            painter.drawRect(QRectF(-3.2, -3.2, 6.4, 6.4))
        else:
            painter.setPen(self._pen(look))
            painter.drawLine(QPointF(3, middle.y()), QPointF(area.right() - 3, middle.y()))

    def _pen(self, look: Look) -> QPen:
        colour = _LINES.get(self._sign)
        if colour is None:
            is_black = self._sign in (Sign.BLACK_LINE, Sign.BLACK_DASHES)
            colour = look.tints.black_line if is_black else look.tints.white_line
        pen = QPen(QColor(*colour), 2.5)
        if self._sign in (Sign.BLACK_DASHES, Sign.WHITE_DASHES):
            pen.setDashPattern([1.6, 1.2])
        return pen

    def _stone_with_dot(self, painter: QPainter, middle: QPointF, *, is_unknown: bool) -> None:
        painter.setBrush(QColor(*BLACK_STONE))
        painter.drawEllipse(middle, 6, 6)
        painter.setBrush(QColor(*(GREY_DOT if is_unknown else WHITE_STONE)))
        painter.drawEllipse(middle, 2.4, 2.4)


_OPACITY_WIDTH = 56


class LayerCard(QFrame):
    """One layer; its parameters are shown while the triangle is checked.

    key -- the key that switches it, or ""
    """

    def __init__(
        self, layers: LayerState, shown: ShownLayer, key: str, preferences: Preferences
    ) -> None:
        super().__init__()
        self.setObjectName("card")
        self._layers, self.shown = layers, shown
        layer = shown.layer
        title = translated(layer.title)
        source = translated(layer.source)
        self.switch = QCheckBox(translated(layer.short) or title, accessibleName=title)
        self.switch.setToolTip(plain_tip(
            f"{title} ({key})\n{source}" if key else f"{title}\n{source}"))
        self.switch.toggled.connect(lambda is_on: layers.change(shown, is_on=is_on))
        self.opacity = in_scrolled(QSlider(
            Qt.Orientation.Horizontal, minimum=10, maximum=100, value=100,
            accessibleName=translated("Opacity of {0}").format(title),
            toolTip=translated("Opacity"), maximumWidth=_OPACITY_WIDTH))
        self.opacity.valueChanged.connect(lambda value: layers.change(shown, opacity=value / 100))
        if layer.uses_engine and layer.legend:
            # A candidate has none: half a quality says nothing.
            self.opacity.hide()
        self.triangle = unfolding()
        self.triangle.setAccessibleName(translated("Parameters of {0}").format(title))
        self.triangle.setToolTip(translated("Parameters"))
        if not layer.params:
            self.triangle.hide()
        self._params = QWidget(visible=False)
        self._editors = laid_out(QVBoxLayout(self._params), margins=0)
        self._pages: list[QWidget] = []
        self.triangle.toggled.connect(self._show_params)
        top = laid_out(QHBoxLayout(spacing=2), (self.switch, 1), self.opacity, self.triangle)
        self.need = paragraph(name="small")
        self.need.hide()
        self._preferences = preferences
        self.legend = Legend(layer, preferences, self._signs())
        self._column = laid_out(QVBoxLayout(self), top, self.need, self.legend, self._params,
                                margins=(8, 4, 6, 6), spacing=3)

    def refresh(self) -> None:
        """Show the layer as it is now; the card of a layer that is off takes no room."""
        with QSignalBlocker(self.switch), QSignalBlocker(self.opacity):
            self.switch.setChecked(self.shown.is_on)
            self.opacity.setValue(round(100 * self.shown.opacity))
        layer = self.shown.layer
        is_chance = self.shown.params.get("reading") == "chance"
        self.legend.text.setText(translated("whose each point is likely to be") if is_chance
                                 else translated(layer.tells))
        if self._signs() != self.legend.signs:
            legend = Legend(layer, self._preferences, self._signs())
            self._column.replaceWidget(self.legend, legend)
            self.legend.deleteLater()
            self.legend = legend
        if not self.shown.is_on:
            self.triangle.setChecked(False)
        self.setVisible(self.shown.is_on)

    def _signs(self) -> tuple[Meaning, ...]:
        layer = self.shown.layer
        return layer.signs_for(self.shown.params) if layer.signs_for else layer.signs

    def show_need(self, need: str) -> None:
        """Say what a layer lacks, an engine or the reader's network; "" for nothing."""
        say(self.need, need)
        # What is not there needs no legend.
        self.legend.setVisible(not need)

    def _show_params(self, is_open: bool) -> None:
        # Thirteen layers have some sixty editors; most are never looked at.
        if is_open:
            self._fill_params()
        self._params.setVisible(is_open)

    def _fill_params(self) -> None:
        take_away(self._editors, self._pages)
        page = QWidget()
        form = laid_out(QVBoxLayout(page), margins=0, spacing=1)
        for row in self.shown.layer.params:
            form.addWidget(QLabel(translated(row.title), textFormat=Qt.TextFormat.PlainText,
                                  objectName="small"))
            form.addWidget(param_editor(
                row, self.shown.params[row.key], partial(self._change, row.key)))
        self._editors.addWidget(page)
        self._pages.append(page)

    def _change(self, key: str, value: ParamValue) -> None:
        params = self.shown.layer.changed_params(self.shown.params, key, value)
        self._layers.change(self.shown, params=params)
        if key == "preset":
            self._fill_params()
