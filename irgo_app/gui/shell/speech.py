"""The window's language: Qt asks irgo's catalogue, and a new choice takes effect at once."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QTranslator, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from irgo_app import words
from irgo_app.draw.wide_letters import FAMILIES, no_font_words
from irgo_app.gui.models.window import Notices, Preferences
from irgo_app.language import checked, speak, system_languages, wanted_language
from irgo_app.words import ENGLISH, translated_in

_SCRIPTS: Final = {
    "ja": QFontDatabase.WritingSystem.Japanese, "ko": QFontDatabase.WritingSystem.Korean,
    "zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese,
    "zh_TW": QFontDatabase.WritingSystem.TraditionalChinese,
}


class CatalogueTranslator(QTranslator):
    """Answers `tr` from the catalogue in use; what that does not have, Qt's own translator may."""

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, count: int = -1
    ) -> str | None:
        """Return a text in irgo's language, None where the catalogue does not have it."""
        found = translated_in(context, text)
        return None if found == text else found


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
        self._translators: list[QTranslator] = []
        self._family, self._lacks_font = "", False
        self._use(self._wanted())
        preferences.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Look at the setting again."""
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
            notices.tell(str(no_font_words()))

    def _wanted(self) -> str:
        return checked(self._asked) if self._asked else wanted_language(
            self._setting, system_languages() or QLocale.system().uiLanguages())

    def _use(self, language: str) -> None:
        speak(language)
        for translator in self._translators:
            self._application.removeTranslator(translator)
        self._translators = []
        if QLocale().language() != QLocale(language).language():
            QLocale.setDefault(QLocale(language))
        self._choose_font(language)
        if language == ENGLISH:
            return
        # Qt's own texts, such as the buttons of dialogs; the one installed last is asked first.
        of_qt = QTranslator()
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for translator in (of_qt, CatalogueTranslator()):
            if translator is not of_qt or of_qt.load(f"qtbase_{language}", folder):
                self._application.installTranslator(translator)
                self._translators.append(translator)

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
