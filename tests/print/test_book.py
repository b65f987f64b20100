"""A printed game holds every move, comment and variation, whatever the record is like."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from irgo_app.__main__ import main
from irgo_app.draw.drawables import Drawable, Label, Mark, MarkShape
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK
from irgo_app.go.position import Position
from irgo_app.print.figures import BoardStyle, Book, PrintOptions, book_of, part_of_text
from irgo_app.print.film import FILM_FORMATS
from irgo_app.print.print_file import PRINT_FORMATS, print_game
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.words import message
from tests.conftest import GAMES

RECORD = """(;SZ[9]PB[A & <b>]PW[山田]RE[B+R]KM[6.5]C[To begin with]
;B[ee];W[cc]C[first remark](;B[gc]C[黒の手];W[cg]LB[aa:A]C[look at A];B[gg])
(;B[dc]C[instead];W[cd](;B[dd])(;B[ed]C[branch of a branch])))"""


def no_maps(position: Position) -> tuple[Drawable, ...]:
    return ()


def tree_of(text: str) -> GameTree:
    return read_games(text.encode()).games[0]


def book(text: str, **choices: object) -> Book:
    return book_of(tree_of(text), PrintOptions(**choices), no_maps)  # type: ignore[arg-type]


def test_figures_comments_and_variations() -> None:
    plates = book(RECORD, every=3).plates
    assert [str(plate.title) for plate in plates] == [
        "Figure 1: moves 1–3", "Diagram 1: instead of move 3",
        "Diagram 2: instead of move 3 of diagram 1", "Figure 2: moves 4–5",
        "Diagram 3: after move 4"]
    assert [str(text) for text in plates[0].texts] == [
        "To begin with", "2: first remark", "3: 黒の手"]
    assert [str(text) for text in plates[1].texts] == ["1: instead"]
    assert [str(text) for text in plates[2].texts] == ["1: branch of a branch"]
    assert [str(text) for text in plates[4].texts] == ["4: look at A"]
    assert Label(0, "A") in plates[4].diagram.drawables
    assert plates[3].diagram.move_numbers == {2 + 6 * 9: 4, 6 + 6 * 9: 5}
    assert plates[3].diagram.position.stone_count() == 5


def test_emoji_in_comments_are_told_by_name_where_pages_are_laid_out(tmp_path: Path) -> None:
    tree = tree_of("(;SZ[9]PB[Kim 🚀];B[ee]C[Great ❤️ 👨‍👩‍👧!])")
    for ending in (".svg", ".html", ".pdf"):
        print_game(tmp_path / f"a{ending}", tree, PrintOptions(), no_maps)
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "Kim [rocket]" in drawn and "[man][woman][girl]!" in drawn and "\ufffd" not in drawn
    assert "👨‍👩‍👧" in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_a_position_with_signs_is_a_figure_with_its_name_and_comment() -> None:
    plates = book("(;SZ[9]AB[cc][dc]AW[cd]N[Problem 1]C[Look at A]LB[ec:A]TR[cc]"
                  ";B[ec]N[Right]C[good];W[gg])").plates
    assert [str(plate.title) for plate in plates] == ["Figure 1", "Figure 2: moves 1–2"]
    assert [str(text) for text in plates[0].texts] == ["Problem 1", "Look at A"]
    assert Label(4 + 2 * 9, "A") in plates[0].diagram.drawables
    assert plates[0].diagram.position.stone_count() == 3
    assert [str(text) for text in plates[1].texts] == ["1: Right", "good"]


def test_signs_that_lie_on_numbers_have_a_board_of_their_own_where_they_are_spoken_of() -> None:
    spoken, silent = (book(f"(;SZ[9];B[ee];W[cc]TR[cc]SQ[gg]{comment})").plates
                      for comment in ("C[see the triangle]", ""))
    assert [str(plate.title) for plate in spoken] == [
        "Figure 1: moves 1–2", "Diagram 1: after move 2"]
    assert not spoken[0].diagram.drawables and not spoken[0].texts
    assert {getattr(sign, "point", None) for sign in spoken[1].diagram.drawables} == {20, 60}
    # Where nobody speaks of it the author's triangle is seen over the number.
    assert {(sign.point, sign.shape) for sign in silent[0].diagram.drawables
            if isinstance(sign, Mark)} == {(20, MarkShape.TRIANGLE), (60, MarkShape.SQUARE)}
    assert len(silent) == 1


def test_a_remark_on_signs_within_a_variation_has_its_own_board() -> None:
    plates = book("(;SZ[9];B[ee](;W[cc];B[gg])"
                  "(;W[gc]TR[gc]C[look here];B[cg](;W[cd]C[the end])(;W[dd])))").plates
    told = [(str(plate.title), [str(text) for text in plate.texts]) for plate in plates]
    assert told == [
        ("Figure 1: moves 1–3", []), ("Diagram 1: instead of move 2", ["3: the end"]),
        ("Diagram 2: after move 1 of diagram 1", ["1: look here"]),
        ("Diagram 3: instead of move 3 of diagram 1", [])]
    assert plates[2].diagram.position.stone_count() == 2


def test_what_may_be_left_out_and_put_in() -> None:
    bare = book(RECORD, has_comments=False, has_variations=False, every=2, ends=(1,))
    assert [str(plate.title) for plate in bare.plates] == [
        "Figure 1: moves 1–1", "Figure 2: moves 2–3", "Figure 3: moves 4–5"]
    assert not any(plate.texts for plate in bare.plates)
    seen = list[Position]()

    def maps(position: Position) -> tuple[Drawable, ...]:
        seen.append(position)
        return (Label(3, "M"),)

    mapped = book_of(tree_of(RECORD), PrintOptions(ishida_every=2), maps)
    assert [position.stone_count() for position in seen] == [2, 4]
    assert sum(plate.has_maps for plate in mapped.plates) == 2


def test_a_figure_ends_where_stones_are_set_up_or_the_record_says() -> None:
    plates = book("(;SZ[9]AB[aa];B[ee];W[ff];AW[bb];B[gg];FG[];W[hh])").plates
    assert [str(plate.title) for plate in plates] == [
        "Figure 1: moves 1–2", "Figure 2: moves 3–3", "Figure 3: moves 4–4"]
    assert plates[0].diagram.position.stone_count() == 3
    assert plates[1].diagram.position.stone_count() == 5


def test_a_figure_ends_where_the_game_turned_and_tells_how() -> None:
    tree = tree_of("(;SZ[9];B[aa];W[bb]C[said];B[cc](;W[dd];B[ee])(;W[ff];B[gg];W[hh]))")
    turns = {2: (message("It turned."), message("By much.")), 4: (message("Again."),)}
    plates = book_of(tree, PrintOptions(has_variations=True), no_maps, turns).plates
    assert [(str(plate.title), [*map(str, plate.texts)]) for plate in plates] == [
        ("Figure 1: moves 1–2", ["2: said", "2: It turned.", "By much."]),
        ("Figure 2: moves 3–4", ["4: Again."]),
        ("Diagram 1: instead of move 4", []),
        ("Figure 3: moves 5–5", [])]


def test_moves_chosen_are_printed_alone_on_the_board_before_them() -> None:
    plates = book(RECORD, ends=(3,), moves=(2, 4)).plates
    assert [str(plate.title) for plate in plates] == [
        "Figure 1: moves 2–3", "Diagram 1: instead of move 3",
        "Diagram 2: instead of move 3 of diagram 1", "Figure 2: moves 4–4"]
    assert [str(text) for text in plates[0].texts] == ["2: first remark", "3: 黒の手"]
    assert plates[0].diagram.move_numbers == {2 + 2 * 9: 2, 6 + 2 * 9: 3}
    assert plates[0].diagram.position.colour_at(4 + 4 * 9) == BLACK
    assert plates[3].diagram.position.stone_count() == 4
    shorter = book(RECORD, every=2, moves=(3, 5), has_variations=False).plates
    assert [str(plate.title) for plate in shorter] == [
        "Figure 1: moves 3–4", "Figure 2: moves 5–5"]
    with pytest.raises(UsageError, match="There are no moves 4–6"):
        book(RECORD, moves=(4, 6))


HOSTILE = {
    "no moves": "(;SZ[19])",
    "only setup": "(;SZ[5]AB[aa][bb]AW[cc];AE[aa];C[nothing])",
    "narrow": "(;SZ[2:5];B[aa])",
    "two rows": "(;SZ[52:2];B[aa];W[Zb])",
    "large": "(;SZ[52];B[aa];W[ZZ]C[there])",
    "escaped": "(;SZ[9]PB[\\]\\\\ <script>]C[a\\]b\\\\c <i>&amp; \\:\x07 \u202e];B[ee]N[<x>])",
    "huge comment": f"(;SZ[9];B[ee]C[{'word ' * 200_000}];W[ff]C[{'長' * 50_000}])",
    "long word": f"(;SZ[9]PB[{'x' * 5000}]EV[{'y' * 5000}];B[ee]C[{'w' * 9000}])",
    "ko and passes": "(;SZ[5];B[bb];W[];B[bb];W[bb];B[];W[aa])",
    "many variations": "(;SZ[9];B[ee]" + "(;W[ff];B[gg])" * 700 + ")",
}


@pytest.mark.parametrize("ending", PRINT_FORMATS)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_records_are_printed(name: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{ending}"
    a_page = {"large": 1, "escaped": 4}.get(name, 2)
    print_game(path, tree_of(HOSTILE[name]), PrintOptions(a_page=a_page), no_maps)
    data = path.read_bytes()
    if ending == ".svg":
        assert ET.fromstring(data).tag.endswith("svg")
    elif ending == ".html":
        assert b"<script" not in data and b"<i>&amp;" not in data
    else:
        assert data.startswith(b"%PDF") and len(re.findall(rb"/Type /Page\b", data)) >= 1


def test_two_thousand_moves_and_a_deep_record(tmp_path: Path) -> None:
    moves = "".join(f";{'BW'[number % 2]}[{'abcdefghi'[number % 9]}{'abcdefghi'[number // 9 % 9]}]"
                    for number in range(2000))
    made = book(f"(;SZ[9]{moves})")
    assert len(made.plates) == 40 and not made.is_part
    assert all(plate.notes for plate in made.plates[2:])
    print_game(tmp_path / "a.pdf", tree_of(f"(;SZ[9]{moves})"), PrintOptions(a_page=4), no_maps)
    deep = book("(;SZ[9]" + "(;B[ee](;W[ff])" * 800 + ")" * 801)
    assert deep.plates and len(deep.plates) <= 500


def test_a_part_of_the_board_alone(tmp_path: Path) -> None:
    style = BoardStyle(part=part_of_text(("A1", "K10"), 19, 19))
    print_game(tmp_path / "a.svg", load_file(GAMES[0]).games[0],
               PrintOptions(style=style, a_page=4), no_maps)
    texts = {text.text for text in ET.fromstring((tmp_path / "a.svg").read_bytes()).iter(
        "{http://www.w3.org/2000/svg}text")}
    assert {"K", "10"} <= texts and not {"L", "T"} & texts


@pytest.mark.parametrize(
    "words", [["--paper", "letter", "--a-page", "1"], ["--theme", "wood"]])
def test_the_command(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in PRINT_FORMATS:
        out = tmp_path / f"a{ending}"
        assert main(["print", str(GAMES[0]), "-o", str(out), *words]) == 0
        assert str(out) in capsys.readouterr().out and out.stat().st_size > 10_000


def test_the_command_prints_boards_as_irgo_reads_them(tmp_path: Path) -> None:
    """Which takes seconds where a board is large; every kind of file is drawn from the same."""
    (tmp_path / "a.sgf").write_text("(;SZ[9];B[ee];W[gc];B[cc];W[gg])")
    plain, read = tmp_path / "plain.pdf", tmp_path / "read.pdf"
    for path, words in ((plain, []), (read, ["--ishida", "4"])):
        assert main(["print", str(tmp_path / "a.sgf"), "-o", str(path), "--every", "4",
                     "--no-comments", *words]) == 0
    assert read.stat().st_size > plain.stat().st_size


@pytest.mark.parametrize("ending", FILM_FORMATS)
def test_the_command_writes_the_moving_picture_that_render_writes(
    ending: str, tmp_path: Path
) -> None:
    words = ["--moves", "5-8", "--part", "K10", "T19", "-o"]
    files = {command: tmp_path / f"{command}{ending}" for command in ("print", "render")}
    for command, path in files.items():
        assert main([command, str(GAMES[0]), *words, str(path)]) == 0
    assert files["print"].read_bytes() == files["render"].read_bytes()
    with Image.open(files["print"]) as film:
        assert film.n_frames > 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("words, sentence", [
    (["-o", "a.docx"], ".svg, .gif, .webp"), (["-o", "no/a.pdf"], "no folder"),
    (["-o", "a.pdf", "--moves", "9-8000", "--story"], "There are no moves 9–8000"),
    (["-o", "a.pdf", "--moves", "0"], "no range of moves"),
    (["-o", "a.gif", "--every", "20", "--paper", "letter"], "leave out --every, --paper."),
    (["-o", "a.webp", "--theme", "white"], "leave out --theme white."),
    (["-o", "a.pdf", "--every", "0"], "1 to 400"), (["-o", "a.pdf", "--ends", "x"], "--ends"),
    (["-o", "a.pdf", "--ends", "9,9000"], "--ends takes moves that are printed, here from 1 to"),
    (["-o", "a.pdf", "--ends", "9", "--moves", "3-8"], "here from 3 to 8."),
    (["-o", "a.pdf", "--ishida", "-1"], "Ishida"),
    (["-o", "a.pdf", "--part", "A1", "Z30"], "is no point")])
def test_what_cannot_be_printed_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", str(GAMES[0].resolve()), *words]) in (1, 2)
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1 and not list(tmp_path.iterdir())


def test_options_that_are_none() -> None:
    with pytest.raises(UsageError):
        PrintOptions(every=401)
