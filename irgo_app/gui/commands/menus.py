"""The menus with their shortcuts, icons and ticks, built from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from irgo_app.gui.commands import file
from irgo_app.gui.commands.action_looks import ICONS, LINES_BEFORE
from irgo_app.gui.commands.actions import (
    EDIT, ENGINE, FILE, LAYERS, MENUS, MOVE, STUDY, TOOLS_MENU, VIEW
)
from irgo_app.gui.commands.context import Context
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.edit import ToolBar
from irgo_app.gui.views.icons import icon
from irgo_app.gui.views.widgets import tip_with_key
from irgo_app.sgf.charsets import READABLE
from irgo_app.visible_text import visible
from irgo_app.words import translated


class Menus(QObject):
    """The menu bar of a window; `actions` are its actions by their ids."""

    def __init__(self, window: QMainWindow, context: Context, tools: ToolBar) -> None:
        super().__init__(window)
        self._window, self._context, self._tools = window, context, tools
        self._menus: dict[str, QMenu] = {}
        self.actions: dict[str, QAction] = {}
        self._recent = QMenu(translated("Recent files"), window)
        self._recent.setIcon(icon("recent"))
        self._recent.aboutToShow.connect(self._fill_recent)
        self._build()
        models = context.models
        models.preferences.changed.connect(self.refresh)
        for signal in (models.shown.changed, models.autoplay.changed, models.trial.changed,
                       models.counting.changed, models.desk.state_changed, models.opponent.changed):
            signal.connect(self._refresh_ticks)
        models.layout.mode_changed.connect(self._follow_mode)
        models.review.tree_changed.connect(self._refresh_undo)
        models.review.game_changed.connect(self._refresh_undo)
        self.refresh()
        self._follow_mode()

    def refresh(self) -> None:
        """Use the keys of the settings, and show what is on."""
        settings = self._context.models.preferences.settings
        is_vertical = bool(settings["vertical_arrows"])
        self._tools.use_keys(settings.keys)
        for row in self._context.actions:
            keys = row.keys_now(settings.keys, is_vertical=is_vertical)
            action = self.actions[row.id]
            action.setShortcuts([QKeySequence(key) for key in keys])
            action.setToolTip(tip_with_key(
                translated(row.title), action.shortcut()))
        self._refresh_ticks()

    def add_panel_switches(self, switches: Sequence[QAction]) -> None:
        """Put the switches of the panels into the View menu."""
        panels = self._menus[VIEW].addMenu(translated("Panels"))
        panels.addActions(list(switches))

    def _build(self) -> None:
        context, window = self._context, self._window
        for title in MENUS:
            menu = window.menuBar().addMenu(translated(title))
            # Ticks of what no signal tells of.
            menu.aboutToShow.connect(self._refresh_ticks)
            self._menus[title] = menu
        for row in context.actions:
            action = QAction(translated(row.title), window,
                             checkable=row.is_on is not None)
            action.triggered.connect(lambda _checked=False, row=row: row.run(context))
            if row.id in ICONS:
                action.setIcon(icon(ICONS[row.id]))
                action.setIconVisibleInMenu(row.is_on is None)
            if row.id in LINES_BEFORE and self._menus[row.menu].actions():
                self._menus[row.menu].addSeparator()
            self._menus[row.menu].addAction(action)
            self.actions[row.id] = action
        self._menus[FILE].insertMenu(self.actions["save"], self._recent)
        charsets = QMenu(translated("Read again in charset"), window)
        for name in READABLE:
            charsets.addAction(name, lambda name=name: file.reopen(context, name))
        self._menus[FILE].insertMenu(self.actions["reload"], charsets)
        self._tools.fill_menu(self._menus[TOOLS_MENU])

    def _refresh_ticks(self) -> None:
        for row in self._context.actions:
            if row.is_on is not None:
                self.actions[row.id].setChecked(row.is_on(self._context))

    def _follow_mode(self) -> None:
        """Let no key change a game that is not seen, while one practises."""
        is_practice = self._context.models.layout.mode is Mode.PRACTICE
        for row in self._context.actions:
            hidden = row.menu in (EDIT, MOVE, LAYERS, STUDY, ENGINE) or row.id == "cursor_play"
            if hidden and row.id != "stop":
                self.actions[row.id].setEnabled(not is_practice)
        self._menus[TOOLS_MENU].setEnabled(not is_practice)
        self._refresh_ticks()
        if not is_practice:
            self._refresh_undo()

    def _refresh_undo(self) -> None:
        """Name what can be undone and redone."""
        stack = self._context.models.review.undo_stack
        for action_id, words, title in (
            ("undo", translated("Undo {0}"), stack.undo_title),
            ("redo", translated("Redo {0}"), stack.redo_title),
        ):
            self.actions[action_id].setText(words.format(translated(title)).rstrip())
            self.actions[action_id].setEnabled(bool(title))

    def _fill_recent(self) -> None:
        self._recent.clear()
        for name in self._context.models.preferences.settings.recent_files:
            self._recent.addAction(visible(name).replace("&", "&&"),
                                   lambda name=name: file.open_path(self._context, name))
