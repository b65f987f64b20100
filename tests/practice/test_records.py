"""Cards from collections of problems, marked in the ways that are found in the wild."""

from pathlib import Path

import pytest

from irgo_app.cli.main import run_command
from irgo_app.practice.card import Card, CardKind
from irgo_app.practice.card_words import hint_words
from irgo_app.practice.deck import Deck
from irgo_app.practice.records import card_of_record, problem_in
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.words import Message
from tests.conftest import DATA

_SETUP = "(;SZ[7]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]PL[B]C[Black to live]"


def _card(variations: str) -> Card | None:
    return card_of_record(read_games(f"{_SETUP}{variations})".encode()).games[0], "p.sgf")


@pytest.mark.parametrize("variations", [
    "(;B[aa];W[ba])(;B[ba];W[aa]C[RIGHT])",
    "(;B[aa];W[ba]C[-])(;B[ba];W[aa]C[+])",
    "(;B[aa]BM[1];W[ba])(;B[ba]TE[1];W[aa])",
    "(;B[ba];W[aa])(;B[aa];W[ba]C[WRONG])(;B[ba]C[Correct.])",
    "(;B[ba];W[aa])(;B[aa];W[ba])",
    "(;B[aa];W[ba]C[失敗])(;B[ba];W[aa]C[正解])",
])
def test_right_branches_are_known_however_they_are_marked(variations: str) -> None:
    found = _card(variations)
    assert found is not None and found.kind is CardKind.LINES
    works = {move.point: move.works for move in found.judged}
    assert works == {1: True, 0: False}
    assert found.judged[0].point == 1 and found.judged[0].line[0] == (1, 1)
    assert found.question == "Black to live"


@pytest.mark.parametrize("name, right", [
    ("problem_not_right_words", 10), ("problem_only_wrong_marked_bm", 10),
    ("problem_right_branch_white_fails", 10), ("problem_setup_in_line", 10),
    ("problem_uligo_tr", 10), ("problem_word_right_side", 10)])
def test_reported_problems_teach_the_right_answer(name: str, right: int) -> None:
    found = card_of_record(load_file(DATA / "sgf" / "reports" / f"{name}.sgf").games[0])
    assert found is not None
    assert [move.point for move in found.judged if move.works] == [right]
    assert found.judged[0].line[0] == (1, right)


def test_stones_set_up_inside_a_line_are_moves_of_it() -> None:
    found = card_of_record(
        load_file(DATA / "sgf" / "reports" / "problem_setup_in_line.sgf").games[0])
    assert found is not None
    assert found.judged[0].line == ((1, 10), (-1, 9), (1, 1), (1, 0))
    cleared = _card("(;B[ba]C[RIGHT];AE[ea];W[aa])(;B[aa]C[WRONG])")
    assert cleared is not None and cleared.judged[0].line == ((1, 1),)


@pytest.mark.parametrize("marks", [
    ("", "BM[1]"), ("", "WV[]"), ("", "C[Wrong.]"), ("", "C[Falsch]"), ("", "C[失敗]"),
    ("", "C[Incorrect]"), ("", "C[不正解]"), ("", "C[Неправильно]"), ("", "C[not right]"),
    ("", "TR[aa]"), ("", "GW[1]"), ("", "C[no success]"), ("", "C[-]"), ("", "C[nicht richtig]"),
    ("", "C[오답]"), ("", "C[×]"), ("", "C[This is not correct: White lives]"),
    ("TE[1]", ""), ("GB[2]", ""), ("C[+]", ""), ("C[Richtig! White is dead]", ""),
    ("C[正解。白死]", ""), ("C[정답입니다]", ""), ("C[RIGHT White fails]", ""),
    ("C[White fails. RIGHT]", ""), ("C[Correct, White fails to live]", ""), ("C[○]", ""),
    ("C[C'est correct]", ""), ("C[Правильно]", ""), ("C[正解図]", ""),
    ("C[RIGHT]TR[ba]", "TR[aa]"),
    ("C[This is not wrong]", "C[WRONG]"), ("C[White lives on the right]", "C[Wrong]")])
def test_one_sided_marks_say_what_the_other_branches_are(marks: tuple[str, str]) -> None:
    right, wrong = marks
    found = _card(f"(;B[aa]{wrong};W[ba])(;B[ba]{right};W[aa])")
    assert found is not None
    assert {move.point: move.works for move in found.judged} == {1: True, 0: False}


@pytest.mark.parametrize("comment", [
    "White lives on the right", "White was right to answer", "W+5", "B+R", "Success needs a ko",
    "Is this right?", "Richtig ist A", "正解は A です", "- see also", "White fails to live"])
