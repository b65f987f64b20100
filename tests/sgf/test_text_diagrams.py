"""Diagrams of letters from many programs say the same position, and what irgo writes it reads."""

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sgfmill import ascii_boards, boards

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.drawables import Diagram, Label, Mark, MarkShape
from irgo_app.draw.text_painter import TEXT_STYLES, sensei_text, sgfmill_text
from irgo_app.errors import SgfError
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay

BOARD = Position.from_diagram(""". . . . . . . . .
                                 . . . X . . . O .
                                 . . . . . X O . .
                                 . . . . . . . . .
                                 . . . . . . . . .
                                 . . O . . . . . .
                                 . . . . . . X . .
                                 . . . . . . . . .
                                 O . . . . . . . X""")
GNUGO = """
    A B C D E F G H J        Last move: B D8
  9 . . . . . . . . . 9
  8 . . .(X). . . O . 8
  7 . . + . . X O . . 7
  6 . . . . . . . . . 6
  5 . . . . + . . . . 5
  4 . . O . . . . . . 4
  3 . . + . . . X . . 3
  2 . . . . . . . . . 2     WHITE (O) has captured 0 stones
  1 O . . . . . . . X 1     BLACK (X) has captured 2 stones
    A B C D E F G H J

White to play.
"""
KATAGO = """MoveNum: 3 HASH: CDCBC1F514D7E680FACD226074256633
   A B C D E F G H J
 9 . . . . . . . . .
 8 . . . X1. . . O2.
 7 . . . . . X3O . .
 6 . . . . . . . . .
 5 . . . . . . . . .
 4 . . O . . . . . .
 3 . . . . . . X . .
 2 . . . . . . . . .
 1 O . . . . . . . X
"""
NEWS = """John wrote:
> I think that Black is ahead here:
>
> +-------------------+
> | . . . . . . . . . |
> | . . . # . . . O . |
> | . . + . . # O . . |
> | . . . . . . . . . |
> | . . . . + . . . . |
> | . . O . . . . . . |
> | . . + . . . # . . |
> | . . . . . . . . . |
> | O . . . . . . . # |
> +-------------------+
No. White to play.
"""
UNICODE = """┌┬┬┬┬┬┬┬┐
├┼┼●┼┼┼○┤
├┼╋┼┼●○┼┤
├┼┼┼┼┼┼┼┤
├┼┼┼╋┼┼┼┤
├┼○┼┼┼┼┼┤
├┼╋┼┼┼●┼┤
├┼┼┼┼┼┼┼┤
○┴┴┴┴┴┴┴●"""
EMOJI = """➕
・・・・・・・・・
・・・⚫️・・・⚪️・
・・・・・⚫️⚪️・・
・・・・・・・・・
・・・・・・・・・
・・⚪️・・・・・・
・・・・・・⚫️・・
・・・・・・・・・
⚪️・・・・・・・⚫️"""
DENSE = "\n".join("".join(row) for row in BOARD.diagram())


def only(text: str) -> GameTree:
    found = read_games(text.encode())
    assert found.format == "text" and len(found.games) == 1
    return found.games[0]


def board(tree: GameTree) -> Position:
    return Replay(tree).position_at(tree.main_line()[-1])


@pytest.mark.parametrize("text", [GNUGO, KATAGO, NEWS, UNICODE, EMOJI, DENSE])
def test_programs_and_people_draw_the_same_board(text: str) -> None:
    assert board(only(text)).diagram() == BOARD.diagram()


