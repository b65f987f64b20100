"""What the File menu does: new, open, save, choose, export, clipboard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from irgo_app.draw.drawables import Diagram
from irgo_app.errors import IrgoError
from irgo_app.gui.board.board_picture import render_diagram
from irgo_app.gui.dialogs.game_chooser import choose_game
from irgo_app.gui.dialogs.new_game import ask_new_game
from irgo_app.resource_files import resource_path
from irgo_app.sgf.reader import read_games
from irgo_app.sgf.writer import write_games

if TYPE_CHECKING:
    from irgo_app.gui.commands import Commands
    from irgo_app.gui.main_window import MainWindow

_PICTURE_SIDE = 1000


class FileActions(QObject):
    """Dialogs around the session's files; asks before unsaved work would be lost."""

    def __init__(self, window: MainWindow, commands: Commands) -> None:
        super().__init__(commands)
        self._window, self._commands = window, commands
        self._session = window.session

    def new_game(self) -> None:
        """Ask for size, komi and handicap, and start."""
        if not self.may_leave():
            return
        wanted = ask_new_game(self._window)
        if wanted is not None:
            self._session.new_game(*wanted)

    def open(self) -> None:
        """Ask for a file and open it."""
        folder = str(self._session.file.path.parent) if self._session.file.path else ""
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open a game"), folder,
            self.tr("Game records (*.sgf *.SGF);;All files (*)"))
        if name:
            self.open_path(name)

    def open_path(self, name: str) -> None:
        """Open a file by name, after asking about unsaved work; several games are offered."""
        if self.may_leave() and self._session.open_path(Path(name)):
            if len(self._session.file.game_file.games) > 1:
                self.choose_game()
            self._commands.refresh_recent()

    def open_example(self, name: str) -> None:
        """Open a game that ships with irgo."""
        self.open_path(str(resource_path("examples", name)))

    def save(self) -> bool:
        """Save under the file's name, or ask for one."""
        if self._session.file.path is None:
            return self.save_as()
        if self._session.file.game_file.diagnostics and self._session.file.is_modified:
            answer = QMessageBox.question(
                self._window, self.tr("Repaired file"),
                self.tr("This file was repaired while it was read. Overwrite it? "
                        "The old content stays beside it as .bak."))
            if answer != QMessageBox.StandardButton.Yes:
                return self.save_as()
        return self._session.save(self._session.file.path)

    def save_as(self) -> bool:
        """Ask for a name and save."""
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Save the game"), str(self._session.file.path or "game.sgf"),
            self.tr("Game records (*.sgf)"))
        if not name:
            return False
        path = Path(name)
        return self._session.save(path if path.suffix else path.with_suffix(".sgf"))

    def choose_game(self) -> None:
        """Let the user pick a game of a collection."""
        index = choose_game(self._window, self._session.file.game_file.games)
        if index is not None:
            self._session.show_file(self._session.file, index)

    def export(self) -> None:
        """Write the board with its layers as PNG, SVG or PDF."""
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Export the board"), "board.png",
            self.tr("Pictures (*.png *.svg *.pdf)"))
        if not name:
            return
        # The picture writers need libraries that the window itself does without.
        from irgo_app.draw.export import write_picture

        try:
            write_picture(Path(name), self._diagram(), size=_PICTURE_SIDE,
                          look=self._window.board.picture.look)
        except IrgoError as error:
            self._window.show_message(str(error))

    def copy_sgf(self) -> None:
        """Put the whole game on the clipboard."""
        text = write_games([self._session.game]).decode("utf-8")
        QApplication.clipboard().setText(text)
        self._window.show_message(self.tr("The game was copied as SGF."))

    def paste_sgf(self) -> None:
        """Open the game on the clipboard."""
        text = QApplication.clipboard().text()
        try:
            game_file = read_games(text.encode("utf-8", "replace"), self.tr("The clipboard"))
        except IrgoError as error:
            self._window.show_message(str(error))
            return
        if self.may_leave():
            self._session.open_games(game_file, None)

    def copy_picture(self) -> None:
        """Put the board with its layers on the clipboard."""
        picture = render_diagram(self._diagram(), _PICTURE_SIDE, self._window.board.picture.look)
        QApplication.clipboard().setPixmap(picture)
        self._window.show_message(self.tr("The board was copied as a picture."))

    def may_leave(self) -> bool:
        """Ask about unsaved work; return whether the game may be left."""
        if not self._session.file.is_modified:
            return True
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window, self.tr("Unsaved changes"), self.tr("Save the changes to this game?"),
            buttons.Save | buttons.Discard | buttons.Cancel)
        if answer == buttons.Save:
            return self.save()
        return answer == buttons.Discard

    def _diagram(self) -> Diagram:
        return self._session.diagram()