def test_a_word_inside_a_sentence_is_no_mark(comment: str) -> None:
    found = _card(f"(;B[aa]C[{comment}];W[ba])(;B[ba];W[aa])")
    assert found is not None
    assert {move.point: move.works for move in found.judged} == {0: True, 1: False}


@pytest.mark.parametrize("variations", [
    "(;B[aa]C[WRONG])(;B[ba]BM[1])", "(;B[aa]C[Falsch])(;B[ba]C[Falsch];W[aa])"])
def test_what_stays_unclear_makes_no_card_and_says_so(
    variations: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, deck = tmp_path / "p.sgf", str(tmp_path / "a.deck")
    path.write_text(f"{_SETUP}{variations})", "utf-8")
    found = problem_in(read_games(path.read_bytes()).games[0], "p.sgf")
    assert isinstance(found, Message) and "does not say clearly" in str(found)
    run_command(["practice", "add", str(path), "--deck", deck])
    assert "does not say clearly" in "".join(capsys.readouterr())


def test_a_hint_says_only_what_is_known_of_a_problem() -> None:
    life = _card("(;B[ba];W[aa]C[RIGHT])(;B[aa];W[ba])")
    other = card_of_record(read_games(
        b"(;SZ[9]AB[gc]AW[fc]PL[B]C[What now?](;B[fd]C[RIGHT])(;B[fb]))").games[0], "p.sgf")
    assert life is not None and other is not None
    assert str(hint_words(life)).endswith("A group's life depends on it.")
    assert str(hint_words(other)) == "Look in the centre."


def test_the_group_that_hangs_is_found_so_that_any_answer_can_be_judged() -> None:
    found = _card("(;B[ba];W[aa]C[RIGHT])(;B[aa];W[ba])")
    assert found is not None and set(found.stones) == {3, 7, 8, 9, 10}


@pytest.mark.parametrize("record", [
    "(;SZ[7];B[aa];W[bb])", "(;SZ[7]AB[aa])", "(;SZ[7]AB[aa];B[aa]C[RIGHT])",
    "(;SZ[7]AB[da]PL[B](;B[aa]C[WRONG])(;B[ba]C[WRONG]))"])
def test_what_asks_nothing_is_no_card(record: str) -> None:
    assert card_of_record(read_games(record.encode()).games[0]) is None


def test_the_command_line_keeps_a_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, deck = tmp_path / "problems", str(tmp_path / "a.deck")
    folder.mkdir()
    (folder / "one.sgf").write_text(f"{_SETUP}(;B[ba]C[RIGHT])(;B[aa];W[ba]))", "utf-8")
    for asked in (["list"], ["due"], ["stats", "--json"], ["export", f"{deck}.sgf"]):
        assert run_command(["practice", *asked, "--deck", deck]) == 1
        assert capsys.readouterr() == (
            "", f"irgo: There is no deck {deck}; name a file that irgo wrote.\n")
    assert list(tmp_path.iterdir()) == [folder]
    assert run_command(["practice", "add", str(folder), "--deck", deck]) == 0
    assert capsys.readouterr().out.startswith("One card is new in")
    assert run_command(["practice", "list", "--deck", deck]) == 0
    assert "Black to live  [life and death]  new" in capsys.readouterr().out
    assert run_command(["practice", "due", "--deck", deck, "--on", "2026-11-24"]) == 0
    assert "Coming back: 0, new: 1" in capsys.readouterr().out
    assert run_command(["practice", "stats", "--deck", deck, "--json"]) == 0
    assert '"cards": 1, "new": 1' in capsys.readouterr().out
    assert run_command(["practice", "due", "--deck", deck, "--on", "tomorrow"]) == 2
    assert "--on takes a date" in capsys.readouterr().err


def test_without_a_card_something_else_than_what_was_tried_is_advised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, deck = tmp_path / "game.sgf", str(tmp_path / "a.deck")
    game.write_text("(;SZ[9];B[ee];W[ce])", "utf-8")
    for least, advice in (("30", "Try a smaller --least."), ("2", "Add more games")):
        assert run_command(["practice", "add", str(game), "--least", least, "--deck", deck]) == 0
        assert advice in capsys.readouterr().out


def test_a_name_that_nobody_has_is_not_kept(tmp_path: Path) -> None:
    game, path = tmp_path / "game.sgf", tmp_path / "a.deck"
    game.write_text("(;SZ[9]PB[Anna]PW[Ben];B[ee];W[cc])", "utf-8")
    for name, kept in (("Annna", ()), ("Anna", ("Anna",))):
        assert run_command(["practice", "add", str(game), "--player", name,
                            "--deck", str(path)]) == 0
        with Deck(path) as deck:
            assert deck.choices().players == kept