def test_sgfmill_draws_and_reads_the_same_board() -> None:
    theirs = boards.Board(9)
    for point, cell in enumerate(BOARD.cells):
        if cell:
            theirs.play(8 - point // 9, point % 9, "b" if cell == 1 else "w")
    text = ascii_boards.render_board(theirs)
    assert board(only(text)).diagram() == BOARD.diagram()
    assert sgfmill_text(Diagram(BOARD)) == text.rstrip("\n")


@pytest.mark.parametrize("text, colour", [(GNUGO, WHITE), (NEWS, WHITE), (DENSE, BLACK)])
def test_whose_turn_it_is(text: str, colour: int) -> None:
    assert board(only(text)).to_play == colour


def test_senseis_library() -> None:
    tree = only("""$$Wcm11 A corner
$$  ---------------
$$ | . . . . 1 . b .
$$ | . . X O 2 . . .
$$ | . . , X O 3 . B
$$ | . @ . . . . C .
$$ | . . . . . . . M
""")
    assert (tree.columns, tree.rows, tree.root.comment) == (19, 19, "A corner")
    moves = [(move[0], vertex(move[1], 19, 19)) for move in (
        node.move for node in tree.main_line()) if move]
    assert moves == [(WHITE, "E19"), (BLACK, "E18"), (WHITE, "F17")]
    assert tree.main_line()[1].properties["MN"] == ["11"]
    at: Callable[[str], int] = lambda name: point_of_vertex(name, 19, 19)  # noqa: E731
    assert tree.root.labels == {at("G19"): "b"}
    assert tree.root.points("CR") == [at("H17"), at("G16")]
    assert tree.root.points("SQ") == [at("B16")] and tree.root.points("MA") == [at("H15")]
    assert Replay(tree).position_at(tree.root).colour_at(at("H17")) == BLACK
    assert Replay(tree).position_at(tree.root).colour_at(at("B16")) == WHITE


@pytest.mark.parametrize("rows, corner", [
    (("+----", "|.X..", "|O..."), "A19"), (("----+", "..X.|", "O...|"), "Q19"),
    (("|.X..", "|O...", "+----"), "A2"), (("..X.|", "O...|", "----+"), "Q2")])
def test_a_corner_lies_where_its_edges_are(rows: tuple[str, ...], corner: str) -> None:
    tree = only("\n".join(rows))
    drawn = [row for row in rows if "X" in row or "O" in row]
    column = drawn[1].strip("|").index("O")
    assert (tree.columns, tree.rows) == (19, 19)
    start = point_of_vertex(corner, 19, 19)
    assert board(tree).colour_at(start + 19 + column) == WHITE


def test_several_diagrams_are_several_games() -> None:
    found = read_games(f"First:\n\n{DENSE}\n\nand then\n\n{UNICODE}\n".encode())
    assert [board(game).diagram() for game in found.games] == [BOARD.diagram()] * 2


@pytest.mark.parametrize("style", TEXT_STYLES)
@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(9, 9), (13, 9), (19, 19), (5, 7)]), st.data())
def test_what_irgo_draws_it_reads(style: str, size: tuple[int, int], data: st.DataObject) -> None:
    columns, rows = size
    cells = data.draw(st.lists(st.sampled_from([0, 0, 0, 1, 255]), min_size=columns * rows,
                               max_size=columns * rows))
    # Where stones hide all of an edge that is drawn with its lines, there may be more behind it.
    edges = cells[:columns], cells[-columns:], cells[::columns], cells[columns - 1::columns]
    assume(style != "unicode" or all(0 in edge for edge in edges))
    position = Position(columns, rows, bytes(cells))
    text = TEXT_STYLES[style](Diagram(position))
    assert board(only(text)).diagram() == position.diagram()


def test_marks_letters_and_moves_go_out_and_come_in() -> None:
    drawn = Diagram(BOARD, (Label(0, "a"), Mark(5, MarkShape.TRIANGLE), Mark(12, MarkShape.SQUARE)),
                    move_numbers={23: 21, 24: 22})
    text = sensei_text(drawn)
    assert text.startswith("$$Bc9m21\n")
    tree = only(text)
    assert tree.root.labels == {0: "a"}
    assert (tree.root.points("TR"), tree.root.points("SQ")) == ([5], [12])
    assert [node.move for node in tree.main_line() if node.move] == [(BLACK, 23), (WHITE, 24)]
    assert board(tree).diagram() == BOARD.diagram()


@pytest.mark.parametrize("colours, shown", [
    ("BBBWBW", {1: "B", 3: "B", 4: "W", 5: "B", 6: "W"}), ("BWWBW", {1: "B", 2: "W"}),
    ("WWB", {1: "W"}), ("BWB.B", {1: "B", 2: "W", 3: "B", 5: "B"}),
    (".WBB", {2: "W", 3: "B"}), ("BWBWBWBWBWB", dict(enumerate("BWBWBWBWBW", 1)))])
def test_a_number_that_would_be_read_as_the_other_colour_is_left_out(
    colours: str, shown: dict[int, str]
) -> None:
    of_letter = {"B": BLACK, "W": WHITE}
    stones = {2 * index: of_letter[letter] for index, letter in enumerate(colours) if letter != "."}
    position = Position.empty().with_stones(stones)
    numbers = {2 * index: index + 1 for index in range(len(colours))}
    tree = only(sensei_text(Diagram(position, move_numbers=numbers)))
    assert board(tree).diagram() == position.diagram()
    assert [node.move for node in tree.main_line() if node.move] == [
        (of_letter[letter], 2 * (number - 1)) for number, letter in shown.items()]


@pytest.mark.parametrize("style", ["sensei", "rec.games.go"])
@pytest.mark.parametrize("part", [BoardPart(0, 0, 9, 6), BoardPart(9, 12, 18, 18),
                                  BoardPart(0, 10, 18, 18)])
def test_a_part_comes_back_to_its_place(style: str, part: BoardPart) -> None:
    inside = (part.first_row + 2) * 19 + part.first_column + 3
    position = Position.empty().with_stones({inside: BLACK, inside + 20: WHITE})
    text = TEXT_STYLES[style](replace(Diagram(position), part=part))
    assert board(only(text)).diagram() == position.diagram()


@pytest.mark.parametrize("text", [
    "Hello,\nthis is no game.\nI\nam\nX\nO", "a b\nc d\n1 2\n3 4", "-----\n-----",
    "| a | b |\n| c | d |", ". . .", "X" * 100_000, ". . .\n" * 60, "$$", "$$B\n$$\n",
    "1 2 3 4\n5 6 7 8"])
def test_what_is_no_diagram_is_one_sentence(text: str) -> None:
    with pytest.raises(SgfError, match="not a game record"):
        read_games(text.encode())


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=".XO#+-| \n123abA$BW()┌┼●○①\t>", max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        found = read_games(text.encode())
    except SgfError:
        return
    for game in found.games:
        assert min(game.columns, game.rows) >= 2 and max(game.columns, game.rows) <= 52
        board(game)
