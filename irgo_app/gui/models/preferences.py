"""The settings as the window sees them: values, and a signal when one changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.board_painter import Look
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.settings.param import ParamValue
from irgo_app.settings.store import Settings


class Preferences(QObject):
    """What the user set; `settings` is what is written to disk.

    changed -- some value or key is another one
    """

    changed = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings

    def __getitem__(self, key: str) -> ParamValue:
        return self.settings[key]

    def set(self, key: str, value: ParamValue) -> None:
        """Set a value; raises SettingsError if it does not fit, KeyError for an unknown key."""
        self.settings.set(key, value)
        self.changed.emit()

    def flip(self, key: str) -> None:
        """Switch a setting that is on or off."""
        self.set(key, not self.settings[key])

    @property
    def look(self) -> Look:
        """Return the board and the colours of fields that the user wants."""
        theme = next(found for found in BOARD_THEMES if found.name == self["theme"])
        palette = next(found for found in TINT_PALETTES if found.name == self["palette"])
        return Look(theme, palette)

    @property
    def coordinates(self) -> CoordinateStyle:
        """Return how the lines of the board are named."""
        return CoordinateStyle(str(self["coordinates"]))
