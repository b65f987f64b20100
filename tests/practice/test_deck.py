"""The deck: what a day brings, answers and grades, and that nothing is lost whatever happens."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from irgo_app.cli.main import run_command
from irgo_app.errors import DamagedCardError, DeckError
from irgo_app.practice import deck_file
from irgo_app.practice.card import AnswerMark, Origin, Theme
from irgo_app.practice.deck import CardAnswer, Choices, Deck, progress_of_deck
from irgo_app.practice.exports import export
from irgo_app.practice.foreign_deck import LeftOut
from irgo_app.practice.rows import JudgedGame
from irgo_app.practice.schedule import Grade, Schedule, answered, grade_of
from tests.practice.cards import BOARD, card, open_group

DAY = 86_400.0
NOON = time.mktime((2026, 11, 23, 12, 0, 0, 0, 0, -1))


def _deck(folder: Path, cards: int = 3) -> Deck:
    deck = Deck(folder / "a.deck")
    deck.add((card(number) for number in range(cards)), NOON)
    return deck


def _answer(grade: Grade = Grade.GOOD) -> CardAnswer:
    return CardAnswer(29, AnswerMark.BEST if grade > Grade.AGAIN else AnswerMark.NOT_YET, grade,
        0.0, 12.0)


def test_new_cards_come_in_their_order_and_as_many_as_one_wants(tmp_path: Path) -> None:
    with _deck(tmp_path, 9) as deck:
        assert deck.today(NOON).cards == tuple(card(number).id for number in range(6))
        deck.choose(replace(Choices(), new_a_day=2))
        assert len(deck.today(NOON).new) == 2
        deck.answer(card(0).id, _answer(), NOON)
        assert deck.today(NOON).new == (card(1).id,)
        assert deck.today(NOON + DAY).new == (card(1).id, card(2).id)


def test_what_several_games_give_at_one_moment_comes_in_the_order_of_the_games(
    tmp_path: Path
) -> None:
    with Deck(tmp_path / "a.deck") as deck:
        for number in range(6):
            deck.add([card(number)], NOON)
        assert deck.today(NOON).new == tuple(card(number).id for number in range(6))


def test_a_card_comes_back_when_fsrs_says_so(tmp_path: Path) -> None:
    with _deck(tmp_path, 1) as deck:
        deck.answer(card().id, _answer(Grade.AGAIN), NOON)
        assert deck.today(NOON + 30).reviews == ()
        assert deck.today(NOON + 61).reviews == (card().id,)
        deck.answer(card().id, _answer(), NOON + 70)
        number = deck.answer(card().id, _answer(), NOON + 700)
        later = deck.schedule(card().id)
        assert later.due > NOON + DAY and later.seen == 3
        assert deck.today(later.due - 2 * DAY).cards == ()
        assert deck.today(later.due - 60).reviews == (card().id,), "due somewhen that day"
        deck.grade(number, Grade.EASY)
        assert (deck.schedule(card().id).stability or 0) > (later.stability or 0)
        assert deck.reviews()[-1][2] is Grade.EASY


def test_known_cards_stay_as_they_are_and_those_left_out_stay_out(tmp_path: Path) -> None:
    with _deck(tmp_path) as deck:
        deck.answer(card().id, _answer(), NOON)
        deck.leave_out(card(1).id)
        added = deck.add([card(0), card(1), card(7)], NOON)
        assert (added.new, added.known) == (1, 2)
        assert deck.schedule(card().id).seen == 1
        assert [row.id for row in deck.rows()] == [card(7).id, card(2).id, card(0).id]
        assert card(1).id not in deck.today(NOON).cards


def test_themes_choose_what_is_practised(tmp_path: Path) -> None:
    with Deck(tmp_path / "a.deck") as deck:
        deck.add([card(1, Theme.ATTACK), card(2, Theme.ENDGAME)], NOON)
        deck.choose(replace(Choices(), themes=(Theme.ENDGAME,), players=("Kim",)))
        assert deck.today(NOON).cards == (card(2).id,)
        assert deck.choices().players == ("Kim",)
        assert [row.id for row in deck.rows((Theme.ATTACK,))] == [card(1).id]


def test_a_clock_that_was_set_back_counts_as_standing(tmp_path: Path) -> None:
    once = answered(Schedule(NOON), Grade.GOOD, NOON)
    assert answered(once, Grade.GOOD, NOON - 9 * DAY) == answered(once, Grade.GOOD, NOON)
    with _deck(tmp_path) as deck:
        deck.answer(card().id, _answer(), NOON)
        assert deck.today(NOON - 3 * DAY).done == 0
        assert sum(day.answers for day in progress_of_deck(deck, NOON - 3 * DAY).days) == 1


def test_the_grade_follows_from_the_answer() -> None:
    known = Schedule(NOON, 2, stability=4.0, difficulty=5.0, last=NOON, seen=2)
    assert grade_of(AnswerMark.NOT_YET, known, 3.0, had_hint=False) is Grade.AGAIN
    assert grade_of(AnswerMark.FINE, known, 3.0, had_hint=False) is Grade.HARD
    assert grade_of(AnswerMark.BEST, known, 3.0, had_hint=True) is Grade.HARD
    assert grade_of(AnswerMark.BEST, known, 30.0, had_hint=False) is Grade.GOOD
    assert grade_of(AnswerMark.BEST, known, 3.0, had_hint=False) is Grade.EASY
    assert grade_of(AnswerMark.BEST, Schedule(NOON), 3.0, had_hint=False) is Grade.GOOD


def test_progress_is_told_by_theme_and_by_game(tmp_path: Path) -> None:
    with _deck(tmp_path) as deck:
        deck.answer(card().id, _answer(Grade.AGAIN), NOON - DAY)
        deck.answer(card().id, _answer(), NOON)
        deck.note_game(JudgedGame("x", "Kim", "g", "2026-11-01", NOON, 100, {Theme.ATTACK: 2}))
        told = progress_of_deck(deck, NOON)
        assert (told.cards, told.new, told.learnt) == (3, 2, 0)
        assert [(found.theme, found.cards, found.seen, found.right) for found in told.themes] == [
            (Theme.ATTACK, 3, 1, 0.5)]
        assert [(day.answers, day.right) for day in told.days[-2:]] == [(1, 0), (1, 1)]
        assert told.games[0].mistakes == {Theme.ATTACK: 2}


def test_another_deck_is_taken_in_with_its_schedules(tmp_path: Path) -> None:
    copy = tmp_path / "copy.deck"
    with _deck(tmp_path) as deck:
        deck.answer(card().id, _answer(), NOON)
        deck.write_copy(copy)
    with Deck(tmp_path / "b.deck") as other:
        other.add([card(2)], NOON)
        before = copy.read_bytes()
        added = other.take_in(copy, NOON)
        assert (added.new, added.known) == (2, 1)
        assert other.schedule(card().id).seen == 1 and len(other.reviews()) == 1
        assert copy.read_bytes() == before


def test_what_is_no_deck_or_damaged_or_newer_is_said_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text.deck"
    text.write_text("no deck at all, but more than sixteen letters", "utf-8")
    with pytest.raises(DeckError, match="no deck of irgo's"):
        Deck(text)
    foreign = tmp_path / "foreign.deck"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE col (id)")
    connection.close()
    with pytest.raises(DeckError, match="no deck of irgo's"):
        Deck(foreign)
    _deck(tmp_path).close()
    path = tmp_path / "a.deck"
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    torn = path.read_bytes()
    with pytest.raises(DeckError, match="damaged"), Deck(path) as deck:
        deck.today(NOON)
    assert path.read_bytes() == torn
    newer = tmp_path / "newer.deck"
    newer.write_bytes(whole)
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(DeckError, match="newer irgo"):
        Deck(newer)
    with pytest.raises(DeckError, match="no deck"):
        Deck(tmp_path / "b.deck").take_in(tmp_path / "missing.deck", NOON)


def test_what_is_wrong_with_another_deck_is_not_said_of_ones_own(tmp_path: Path) -> None:
    with Deck(tmp_path / "own.deck") as own:
        _deck(tmp_path).close()
        whole = (tmp_path / "a.deck").read_bytes()
        (tmp_path / "bad.deck").write_bytes(whole[:4096] + b"\x55" * (len(whole) - 4096))
        with pytest.raises(DeckError, match=r"bad\.deck is damaged"):
            own.take_in(tmp_path / "bad.deck", NOON)
        connection = sqlite3.connect(tmp_path / "a.deck")
        connection.execute("PRAGMA user_version = 99")
        connection.close()
        with pytest.raises(DeckError, match=r"a\.deck was made by a newer irgo"):
            own.take_in(tmp_path / "a.deck", NOON)
        assert own.count() == 0


def test_a_damaged_card_is_passed_over_and_the_others_are_kept(tmp_path: Path) -> None:
    _deck(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "a.deck")
    connection.execute("UPDATE cards SET body = '{' WHERE id = ?", (card(1).id,))
    connection.commit()
    connection.close()
    with _deck(tmp_path) as deck, Deck(tmp_path / "own.deck") as own:
        with pytest.raises(DamagedCardError, match="passed over"):
            deck.card(card(1).id)
        assert {row.id for row in deck.rows()} == {card(0).id, card(2).id}
        assert deck.damaged == {card(1).id}
        assert export(deck, tmp_path / "a.sgf", NOON) == 2
        added = own.take_in(tmp_path / "a.deck", NOON)
        assert (added.new, added.known, added.left_out) == (2, 0, LeftOut(cards=1))


def test_an_older_deck_is_copied_before_it_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(deck_file, "_STEPS", deck_file._STEPS[:1])
        patch.setattr(deck_file, "VERSION", 1)
        _deck(tmp_path).close()
    with Deck(tmp_path / "a.deck") as deck:
        assert deck.count() == 3 and deck.games() == []
    kept = sqlite3.connect(tmp_path / "a.deck.v1")
    assert kept.execute("PRAGMA user_version").fetchone() == (1,)
    assert kept.execute("SELECT count(*) FROM cards").fetchone() == (3,)
    kept.close()


def test_two_irgos_at_once_see_each_others_answers(tmp_path: Path) -> None:
    with _deck(tmp_path) as one, Deck(tmp_path / "a.deck") as other:
        one.answer(card(0).id, _answer(), NOON)
        other.answer(card(1).id, _answer(), NOON)
        assert one.today(NOON).done == other.today(NOON).done == 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a system without SIGKILL")
def test_a_kill_loses_no_answer_but_the_last(tmp_path: Path) -> None:
    _deck(tmp_path).close()
    script = (
        "import sys\nfrom pathlib import Path\n"
        "from irgo_app.practice.deck import Deck\n"
        "from tests.practice.test_deck import NOON, _answer\n"
        "from tests.practice.cards import card\n"
        "deck = Deck(Path(sys.argv[1]))\n"
        "while True:\n    print(deck.answer(card().id, _answer(), NOON), flush=True)\n")
    chance, told = random.Random(5), 0
    for _ in range(3):
        with subprocess.Popen(
                [sys.executable, "-c", script, str(tmp_path / "a.deck")], stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}, text=True) as child:
            assert child.stdout is not None
            for _ in range(chance.randint(1, 6)):
                told = int(child.stdout.readline())
            child.send_signal(signal.SIGKILL)
            told = max([told, *map(int, child.stdout.read().split())])
        with Deck(tmp_path / "a.deck") as deck:
            assert len(deck.reviews()) in (told, told + 1)
            told = len(deck.reviews())
            assert deck.schedule(card().id).seen == told


def test_the_command_line_tells_cards_as_scripts_expect_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with _deck(tmp_path, 0) as deck:
        deck.add([replace(card(), origin=Origin("Kim", "Lee", number=66, source="a.sgf")),
                  open_group()], NOON)
        deck.answer(card().id, _answer(), NOON)
        due = datetime.fromtimestamp(deck.schedule(card().id).due, UTC)
    words = ["--deck", str(tmp_path / "a.deck"), "--json"]
    assert run_command(["practice", "list", *words]) == 0
    problem, mistake = json.loads(capsys.readouterr().out)["cards"]
    expected = {
        "id": card().id, "file": "a.sgf", "move_number": 67, "to_play": "B",
        "rows": BOARD.diagram(), "mistake": {"move": "F6", "loss": 6.0},
        "good": [{"move": "B3", "loss": 0.0}, {"move": "C3", "loss": 0.3}],
        "themes": ["attack"], "due": due.strftime("%Y-%m-%dT%H:%M:%SZ"), "reviews": 1}
    assert {key: mistake[key] for key in expected} == expected
    assert problem["mistake"] is None and problem["good"] == [{"move": "B3", "loss": None}]
    assert (problem["due"], problem["reviews"]) == (problem["added"], 0)
    assert run_command(["practice", "due", "--on", "2026-11-24", *words]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["format"] == "irgo-practice/1" and told["cards"] == [mistake, problem]
    assert [found["id"] for found in told["cards"]] == [*told["reviews"], *told["new"]]
