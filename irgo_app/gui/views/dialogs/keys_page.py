"""The page of the preferences on which keys are changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from irgo_app.gui.views.dialogs.key_list import KeyList, KeyRow
from irgo_app.settings.store import Settings


class KeysPage(QWidget):
    """A list of all keys, and an editor for the one that is chosen.

    A key that another action has is refused, with that action's name.
    """

    def __init__(
        self, settings: Settings, rows: Sequence[KeyRow], on_change: Callable[[], None]
    ) -> None:
        super().__init__()
        self._settings, self._on_change = settings, on_change
        self._chosen = ""
        self.list = KeyList(rows)
        self.list.chosen.connect(self._show)
        self.editor = QKeySequenceEdit(maximumSequenceLength=1, enabled=False)
        self.editor.setAccessibleName(self.tr("Key"))
        self.editor.editingFinished.connect(self._take)
        self.usual = QPushButton(self.tr("Usual key"), autoDefault=False, enabled=False)
        self.usual.clicked.connect(self._take_usual)
        self.none = QPushButton(self.tr("No key"), autoDefault=False, enabled=False)
        self.none.clicked.connect(lambda: self._set(""))
        self.words = QLabel(self.tr("Choose an action, then press its new key."), wordWrap=True)
        self.words.setObjectName("small")
        row = QHBoxLayout()
        row.addWidget(self.editor, 1)
        row.addWidget(self.usual)
        row.addWidget(self.none)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list, 1)
        layout.addLayout(row)
        layout.addWidget(self.words)

    def _show(self, row_id: str) -> None:
        self._chosen = row_id
        for widget in (self.editor, self.usual, self.none):
            widget.setEnabled(bool(row_id))
        keys = self.list.row(row_id).keys if row_id else ()
        self.editor.setKeySequence(QKeySequence(keys[0] if keys else ""))
        self.words.setText(self.tr("Press the new key of “{0}”.").format(
            self.list.row(row_id).title) if row_id else "")

    def _take(self) -> None:
        key = self.editor.keySequence().toString()
        if self._chosen and key:
            self._set(key)

    def _take_usual(self) -> None:
        self._set(self.list.row(self._chosen).usual)

    def _set(self, key: str) -> None:
        row = self.list.row(self._chosen)
        wanted = QKeySequence(key).toString()
        if wanted == QKeySequence(row.keys[0] if row.keys else "").toString():
            return
        other = next((found for found in self.list.rows if found.id != row.id and wanted in [
            QKeySequence(taken).toString() for taken in found.keys]), None) if wanted else None
        if other is not None:
            self.words.setText(self.tr("{0} is the key of “{1}” already; give that another first."
                                       ).format(wanted, other.title))
            self.editor.setKeySequence(QKeySequence(row.keys[0] if row.keys else ""))
            return
        self._settings.keys[row.id] = wanted
        if wanted == QKeySequence(row.usual).toString():
            del self._settings.keys[row.id]
        keys = (wanted, *row.keys[1:]) if wanted else ()
        self.list.show_row(replace(row, keys=keys))
        self.editor.setKeySequence(QKeySequence(wanted))
        self.words.setText(self.tr("“{0}” has the key {1} now.").format(row.title, wanted)
                           if wanted else self.tr("“{0}” has no key now.").format(row.title))
        self._on_change()
