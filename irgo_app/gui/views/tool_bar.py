"""The bar of tools: what a click on the board does. Built from TOOLS, as is the Tools menu."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar

from irgo_app.gui.models.tools import TOOLS, ToolInHand
from irgo_app.gui.views.icons import icon
from irgo_app.gui.views.plain_tip import tip_with_key


class ToolBar(QToolBar):
    """One button a tool; exactly one is down."""

    def __init__(self, hand: ToolInHand, changed_keys: dict[str, str]) -> None:
        super().__init__()
        self.setOrientation(Qt.Orientation.Vertical)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._hand = hand
        self._group = QActionGroup(self)
        self._actions: dict[str, QAction] = {}
        for tool in TOOLS:
            title = QCoreApplication.translate("Tools", tool.title)
            action = QAction(icon(tool.icon), title, self, checkable=True)
            action.triggered.connect(lambda _checked=False, tool=tool: hand.take(tool))
            self._group.addAction(action)
            self._actions[tool.id] = action
            self.addAction(action)
            if tool.id in ("play", "erase", "label", "line", "sl"):
                self.addSeparator()
        hand.changed.connect(self._refresh)
        self.use_keys(changed_keys)
        self._refresh()

    def use_keys(self, changed_keys: dict[str, str]) -> None:
        """Use the keys of the table, with those the user changed."""
        for tool in TOOLS:
            action = self._actions[tool.id]
            action.setShortcut(QKeySequence(changed_keys.get(tool.id, tool.key)))
            action.setToolTip(tip_with_key(action.text(), action.shortcut()))

    def fill_menu(self, menu: QMenu) -> None:
        """Put the tools into a menu, by their names."""
        for tool in TOOLS:
            title = QCoreApplication.translate("Tools", tool.title)
            menu.addAction(icon(tool.icon), title, lambda tool=tool: self._hand.take(tool))

    def _refresh(self) -> None:
        self._actions[self._hand.tool.id].setChecked(True)
