"""What is built last: menus, panels, and what asks the user something."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject

from irgo_app.gui.commands.actions import ACTIONS
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file_guard import FileGuard
from irgo_app.gui.commands.file_menu import choose_among_several, may_leave, open_path
from irgo_app.gui.commands.layers_menu import stop_analysis
from irgo_app.gui.commands.menus import Menus
from irgo_app.gui.commands.tour import greet
from irgo_app.gui.models.models import Models
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.shell.panel_places import PanelPlaces
from irgo_app.gui.shell.read_out import ReadOut
from irgo_app.gui.views.board.zoom_hand import ZoomHand
from irgo_app.gui.views.count_bar import CountBar
from irgo_app.gui.views.panels import PANELS, PanelSpec
from irgo_app.gui.views.step_bar import StepBar
from irgo_app.gui.views.tool_bar import ToolBar
from irgo_app.gui.views.trial_bar import TrialBar

_TWINS: Final = "twins"


class Furnishing(QObject):
    """The menus and panels of a window.

    context -- what the commands reach
    read_out -- tells a screen reader of the board
    guard -- watches the file on disk
    """

    def __init__(
        self, window: MainWindow, models: Models, panels: tuple[PanelSpec, ...] = PANELS
    ) -> None:
        super().__init__(window)
        self.models, self._window = models, window
        self.context = Context(
            models, window, window.board, ZoomHand(window.board), window.messages, window.body,
            window.focus_walk, window.show_panel, ACTIONS)
        tools = ToolBar(models.hand, models.preferences.settings.keys)
        places = PanelPlaces(window, models, panels, tools)
        self.menus = Menus(window, self.context, tools)
        self._fill_strip(window)
        self.read_out = ReadOut(window, models, self)
        self.guard = FileGuard(self.context)
        self.menus.add_panel_switches(places.switches())
        window.may_close = lambda: may_leave(self.context)
        window.board.file_dropped.connect(lambda name: open_path(self.context, name))
        window.status.stop_wanted.connect(lambda: stop_analysis(self.context))
        models.opening.opened.connect(self._choose_game)
        models.in_view.wanted.connect(self._show_study)
        models.twins.changed.connect(self._follow_twins)
        models.comparing.changed.connect(self._follow_comparing)
        for follow in (self._follow_twins, self._follow_trial, self._follow_counting):
            follow()

    def _choose_game(self) -> None:
        choose_among_several(self.context)

    def _show_study(self) -> None:
        self._window.show_panel("study")

    def _follow_twins(self) -> None:
        """Show two boards in the place of one while there are two, and the one again after that."""
        window = self._window
        is_there = window.body.centre.currentWidget() is window.panels.get(_TWINS)
        if self.models.twins.is_shown and not is_there:
            window.show_panel(_TWINS)
        elif is_there and not self.models.twins.is_shown:
            window.body.show_board()

    def _follow_comparing(self) -> None:
        """Say no longer how to compare once it is done, or called off."""
        if self.models.comparing.pinned is not self.models.review.node:
            self._window.messages.end_hint()

    def begin(self, later: tuple[Path, int | None] | None) -> None:
        """Do what a start leaves to be done: read a large file, choose a game, offer lost work.

        later -- a large file, and the move to go to
        """
        if later is not None:
            path, move = later
            open_path(self.context, str(path), move=move)
        elif self.models.review.node.parent is None:
            choose_among_several(self.context)
        self.guard.offer_lost_work()
        if later is None:
            greet(self.context)

    def _fill_strip(self, window: MainWindow) -> None:
        """Put the steps under the board, and the bars that take their place."""
        models, strip = self.models, window.body.strip
        strip.add_step(StepBar(self.menus.actions, models.review, models.layout), stretch=1)
        self._trial_bar, self._count_bar = TrialBar(models.trial), CountBar(models.counting)
        for bar in (self._trial_bar, self._count_bar):
            strip.add_bar(bar)
        models.trial.changed.connect(self._follow_trial)
        models.counting.changed.connect(self._follow_counting)

    def _follow_trial(self) -> None:
        self._window.body.strip.show_bar(self._trial_bar, is_shown=self.models.trial.is_on)

    def _follow_counting(self) -> None:
        self._window.body.strip.show_bar(self._count_bar, is_shown=self.models.counting.is_on)
