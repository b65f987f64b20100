"""The preferences in pages, built from SETTINGS, and the keys; changes take effect at once."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QKeySequenceEdit,
                               QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget)

from irgo_app.draw.drawables import Diagram, Tint, TintStyle
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.position import Position
from irgo_app.gui.models.layers import ISHIDA
from irgo_app.gui.models.networks import NetworkDesk
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.help import KeyList, KeyRow
from irgo_app.gui.views.network import NetworkBox, network_choices
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import BoardPreview, Choice, PagesDialog, laid_out, param_editor
from irgo_app.language import LANGUAGES, SYSTEM
from irgo_app.layers import COMPUTED
from irgo_app.networks import LEVELS
from irgo_app.networks.known import SETTING, known_networks
from irgo_app.settings import Param, ParamValue, Settings, row_of
from irgo_app.words import noted, translated


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
        self.editor = QKeySequenceEdit(maximumSequenceLength=1, enabled=False,
                                       accessibleName=translated("Key"), editingFinished=self._take)
        self.usual = QPushButton(translated("Usual key"), autoDefault=False, enabled=False)
        self.usual.clicked.connect(lambda: self._set(self.list.rows[self._chosen].usual))
        self.none = QPushButton(translated("No key"), autoDefault=False, enabled=False)
        self.none.clicked.connect(lambda: self._set(""))
        self.words = QLabel(translated("Choose an action, then press its new key."), wordWrap=True)
        self.words.setObjectName("small")
        row = laid_out(QHBoxLayout(), (self.editor, 1), self.usual, self.none)
        laid_out(QVBoxLayout(self), (self.list, 1), row, self.words, margins=0)

    def _show(self, row_id: str) -> None:
        self._chosen = row_id
        for widget in (self.editor, self.usual, self.none):
            widget.setEnabled(bool(row_id))
        keys = self.list.rows[row_id].keys if row_id else ()
        self.editor.setKeySequence(QKeySequence(keys[0] if keys else ""))
        self.words.setText(translated("Press the new key for “{0}”.").format(
            self.list.rows[row_id].title) if row_id else "")

    def _take(self) -> None:
        key = self.editor.keySequence().toString()
        if self._chosen and key:
            self._set(key)

    def _set(self, key: str) -> None:
        row = self.list.rows[self._chosen]
        wanted = QKeySequence(key).toString()
        if wanted == QKeySequence(row.keys[0] if row.keys else "").toString():
            return
        others = (found for found in self.list.rows.values() if found.id != row.id)
        other = next((found for found in others if wanted in [
            QKeySequence(taken).toString() for taken in found.keys]), None) if wanted else None
        if other is not None:
            self.words.setText(translated(
                "{0} is already the key for “{1}”; give that another key first."
                                       ).format(wanted, other.title))
            self.editor.setKeySequence(QKeySequence(row.keys[0] if row.keys else ""))
            return
        self._settings.keys[row.id] = wanted
        if wanted == QKeySequence(row.usual).toString():
            del self._settings.keys[row.id]
        keys = (wanted, *row.keys[1:]) if wanted else ()
        self.list.show_row(replace(row, keys=keys))
        self.editor.setKeySequence(QKeySequence(wanted))
        self.words.setText(translated("“{0}” now has the key {1}.").format(row.title, wanted)
                           if wanted else translated("“{0}” now has no key.").format(row.title))
        self._on_change()


class SettingsPage(Struct, frozen=True):
    """A page of settings: its title, its icon, and the keys of its settings in their order."""

    title: str
    icon: str
    keys: tuple[str, ...]


BOARD: Final = SettingsPage(noted("Board"), "examples", (
    "theme", "coordinates", "move_numbers", "next_moves"))
COLOURS: Final = SettingsPage(noted("Colours"), "colours", ("palette", "tint_style"))
LAYERS: Final = SettingsPage(noted("Layers"), "layers", (
    "start_layer", "several_layers", "life_dead_off"))
READING: Final = SettingsPage(noted("Reading"), "review", (
    "reading_network", "analyse_auto", "story_auto", "story_level", "study_reader"))
ENGINES: Final = SettingsPage(noted("Engines"), "engine", (
    "engine", "irgo_level", "teaching_game", "engine_candidates",
    "candidate_digits",
    "ring_bright", "ring_good", "ring_dull", "ring_danger", "engine_ownership",
    "engine_selected", "chord"))
WINDOW: Final = SettingsPage(noted("Window"), "panels", (
    "language", "interface", "font_size", "vertical_arrows", "autoplay_seconds"))
FILES: Final = SettingsPage(noted("Files"), "open", (
    "player", "recent_count", "open_made", "games_read_idle", "games_fetch_daily"))
PAGES: Final = (WINDOW, BOARD, COLOURS, LAYERS, READING, ENGINES, FILES)
_WITH_BOARD: Final = (BOARD, COLOURS)
_SAMPLE: Final = 13
_PREVIEW: Final = 200


class PreferencesDialog(PagesDialog):
    """A page for each of PAGES, and one for the keys. `on_change` is called after every change.

    engines -- the names of the engines known; edit_engines -- opens their list
    networks -- gets and removes networks, None where they can only be chosen
    """

    def __init__(
        self, settings: Settings, key_rows: Sequence[KeyRow], on_change: Callable[[], None],
        parent: QWidget | None = None, *, engines: Sequence[str] = (),
        edit_engines: Callable[[], None] | None = None, networks: NetworkDesk | None = None,
    ) -> None:
        super().__init__(translated("Preferences"), parent)
        self._settings, self._on_change = settings, on_change
        self._edit_engines, self._networks = edit_engines, networks
        self._choices = _choices(engines, settings)
        self._previews: list[BoardPreview] = []
        self.editors: dict[str, QWidget] = {}
        for page in PAGES:
            self.add_page(translated(page.title), page.icon, self._page(page))
        self.keys = KeysPage(settings, key_rows, on_change)
        self.add_page(translated("Keys"), "keys", self.keys, scrolls=False)

    def _page(self, page: SettingsPage) -> QWidget:
        found = QWidget()
        layout = laid_out(QVBoxLayout(found), margins=0, spacing=SPACE)
        if page in _WITH_BOARD:
            preview = BoardPreview(Preferences(self._settings).look, _PREVIEW)
            self._previews.append(preview)
            layout.addWidget(preview)
        form = QFormLayout(horizontalSpacing=2 * SPACE, verticalSpacing=SPACE // 2)
        layout.addLayout(form)
        for key in page.keys:
            self._add_row(form, row_of(key))
        network = self.editors.get(SETTING)
        if page is READING and self._networks is not None and isinstance(network, QComboBox):
            layout.insertWidget(0, NetworkBox(self._networks, network, self._settings))
        if page is ENGINES and self._edit_engines is not None:
            button = QPushButton(translated("Engines …"), autoDefault=False)
            button.clicked.connect(self._edit_engines)
            layout.addWidget(button)
        layout.addStretch(1)
        self._refresh_previews()
        return found

    def _add_row(self, form: QFormLayout, row: Param) -> None:
        """Put an editor into a page, with its help in small print below."""
        editor = param_editor(
            row, self._settings[row.key], partial(self._change, row.key),
            self._choices.get(row.key, ()), in_seconds=row.key == "autoplay_seconds")
        if row.key == "font_size" and isinstance(editor, QSpinBox):
            editor.setSpecialValueText(translated("same as the system"))
            # Who types 15 passes through 1.
            editor.setKeyboardTracking(False)
        self.editors[row.key] = editor
        title = translated(row.title)
        if isinstance(editor, QCheckBox):
            editor.setText(title)
            form.addRow(editor)
        else:
            form.addRow(title, editor)
        help_line = QLabel(translated(row.help), wordWrap=True, objectName="fine")
        help_line.setContentsMargins(0, 0, 0, SPACE)
        form.addRow(help_line)

    def _change(self, key: str, value: ParamValue) -> None:
        self._settings.set(key, value)
        self._refresh_previews()
        self._on_change()

    def _refresh_previews(self) -> None:
        diagram = _sample(TintStyle(str(self._settings["tint_style"])),
                          CoordinateStyle(str(self._settings["coordinates"])))
        for preview in self._previews:
            preview.show_diagram(diagram, Preferences(self._settings).look)


def _choices(engines: Sequence[str], settings: Settings) -> Mapping[str, Sequence[Choice]]:
    none = translated("none")
    own = translated("irgo itself")
    first = translated("the first one found")
    system = translated("same as the system")
    return {
        "language": [(SYSTEM, system), *LANGUAGES.items()],
        "start_layer": [(ISHIDA, translated("Ishida view")), ("", none),
                        *((layer.name, translated(layer.title)) for layer in COMPUTED)],
        "engine": [("", first), *((name, name) for name in engines)],
        "study_reader": [("", own), *((name, name) for name in engines)],
        SETTING: network_choices(known_networks(settings)),
        "irgo_level": [(level.name, translated(level.title)) for level in LEVELS],
    }


def _sample(style: TintStyle, coordinates: CoordinateStyle) -> Diagram:
    """Return a board with Black on the left, White on the right, and what that makes of it."""
    # Only here is a field made in the window; numpy is loaded long since.
    import numpy as np

    across = np.linspace(1.0, -1.0, _SAMPLE)
    down = np.linspace(-1.0, 1.0, _SAMPLE)[:, None]
    stones = {3 * _SAMPLE + 3: 1, 9 * _SAMPLE + 3: 1, 6 * _SAMPLE + 2: 1,
              3 * _SAMPLE + 9: -1, 9 * _SAMPLE + 9: -1, 6 * _SAMPLE + 10: -1}
    return Diagram(Position.empty(_SAMPLE, _SAMPLE).with_stones(stones),
                   (Tint(across * (1.0 - 0.3 * down ** 2), style),), coordinates=coordinates)
