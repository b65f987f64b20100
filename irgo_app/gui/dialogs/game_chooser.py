"""Lets the user pick a game of a collection."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree


def choose_game(parent: QWidget, games: list[GameTree]) -> int | None:
    """Return the index of the game the user picked, None if he picked none."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(dialog.tr("Games of this file"))
    dialog.resize(560, 420)
    table = QTreeWidget()
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    titles = ("Game", "Black", "White", "Result", "Date")
    table.setHeaderLabels([dialog.tr(title) for title in titles])
    rows = []
    for index, tree in enumerate(games):
        info = game_info(tree)
        texts = [str(index + 1), info.black, info.white, info.result, info.date]
        rows.append(QTreeWidgetItem(table, texts))
    table.setCurrentItem(rows[0])
    buttons = QDialogButtonBox(
        QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    table.itemActivated.connect(dialog.accept)
    layout = QVBoxLayout(dialog)
    layout.addWidget(table)
    layout.addWidget(buttons)
    if dialog.exec() != QDialog.DialogCode.Accepted:
        return None
    current = table.currentItem()
    return None if current is None else table.indexOfTopLevelItem(current)
