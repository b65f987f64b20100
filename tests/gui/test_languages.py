"""The window in other languages: nothing of it stays English, and it changes while it is used."""

import gc
import weakref
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from PySide6.QtCore import (QCoreApplication, QEvent, QEventLoop, QLocale, QObject, QTimer,
                            QTranslator)
from PySide6.QtGui import QAction, QFontDatabase, QScreen, QTextLayout
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLabel, QStyle, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from irgo_app import words
from irgo_app.draw.drawables import Label
from irgo_app.draw.wide_letters import FAMILIES, no_font_words
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Mode, Notices, Preferences
from irgo_app.gui.shell import app
from irgo_app.gui.shell.app import Speech, give_the_board_its_models, made_anew
from irgo_app.gui.shell.furnishing import Furnishing
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.bars import TrialBar
from irgo_app.gui.views.edit import CommentPanel
from irgo_app.gui.views.engine import EnginePanel
from irgo_app.gui.views.focus import FocusRing
from irgo_app.language import LANGUAGES, available
from irgo_app.settings import Settings
from irgo_app.sgf.charsets import READABLE
from tests.gui.conftest import Window
from tests.gui.dialogs import looks_at_dialogs
from tests.gui.shown_texts import left_in_english, texts_of
from tests.pseudo_language import PseudoLanguage

KEYS = frozenset({
    "Ctrl", "Shift", "Alt", "Esc", "Escape", "Left", "Right", "Up", "Down", "PgUp", "PgDown",
    "Home", "End", "Del", "Return", "Space", "Ins", "Insert", "Tab"})
NAMES = KEYS | frozenset({
    "irgo", "SGF", "AGA", "NZ", "Tromp", "Taylor", "KataGo", "Leela", "Zero", "GNU", "Go",
    "auto", "leela", "zero", "katago", "json", "gnugo", "gtp", "doc", "per_point", "All", "files"})
"""What stays as it is in every language."""


class _OfQt(QTranslator):
    """Qt's own texts in the language of the test."""

    def isEmpty(self) -> bool:  # noqa: N802
        return False

    def translate(self, context: str, text: str, _apart: str = "", _count: int = -1) -> str:
        return words.translated(text)


@pytest.fixture
def pseudo(qapp: QApplication) -> Iterator[None]:
    """A language in which every text stands in brackets."""
    translator = _OfQt()
    words.use(PseudoLanguage())
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)
    words.speak(words.Path(), words.ENGLISH)


@pytest.fixture
def spoken(qapp: QApplication) -> Iterator[Preferences]:
    """Settings whose language is spoken, and English again after that."""
    preferences = Preferences(Settings())
    yield preferences
    preferences.set("language", "en")
    # The speech that would hear it has gone with the test.
    words.speak(words.Path(), words.ENGLISH)


def english_in(root: QWidget, more: frozenset[str] = frozenset()) -> list[str]:
    """Return the texts of a window with words that no catalogue was asked for."""
    return [f"{place}: {text}" for place, text in texts_of(root)
            if left_in_english(text, NAMES | more)]


def own_names(window: Window) -> frozenset[str]:
    """Return the words of what the user has: file and players; and of charsets and languages."""
    path = window.models.review.file.path
    assert path is not None
    found = " ".join((path.name, *READABLE, *LANGUAGES.values(), *(
        text for values in window.models.review.game.root.properties.values() for text in values)))
    return frozenset("".join(
        letter if letter.isascii() and letter.isalpha() else " " for letter in found).split())


@pytest.mark.long_game
def test_no_english_is_left_in_the_window(
    pseudo: None, qtbot: QtBot, request: pytest.FixtureRequest
) -> None:
    window: Window = request.getfixturevalue("window")
    models, names = window.models, own_names(window)
    for mode in Mode:
        models.layout.set_mode(mode)
        assert not english_in(window, names)
    models.layout.set_mode(Mode.REVIEW)
    models.review.go_to(models.review.game.node_of_move_number(40))
    stone = next(point for point, cell in enumerate(models.review.position.cells) if cell)
    models.selection.ask(stone)
    qtbot.waitUntil(lambda: bool(models.inquiry.sentences()))
    for action in ("pin", "forward", "explain", "info", "losses", "find", "engine_dock", "count"):
        window.actions_by_id[action].trigger()
        QCoreApplication.processEvents()
        assert not english_in(window, names), action
    for action in ("count", "stop", "try"):
        window.actions_by_id[action].trigger()
    models.review.play(next(
        point for point, cell in enumerate(models.review.position.cells) if not cell))
    assert not english_in(window, names)
    models.trial.throw_away()


