"""What settings and system want of the whole application: its colours, its language, its end."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QSocketNotifier, QTranslator, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication

from irgo_app import words
from irgo_app.draw.wide_letters import FAMILIES, no_font_words
from irgo_app.gui.models.window import Notices, Preferences
from irgo_app.gui.views.style import UiColours, apply_style, wanted_colours
from irgo_app.language import checked, speak, system_languages, wanted_language
from irgo_app.words import ENGLISH


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
        wanted = (wanted_colours(str(self._preferences["interface"])),
                  int(self._preferences["font_size"]))
        if wanted != self._applied:
            self._applied = wanted
            apply_style(self._application, *wanted)

    def stop(self) -> None:
        """Follow the system no longer: the window has closed."""
        self._application.styleHints().colorSchemeChanged.disconnect(self.refresh)


_SCRIPTS: Final = {
    "ja": QFontDatabase.WritingSystem.Japanese, "ko": QFontDatabase.WritingSystem.Korean,
    "zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese,
    "zh_TW": QFontDatabase.WritingSystem.TraditionalChinese,
}


class Speech(QObject):
    """Speaks the language asked for, until the setting `language` is changed; then that one.

    changed -- another language is spoken from now on; what was shown before is in the old one
    """

    changed = Signal()

    def __init__(
        self, application: QApplication, preferences: Preferences, asked: str = ""
    ) -> None:
        super().__init__()
        self._application, self._preferences = application, preferences
        self._asked, self._setting = asked, str(preferences["language"])
        self._of_qt: QTranslator | None = None
        self._family, self._lacks_font = "", False
        self._use(self._wanted())
        preferences.changed.connect(self.refresh)

    def refresh(self) -> None:
        setting = str(self._preferences["language"])
        if setting == self._setting:
            return
        self._asked, self._setting = "", setting
        wanted = self._wanted()
        if wanted != words.language():
            self._use(wanted)
            self.changed.emit()

    def tell_of_fonts(self, notices: Notices) -> None:
        """Tell the user if no font has the letters of the language."""
        if self._lacks_font:
            notices.tell(no_font_words())

    def _wanted(self) -> str:
        return checked(self._asked) if self._asked else wanted_language(
            self._setting, system_languages() or QLocale.system().uiLanguages())

    def _use(self, language: str) -> None:
        speak(language)
        if self._of_qt is not None:
            self._application.removeTranslator(self._of_qt)
            self._of_qt = None
        if QLocale().language() != QLocale(language).language():
            QLocale.setDefault(QLocale(language))
        self._choose_font(language)
        if language == ENGLISH:
            return
        # Qt's own texts, such as the buttons of dialogs.
        of_qt = QTranslator()
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if of_qt.load(f"qtbase_{language}", folder):
            self._application.installTranslator(of_qt)
            self._of_qt = of_qt

    def _choose_font(self, language: str) -> None:
        """Let letters that the usual font lacks come from a font of this very language.

        Languages share Han letters that each of them writes in its own way.
        """
        wanted = FAMILIES.get(language, ())
        self._lacks_font = False
        if not wanted and not self._family:
            return
        font = self._application.font()
        self._family = self._family or font.family()
        there = frozenset(QFontDatabase.families()) if wanted else frozenset[str]()
        found = [name for name in wanted if name in there] \
            or (QFontDatabase.families(_SCRIPTS[language])[:1] if wanted else [])
        self._lacks_font = bool(wanted) and not found
        font.setFamilies([self._family, *found[:1]])
        self._application.setFont(font)


_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")


class SystemEnd(QObject):
    """Calls `end` once, in the event loop, when the system wants irgo to end.

    Python looks after signals only where it runs; so a signal writes a byte, which wakes Qt.
    """

    def __init__(self, application: QGuiApplication, end: Callable[[], None]) -> None:
        super().__init__(application)
        self._application, self._end = application, end
        self._is_over = False
        application.commitDataRequest.connect(self._on_logout)
        if os.name == "posix":
            self._listen_to_signals()

    def _listen_to_signals(self) -> None:
        self._near, self._far = socket.socketpair()
        for each in (self._near, self._far):
            each.setblocking(False)
        signal.set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)
        for name in _SIGNALS:
            if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
                signal.signal(getattr(signal, name), lambda number, frame: None)
        notifier = QSocketNotifier(self._near.fileno(), QSocketNotifier.Type.Read, self)
        notifier.activated.connect(self._on_signal)

    def _on_signal(self) -> None:
        try:
            numbers = self._near.recv(64)
        except OSError:
            return
        if {getattr(signal, name) for name in _SIGNALS} & set(numbers) and not self._is_over:
            self._is_over = True
            self._end()
            self._application.exit(0)

    def _on_logout(self, *_: object) -> None:
        if not self._is_over:
            self._is_over = True
            self._end()
