"""All actions with their keys, by menus, to look through and to search in."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget
)

from irgo_app.gui.views.icons import icon, no_icon
from irgo_app.gui.views.style import SPACE, bold_font
from irgo_app.words import translated

_ID = Qt.ItemDataRole.UserRole


class KeyRow(Struct, frozen=True):
    """An action or tool with its keys.

    id -- its name in the settings; group -- its menu; keys -- now, the first can be changed;
    usual -- the first one before anybody changed it
    """

    id: str
    title: str
    keys: tuple[str, ...]
    group: str = ""
    usual: str = ""
    icon: str = ""


class KeyList(QWidget):
    """A tree of groups with a line to search in, by words or by keys.

    chosen -- another row is the current one, by its id; "" for none
    """

    chosen = Signal(str)

    def __init__(self, rows: Sequence[KeyRow]) -> None:
        super().__init__()
        self._rows: dict[str, KeyRow] = {}
        self._items: dict[str, QTreeWidgetItem] = {}
        self.search = QLineEdit(placeholderText=translated("Search for an action or a key"),
                                clearButtonEnabled=True)
        self.search.addAction(icon("find"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(self._filter)
        self.tree = QTreeWidget(columnCount=2)
        self.tree.setObjectName("keys")
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setAccessibleName(translated("Keys"))
        self.tree.setIndentation(SPACE)
        header = self.tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)
        self.tree.currentItemChanged.connect(lambda item, _before: self.chosen.emit(
            str(item.data(0, _ID) or "") if item is not None else ""))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        for group in dict.fromkeys(row.group for row in rows):
            self._add_group(group, [row for row in rows if row.group == group])
        self.tree.expandAll()

    def row(self, row_id: str) -> KeyRow:
        return self._rows[row_id]

    @property
    def rows(self) -> list[KeyRow]:
        return list(self._rows.values())

    @property
    def found(self) -> list[str]:
        """Return the titles that the search leaves."""
        return [self._rows[row_id].title for row_id, item in self._items.items()
                if not item.isHidden()]

    def show_row(self, row: KeyRow) -> None:
        """Show a row that has other keys now."""
        self._rows[row.id] = row
        self._items[row.id].setText(1, _native(row.keys))

    def _add_group(self, title: str, rows: Sequence[KeyRow]) -> None:
        head = QTreeWidgetItem(self.tree, [title.replace("&", "")])
        head.setFont(0, bold_font(self))
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        nothing = no_icon()
        for row in rows:
            item = QTreeWidgetItem(head, [row.title.removesuffix(" …"), _native(row.keys)])
            item.setData(0, _ID, row.id)
            item.setIcon(0, icon(row.icon) if row.icon else nothing)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._rows[row.id], self._items[row.id] = row, item

    def _filter(self, text: str) -> None:
        """Leave the rows that hold every word, in their titles, keys or menus."""
        words = text.lower().split()
        shown = set()
        for row_id, item in self._items.items():
            row = self._rows[row_id]
            group = row.group.replace("&", "")
            held = f"{row.title} {_native(row.keys)} {group}".lower()
            fits = all(word in held for word in words)
            item.setHidden(not fits)
            if fits:
                shown.add(group)
        for place in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(place)
            if head is not None:
                head.setHidden(head.text(0) not in shown)


def _native(keys: Sequence[str]) -> str:
    return "   ".join(
        QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys if key)
