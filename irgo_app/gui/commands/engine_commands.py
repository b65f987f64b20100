"""What the Engine menu does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from irgo_app.gui.models.chord_player import can_play_sounds
from irgo_app.gui.views.dialogs.analyze_game import AnalyzeGameDialog
from irgo_app.gui.views.dialogs.engines import EnginesDialog

if TYPE_CHECKING:
    from irgo_app.gui.commands.commands import Commands


class EngineCommands(QObject):
    """Commands around the engine at the window; nothing happens before its dock is there."""

    def __init__(self, commands: Commands) -> None:
        super().__init__(commands)
        self._commands = commands
        self.window, self.session = commands.window, commands.session

    def toggle(self) -> None:
        """Begin or end the engine's analysis."""
        if self.session.desk:
            self.window.show_dock("engine")
            self.session.desk.toggle()

    def analyze_game(self) -> None:
        """Ask how far, and analyse the current line; stop if that is going on."""
        desk = self.session.desk
        if desk is None:
            return
        if desk.walk.is_running:
            self.window.show_dock("engine")
            desk.walk.stop()
            return
        dialog = AnalyzeGameDialog(self.window)
        if dialog.exec():
            self.window.show_dock("engine")
            desk.analyze_game(dialog.visits, dialog.seconds)

    def flip_opponent(self) -> None:
        """Let the engine answer the user's moves, or no longer."""
        desk = self.session.desk
        if desk is not None:
            desk.set_opponent(is_on=not desk.is_opponent)
            self.window.show_message(
                self.tr("The engine answers your moves.") if desk.is_opponent
                else self.tr("The engine no longer answers your moves."))

    def flip_chord(self) -> None:
        """Let moves sound, or no longer; say so where they cannot."""
        self._commands.flip_setting("chord")
        if self.session.settings["chord"] and not can_play_sounds():
            self._commands.flip_setting("chord")
            self.window.show_message(self.tr(
                "Sounds need Qt Multimedia; install PySide6-Addons (on Linux also libpulse)."))

    def flip_selected(self) -> None:
        """Keep the engine to the selected points, or no longer; an analysis begins anew."""
        self._commands.flip_setting("engine_selected")
        desk = self.session.desk
        if desk is not None and desk.is_analyzing:
            desk.toggle()
            desk.toggle()

    def play_move(self) -> None:
        """Have the engine play for the side to move."""
        if self.session.desk:
            self.session.desk.play_move()

    def show_engines(self) -> None:
        """Open the list of engines."""
        desk = self.session.desk
        if desk is None:
            return
        dialog = EnginesDialog(self.session.settings, desk.profiles(), self.window)
        if dialog.exec():
            self._commands.save_settings()
            desk.engines_changed.emit()
