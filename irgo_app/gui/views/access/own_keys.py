"""The keys that a widget with the focus needs for itself, although they are keys of the menus too.

The arrows step through the game and the space bar walks the variations wherever the focus is; but a
list must be walked, a slider moved and a button pressed.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTabBar,
    QTableView,
    QTextEdit,
    QTreeView,
    QWidget,
)

_Key = Qt.Key
ENTER: Final = frozenset({_Key.Key_Return, _Key.Key_Enter})
_PRESS: Final = ENTER | {_Key.Key_Space}
_DOWN: Final = frozenset({
    _Key.Key_Up, _Key.Key_Down, _Key.Key_PageUp, _Key.Key_PageDown, _Key.Key_Home, _Key.Key_End})
_ACROSS: Final = frozenset({_Key.Key_Left, _Key.Key_Right})
_OWN: Final = (
    (QAbstractButton, _PRESS),
    (QAbstractSlider, _DOWN | _ACROSS),
    (QTabBar, _ACROSS | {_Key.Key_Home, _Key.Key_End}),
    (QComboBox, _DOWN | _PRESS),
    (QAbstractSpinBox, _DOWN | _ACROSS | ENTER),
    (QLineEdit, _ACROSS | ENTER | {_Key.Key_Up, _Key.Key_Down}),
    (QPlainTextEdit, _DOWN | _ACROSS),
    (QTextEdit, _DOWN | _ACROSS),
    (QTreeView, _DOWN | _ACROSS | _PRESS),
    (QTableView, _DOWN | _ACROSS | _PRESS),
    # In a list of one column left and right go on stepping through the game.
    (QAbstractItemView, _DOWN | _PRESS),
    (QScrollArea, _DOWN),
)
"""The first class that a widget is of says which keys are its own."""
_OF_CHOICES: Final = frozenset({_Key.Key_Up, _Key.Key_Down})
"""With Alt they open a list of choices."""


def needs_key(widget: QWidget | None, event: QKeyEvent) -> bool:
    """Return whether a key is to go to the widget with the focus and not to the menus."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if modifiers == Qt.KeyboardModifier.AltModifier:
        return isinstance(widget, QComboBox) and event.key() in _OF_CHOICES
    if modifiers:
        return False
    own = next((keys for kind, keys in _OWN if isinstance(widget, kind)), frozenset())
    return event.key() in own or (event.key() in _ACROSS and _is_one_of_several(widget))


def _is_one_of_several(widget: QWidget | None) -> bool:
    """Return whether a button is one of a group of which exactly one is down."""
    if not isinstance(widget, QAbstractButton):
        return False
    group = widget.group()
    return group is not None and group.exclusive()
