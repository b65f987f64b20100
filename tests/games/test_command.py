"""`irgo games`: what it prints, as text and as documents that fit their schema."""

import json
import os
from pathlib import Path

import pytest

from irgo_app.cli.main import run_command
from tests.cli.test_schemas import document
from tests.games.ogs_server import OgsServer


@pytest.fixture
def added(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert run_command(["games", "add", str(folder), "--name", "Anna"]) == 0
    assert "12 new games in 12 files" in capsys.readouterr().out
    return folder


def test_adding_again_and_anew(added: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (added / "bad.sgf").write_text("nothing", "utf-8")
    assert document(capsys, "games", "add", "--json")["new"] == 0
    anew = document(capsys, "games", "add", "--anew", "--json")
    assert (anew["new"], anew["total"]) == (12, 12)
    assert [Path(one["file"]).name for one in anew["broken"]] == ["bad.sgf"]


def test_listing(added: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every = document(capsys, "games", "list", "--json")
    assert every["found"] == len(every["games"]) == 12
    few = document(capsys, "games", "list", "anna", "--sort", "opponent", "--most", "1", "--json")
    assert len(few["games"]) == 1 < few["found"]
    assert run_command(["games", "list", "金"]) == 0
    shown = capsys.readouterr().out
    assert "金" in shown and "Bert" not in shown
    assert all(line.endswith(".sgf") and str(added) in line for line in shown.splitlines())
    assert run_command(["games", "list", "zzz"]) == 0
    assert capsys.readouterr().out == "No game has all these words.\n"
    assert document(capsys, "games", "list", "zzz", "--json")["games"] == []


def test_finding(added: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = str(added / "00000.sgf")
    whole = document(capsys, "games", "find", record, "--move", "30", "--json")
    assert whole["found"] >= 2
    assert whole["games"][0]["move_number"] == 30
    listed = {game["game"]: game["file"]
              for game in document(capsys, "games", "list", "--json")["games"]}
    assert {game["game"]: game["file"] for game in whole["games"]}.items() <= listed.items()
    corner = document(
        capsys, "games", "find", record, "--move", "30", "--box", "A1-J9", "--json")
    assert corner["found"] >= whole["found"]
    assert sum(one["games"] for one in corner["next"]) == corner["found"]
    assert run_command(["games", "find", record, "--move", "30"]) == 0
    shown = capsys.readouterr().out
    assert "games had this position" in shown and record in shown
    alone = ["--index", str(added.with_name("alone"))]
    assert run_command(["games", "add", record, *alone]) == 0
    assert "One new game in one file; the index has 1." in capsys.readouterr().out
    assert run_command(["games", "find", record, "--move", "30", *alone]) == 0
    shown = capsys.readouterr().out
    assert "One game had this position." in shown and ": one game, Black won " in shown


@pytest.mark.parametrize(("words", "code"), [
    (("games", "add", "/nowhere/at/all"), 1), (("games", "list"), 1),
    (("games", "list", "--most", "-1"), 2),
])
def test_what_cannot_be_done_is_a_sentence(
    words: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(list(words)) == code
    shown = capsys.readouterr().err
    assert shown.startswith("irgo: ") and "Traceback" not in shown


def test_reading_and_statistics(added: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in list(added.iterdir()):
        path.unlink()
    (added / "short.sgf").write_text("(;SZ[9]PB[Anna]PW[Bert];B[ee];W[gc];B[cc])", "utf-8")
    document(capsys, "games", "add", "--json")
    assert document(capsys, "games", "read", "--workers", "1", "--json")["read"] == 1
    [game] = document(capsys, "games", "list", "--json")["games"]
    assert game["read"]["text"]
    told = document(capsys, "games", "stats", "--last", "10", "--cards", "--json")
    assert (told["read"], told["enough"], told["cards"]) == (1, False, {"new": 0, "known": 0})
    assert run_command(["games", "stats"]) == 0
    assert "1 of 1 games are read" in capsys.readouterr().out


ACTIONS = (("list",), ("find", "RECORD"), ("stats",), ("read",), ("add", "RECORD"))


@pytest.mark.parametrize("action", ACTIONS)
def test_a_file_that_is_no_index_stays_as_it_is(
    action: tuple[str, ...], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    precious = tmp_path / "precious.sgf"
    precious.write_bytes((folder / "00003.sgf").read_bytes())
    before = precious.read_bytes(), precious.stat().st_mode, sorted(tmp_path.iterdir())
    record = str(folder / "00000.sgf")
    words = [record if word == "RECORD" else word for word in action]
    assert run_command(["games", *words, "--index", str(precious)]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        "", f"irgo: {precious} is no index of games; choose another file.\n")
    assert (precious.read_bytes(), precious.stat().st_mode, sorted(tmp_path.iterdir())) == before


@pytest.mark.parametrize("action", ACTIONS[:4])
def test_asking_makes_no_index(
    action: tuple[str, ...], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, path = str(folder / "00000.sgf"), tmp_path / "named" / "index"
    words = ["games", *(record if word == "RECORD" else word for word in action)]
    before = sorted(tmp_path.rglob("*"))
    assert run_command([*words, "--index", str(path)]) == 1
    assert capsys.readouterr().err == (
        f"irgo: There is no index {path}; `irgo games add FOLDER --index {path}` makes one.\n")
    assert run_command(words) == 1
    assert "There are no games yet" in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


def test_an_index_without_games_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, empty = tmp_path / "index", tmp_path / "empty"
    empty.mkdir()
    assert run_command(["games", "add", str(empty), "--index", str(path)]) == 0
    assert "0 new games in 0 files" in capsys.readouterr().out
    assert run_command(["games", "list", "--index", str(path)]) == 1
    assert f"no games in {path} yet" in capsys.readouterr().err
    assert run_command(["games", "add", str(tmp_path / "no"), "--index", f"{path}2"]) == 1
    assert not Path(f"{path}2").exists()


def test_where_no_named_file_can_be_read_it_ends_with_1(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junk, index = tmp_path / "junk.sgf", ["--index", str(tmp_path / "index")]
    junk.write_text("nothing", "utf-8")
    os.utime(junk, (1e9, 1e9))
    for _ in range(2):  # It is known the second time.
        assert run_command(["games", "add", str(junk), *index]) == 1
        said = capsys.readouterr()
        assert "0 new games in one file; the index has 0." in said.out
        assert "warning: " in said.err and str(junk) in said.err
    assert document(capsys, "games", "add", str(junk), *index, "--json")["broken"]
    assert run_command(["games", "add", str(junk), str(folder / "00000.sgf"), *index]) == 0
    assert "One new game in 2 files" in capsys.readouterr().out
    assert run_command(["games", "add", *index]) == 0
    assert "warning" not in capsys.readouterr().err


def test_documents_name_the_index(
    added: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.index"
    assert run_command(["games", "add", str(added), "--index", str(other), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["index"] == str(other)


def test_games_of_a_site_and_of_an_address(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("http_proxy", raising=False)
    with OgsServer(2).serving() as server:
        link = f"{server.base}/game/100"
        assert run_command(["games", "add", link, "--site", server.base]) == 0
        said = capsys.readouterr()
        assert f"irgo fetches {server.base}/api/v1/games/100/sgf" in said.err
        assert "One new game" in said.out
        assert run_command(["games", "add", "--ogs", "Anna", "--site", server.base]) == 0
        assert "one a second" in capsys.readouterr().err
    assert document(capsys, "games", "list", "anna", "--json")["found"] == 2
