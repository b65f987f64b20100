"""The table: whose colour, what stands in the columns, what is found as one types."""

from pathlib import Path

from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.index import GameRow, GamesIndex, GameSummary, json_of_message
from irgo_app.games.table import GameColumn, lines_of, matching, sorted_by
from irgo_app.words import message

SENTENCE = json_of_message(message("White's group died."))


def row(number: int, black: str, white: str, result: str, summary: GameSummary) -> GameRow:
    return GameRow(b"%d" % number, 19, 19, black, white, "3k", "2d", f"2024-01-{number:02}",
                   result, "2", "Club", 200, number, summary)


READ = GameSummary("judge", 30.0, 41, 12.0, 88, 120, SENTENCE)
ROWS = [row(1, "Anna", "Bert", "B+R", READ), row(2, "Bert\u202e", "anna ", "B+3", READ),
        row(3, "Cy", "Dan", "", GameSummary())]


def test_what_stands_in_the_columns() -> None:
    one, two, three = lines_of(ROWS, {"anna"})
    texts = [[line.text(column) for column in GameColumn] for line in (one, two, three)]
    assert texts[0] == ["2024-01-01", "Bert 2d", "Black", "19", "2", "won B+R", "30 (move 41)",
                        "White's group died."]
    assert texts[1][1:3] == ["Bert� 3k", "White"]
    assert texts[1][5:7] == ["lost B+3", "12 (move 88)"]
    assert texts[2][1] == "Cy 3k – Dan 2d"
    assert texts[2][6:] == ["", "not read"]


def test_every_word_has_to_be_there() -> None:
    lines = lines_of(ROWS, {"anna"})
    assert matching(lines, "") == [0, 1, 2]
    assert matching(lines, "BERT 2024") == [0, 1]
    assert matching(lines, "bert won") == [0]
    assert matching(lines, "nobody") == []


def test_sorting_by_each_column() -> None:
    lines = lines_of(ROWS, {"anna"})
    assert sorted_by(lines, [0, 1, 2], GameColumn.LOSS, is_falling=True) == [0, 1, 2]
    assert sorted_by(lines, [0, 1, 2], GameColumn.OPPONENT, is_falling=False) == [0, 1, 2]
    assert sorted_by(lines, [0, 2], GameColumn.DATE, is_falling=True) == [2, 0]
    for column in GameColumn:
        assert sorted(sorted_by(lines, [0, 1, 2], column, is_falling=False)) == [0, 1, 2]


def test_names_of_files_are_shown_in_one_clean_line(index: GamesIndex, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[9]PB[A\nB\x1b[31m\\]x]PW[" + "y" * 5000 + "];B[aa])",
                                    "utf-8")
    index.add_source(tmp_path / "a.sgf")
    bring_up_to_date(index)
    [line] = lines_of(index.rows(), set())
    assert line.opponent.isprintable()
    assert len(line.opponent) < 200
