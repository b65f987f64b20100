"""The Layers dock: every overlay with switch, opacity, legend, and parameters on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from irgo_app.draw.palette import TINT_PALETTES, WOOD
from irgo_app.gui.commands.actions import LAYER_KEYS
from irgo_app.gui.models.session import ReviewSession, ShownLayer
from irgo_app.gui.views.dialogs.preferences import param_editor
from irgo_app.layers import chance
from irgo_app.settings.param import ParamValue
from irgo_app.words import translated

if TYPE_CHECKING:
    from irgo_app.layers.layer import Layer


class LayersPanel(QScrollArea):
    """A row a layer, those that need an engine last; built once the layers are known."""

    def __init__(self, session: ReviewSession) -> None:
        super().__init__()
        self._session = session
        self.rows: list[LayerRow] = []
        self.setWidgetResizable(True)
        self._page = QWidget()
        self._layout = QVBoxLayout(self._page)
        self._layout.addStretch(1)
        self.setWidget(self._page)
        session.layers_changed.connect(self.refresh)
        session.engine_changed.connect(self._refresh_needs)
        session.node_changed.connect(self._refresh_needs)
        self.refresh()

    def refresh(self) -> None:
        """Show what the session shows."""
        shown = [*self._session.shown, *self._session.engine_layers]
        for index in range(len(self.rows), len(shown)):
            has_key = index < min(len(LAYER_KEYS), len(self._session.shown))
            row = LayerRow(self._session, shown[index], LAYER_KEYS[index] if has_key else None)
            self.rows.append(row)
            self._layout.insertWidget(index, row)
        for row in self.rows:
            row.refresh()

    def _refresh_needs(self) -> None:
        for row in self.rows:
            row.refresh_need()


class LayerRow(QFrame):
    """One layer: switch, opacity, legend, parameters behind a triangle.

    key -- the key that switches it, or None
    """

    def __init__(self, session: ReviewSession, shown: ShownLayer, key: str | None) -> None:
        super().__init__()
        self._session, self.shown = session, shown
        layer = shown.layer
        self.switch = QCheckBox(translated(layer.title) if key is None
                                else f"{translated(layer.title)}  ({key})")
        self.switch.setToolTip(f"{layer.name}\n{layer.source}")
        self.switch.toggled.connect(lambda is_on: session.change(shown, is_on=is_on))
        self.opacity = QSlider(Qt.Orientation.Horizontal, minimum=10, maximum=100, value=100)
        self.opacity.setAccessibleName(self.tr("Opacity of {0}").format(translated(layer.title)))
        self.opacity.setMaximumWidth(110)
        self.opacity.valueChanged.connect(
            lambda value: session.change(shown, opacity=value / 100))
        if layer.uses_engine and layer.legend:
            # A candidate has none: half a quality says nothing.
            self.opacity.hide()
        triangle = QToolButton(arrowType=Qt.ArrowType.RightArrow, autoRaise=True)
        triangle.setCheckable(True)
        triangle.setAccessibleName(self.tr("Parameters of {0}").format(translated(layer.title)))
        self._params = QWidget(visible=False)
        QVBoxLayout(self._params).setContentsMargins(26, 0, 4, 4)
        self._fill_params()
        triangle.toggled.connect(self._params.setVisible)
        triangle.toggled.connect(lambda is_open: triangle.setArrowType(
            Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow))
        top = QHBoxLayout()
        top.addWidget(triangle)
        top.addWidget(self.switch, 1)
        top.addWidget(self.opacity)
        self.need = QLabel()
        self.need.setTextFormat(Qt.TextFormat.PlainText)
        self.need.setContentsMargins(26, 0, 4, 0)
        self.need.setWordWrap(True)
        self._legend = Legend(session, layer)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.addLayout(top)
        layout.addWidget(self.need)
        layout.addWidget(self._legend)
        layout.addWidget(self._params)

    def refresh(self) -> None:
        """Show the layer as it is now."""
        for widget in (self.switch, self.opacity):
            widget.blockSignals(True)
        self.switch.setChecked(self.shown.is_on)
        self.opacity.setValue(round(100 * self.shown.opacity))
        for widget in (self.switch, self.opacity):
            widget.blockSignals(False)
        self._legend.setVisible(self.shown.is_on)
        self._legend.show_unit(chance.UNIT if self.shown.params.get("reading") == "chance"
                               else translated(self.shown.layer.unit))
        self._legend.update()
        self.refresh_need()

    def refresh_need(self) -> None:
        """Say what a layer lacks that needs an engine."""
        desk = self._session.desk
        need = desk.view.need(self.shown) if desk and self.shown.layer.uses_engine else ""
        if need != self.need.text():
            self.need.setText(need)
        self.need.setVisible(bool(need))

    def _fill_params(self) -> None:
        """Show an editor for every parameter as it is now."""
        layout = self._params.layout()
        assert layout is not None
        while old := layout.takeAt(0):
            if (widget := old.widget()) is not None:
                widget.deleteLater()
        page = QWidget()
        form = QFormLayout(page)
        form.setContentsMargins(0, 0, 0, 0)
        for row in self.shown.layer.params:
            editor = param_editor(row, self.shown.params[row.key], self._setter(row.key))
            form.addRow(translated(row.title), editor)
        layout.addWidget(page)

    def _setter(self, key: str) -> Callable[[ParamValue], None]:
        def change(value: ParamValue) -> None:
            params = self.shown.layer.changed_params(self.shown.params, key, value)
            self._session.change(self.shown, params=params)
            if key == "preset":
                self._fill_params()

        return change


class Legend(QWidget):
    """A bar from White's colour to Black's with the layer's unit; or what its signs mean."""

    def __init__(self, session: ReviewSession, layer: Layer) -> None:
        super().__init__()
        self._session = session
        self._has_bar = not layer.legend
        self.text = QLabel(translated(layer.legend))
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(26, 16 if self._has_bar else 2, 4, 2)
        layout.addWidget(self.text)
        self.show_unit(translated(layer.unit))

    def show_unit(self, unit: str) -> None:
        """Name the unit of the bar; a legend in words stays."""
        if self._has_bar:
            self.text.setText(self.tr("White's ← {0} → Black's").format(unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar over wood, as it looks on the board."""
        if not self._has_bar:
            return
        names = {palette.name: palette for palette in TINT_PALETTES}
        palette = names[str(self._session.settings["palette"])]
        bar = self.rect().adjusted(26, 2, -4, 0)
        bar.setHeight(12)
        blend = QLinearGradient(bar.topLeft(), bar.topRight())
        alpha = round(255 * palette.opacity)
        blend.setColorAt(0.0, QColor(*palette.white, alpha))
        blend.setColorAt(0.47, QColor(*palette.white, 0))
        blend.setColorAt(0.53, QColor(*palette.black, 0))
        blend.setColorAt(1.0, QColor(*palette.black, alpha))
        painter = QPainter(self)
        painter.fillRect(bar, QColor(*WOOD.board))
        painter.fillRect(bar, blend)