@pytest.mark.parametrize("action", [
    "new", "play_irgo", "preferences", "keys", "about", "engines", "report", "go_to_move",
    "choose_game", "examples"])
def test_no_english_is_left_in_a_dialog(
    action: str, pseudo: None, qtbot: QtBot, request: pytest.FixtureRequest
) -> None:
    window: Window = request.getfixturevalue("window")
    names = own_names(window) | frozenset({"home", "irgo_app", "html", "normal", "English"})
    seen = looks_at_dialogs(window, qtbot, action, lambda dialog: (
        dialog.windowTitle(), list(english_in(dialog, names))))
    assert not [word for _, found in seen for word in found]
    assert all("⟦" in title for title, _ in seen)


def test_a_new_choice_is_spoken_at_once(qapp: QApplication, spoken: Preferences) -> None:
    speech, told = Speech(qapp, spoken), list[str]()
    speech.changed.connect(lambda: told.append(words.language()))
    assert words.language() == "en" and QLabel.tr("Preferences") == "Preferences"
    spoken.set("language", "de")
    assert told == ["de"] and QLocale().language() == QLocale.Language.German
    assert words.translated("&File") == "&Datei"
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text().replace("&", "") == "Abbrechen"  # Qt's own word.
    spoken.set("font_size", 11)
    assert told == ["de"]
    spoken.set("language", "en")
    assert told == ["de", "en"] and words.translated("&File") == "&File"


def test_the_command_line_is_heard_until_the_setting_changes(
    qapp: QApplication, spoken: Preferences
) -> None:
    speech = Speech(qapp, spoken, "ja")
    assert words.language() == "ja"
    spoken.set("interface", "dark")
    assert words.language() == "ja"
    spoken.set("language", "fr")
    assert words.language() == "fr"
    assert speech is not None


