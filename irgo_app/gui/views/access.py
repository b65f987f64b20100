"""The window without eyes: what a screen reader says."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final
from weakref import WeakKeyDictionary

from msgspec import Struct
from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface,
    QAccessibleValueChangeEvent
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget


class _Speech(Struct, frozen=True):
    """What a widget is, and what is asked for what it shows."""

    role: QAccessible.Role
    words: Callable[[], str]


_SPEECH: Final[WeakKeyDictionary[QObject, _Speech]] = WeakKeyDictionary()


class _SpokenWidget(QAccessibleWidget):
    """Tells what is shown as the value, and as the description where no value is read out."""

    def text(self, kind: QAccessible.Text) -> str:
        """Return the words of a kind; the name is the widget's own."""
        if kind in (QAccessible.Text.Value, QAccessible.Text.Description):
            return _SPEECH[self.object()].words()
        return str(super().text(kind))


def let_speak(widget: QWidget, role: QAccessible.Role, words: Callable[[], str]) -> None:
    """Have screen readers told what a widget is, and in words what it shows.

    words -- asked each time, and only while a screen reader listens; given again, others are asked
    """
    _install()
    _SPEECH[widget] = _Speech(role, words)


def tell_change(widget: QWidget) -> None:
    """Say that a widget shows something else than before."""
    speech = _SPEECH.get(widget)
    if speech is not None and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(widget, speech.words()))
        QAccessible.updateAccessibility(
            QAccessibleEvent(widget, QAccessible.Event.DescriptionChanged))


def announce(widget: QWidget, text: str) -> None:
    """Have a sentence read out, wherever the focus is."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


@cache
def _install() -> None:
    """Have Qt ask here first, once."""
    QAccessible.installFactory(_interface_of)


def _interface_of(_class_name: str, found: QObject | None) -> QAccessibleInterface | None:
    if not isinstance(found, QWidget):
        return None
    speech = _SPEECH.get(found)
    return _SpokenWidget(found, speech.role) if speech is not None else None
