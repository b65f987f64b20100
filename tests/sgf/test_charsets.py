"""Which charset names are read in that do not say theirs."""

import random

import pytest

from irgo_app.sgf.charsets import JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL, ranked
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.writer import write_games
from tests.conftest import DATA

LANGUAGES = {"cp932": "Japanese", "euc_jp": "Japanese", "gb18030": "Simplified",
             "big5": "Traditional", "cp949": "Korean"}
LEAST_RIGHT = 0.98


def names(title: str, charset: str) -> list[str]:
    """Return the names of a list that a charset can write; `title` is that of the list."""
    found: dict[str, list[str]] = {}
    for line in (DATA / "sgf" / "charset_names.txt").read_text("utf-8").splitlines():
        if line.endswith(":"):
            words = found.setdefault(line.removesuffix(":"), [])
        else:
            words.extend(line.split())
    return [name for name in found[f"{title}, {LANGUAGES[charset]}"]
            if name.encode(charset, "ignore").decode(charset) == name]


@pytest.mark.parametrize("title", ["development", "kept apart"])
@pytest.mark.parametrize("charset", LANGUAGES)
def test_pairs_of_names_are_read_as_they_were_written(charset: str, title: str) -> None:
    chance = random.Random(charset)
    players = names(title, charset)
    assert len(players) > 15
    pairs = [(player, chance.choice(players)) for player in players for _ in range(3)]
    right = 0
    for black, white in pairs:
        found = read_games(f"(;GM[1]SZ[19]PB[{black}]PW[{white}];B[pd])".encode(charset))
        info = game_info(found.games[0])
        right += (info.black, info.white) == (black, white)
    assert right >= LEAST_RIGHT * len(pairs)


@pytest.mark.parametrize("charset", LANGUAGES)
def test_short_names_alone_are_mostly_read_right(charset: str) -> None:
    short = [name for name in names("kept apart", charset) if len(name) <= 4]
    right = [ranked(f"(;PB[{name}])".encode(charset))[0].name == charset for name in short]
    assert sum(right) >= 0.94 * len(short) and len(short) > 60


def test_the_lists_are_kept_apart() -> None:
    for charset in LANGUAGES:
        assert not set(names("development", charset)) & set(names("kept apart", charset))


@pytest.mark.parametrize("text, charset", [
    ("Müller", "cp1252"), ("Größe", "cp1252"), ("Søren Åberg", "cp1252"),
    ("François Pérez, coupe d'été", "cp1252"), ("José María", "cp1252"),
    ("Иванов", "cp1251"), ("Шикшин Илья", "cp1251"), ("Динерштейн", "cp1251"),
])
def test_european_names(text: str, charset: str) -> None:
    assert ranked(f"(;PB[{text}]PW[Ana];B[pd])".encode(charset))[0].name == charset


def test_comments_count_where_names_are_plain() -> None:
    text = "(;PB[Lee]PW[Cho];B[pd]C[이 수는 아주 좋은 수입니다.])"
    assert ranked(text.encode("cp949"))[0].name == "cp949"
    text = "(;PB[Gu]PW[Chang];B[pd]C[这手棋很好，白棋没有办法。])"
    assert ranked(text.encode("gb18030"))[0].name == "gb18030"


def test_a_guess_says_how_sure_it_is() -> None:
    sure = read_games("(;PB[이세돌]PW[구리];B[pd])".encode("cp949"))
    assert sure.certainty is not None and sure.certainty > 0.95
    assert "% sure" in sure.diagnostics[0].text and "guessed" in sure.doubts[0]
    unsure = read_games(b"(;PB[\xb0\xa1];B[pd])")
    assert unsure.certainty is not None and unsure.certainty < sure.certainty
    again = read_games(write_games(sure.games))
    assert again.certainty is None and again.doubts == []
    said = read_games("(;CA[EUC-KR]PB[이세돌];B[pd])".encode("cp949"))
    assert said.certainty is None and said.doubts == []
    chosen = read_games("(;PB[이세돌];B[pd])".encode("cp949"), encoding="cp949")
    assert chosen.doubts == []


def test_every_common_character_can_be_written_in_its_charset() -> None:
    for characters, charset in (
        (JAPANESE, "euc_jp"), (KOREAN, "cp949"), (SIMPLIFIED, "gb2312"), (TRADITIONAL, "big5"),
    ):
        lost = [character for character in characters if not character.encode(charset, "ignore")]
        assert len(lost) <= len(characters) // 50, lost
