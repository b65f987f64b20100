"""The quick views as a row of chips: five ways to see the board at one click."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from irgo_app.gui.models.quick_views import QUICK_VIEWS, QuickView, is_shown, show_view
from irgo_app.gui.models.shown import Shown


class QuickBar(QWidget):
    """A chip a view; the one that is shown is filled."""

    def __init__(self, shown: Shown) -> None:
        super().__init__()
        self._shown = shown
        self.chips: dict[str, QPushButton] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        for view in QUICK_VIEWS:
            title = QCoreApplication.translate("Actions", view.title)
            chip = QPushButton(title, checkable=True)
            chip.setObjectName("chip")
            chip.setToolTip(self.tr("{0} ({1})").format(title, view.key))
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.clicked.connect(lambda _checked=False, view=view: self._show(view))
            self.chips[view.id] = chip
        shown.changed.connect(self.refresh)
        self.refresh()

    def lay_out(self, in_a_row: int) -> None:
        """Put so many chips into a row."""
        for index, chip in enumerate(self.chips.values()):
            self._grid.addWidget(chip, *divmod(index, in_a_row))

    def refresh(self) -> None:
        """Fill the chip of the view that is shown."""
        for view in QUICK_VIEWS:
            self.chips[view.id].setChecked(is_shown(self._shown, view))

    def _show(self, view: QuickView) -> None:
        show_view(self._shown, view)
        self.refresh()
