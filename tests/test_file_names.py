"""File names that are no UTF-8: every file, table, database and stream takes them without loss."""

import json
import os
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irgo_app.__main__ import main
from irgo_app.file_names import path_of_text, text_of_path
from irgo_app.words import listed, message
from tests.batch.games import small_game

OLD_NAME = "棋谱-\\xb2".encode("gbk") + b".sgf"
"""As archives of the last century have them: GBK, here with what looks like an escape besides."""

pytestmark = pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin",
                                reason="file names are Unicode on this system")


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    path = tmp_path / os.fsdecode(OLD_NAME)
    path.write_text(small_game(1), "utf-8")
    return path


@given(st.binary(min_size=1).filter(lambda name: b"/" not in name and b"\0" not in name))
def test_any_name_comes_back_as_it_was(name: bytes) -> None:
    text = text_of_path(os.fsdecode(name))
    text.encode("utf-8")
    assert os.fsencode(path_of_text(text)) == os.fsencode(Path(os.fsdecode(name)))


@pytest.mark.parametrize("name", ["game.sgf", "対局 李.sgf", "C:\\games\\x.sgf", "100% \\o/.sgf"])
def test_a_name_in_utf_8_stays_as_it_is(name: str) -> None:
    assert text_of_path(name) == name


def test_sentences_name_it(old_file: Path) -> None:
    said = str(message("{file}: {all}", file=old_file, all=listed([old_file, str(old_file)])))
    name = text_of_path(old_file)
    assert said == f"{name}: {name}, {name}"


@pytest.mark.parametrize("words", [
    ("analyze", "{}", "--layer", "territory", "--json"), ("check", "{}", "--json"),
    ("lifedeath", "{}", "--seconds", "1", "--json")])
def test_documents_name_it(
    words: tuple[str, ...], old_file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([word.format(old_file) for word in words]) == 0
    document = json.loads(capfd.readouterr().out)
    named = document["files"][0] if "files" in document else document
    assert path_of_text(named["file"]) == old_file


def test_a_batch_keeps_its_game(old_file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = old_file.parent / "out"
    old_file.with_name(os.fsdecode(b"\xb2.sgf")).write_bytes(b"")
    for told in ("One new record, 0 known", "0 new records, 1 known"):
        assert main(["batch", str(old_file.parent), "-o", str(out), "--workers", "1"]) == 0
        assert told in capfd.readouterr().out
    rows = pq.read_table(out / "games.parquet").to_pylist()
    assert [path_of_text(row["file"]) for row in rows] == [old_file]
    lines = (out / "games.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["file"] for line in lines] == [rows[0]["file"]]
    [broken] = (out / "broken.jsonl").read_text("utf-8").splitlines()
    assert path_of_text(json.loads(broken)["file"]).name == os.fsdecode(b"\xb2.sgf")
    (out / "summary.html").read_text("utf-8")


def test_a_deck_keeps_where_a_card_comes_from(
    old_file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    deck = old_file.with_name("deck.sqlite")
    assert main(["practice", "add", str(old_file), "--move", "3", "--deck", str(deck)]) == 0
    capfd.readouterr()
    assert main(["practice", "list", "--deck", str(deck), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["cards"][0]["file"] == text_of_path(old_file.name)
