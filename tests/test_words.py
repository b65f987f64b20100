"""Texts are translated where they are shown: in the library, the command line and from workers."""

import argparse
import ast
import gettext
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from irgo_app import words
from irgo_app.cli import COMMANDS
from irgo_app.cli.main import build_parser, run_command
from irgo_app.errors import LayerError, SettingsError
from irgo_app.go.position import Position
from irgo_app.layers import COMPUTED, LAYERS, layer_named
from irgo_app.layers.results import Explanation
from irgo_app.service.executors import WorkerExecutor
from irgo_app.service.plan import compute
from irgo_app.service.request import Failure, LayerRequest, Outcome
from irgo_app.settings import Param
from irgo_app.sgf.edits import new_game, play_move, toggle_mark
from irgo_app.words import counted, listed, message, noted, translated
from tests.conftest import GAMES
from tests.pseudo_language import is_whole, pseudo_language

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "packaging"))
POSITION = Position.from_diagram([
    "...OXX...", "OOOOXX...", "XXXXXXXXX", ".........", "OOOOOOOOO",
    ".........", "..X......", "......O..", "........."])
TIMEOUT_S = 60


@pytest.fixture
def pseudo() -> Iterator[None]:
    with pseudo_language():
        yield


def test_messages_are_filled_in_and_counted() -> None:
    assert str(message("{name} and {lead:+.1f}", name="D4", lead=2)) == "D4 and +2.0"
    assert str(message("no {place} to fill")) == "no {place} to fill"
    stones = [str(counted("one stone", "{count} stones", count)) for count in (0, 1, 2)]
    assert stones == ["0 stones", "one stone", "2 stones"]
    nested = message("{what}: {parts}", what=message("Black"), parts=listed(["A1", message("x")]))
    assert str(nested) == "Black: A1, x" and f"{nested:>14}" == "  Black: A1, x"
    assert pickle.loads(pickle.dumps(nested)) == nested
    error = pickle.loads(pickle.dumps(LayerError("no {name}", name="moyo")))
    assert isinstance(error, LayerError) and str(error) == "no moyo"


def test_a_sentence_is_translated_when_it_is_shown(pseudo: None) -> None:
    made = counted("one stone at {place}", "{count} stones at {place}", 2, place=message("there"))
    assert str(made) == "⟦2 stones at ⟦there⟧⟧" and is_whole(str(made))
    assert translated(noted("Groups")) == "⟦Groups⟧" and translated("") == ""
    with pytest.raises(SettingsError) as caught:
        Param("size", int, 3, "Size", "", 1, 9).parse("many")
    words.use(gettext.NullTranslations())
    assert str(caught.value) == "size takes a whole number from 1 to 9, not 'many'."


def test_a_catalogue_is_read_and_a_wrong_place_in_it_does_no_harm(
    tmp_path: Path
) -> None:
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    folder.joinpath("irgo.po").write_text("""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

#: somewhere.py
msgid "{name} is empty"
msgstr ""
"leer: "
"{name}"

msgid "{name} is full"
msgstr "voll: {nmae}"

#, fuzzy, python-brace-format
msgid "{name} is old"
msgstr "neu"

msgctxt "mark"
msgid "."
msgstr "\\"\\\\"

msgid "one stone"
msgid_plural "{count} stones"
msgstr[0] "{count} Steine"

#~ msgid "{name} is gone"
#~ msgstr "weg"
""", "utf-8")
    try:
        words.speak(tmp_path, *words.languages_in(tmp_path))
        assert str(message("{name} is empty", name="a")) == "leer: a"
        assert str(message("{name} is full", name="a")) == "a is full"
        assert str(message("{name} is new", name="a")) == "a is new"
        assert translated("{name} is old") == "{name} is old", "fuzzy ones do not count"
        assert translated("{name} is gone") == "{name} is gone"
        assert words.translated_in("mark", ".") == '"\\' and translated(".") == "."
        assert str(counted("one stone", "{count} stones", 1)) == "1 Steine"
    finally:
        words.use(gettext.NullTranslations())


