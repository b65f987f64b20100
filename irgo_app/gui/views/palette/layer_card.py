"""The card of a layer that is on: its switch, its strength, its legend, and its parameters."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.models.shown import Shown, ShownLayer
from irgo_app.gui.views.palette.legend import Legend
from irgo_app.gui.views.param_editor import param_editor
from irgo_app.gui.views.plain_tip import plain_tip
from irgo_app.settings.param import ParamValue
from irgo_app.words import translated

_OPACITY_WIDTH = 56


class LayerCard(QFrame):
    """One layer; its parameters lie behind a triangle.

    key -- the key that switches it, or ""
    """

    def __init__(
        self, layers: Shown, shown: ShownLayer, key: str, preferences: Preferences
    ) -> None:
        super().__init__()
        self.setObjectName("card")
        self._layers, self.shown = layers, shown
        layer = shown.layer
        title = translated(layer.title)
        source = translated(layer.source)
        self.switch = QCheckBox(translated(layer.short) or title)
        self.switch.setAccessibleName(title)
        self.switch.setToolTip(plain_tip(
            f"{title} ({key})\n{source}" if key else f"{title}\n{source}"))
        self.switch.toggled.connect(lambda is_on: layers.change(shown, is_on=is_on))
        self.opacity = QSlider(Qt.Orientation.Horizontal, minimum=10, maximum=100, value=100)
        self.opacity.setAccessibleName(self.tr("Opacity of {0}").format(title))
        self.opacity.setToolTip(self.tr("Opacity"))
        self.opacity.setMaximumWidth(_OPACITY_WIDTH)
        self.opacity.valueChanged.connect(
            lambda value: layers.change(shown, opacity=value / 100))
        if layer.uses_engine and layer.legend:
            # A candidate has none: half a quality says nothing.
            self.opacity.hide()
        self.triangle = QToolButton(arrowType=Qt.ArrowType.RightArrow, autoRaise=True)
        self.triangle.setCheckable(True)
        self.triangle.setAccessibleName(self.tr("Parameters of {0}").format(title))
        self.triangle.setToolTip(self.tr("Parameters"))
        self.triangle.setVisible(bool(layer.params))
        self._params = QWidget(visible=False)
        QVBoxLayout(self._params).setContentsMargins(0, 0, 0, 0)
        self.triangle.toggled.connect(self._show_params)
        top = QHBoxLayout()
        top.setSpacing(2)
        top.addWidget(self.switch, 1)
        top.addWidget(self.opacity)
        top.addWidget(self.triangle)
        self.need = QLabel()
        self.need.setTextFormat(Qt.TextFormat.PlainText)
        self.need.setWordWrap(True)
        self.need.setObjectName("small")
        self.need.hide()
        self.legend = Legend(layer, preferences)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 6, 6)
        layout.setSpacing(3)
        layout.addLayout(top)
        layout.addWidget(self.need)
        layout.addWidget(self.legend)
        layout.addWidget(self._params)

    @property
    def are_params_open(self) -> bool:
        """Return whether the parameters are shown."""
        return self.triangle.isChecked()

    def open_params(self, *, is_open: bool) -> None:
        """Show the parameters, or hide them."""
        self.triangle.setChecked(is_open)

    def refresh(self) -> None:
        """Show the layer as it is now; the card of a layer that is off takes no room."""
        for widget in (self.switch, self.opacity):
            widget.blockSignals(True)
        self.switch.setChecked(self.shown.is_on)
        self.opacity.setValue(round(100 * self.shown.opacity))
        for widget in (self.switch, self.opacity):
            widget.blockSignals(False)
        layer = self.shown.layer
        is_chance = self.shown.params.get("reading") == "chance"
        self.legend.show_tells(self.tr("how likely it is whose") if is_chance
                               else translated(layer.tells))
        if not self.shown.is_on:
            self.open_params(is_open=False)
        self.setVisible(self.shown.is_on)

    def show_need(self, need: str) -> None:
        """Say what a layer lacks, an engine or the reader's network; "" for nothing."""
        if need != self.need.text():
            self.need.setText(need)
        self.need.setVisible(bool(need))
        # What is not there needs no legend.
        self.legend.setVisible(not need)

    def _show_params(self, is_open: bool) -> None:
        # Thirteen layers have some sixty editors; most are never looked at.
        if is_open:
            self._fill_params()
        self._params.setVisible(is_open)
        self.triangle.setArrowType(
            Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)

    def _fill_params(self) -> None:
        """Show an editor for every parameter as it is now."""
        layout = self._params.layout()
        assert layout is not None
        while old := layout.takeAt(0):
            if (widget := old.widget()) is not None:
                widget.deleteLater()
        page = QWidget()
        form = QVBoxLayout(page)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(1)
        for row in self.shown.layer.params:
            title = QLabel(translated(row.title), textFormat=Qt.TextFormat.PlainText)
            title.setObjectName("small")
            form.addWidget(title)
            form.addWidget(param_editor(
                row, self.shown.params[row.key], self._setter(row.key)))
        layout.addWidget(page)

    def _setter(self, key: str) -> Callable[[ParamValue], None]:
        def change(value: ParamValue) -> None:
            params = self.shown.layer.changed_params(self.shown.params, key, value)
            self._layers.change(self.shown, params=params)
            if key == "preset":
                self._fill_params()

        return change
