"""What the Help menu does."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox

from irgo_app.gui.commands.context import Context
from irgo_app.version import __version__


def show_keys(context: Context) -> None:
    """List all keys."""
    lines = [f"{', '.join(row.keys)}\t{QCoreApplication.translate('Actions', row.title)}"
             for row in context.actions if row.keys]
    box = QMessageBox(
        QMessageBox.Icon.NoIcon, QCoreApplication.translate("HelpMenu", "Keys"),
        "\n".join(lines), parent=context.window)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()


def show_about(context: Context) -> None:
    """Say what this program is."""
    QMessageBox.about(
        context.window, QCoreApplication.translate("HelpMenu", "About irgo"),
        QCoreApplication.translate(
            "HelpMenu",
            "irgo {0}: influence, territory and moyo on the board, for every move of a game. "
            "Free software under the GNU GPL, version 3 or later.").format(__version__))
