"""The bar of tools: what a click on the board does. Built from TOOLS, as is the Tools menu."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton

from irgo_app.gui.models.tools import TOOLS, ToolInHand
from irgo_app.gui.views.icons import icon
from irgo_app.gui.views.plain_tip import tip_with_key
from irgo_app.gui.views.side_column import SideColumn
from irgo_app.gui.views.style import SPACE

_SPACE_AFTER: Final = ("play", "erase", "label", "line", "sl")


class ToolBar(SideColumn):
    """One button a tool, with its name; exactly one is down."""

    def __init__(self, hand: ToolInHand, changed_keys: dict[str, str]) -> None:
        super().__init__()
        self._hand = hand
        self._group = QActionGroup(self)
        self._actions: dict[str, QAction] = {}
        for tool in TOOLS:
            title = QCoreApplication.translate("Tools", tool.title)
            action = QAction(icon(tool.icon), title, self, checkable=True)
            action.triggered.connect(lambda _checked=False, tool=tool: hand.take(tool))
            self._group.addAction(action)
            self._actions[tool.id] = action
        self._build()
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
        """Put the tools into a menu, whose keys work whether the bar is shown or not."""
        for tool_id, action in self._actions.items():
            menu.addAction(action)
            if tool_id in _SPACE_AFTER:
                menu.addSeparator()

    def _build(self) -> None:
        column = self.start_column(self.tr("Tools"), spacing=1)
        column.addSpacing(SPACE // 2)
        for tool_id, action in self._actions.items():
            button = QToolButton()
            button.setObjectName("tool")
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            column.addWidget(button)
            if tool_id in _SPACE_AFTER:
                column.addSpacing(SPACE)
        column.addStretch(1)

    def _refresh(self) -> None:
        self._actions[self._hand.tool.id].setChecked(True)