def test_explain_makes_whole_sentences(pseudo: None) -> None:
    fields = " ".join(layer.name for layer in COMPUTED if layer.shares or layer.opinion)
    for point in range(81):
        found = compute(LayerRequest.of(
            POSITION, "explanation", {"point": point, "fields": fields}), None)
        assert isinstance(found, Explanation)
        assert all(is_whole(str(sentence)) for sentence in found.sentences)


def test_the_command_line_speaks_the_language(
    pseudo: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["layers"]) == 0
    out = capsys.readouterr().out
    for layer in LAYERS:
        assert f"⟦{layer.title}⟧" in out and f"⟦{layer.unit}⟧" in out
        assert all(f"⟦{param.help}⟧" in out for param in layer.params)
    game = str(GAMES[0])
    for code, arguments in (
            (2, ["analyze", game, "--layer", "moyoo"]), (1, ["analyze", "missing.sgf"]),
            (1, ["analyze", game, "--move", "9999"]), (1, ["analyze", game, "--node", "7*7"]),
            (2, ["analyze", game, "--layer", "moyo:x=1"]), (2, ["analyze", game, "--move", "x"])):
        assert run_command(arguments) == code
        assert is_whole(capsys.readouterr().err.strip().removeprefix("irgo: "))
    assert run_command(["analyze", game, "--move", "30", "--layer", "territory",
                        "--explain", "D4"]) == 0
    assert "⟦" in capsys.readouterr().out


def test_every_help_text_speaks_the_language(pseudo: None) -> None:
    parsers, helps = [build_parser([command.name for command in COMMANDS])], list[str]()
    while parsers:
        for action in parsers.pop()._actions:
            if isinstance(action, argparse._SubParsersAction):
                parsers += action.choices.values()
                helps += [str(choice.help) for choice in action._choices_actions]
            elif action.help and not isinstance(
                    action, argparse._HelpAction | argparse._VersionAction):
                helps.append(action.help)
    assert len(helps) > 50 and all(map(is_whole, helps))


def test_what_a_worker_says_is_translated_here(pseudo: None) -> None:
    worker = WorkerExecutor(is_warm=False)
    answers: Queue[list[Outcome]] = Queue()
    try:
        worker.submit([LayerRequest(POSITION, "no.such"),
                       LayerRequest.of(POSITION, "explanation", {"point": 0})], answers.put)
        failure, found = answers.get(timeout=TIMEOUT_S)
    finally:
        worker.close()
    assert isinstance(failure, Failure) and is_whole(failure.text) and "no.such" in failure.text
    assert isinstance(found, Explanation)
    assert all(is_whole(str(sentence)) for sentence in found.sentences)


def test_the_template_holds_what_is_shown() -> None:
    from words import Text, texts  # type: ignore[import-not-found]

    found = {found.text for found in texts()}
    for layer in LAYERS:
        assert {layer.title, layer.unit} <= found
        assert all({param.title, param.help} <= found for param in layer.params)
    tree = new_game(9, 9)
    edits = (play_move(tree.root, 1, 0), play_move(tree.root, 1, -1),
             toggle_mark(tree.root, "CR", 3))
    assert {edit.title for edit in edits} <= found
    assert Text("one stone", "{count} stones") in texts()
    assert layer_named("groups").legend in found
    assert {"change of: {unit}", "exit code {number}", "The analysis engine ended.",
            "tell which groups live, Black first and White first",
            "a game record (SGF); - reads standard input"} <= found
    assert {"An extra ')' was skipped.", "it retakes the ko at once"} <= found


def test_errors_are_texts_that_can_be_gathered() -> None:
    """An f-string would be another text each time, which no catalogue can hold."""
    from words import ERRORS, calls, name_of  # type: ignore[import-not-found]

    glued = []
    for path in sorted((ROOT / "irgo_app").rglob("*.py")):
        for call in calls(ast.parse(path.read_text("utf-8"))):
            name = name_of(call)
            if call.args and (name in ERRORS or name in ("message", "noted")) and isinstance(
                    call.args[0], ast.JoinedStr | ast.BinOp):
                glued.append(f"{path.name}:{call.lineno}")
    assert not glued
