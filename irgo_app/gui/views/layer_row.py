"""The row of layers over the board: one name each, and a menu of those that have no room there."""

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from irgo_app.gui.models.layers import (QUICK_VIEWS, LayerState, QuickView, ShownLayer, is_shown,
                                        show_view)
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.widgets import laid_out, plain_tip
from irgo_app.words import translated

_SPACING: Final = 4


class LayerRow(QWidget):
    """A chip for each usual view, the one on the board filled; at the end a menu of the others.

    A view takes the place of what was shown before it. Chips without room are in the menu, too.

    chips -- by the ids of their views; more -- opens the menu
    small_boards_wanted -- the palette is to be opened
    """

    small_boards_wanted = Signal()

    def __init__(self, shown: LayerState, preferences: Preferences) -> None:
        super().__init__()
        self._shown, self._preferences = shown, preferences
        self.chips: dict[str, QPushButton] = {}
        self.setAccessibleName(translated("What the board shows"))
        self._row = QHBoxLayout(self)
        laid_out(self._row, 1, margins=0, spacing=_SPACING)
        for view in QUICK_VIEWS:
            chip = QPushButton(
                translated(view.title), self, checkable=True, objectName="chip",
                toolTip=translated("{0} ({1})").format(translated(view.title), view.key),
                focusPolicy=Qt.FocusPolicy.TabFocus)
            chip.clicked.connect(lambda _checked=False, view=view: self._show(view))
            self.chips[view.id] = chip
            self._row.addWidget(chip)
        self.more = QToolButton()
        self.more.setObjectName("chip_menu")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.setToolTip(translated("All layers, several at once, small boards"))
        self._menu = QMenu(translated("Layers"), self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(self._menu)
        laid_out(self._row, self.more, 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        shown.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Fill the chip of what is shown; the menu's button names a layer that has no chip."""
        for view in QUICK_VIEWS:
            self.chips[view.id].setChecked(is_shown(self._shown, view))
        on = [layer for layer in self._shown.layers if layer.is_on]
        other = not any(map(self._is_shown, QUICK_VIEWS)) and len(on) == 1
        self.more.setText(_title_of(on[0]) if other else translated("More"))
        self.more.setProperty("isOn", bool(on) and not any(map(self._is_shown, QUICK_VIEWS)))
        self.more.style().unpolish(self.more)
        self.more.style().polish(self.more)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "more"):
            self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, super().sizeHint().height())

    def _is_shown(self, view: QuickView) -> bool:
        return is_shown(self._shown, view)

    def _show(self, view: QuickView) -> None:
        show_view(self._shown, view)
        self.refresh()

    def _fit(self) -> None:
        """Leave out the last chips where there is no room for all; what is shown stays."""
        room = self.width() - self.more.sizeHint().width()
        wide = {name: chip.sizeHint().width() + _SPACING for name, chip in self.chips.items()}
        for name, chip in self.chips.items():
            if chip.isChecked():
                room -= wide[name]
        for name, chip in self.chips.items():
            if not chip.isChecked():
                room -= wide[name]
            chip.setVisible(chip.isChecked() or room >= 0)

    def _fill_menu(self) -> None:
        menu, shown = self._menu, self._shown
        menu.clear()
        for view in QUICK_VIEWS:
            if self.chips[view.id].isHidden():
                self._add(translated(view.title), is_shown(shown, view)).triggered.connect(
                    lambda _checked=False, view=view: self._show(view))
        for layer in shown.layers:
            self._add(_title_of(layer), layer.is_on).triggered.connect(
                lambda _checked=False, layer=layer: self._shown.choose(layer))
        menu.addSeparator()
        for layer in shown.engine_layers:
            self._add(_title_of(layer), layer.is_on).triggered.connect(
                lambda is_on, layer=layer: self._shown.change(layer, is_on=is_on))
        menu.addSeparator()
        self._add(translated("Several layers at once"), bool(self._preferences["several_layers"])
                  ).triggered.connect(self._flip_several)
        small = menu.addAction(translated("Small boards, signs and settings"))
        small.triggered.connect(self.small_boards_wanted)

    def _add(self, title: str, is_on: bool) -> QAction:
        action = self._menu.addAction(title)
        action.setCheckable(True)
        action.setChecked(is_on)
        action.setToolTip(plain_tip(title))
        return action

    def _flip_several(self) -> None:
        self._preferences.flip("several_layers")


def _title_of(shown: ShownLayer) -> str:
    return translated(shown.layer.title)
