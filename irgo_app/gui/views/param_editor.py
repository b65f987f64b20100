"""An editor for a setting or a layer's parameter: a tick, a choice, a number, or a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QSpinBox,
    QToolTip,
    QWidget,
)

from irgo_app.errors import SettingsError
from irgo_app.gui.views.decimal_box import DecimalBox
from irgo_app.gui.views.plain_tip import plain_tip
from irgo_app.settings.param import Param, ParamValue
from irgo_app.words import translated

Choice = tuple[str, str]
"""A value of a setting, and how it is called."""


def param_editor(
    row: Param, value: ParamValue, on_change: Callable[[ParamValue], None],
    choices: Sequence[Choice] = (),
) -> QWidget:
    """Return an editor with the row's help as its tool tip.

    choices -- what is offered for a text that the row leaves free, with titles; a value that is
    not among them is offered too
    """
    editor: QWidget
    if row.kind is bool:
        editor = QCheckBox()
        editor.setChecked(bool(value))
        editor.toggled.connect(on_change)
    elif row.choices or choices:
        editor = _chooser(choices or [(choice, translated(choice)) for choice in row.choices],
                          str(value), on_change)
    elif row.kind is int:
        editor = QSpinBox(minimum=int(row.low or 0), maximum=int(row.high or 1000))
        editor.setValue(int(value))
        editor.valueChanged.connect(on_change)
    else:
        editor = _text_editor(row, value, on_change)
    editor.setToolTip(plain_tip(translated(row.help)))
    editor.setAccessibleName(translated(row.title))
    return editor


def seconds_editor(
    row: Param, value: ParamValue, on_change: Callable[[ParamValue], None]
) -> QWidget:
    """Return an editor for a time in seconds, by tenths."""
    editor = DecimalBox(minimum=row.low or 0.0, maximum=row.high or 60.0, decimals=1,
                        singleStep=0.1, suffix=" s")
    editor.setValue(float(value))
    editor.valueChanged.connect(on_change)
    editor.setToolTip(plain_tip(translated(row.help)))
    editor.setAccessibleName(translated(row.title))
    return editor


def _chooser(
    choices: Sequence[Choice], value: str, on_change: Callable[[ParamValue], None]
) -> QComboBox:
    editor = QComboBox()
    for key, title in choices:
        editor.addItem(title, key)
    if editor.findData(value) < 0:
        editor.addItem(value, value)
    editor.setCurrentIndex(editor.findData(value))
    editor.currentIndexChanged.connect(lambda _index: on_change(str(editor.currentData())))
    return editor


def _text_editor(
    row: Param, value: ParamValue, on_change: Callable[[ParamValue], None]
) -> QLineEdit:
    """Return a line for a number or text; what does not fit is explained and taken back."""
    editor = QLineEdit(str(value))
    last = [value]

    def finish() -> None:
        try:
            found = row.parse(editor.text())
        except SettingsError as error:
            QToolTip.showText(editor.mapToGlobal(editor.rect().bottomLeft()),
                              plain_tip(str(error)), editor)
            editor.setText(str(last[0]))
            return
        if found != last[0]:
            last[0] = found
            on_change(found)

    editor.editingFinished.connect(finish)
    return editor
