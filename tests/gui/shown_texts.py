"""Every text that a window shows or tells: of widgets, actions, tabs, tables, tool tips, names."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar,
                               QWidget)

from tests.pseudo_language import CLOSE, OPEN

_ASKED = ("text", "title", "windowTitle", "toolTip", "statusTip", "whatsThis", "accessibleName",
          "accessibleDescription", "placeholderText", "specialValueText", "suffix", "prefix")
_WORD = re.compile(r"[A-Za-z]{2,}")
_ROWS = 40


def texts_of(root: QWidget) -> Iterator[tuple[str, str]]:
    """Yield each text of a widget and all that is in it, with where it stands."""
    for found in (root, *root.findChildren(QWidget), *root.findChildren(QAction)):
        place = f"{type(found).__name__} {found.objectName()}"
        # What is typed into an editor is the user's, not irgo's.
        is_typed = isinstance(found, QLineEdit | QAbstractSpinBox)
        for name in _ASKED:
            if not (is_typed and name == "text"):
                yield f"{place}.{name}", str(found.property(name) or "")
        if isinstance(found, QComboBox):
            yield from ((f"{place} item", found.itemText(row)) for row in range(found.count()))
        elif isinstance(found, QTabBar):
            for index in range(found.count()):
                yield f"{place} tab", found.tabText(index)
                yield f"{place} tab", found.tabToolTip(index)
        elif isinstance(found, QAbstractItemView) and found.model() is not None:
            yield from ((f"{place} cell", text) for text in _cells(found.model(), QModelIndex()))


def _cells(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole,
             Qt.ItemDataRole.AccessibleTextRole)
    is_list = isinstance(model, QAbstractListModel)  # Has no columns and no children to ask for.
    columns = 1 if is_list else model.columnCount(parent)
    for column in range(columns):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(min(_ROWS, model.rowCount(parent))):
            index = model.index(row, column, parent)
            yield from (str(index.data(role) or "") for role in roles)
            if column == 0 and not is_list and model.hasChildren(index):
                yield from _cells(model, index)


def left_in_english(text: str, names: frozenset[str]) -> list[str]:
    """Return the words of a text that no catalogue was asked for, `names` excepted."""
    depth, outside = 0, ""
    for character in text:
        depth += (character == OPEN) - (character == CLOSE)
        outside += character if depth == 0 else " "
    return [word for word in _WORD.findall(re.sub(r"<[^>]*>", " ", outside))
            if word not in names]
