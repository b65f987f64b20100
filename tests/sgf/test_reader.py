"""What the reader makes of good, damaged and hostile files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf

from irgo_app.errors import SgfError
from irgo_app.go.point import PASS
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.reader import load_file, read_games
from irgo_app.sgf.writer import save_file, write_games
from tests.conftest import GAMES
from tests.sgf.outcome import OUTCOMES, WILD, outcome_of

WRITTEN_DOWN = {
    block.split("\n", 1)[0]: block.rstrip("\n")
    for block in OUTCOMES.read_text("utf-8").split("\n\n")}


def test_every_damaged_file_has_its_outcome_written_down() -> None:
    assert {path.name for path in WILD.glob("*.sgf")} == set(WRITTEN_DOWN)


@pytest.mark.parametrize("name", sorted(WRITTEN_DOWN))
def test_damaged_files_open_as_far_as_possible(name: str) -> None:
    assert outcome_of(WILD / name).rstrip("\n") == WRITTEN_DOWN[name]


@pytest.mark.parametrize(
    "name", sorted(name for name, block in WRITTEN_DOWN.items() if "refused" not in block))
def test_what_was_repaired_is_written_soundly(name: str, tmp_path: Path) -> None:
    before = load_file(WILD / name).games
    path = tmp_path / name
    save_file(path, before)
    again = load_file(path)
    assert [[node.move for node in tree.nodes()] for tree in again.games] == \
        [[node.move for node in tree.nodes()] for tree in before]
    assert [game_info(tree) for tree in again.games] == [game_info(tree) for tree in before]


def test_bad_paths(tmp_path: Path) -> None:
    with pytest.raises(SgfError, match="no file"):
        load_file(tmp_path / "none.sgf")
    with pytest.raises(SgfError, match="folder"):
        load_file(tmp_path)
    picture = tmp_path / "board.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)))
    with pytest.raises(SgfError, match="not a game record"):
        load_file(picture)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_real_games_come_back_byte_for_byte(path: Path) -> None:
    game_file = load_file(path)
    assert game_file.diagnostics == ()
    assert write_games(game_file.games) == path.read_bytes()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_sgfmill_reads_the_same_moves(path: Path) -> None:
    tree = load_file(path).games[0]
    theirs = sgf.Sgf_game.from_bytes(write_games([tree]))
    moves = [node.get_move() for node in theirs.get_main_sequence()][1:]
    ours = [node.move for node in tree.main_line()[1:]]
    assert len(moves) == len(ours)
    for (letter, place), (colour, point) in zip(moves, [m for m in ours if m], strict=True):
        assert (letter == "b") == (colour == 1)
        assert place == (None if point == PASS else (18 - point // 19, point % 19))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_noise_never_breaks_the_reader(noise: bytes) -> None:
    for data in (noise, b"(;GM[1]SZ[19]" + noise + b";B[pd])"):
        try:
            game_file = read_games(data)
        except SgfError as error:
            assert str(error)
        else:
            assert read_games(write_games(game_file.games)).games


@settings(max_examples=150, deadline=None)
@given(st.integers(30, 1100), st.binary(max_size=4), st.integers(0, 6))
def test_a_damaged_game_is_still_a_game(place: int, junk: bytes, cut: int) -> None:
    data = GAMES[0].read_bytes()
    game_file = read_games(data[:place] + junk + data[place + cut:])
    assert game_file.games


def test_unknown_properties_keep_their_place() -> None:
    text = "(;FF[4]CA[UTF-8]ZZ[1][2]GM[1]AA[x\\]y]SZ[9];LZ2[a:b]KT[!] B[ee]\n;W[dd])\n"
    assert write_games(read_games(text.encode()).games).decode() == text
