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

from irgo_app.gui.models.candidates import Candidates
from irgo_app.gui.models.engine_desk import EngineDesk
from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.shown import Shown, ShownLayer, layer_key
from irgo_app.gui.views.param_editor import param_editor
from irgo_app.layers import chance
from irgo_app.layers.estimate import Estimate
from irgo_app.settings.param import ParamValue
from irgo_app.words import translated

if TYPE_CHECKING:
    from irgo_app.layers.layer import Layer


class LayersPanel(QScrollArea):
    """A row a layer, those that need an engine last."""

    def __init__(
        self, review: Review, shown: Shown, candidates: Candidates, desk: EngineDesk,
        service: ServiceBridge, preferences: Preferences,
    ) -> None:
        super().__init__()
        self._candidates, self._shown = candidates, shown
        self.rows = [LayerRow(shown, layer, layer_key(index), preferences)
                     for index, layer in enumerate(shown.layers)]
        self.rows += [LayerRow(shown, layer, "", preferences) for layer in shown.engine_layers]
        self.setWidgetResizable(True)
        page = QWidget()
        layout = QVBoxLayout(page)
        for row in self.rows:
            layout.addWidget(row)
        layout.addStretch(1)
        self.setWidget(page)
        shown.changed.connect(self.refresh)
        for signal in (desk.state_changed, candidates.changed, review.node_changed):
            signal.connect(self._refresh_needs)
        review.game_changed.connect(self._refresh_needs)
        service.ready.connect(lambda ready: self._refresh_needs())
        self.refresh()

    def refresh(self) -> None:
        """Show the layers as they are set."""
        for row in self.rows:
            row.refresh()
        self._refresh_needs()

    def _refresh_needs(self) -> None:
        for row in self.rows:
            if row.shown.layer.uses_engine:
                row.show_need(self._candidates.need(row.shown))
            elif row.shown.layer.uses_network:
                result = self._shown.result_for(row.shown)
                remark = result.remark if isinstance(result, Estimate) else None
                row.show_need(str(remark or ""))


class LayerRow(QFrame):
    """One layer: switch, opacity, legend, parameters behind a triangle.

    key -- the key that switches it, or ""
    """

    def __init__(
        self, layers: Shown, shown: ShownLayer, key: str, preferences: Preferences
    ) -> None:
        super().__init__()
        self._layers, self.shown = layers, shown
        layer = shown.layer
        title = translated(layer.title)
        self.switch = QCheckBox(f"{title}  ({key})" if key else title)
        self.switch.setToolTip(f"{layer.name}\n{layer.source}")
        self.switch.toggled.connect(lambda is_on: layers.change(shown, is_on=is_on))
        self.opacity = QSlider(Qt.Orientation.Horizontal, minimum=10, maximum=100, value=100)
        self.opacity.setAccessibleName(self.tr("Opacity of {0}").format(translated(layer.title)))
        self.opacity.setMaximumWidth(110)
        self.opacity.valueChanged.connect(
            lambda value: layers.change(shown, opacity=value / 100))
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
        self._legend = Legend(layer, preferences)
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

    def show_need(self, need: str) -> None:
        """Say what a layer lacks, an engine or the reader's network; "" for nothing."""
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
            self._layers.change(self.shown, params=params)
            if key == "preset":
                self._fill_params()

        return change


class Legend(QWidget):
    """A bar from White's colour to Black's with the layer's unit; or what its signs mean."""

    def __init__(self, layer: Layer, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
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
        """Draw the bar over the board that is chosen, as it looks there."""
        if not self._has_bar:
            return
        look = self._preferences.look
        tints = look.tints
        bar = self.rect().adjusted(26, 2, -4, 0)
        bar.setHeight(12)
        blend = QLinearGradient(bar.topLeft(), bar.topRight())
        alpha = round(255 * tints.opacity)
        blend.setColorAt(0.0, QColor(*tints.white, alpha))
        blend.setColorAt(0.47, QColor(*tints.white, 0))
        blend.setColorAt(0.53, QColor(*tints.black, 0))
        blend.setColorAt(1.0, QColor(*tints.black, alpha))
        painter = QPainter(self)
        painter.fillRect(bar, QColor(*look.theme.flat))
        painter.fillRect(bar, blend)
