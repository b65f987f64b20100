"""The preferences, built from SETTINGS; every change takes effect at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QKeySequenceEdit,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QTabWidget,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from irgo_app.errors import SettingsError
from irgo_app.gui.views.plain_tip import plain_tip
from irgo_app.settings.param import Param, ParamValue
from irgo_app.settings.schema import SETTINGS
from irgo_app.settings.store import Settings
from irgo_app.words import translated


@dataclass(frozen=True, slots=True)
class KeyRow:
    """An action whose key can be changed: its id in the settings, its title, its key now."""

    id: str
    title: str
    key: str


class PreferencesDialog(QDialog):
    """Two pages: settings and keys. `on_change` is called after every change."""

    def __init__(
        self, settings: Settings, key_rows: Sequence[KeyRow], on_change: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Preferences"))
        self.resize(460, 520)
        self._settings, self._on_change = settings, on_change
        pages = QTabWidget()
        pages.addTab(self._settings_page(), self.tr("General"))
        pages.addTab(self._keys_page(key_rows), self.tr("Keys"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(pages)
        layout.addWidget(buttons)

    def _settings_page(self) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        for row in SETTINGS:
            editor = param_editor(row, self._settings[row.key], self._setter(row.key))
            form.addRow(translated(row.title), editor)
        return page

    def _keys_page(self, rows: Sequence[KeyRow]) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        for row in rows:
            editor = QKeySequenceEdit(QKeySequence(row.key))
            editor.setMaximumSequenceLength(1)
            editor.setAccessibleName(translated(row.title))
            editor.editingFinished.connect(self._key_setter(row.id, editor))
            form.addRow(translated(row.title), editor)
        area = QScrollArea()
        area.setWidget(page)
        area.setWidgetResizable(True)
        return area

    def _setter(self, key: str) -> Callable[[ParamValue], None]:
        def change(value: ParamValue) -> None:
            self._settings.set(key, value)
            self._on_change()

        return change

    def _key_setter(self, action_id: str, editor: QKeySequenceEdit) -> Callable[[], None]:
        def change() -> None:
            self._settings.keys[action_id] = editor.keySequence().toString()
            self._on_change()

        return change


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


def param_editor(
    row: Param, value: ParamValue, on_change: Callable[[ParamValue], None]
) -> QWidget:
    """Return an editor for a setting or a layer's parameter, with its help as tooltip."""
    editor: QWidget
    if row.kind is bool:
        editor = QCheckBox()
        editor.setChecked(bool(value))
        editor.toggled.connect(on_change)
    elif row.choices:
        editor = QComboBox()
        editor.addItems(row.choices)
        editor.setCurrentText(str(value))
        editor.currentTextChanged.connect(on_change)
    elif row.kind is int:
        editor = QSpinBox(minimum=int(row.low or 0), maximum=int(row.high or 1000))
        editor.setValue(int(value))
        editor.valueChanged.connect(on_change)
    else:
        editor = _text_editor(row, value, on_change)
    editor.setToolTip(translated(row.help))
    editor.setAccessibleName(translated(row.title))
    return editor
