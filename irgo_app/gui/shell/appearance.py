"""Gives the application its colours and font: as the settings say, or as the system does."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from irgo_app.gui.models.preferences import Preferences
from irgo_app.gui.views.style import UiColours, apply_style, wanted_colours


class Appearance(QObject):
    """Follows the settings `interface` and `font_size`, and the system's turn to dark or light."""

    def __init__(self, application: QApplication, preferences: Preferences) -> None:
        super().__init__()
        self._application, self._preferences = application, preferences
        self._applied: tuple[UiColours, int] | None = None
        preferences.changed.connect(self.refresh)
        application.styleHints().colorSchemeChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Look at the settings and the system again."""
        wanted = (wanted_colours(str(self._preferences["interface"])),
                  int(self._preferences["font_size"]))
        if wanted != self._applied:
            self._applied = wanted
            apply_style(self._application, *wanted)

    def stop(self) -> None:
        """Follow the system no longer: the window has closed."""
        self._application.styleHints().colorSchemeChanged.disconnect(self.refresh)
