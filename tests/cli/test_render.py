"""`irgo render`: numbered moves, parts, exact sizes, and pictures that move."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from irgo_app.__main__ import main
from tests.conftest import GAMES

GAME = str(GAMES[0])


def test_moves_as_numbers_in_a_part_of_the_board(tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    assert main(["render", GAME, "--moves", "5-20", "--part", "K10", "T19", "--coordinates",
                 "none", "--size", "300", "-o", str(out)]) == 0
    root = ET.fromstring(out.read_bytes())
    assert root.get("width") == "300"
    texts = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert texts >= {str(number) for number in range(5, 21)} and "A" not in texts


def test_a_transparent_picture_of_exact_size(tmp_path: Path) -> None:
    out = tmp_path / "a.png"
    assert main(["render", GAME, "--move", "9", "--transparent", "--size", "300", "-o",
                 str(out)]) == 0
    with Image.open(out) as picture:
        assert picture.size == (300, 300)
        assert picture.convert("RGBA").getpixel((1, 1))[3] == 0


def test_a_board_of_letters_can_be_opened_again(tmp_path: Path) -> None:
    out = tmp_path / "a.txt"
    assert main(["render", GAME, "--moves", "1-9", "--text", "sensei", "-o", str(out)]) == 0
    assert out.read_text("utf-8").startswith("$$Bc\n$$ ----")
    assert main(["check", str(out)]) == 0


def test_numbers_that_letters_do_not_show_are_missed_aloud(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["render", GAME, "--moves", "1-9", "-o", str(tmp_path / "a.txt")]
    for more, said in ((["--text", "sensei"], ""), ([], "warning: with letters, only --text "
                                                   "sensei shows the numbers of moves.\n")):
        assert main([*words, *more]) == 0
        assert capsys.readouterr().err == said


def test_a_game_that_moves(tmp_path: Path) -> None:
    out = tmp_path / "a.gif"
    assert main(["render", GAME, "--moves", "3-6", "--size", "120", "--ishida", "--fade", "-o",
                 str(out)]) == 0
    with Image.open(out) as film:
        assert film.n_frames == 1 + 4 * 3


def test_the_moves_up_to_one_move(tmp_path: Path) -> None:
    out = tmp_path / "a.gif"
    assert main(["render", GAME, "--move", "3", "--size", "120", "-o", str(out)]) == 0
    with Image.open(out) as film:
        assert film.n_frames == 4


@pytest.mark.parametrize("command", ["render", "print", "scan", "report", "problems"])
def test_what_is_read_is_not_written_over(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    read = tmp_path / ("a.svg" if command in ("render", "print") else "a.sgf")
    read.write_bytes(GAMES[0].read_bytes())
    other_name = tmp_path / f"b{read.suffix}"
    other_name.symlink_to(read)
    for out in (read, other_name):
        assert main([command, str(read), "-o", str(out)]) == 1
        assert capsys.readouterr().err == (
            f"irgo: {out} is what is read, and would be lost; choose another file.\n")
    assert read.read_bytes() == GAMES[0].read_bytes()


@pytest.mark.parametrize("words, sentence", [
    (["--moves", "3-6", "--move", "3", "-o", "a.png"], "either --move or --moves"),
    (["--moves", "3-6000", "-o", "a.png"], "There are no moves"),
    (["--moves", "x", "-o", "a.gif"], "is no range of moves"),
    (["--part", "A1", "Z99", "-o", "a.png"], "is no point"),
    (["--size", "20", "-o", "a.png"], "50 to 8000"),
    (["--study", "D4", "-o", "a.png"], "--study changes nothing with .png, only with .gif, .webp"),
    (["--pace", "1", "-o", "a.png"], "--pace changes nothing with .png"),
    (["--text", "gnugo", "-o", "a.png"], "--text changes nothing with .png"),
    (["--transparent", "-o", "a.gif"], "--transparent changes nothing with .gif"),
    (["--layer", "moyo", "-o", "a.txt"], "--layer changes nothing with .txt"),
    (["--move", "0", "--review", "d"], "--move changes nothing with --review"),
    (["--node", "0", "--review", "d"], "--node changes nothing with --review"),
    (["--moves", "3-6", "--review", "d"], "--moves changes nothing with --review"),
    (["--layer", "ishida", "--review", "d"], "--ishida changes nothing with --review"),
    (["--text", "sensei", "--review", "d"], "--text changes nothing with --review"),
    (["--study", "D4", "--moves", "3-6", "-o", "a.gif"], "either --study or --moves"),
    (["--allow", "D4", "--layer", "moyo", "-o", "a.png"], "take them with --layer candidates"),
    (["-o", ""], "Name the file to write; it should end in .png, .svg"),
    (["--pace", "0", "-o", "a.gif"], "seconds"),
    (["-o", "a.mp4"], "should end in .png, .svg, .pdf, .gif, .webp"),
])
def test_what_cannot_be_drawn_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["render", GAME, *words]) in (1, 2)
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1
    assert not list(tmp_path.iterdir())
