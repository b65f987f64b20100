"""The catalogues: every text of the sources is in them, translated, with its places."""

import ast
import re
import sys
from pathlib import Path

import polib
import pytest

from irgo_app.catalogue import read_catalogue
from irgo_app.gui.commands.actions import ACTIONS, MENUS
from irgo_app.gui.models.edit import TOOLS

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import catalogues  # noqa: E402
from words import Text, texts  # noqa: E402

LANGUAGES = catalogues.languages()
DRAWN_FROM_QT = {Text("New game …"), Text("&File"), Text("Preferences …"), Text("Close {0}")}


def test_the_texts_of_the_window_and_of_the_core_are_gathered_in_one_list() -> None:
    found = texts()
    assert found.keys() >= DRAWN_FROM_QT
    assert Text("{name} holds {count} game.", "{name} holds {count} games.") in found or any(
        text.several for text in found)
    assert Text(".", context="decimal mark") in found
    assert {Text("ink and sky"), Text("euclidean")} <= found.keys()
    assert Text("") not in found and Text("1/2^d") not in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_holds_the_texts_of_the_sources_and_no_others(language: str) -> None:
    held = {catalogues.key_of(entry) for entry in catalogues.read(language)}
    assert held == texts().keys(), "run python packaging/catalogues.py update"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_translated(language: str) -> None:
    assert not catalogues.untranslated(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_places_and_accelerators_of_the_english(language: str) -> None:
    wrong = [(fault, entry.msgid) for entry in catalogues.read(language)
             for fault in catalogues.faults(entry)]
    assert not wrong


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_each_menu_has_a_letter_of_its_own_that_is_no_other_key(language: str) -> None:
    """Of two that Alt and a letter lead to, Qt opens neither."""
    words = {} if language == "en" else {
        entry.msgid: entry.msgstr for entry in catalogues.read(language)}
    letters = [re.search("&(.)", words.get(title, title)) for title in MENUS]
    keys = [f"Alt+{letter[1].upper()}" for letter in letters if letter is not None]
    assert len(set(keys)) == len(MENUS)
    taken = {key for row in ACTIONS for key in row.keys} | {tool.key for tool in TOOLS}
    assert not taken & set(keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_is_what_was_translated(language: str) -> None:
    read = read_catalogue(catalogues.po_path(language))
    for entry in catalogues.read(language):
        text, several, context = catalogues.key_of(entry)
        if not entry.translated():
            assert read.gettext(text) == text
        elif several:
            assert {read.ngettext(text, several, count) for count in range(200)} == set(
                catalogues.forms_of(entry))
        elif context:
            assert read.pgettext(context, text) == entry.msgstr
        else:
            assert read.gettext(text) == entry.msgstr


@pytest.mark.parametrize(("english", "translation", "fault"), [
    ("{name} of {count}", "{count}: {name}", ""),
    ("{lead:+.1f} points", "{lead} Punkte", "form 0 has other places"),
    ("{0} of {1}", "{0} von {0}", "form 0 has other places"),
    ("{name}", "{name", "form 0 has other places"),
    ("&File", "&Datei", ""), ("&File", "Datei", "accelerators"),
    ("&File", "文件(&F)", ""), ("warning: ", "Warnung:", "blanks or line breaks at an end"),
    ("invalid %(type)s", "%(art)s ungültig", "form 0 has other places"),
])
def test_faults_of_a_translation_are_found(english: str, translation: str, fault: str) -> None:
    entry = polib.POEntry(msgid=english, msgstr=translation)
    assert list(catalogues.faults(entry)) == ([fault] if fault else [])


def test_an_update_keeps_what_is_known_adds_what_is_new_and_drops_what_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {Text("Play"): ["Spielen"], Text("gone"): ["fort"],
             Text("one stone", "{count} stones"): ["ein Stein", "{count} Steine"]}
    sources = {Text("Play"): ["a.py"], Text("Play", context="Header"): ["b.py"],
               Text("one stone", "{count} stones"): ["a.py"], Text("new"): ["a.py"]}
    catalogues.save("de", catalogues.written("de", known, {text: ["a.py"] for text in known}),
                    tmp_path)
    monkeypatch.setattr(catalogues, "texts", lambda: sources)
    assert set(catalogues.untranslated("de", tmp_path)) == {
        Text("Play", context="Header"), Text("new")}
    catalogues.update("de", tmp_path)
    found = catalogues.read("de", tmp_path)
    assert [catalogues.key_of(entry) for entry in found] == list(sources)
    assert found.find("one stone").msgstr_plural == {0: "ein Stein", 1: "{count} Steine"}
    assert [entry.msgstr for entry in found if entry.msgid in ("Play", "new")] == [
        "Spielen", "Spielen", ""]
    assert catalogues.languages(tmp_path) == ["de"]

SHOWING = frozenset({
    "setText", "setToolTip", "setTitle", "setWindowTitle", "setPlaceholderText", "setStatusTip",
    "setAccessibleName", "setAccessibleDescription", "addItem", "addItems", "addTab", "setTabText",
    "addAction", "addMenu", "addRow", "setHeaderLabels", "setSpecialValueText", "setPrefix",
    "setLabelText", "QLabel", "QPushButton", "QCheckBox", "QRadioButton", "QAction", "QMenu",
    "print", "tell", "warn", "show_text", "Heading", "Paragraph", "Tile", "show_hover"})
"""Calls that show a text to the user."""
_ENGLISH = re.compile(r"[A-Za-z]{2,}")


def _bare_words(node: ast.expr) -> list[str]:
    """Return the words that stand in the source itself, not in what a function returns."""
    parts = node.values if isinstance(node, ast.JoinedStr) else \
        [node.left, node.right] if isinstance(node, ast.BinOp) else \
        [node.body, node.orelse] if isinstance(node, ast.IfExp) else \
        node.elts if isinstance(node, ast.List | ast.Tuple) else []
    found = [word for part in parts for word in _bare_words(part)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str) \
            and Text(node.value) not in texts():
        found += _ENGLISH.findall(node.value)
    return found


def test_no_bare_english_is_shown() -> None:
    """What is shown comes from a catalogue; GTP, JSON and measurements are for programs."""
    bare = []
    for path in sorted((ROOT / "irgo_app").rglob("*.py")):
        if path.parent.name in ("gtp", "gtp_server"):
            continue
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(
                    call.func, "attr", getattr(call.func, "id", "")) in SHOWING:
                words = [word for argument in call.args for word in _bare_words(argument)]
                if set(words) - {"irgo", "nodes"}:
                    bare.append(f"{path.name}:{call.lineno}: {' '.join(words)}")
    assert not bare, "\n".join(bare)
