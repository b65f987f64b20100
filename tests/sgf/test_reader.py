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
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.writer import write_games
from tests.conftest import DATA, GAMES

WILD = {path.name[:2]: path for path in (DATA / "sgf" / "wild").glob("*.sgf")}
JAPANESE = "棋聖戦第一局 趙治勲 コミ六目半の対局です。黒番の布石は小林流で、白は高目に打ちました。"
CHINESE = "棋圣战第一局 黑方聂卫平 白方马晓春 中国围棋甲级联赛 这手棋非常大"

# file: (games, nodes of the first, columns, rows, are there warnings)
EXPECTED = {
    "01": (1, 4, 19, 19, False), "24": (1, 4, 19, 19, True), "25": (1, 5, 19, 19, True),
    "26": (1, 3, 19, 19, True), "27": (1, 3, 19, 19, True), "28": (1, 3, 19, 19, True),
    "29": (1, 3, 19, 19, True), "30": (1, 3, 19, 19, True), "31": (1, 4, 19, 19, True),
    "32": (1, 2, 19, 19, True), "33": (1, 3, 19, 19, True), "34": (1, 4, 19, 19, False),
    "35": (1, 4, 13, 13, False), "36": (1, 3, 21, 21, False), "37": (1, 3, 9, 9, True),
    "38": (1, 4, 19, 19, False), "39": (1, 3, 19, 19, False), "40": (1, 4, 19, 19, False),
    "41": (1, 3, 9, 9, True), "42": (1, 3, 19, 19, True), "43": (1, 3, 19, 19, False),
    "44": (1, 2, 19, 19, False), "45": (1, 2, 19, 19, False), "46": (1, 2, 19, 19, False),
    "47": (1, 2, 19, 19, False), "48": (1, 2, 19, 19, False), "49": (1, 2, 19, 19, False),
    "50": (1, 3, 13, 9, False), "51": (1, 4, 52, 52, False), "52": (1, 3, 37, 37, False),
    "53": (1, 2, 19, 19, True), "54": (1, 2, 19, 19, False), "55": (1, 2, 19, 19, False),
    "56": (1, 2, 19, 19, False), "57": (1, 2, 19, 19, True), "58": (1, 2, 19, 19, True),
    "59": (1, 2, 19, 19, False), "60": (1, 3, 19, 19, False), "61": (3, 2, 19, 19, False),
    "62": (2, 2, 19, 19, True), "64": (1, 2, 19, 19, False), "65": (1, 2, 19, 19, False),
    "66": (1, 2, 19, 19, True), "67": (1, 7, 19, 19, False), "68": (1, 1, 19, 19, False),
    "70": (1, 2, 19, 19, True), "71": (1, 2, 19, 19, False), "72": (1, 3, 19, 19, True),
    "73": (1, 3, 19, 19, True), "74": (1, 3, 19, 19, False), "75": (1, 4, 19, 19, False),
    "76": (1, 3, 19, 19, True), "77": (1, 3, 19, 19, True), "78": (1, 3, 19, 19, False),
    "79": (1, 5, 19, 19, True), "80": (1, 5, 19, 19, False), "81": (1, 2, 19, 19, False),
    "82": (1, 2, 19, 19, False), "83": (1, 3, 19, 19, False), "84": (1, 2, 19, 19, False),
    "85": (1, 2, 19, 19, False), "90": (1, 10001, 19, 19, False),
    "91": (1, 5001, 19, 19, False), "96": (1, 10001, 19, 19, True),
}
NAMES = {
    "02": JAPANESE, "03": JAPANESE, "04": JAPANESE, "05": JAPANESE, "06": JAPANESE,
    "07": JAPANESE, "08": "申ソ表", "09": "申ソ表", "10": CHINESE, "11": CHINESE, "12": "柯潔",
    "13": "棋聖戰第一局 黑方林海峰 白方吳清源 日本棋院中部總本部",
    "14": "제10회 바둑왕전 흑번 이창호 백번 조훈현 한국기원", "15": JAPANESE,
    "16": "Иванов Пётр", "17": "Müller", "18": CHINESE, "19": JAPANESE, "20": JAPANESE,
}
REFUSED = {"21": "empty", "22": "empty", "23": "not a game record", "63": "Othello",
           "69": "not a game record"}


def test_the_tables_name_every_file() -> None:
    assert set(EXPECTED) | set(NAMES) | set(REFUSED) == set(WILD)


@pytest.mark.parametrize("key", sorted(EXPECTED))
def test_damaged_files_open_as_far_as_possible(key: str) -> None:
    games, nodes, columns, rows, has_warnings = EXPECTED[key]
    game_file = load_file(WILD[key])
    tree = game_file.games[0]
    assert (len(game_file.games), sum(1 for _ in tree.nodes())) == (games, nodes)
    assert (tree.columns, tree.rows) == (columns, rows)
    assert bool(game_file.diagnostics) == has_warnings
    replay = Replay(tree)
    for node in tree.nodes():
        assert len(replay.position_at(node).cells) == columns * rows
    again = read_games(write_games(game_file.games))
    assert sum(1 for _ in again.games[0].nodes()) == nodes


@pytest.mark.parametrize("key", sorted(NAMES))
def test_charsets(key: str) -> None:
    game_file = load_file(WILD[key])
    assert game_info(game_file.games[0]).black == NAMES[key]
    assert game_info(read_games(write_games(game_file.games)).games[0]).black == NAMES[key]


@pytest.mark.parametrize("key", sorted(REFUSED))
def test_what_is_no_game_is_refused_in_one_sentence(key: str) -> None:
    with pytest.raises(SgfError, match=REFUSED[key]) as caught:
        load_file(WILD[key])
    assert "\n" not in str(caught.value)


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