@pytest.mark.parametrize("language", [code for code in available() if code in FAMILIES])
def test_every_letter_of_the_language_has_a_glyph(
    language: str, qapp: QApplication, spoken: Preferences
) -> None:
    speech, notices, told = Speech(qapp, spoken), Notices(), list[str]()
    notices.told.connect(told.append)
    spoken.set("language", language)
    speech.tell_of_fonts(notices)
    families = QFontDatabase.families()
    if not set(FAMILIES[language]) & set(families):
        if told:
            assert told == [str(no_font_words())]
        pytest.skip("no font with these letters")
    assert not told
    own = next(name for name in FAMILIES[language] if name in families)
    text = "".join(words.translated(title) for title in ("&File", "&Study"))
    layout = QTextLayout(text + LANGUAGES[language], qapp.font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    assert all(index for run in runs for index in run.glyphIndexes())
    assert own in {run.rawFont().familyName() for run in runs}


@pytest.mark.long_game
def test_the_window_is_made_anew_on_the_same_models(
    models: Models, qapp: QApplication, qtbot: QtBot, spoken: Preferences,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speech = Speech(qapp, spoken)
    # The preferences are told before the language is spoken: what is drawn then is still English.
    monkeypatch.setattr(
        models.overlays, "drawables", lambda: (Label(0, words.translated("Board")),))
    before = MainWindow(models)
    hand = give_the_board_its_models(before, models)
    gone = [before, hand, Furnishing(before, models), *before.panels.values()]
    before.show()
    qtbot.waitExposed(before)
    review = models.review
    review.go_to(review.game.node_of_move_number(30))
    review.play(next(point for point, cell in enumerate(review.position.cells) if not cell))
    node, position = review.node, review.position
    models.layout.set_mode(Mode.EDIT)
    models.trial.toggle()
    comment = before.findChild(CommentPanel)
    assert comment is not None
    comment.setPlainText("half a sentence")
    spoken.set("language", "de")
    window, new_hand, furnishing = made_anew(before, hand, models)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.addWidget(window, before_close_func=lambda _window: review.new_game(9, 9, {}))
    assert not any(isValid(old) for old in gone)
    assert review.node is node and review.position is position
    assert node.comment == "half a sentence"
    assert review.undo_stack.undo_title and models.layout.mode is Mode.EDIT
    assert models.trial.is_on and isinstance(
        window.body.strip.currentWidget(), TrialBar)
    assert furnishing.menus.actions["preferences"].text() == words.translated(
        "Preferences …") != "Preferences …"
    engine = window.panels["engine"]
    assert isinstance(engine, EnginePanel)
    assert engine.state.text() == "Es läuft keine Engine."
    written = [label.text for label in window.board.diagram.drawables
               if isinstance(label, Label)]
    assert "Brett" in written and "Board" not in written
    # Nothing of the old window hears the models any more; it would raise an error here.
    for signal in (models.shown.changed, models.life.changed, models.preferences.changed,
                   models.line.changed, models.trial.changed, models.counting.changed,
                   models.twins.changed, models.selection.wanted, models.reasons.wanted):
        signal.emit()
    models.scene.changed.emit(models.scene.diagram())
    models.evaluations.noted.emit(node)
    models.service.ready.emit(frozenset())
    review.undo()
    review.redo()
    QCoreApplication.processEvents()
    assert review.node is node
    new_hand.deleteLater()
    assert words.language() == "de" and speech is not None


NOT_OF_THE_WINDOW = (QScreen, QStyle, QSvgRenderer)
"""What Qt has of its own, and drawings that are kept for all windows."""


def objects_of_qt() -> list[QObject]:
    return [found for found in gc.get_objects() if isinstance(found, QObject)]


@pytest.mark.parametrize("mode", Mode)
def test_nothing_of_the_old_window_lives_on(mode: Mode, models: Models, qtbot: QtBot) -> None:
    """What outlives it would hear the models, and be deleted in whichever thread finds it."""
    models.layout.set_mode(mode)
    gc.collect()
    others = set(map(id, objects_of_qt()))
    before = MainWindow(models)
    hand = give_the_board_its_models(before, models)
    Furnishing(before, models)
    before.show()
    qtbot.waitExposed(before)
    made = [weakref.ref(found) for found in objects_of_qt()
            if id(found) not in others and not isinstance(found, NOT_OF_THE_WINDOW)]
    window, new_hand, _ = made_anew(before, hand, models)
    qtbot.addWidget(window)
    del before, hand
    gc.collect()
    assert not [type(found()) for found in made if found() is not None]
    new_hand.deleteLater()


def test_a_dialog_in_sight_goes_with_the_old_window(
    models: Models, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hides while everything that watches it is there: later that is an error, or a crash."""
    before = MainWindow(models)
    hand = give_the_board_its_models(before, models)
    furnishing = Furnishing(before, models)
    before.show()
    qtbot.waitExposed(before)
    for action in ("examples", "report", "export", "report_bug"):
        furnishing.menus.actions[action].trigger()
    dialogs = [found for found in before.findChildren(QDialog) if found.isVisible()]
    assert len(dialogs) == 4
    hidden: list[bool] = []
    watch = FocusRing.eventFilter

    def watched(ring: FocusRing, target: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide:
            hidden.append(isValid(around[ring]))
        return watch(ring, target, event)

    monkeypatch.setattr(FocusRing, "eventFilter", watched)
    around = {FocusRing(dialog): dialog for dialog in dialogs}
    for ring, dialog in around.items():
        ring.show_at(next(found for found in dialog.findChildren(QWidget)
                          if found.isVisible() and found is not ring))
    window, new_hand, _ = made_anew(before, hand, models)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.addWidget(window)
    assert not any(map(isValid, dialogs))
    assert len(hidden) >= len(dialogs) and all(hidden)
    new_hand.deleteLater()


def test_the_window_is_made_anew_only_where_nothing_of_it_is_under_way(
    models: Models, qtbot: QtBot, spoken: Preferences, qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A dialog that was closed returns from its own loop into what belongs to the old window."""
    found: list[bool] = []
    window = MainWindow(models)
    qtbot.addWidget(window)
    rest = app._Rest(window, models, object(), None, Speech(qapp, spoken))
    rest.models, rest._hand = models, QObject()
    is_inside = [False]

    furnished = SimpleNamespace(menus=SimpleNamespace(
        actions={"preferences": QAction(window)}))

    def renewed(*_: object) -> tuple[object, ...]:
        found.append(is_inside[0])
        return window, rest._hand, furnished

    monkeypatch.setattr(app, "made_anew", renewed)

    def run_a_loop() -> None:
        is_inside[0] = True
        loop = QEventLoop()
        QTimer.singleShot(0, rest.renew)
        QTimer.singleShot(10, rest.renew)
        QTimer.singleShot(100, loop.quit)
        loop.exec()
        is_inside[0] = False

    QTimer.singleShot(0, run_a_loop)
    qtbot.waitUntil(lambda: bool(found))
    qtbot.wait(50)
    assert found == [False]
