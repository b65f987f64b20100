"""What the reader makes of good, damaged and hostile files."""

import gc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf

from irgo_app.errors import SgfError
from irgo_app.go.point import PASS
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.parser import load_file, read_games
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


def test_prose_with_brackets_is_no_game_and_an_empty_game_is_one() -> None:
    with pytest.raises(SgfError, match="not a game record"):
        read_games(b"# A page\n\nSee the licence (see [LICENSE](LICENSE)), and so on.\n")
    for data in (b"(;)", b"Look at this: (;C[A word])", b"(;KGSDE[aa];B[aa])"):
        assert len(read_games(data).games) == 1


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


@pytest.mark.parametrize("text, comment", [
    ("(;SZ[9]C[see [3d]];B[ee])", "see [3d]"),
    ("(;SZ[9]C[Matsuyama[3d]]PB[x];B[ee])", "Matsuyama[3d]"),
    ("(;SZ[9]C[a ; b ( c ) d];B[ee])", "a ; b ( c ) d"),
    ("(;SZ[9]C[smile :] and on];B[ee])", "smile :] and on"),
    ("(;SZ[9]C[a \\] b \\\\];B[ee])", "a ] b \\"),
    ("(;SZ[9]C[line\\\nbreak and\nanother];B[ee])", "linebreak and\nanother"),
])
def test_brackets_in_texts(text: str, comment: str) -> None:
    tree = read_games(text.encode()).games[0]
    assert tree.root.comment == comment
    assert tree.main_line()[1].move == (1, 40)


@pytest.mark.parametrize("data, name, remark", [
    ("(;SZ[9]PB[" + "é" * 40 + "];B[ee])", "é" * 40, ""),
    (b"(;SZ[9]PB[" + "é".encode() * 40 + b"\xc3];B[ee])", "é" * 40 + "\ufffd", "damaged"),
    (b"(;SZ[9]CA[hex]PB[M\xfcller];B[ee])", "Müller", "charset"),
    (b"(;SZ[9]CA[utf-7]PB[M\xfcller];B[ee])", "Müller", "charset"),
    (b"(;SZ[9]CA[\x00]PB[M\xfcller];B[ee])", "Müller", "charset"),
])
def test_texts_with_a_few_damaged_bytes(data: str | bytes, name: str, remark: str) -> None:
    found = read_games(data.encode() if isinstance(data, str) else data)
    assert game_info(found.games[0]).black == name
    assert remark in " ".join(diagnostic.text for diagnostic in found.diagnostics)


def test_a_charset_can_be_forced() -> None:
    data = "(;SZ[9]PB[Müller];B[ee])".encode("cp1252")
    assert game_info(read_games(data, encoding="latin-1").games[0]).black == "Müller"
    assert game_info(read_games(data, encoding="cp1251").games[0]).black == "Mьller"
    with pytest.raises(SgfError, match="no charset"):
        read_games(data, encoding="rot13")


def test_a_bracket_around_several_games_makes_no_variations_of_them() -> None:
    found = read_games(b"((;SZ[9];B[aa](;W[bb])(;W[cc]))(;SZ[13];B[dd]))")
    assert [(tree.columns, sum(1 for _ in tree.nodes())) for tree in found.games] == [
        (9, 4), (13, 2)]


def test_repairs_know_their_node() -> None:
    found = read_games(b"(;SZ[9];B[ee])(;SZ[9];B[aa]~;W[zz];B[cc]")
    places = [(diagnostic.game, diagnostic.node_id) for diagnostic in found.diagnostics]
    assert places == [(1, 1), (1, 2), (1, 3)]


def test_reading_tells_how_far_it_is_and_can_be_stopped() -> None:
    data = b"(;SZ[9]" + b";B[ee]" * 9000 + b")"
    told: list[int] = []
    read_games(data, watch=lambda done, total: told.append(done * 100 // total))
    assert told == sorted(told) and len(set(told)) > 3 and told[-1] > 50

    class StoppedError(Exception):
        """Somebody stopped the reading."""

    def stop(_done: int, _total: int) -> None:
        raise StoppedError

    is_searching = gc.isenabled()
    gc.disable()
    try:
        before = sum(type(found) is Node for found in gc.get_objects())
        with pytest.raises(StoppedError):
            read_games(data, watch=stop)
        # Nothing is left to be freed in one step later.
        assert sum(type(found) is Node for found in gc.get_objects()) <= before + 2
    finally:
        if is_searching:
            gc.enable()


def test_a_file_of_nothing_but_nodes_ends_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("irgo_app.sgf.tree_builder._NODES_AT_LEAST", 1000)
    monkeypatch.setattr("irgo_app.sgf.tree_builder._CHARACTERS_A_NODE", 10**9)
    for piece in (b";", b"(", b"(;"):
        found = read_games(b"(;B[aa]" + piece * 5000)
        assert sum(1 for _ in found.games[0].nodes()) <= 1002
        assert "the rest was left out" in found.diagnostics[-1].text


@pytest.mark.parametrize("game, limit", [
    (b"(;SZ[9];B[ee])", "_STEPS_AT_LEAST"), (b"(;)", "_NODES_AT_LEAST")])
def test_of_many_small_games_it_is_said_that_they_are_many(
    game: bytes, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is damaged in them, and they end where they should."""
    monkeypatch.setattr(f"irgo_app.sgf.tree_builder.{limit}", 1000)
    monkeypatch.setattr("irgo_app.sgf.tree_builder._STEPS_A_CHARACTER", 0.5)
    found = read_games(game * 2000)
    assert 50 < len(found.games) < 2000
    [said] = found.diagnostics
    assert f"the first {len(found.games):,} are here" in said.text
