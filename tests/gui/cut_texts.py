"""Texts that a window shows only a part of: labels, buttons, tabs and boxes of choices."""

import re
from collections.abc import Iterator

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (QAbstractButton, QComboBox, QLabel, QStyle, QStyleOptionComboBox,
                               QTabBar, QToolButton, QWidget)

from irgo_app.gui.views.layers import Miniature
from irgo_app.gui.views.widgets import ElidedBox, ElidedLabel

_AROUND = 2
"""Pixels by which a letter may overlap its box."""


def cut_texts(root: QWidget) -> list[str]:
    """Return each text that is cut, with what it needs; what ends in dots has a tip instead."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or isinstance(widget, Miniature):
            continue
        if isinstance(widget, ElidedLabel):
            line = QFontMetrics(widget.font()).horizontalAdvance(widget.text())
            if line > widget.width() and not widget.toolTip():
                found.append(f"{widget.text()}: no tip tells the rest")
            continue
        for text, has, needs in _needs(widget):
            if needs > has + _AROUND:
                found.append(f"{text}: {needs} of {has}")
    return found


def _needs(widget: QWidget) -> Iterator[tuple[str, int, int]]:
    """Yield texts of a widget, what room each has, and what it needs, in pixels."""
    metrics = QFontMetrics(widget.font())
    if isinstance(widget, QLabel):
        text = re.sub(r"<[^>]*>", "", widget.text())
        if not text:
            return
        if widget.wordWrap():
            yield text, widget.height(), widget.heightForWidth(widget.width())
        else:
            yield text, widget.height(), metrics.height()
            for line in text.split("\n"):
                yield line, widget.width(), metrics.horizontalAdvance(line)
    elif isinstance(widget, QAbstractButton):
        text = widget.text().replace("&", "")
        if text and not (isinstance(widget, QToolButton) and not widget.toolButtonStyle().value):
            yield text, widget.width(), metrics.horizontalAdvance(text)
            yield text, widget.height(), metrics.height()
    elif isinstance(widget, QTabBar):
        for index in filter(widget.isTabVisible, range(widget.count())):
            text = widget.tabText(index).replace("&", "")
            yield text, widget.tabRect(index).width(), metrics.horizontalAdvance(text)
            yield text, widget.width(), widget.tabRect(index).right()
    elif isinstance(widget, QComboBox) and not (
            isinstance(widget, ElidedBox) and widget.currentText() in widget.toolTip()):
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        field = widget.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option,
            QStyle.SubControl.SC_ComboBoxEditField, widget)
        text = widget.currentText()
        yield text, field.width(), metrics.horizontalAdvance(text)
