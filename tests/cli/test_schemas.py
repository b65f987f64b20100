"""The published JSON Schemas: what the commands print fits them, and nothing is printed besides."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from irgo_app.cli.documents import DOCUMENTS, file_of, schema_of
from irgo_app.cli.main import run_command
from irgo_app.draw.export import write_picture
from irgo_app.library import game_of_diagram

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "docs" / "schemas"
RECORD = ("(;SZ[9]KM[6.5]PB[Ann];B[ee];W[gc];B[cc];W[gg];B[cg];W[ec];B[dd];W[fd];B[aa];W[ge]"
          "(;B[hh];W[])(;B[ii]C[a variation]))")
ENDED = "(;SZ[7]KM[0]AB[da][db][dc][dd][de][df][dg]AW[ea][eb][ec][ed][ee][ef][eg];B[];W[])"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(RECORD, "utf-8")
    return path


def document(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """Return what a command prints, once it fits the schema that is published of its format."""
    assert run_command(list(words)) in (0, 1)
    found = json.loads(capsys.readouterr().out)
    schema = json.loads((PUBLISHED / file_of(found["format"])).read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(found, schema)
    return found


def test_what_is_published_is_what_the_types_say() -> None:
    assert {path.name for path in PUBLISHED.iterdir()} == {file_of(form) for form in DOCUMENTS}
    for form in DOCUMENTS:
        published = json.loads((PUBLISHED / file_of(form)).read_text("utf-8"))
        assert published == schema_of(form), "run python docs/make_schemas.py"


def test_every_format_of_the_commands_has_a_schema() -> None:
    used = {form for folder in ("cli", "report", "scan", ".") for path in
            (ROOT / "irgo_app" / folder).glob("*.py")
            for form in re.findall(r'"(irgo-[a-z-]+/\d+)"', path.read_text("utf-8"))}
    assert used == set(DOCUMENTS)


@pytest.mark.parametrize("words", [
    ("analyze", "{}", "--all", "--layer", "territory", "--layer", "moyo", "--explain", "E5"),
    ("analyze", "{}", "--layer", "influence.shadow", "--against", "0*3", "--explain", "E5"),
    ("analyze", "{}"), ("analyze", "{}", "--layer", "ishida"),
    ("lifedeath", "{}", "--seconds", "3"), ("why", "{}", "--visits", "8"),
    ("why", "{}", "--move", "6", "--play", "pass", "--visits", "8"),
    ("whatif", "{}", "--all", "--visits", "8", "--seconds", "60"),
    ("whatif", "{}", "--at", "A1", "--visits", "8"),
    ("whatif", "{}", "--group", "E5", "--visits", "8"),
    ("whatif", "{}", "--box", "A1", "C3", "--visits", "8"),
    ("whatif", "{}", "--box", "A1", "C3", "--playout", "B", "--visits", "8"),
    ("check", "{}", "missing.sgf"), ("report", "{}"), ("layers",), ("engines",), ("network",),
    ("diagnose",)])
def test_what_is_printed_fits(
    words: tuple[str, ...], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = document(capsys, *(word.format(record) for word in words), "--json")
    if found["format"] == "irgo-report/1":
        told = [*found["mistakes"], *found["fates"]]
        assert found["mistakes"] and all(turn in told for turn in found["turning_points"])


def test_a_finished_board_fits(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(ENDED)
    found = document(capsys, "whatif", str(record), "--at", "A1", "--visits", "8", "--json")
    assert found["judgement"]["counted"]


def test_a_deck_fits(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = ("--deck", str(record.with_name("deck.sqlite")), "--json")
    added = document(capsys, "practice", "add", str(record), "--move", "3", *deck)
    for action in ("list", "stats", "due"):
        document(capsys, "practice", action, *deck)
    assert added["new"] == 1


def test_a_picture_fits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.png"
    node = game_of_diagram("\n".join(["." * 9] * 4 + ["..X.O...."] + ["." * 9] * 4)).root
    write_picture(path, node.picture(has_legend=False).diagram, size=600)
    assert document(capsys, "scan", str(path), "--json")["size"] == [9, 9]


def test_irgo_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["schema"]) == 0
    assert set(capsys.readouterr().out.split()) >= set(DOCUMENTS)
    assert run_command(["schema", "irgo-why/1"]) == 0
    assert json.loads(capsys.readouterr().out) == schema_of("irgo-why/1")
    assert run_command(["schema", "irgo-poem/1"]) == 2
