"""The mode Practice: questions, answers, grades, and that the open game is never touched."""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from irgo_app.draw.drawables import Outline
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import BLACK, PASS
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.practice import Practice, Stage
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.practice import PracticePage, chips_of
from irgo_app.gui.views.style import colours_of
from irgo_app.practice.answers import AnswerRequest, GuessRequest, ReplyRequest, StandingRequest
from irgo_app.practice.card import AnswerMark, JudgedMove, Origin, Theme
from irgo_app.practice.deck import Deck, progress_of_deck
from irgo_app.practice.deck_file import deck_path
from irgo_app.practice.life import Standing, standing
from irgo_app.practice.rows import JudgedGame
from irgo_app.practice.schedule import Grade
from irgo_app.review.game_line import game_line
from tests.gui.conftest import Window
from tests.practice.cards import Owning, card, open_group


class Unturned(random.Random):
    """Chance that lays every card as it is."""

    def choice(self, seq: object) -> object:
        return 0


@pytest.fixture
def practice(models: Models) -> Iterator[Practice]:
    """The model, on a deck of three cards."""
    with Deck(deck_path()) as deck:
        deck.add((card(number) for number in range(3)), 1.7e9)
    found = models.practice
    found._chance = Unturned()
    yield found


@pytest.fixture
def page(window: Window, practice: Practice, qtbot: QtBot) -> PracticePage:
    """The page, shown."""
    window.models.layout.set_mode(Mode.PRACTICE)
    found = window.panels["practice"]
    assert isinstance(found, PracticePage)
    qtbot.waitUntil(found.isVisible)
    found.board.setFocus()
    return found


def test_a_known_answer_is_judged_kept_and_graded_at_once(
    page: PracticePage, practice: Practice
) -> None:
    assert practice.stage is Stage.ASKING and page.side.question.text() == "Black to play."
    practice.play(12)
    assert practice.stage is Stage.JUDGED
    assert page.side.verdict.text() == "F6: not yet, it loses 6 points."
    assert "B3 catches White's stones at" in page.side.story.text()
    assert "after move" not in page.side.source.text() and "Kim – Lee" in page.side.source.text()
    with Deck(deck_path()) as other:
        (answer,) = other.reviews()
        assert answer[2] is Grade.AGAIN
    practice.set_grade(Grade.HARD)
    with Deck(deck_path()) as other:
        assert other.reviews()[0][2] is Grade.HARD


def test_with_the_best_move_stands_what_the_games_move_lost(
    page: PracticePage, practice: Practice
) -> None:
    assert practice.asked is not None
    practice.play(practice.asked.card.best.point)
    assert "is the best move known" in page.side.verdict.text()
    assert "B3 catches White's stones at" in page.side.story.text()


def test_a_move_nobody_foresaw_is_asked_of_the_service(
    page: PracticePage, practice: Practice, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    said = JudgedMove(0, 0.9, line=((BLACK, 0), (-BLACK, 1)))
    monkeypatch.setattr(AnswerRequest, "answer", lambda asked, bench, cancel: said)
    practice.play(0)
    assert practice.asked is not None
    qtbot.wait(50)
    assert practice.stage is Stage.JUDGED and practice.asked.said == said
    assert practice.asked.grade is Grade.HARD
    assert page.side.verdict.text() == "A7 is fine: it loses one point."


def test_all_is_done_by_keyboard_alone_and_the_open_game_stays(
    page: PracticePage, practice: Practice, window: Window, qtbot: QtBot
) -> None:
    before = window.models.review.node
    board = page.board
    qtbot.keyClick(board, Qt.Key.Key_H)
    assert page.side.hint.text().startswith("Look on the left.")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Down,
                Qt.Key.Key_Return):
        qtbot.keyClick(board, key)
    assert practice.stage is Stage.JUDGED and practice.asked is not None
    assert practice.asked.said is not None and practice.asked.said.point == 29
    assert practice.asked.grade is Grade.HARD, "there was a hint"
    qtbot.keyClick(board, Qt.Key.Key_Right)
    assert practice.step == 2
    qtbot.keyClick(board, Qt.Key.Key_Down)
    assert practice.looked_at is not None and practice.looked_at.point != 29
    qtbot.keyClick(board, Qt.Key.Key_4)
    assert practice.asked.grade is Grade.EASY
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert practice.stage is Stage.ASKING and practice.asked.id == card(1).id
    qtbot.keyClick(board, Qt.Key.Key_S)
    assert practice.stage is Stage.JUDGED and practice.asked.grade is Grade.AGAIN
    qtbot.keyClick(board, Qt.Key.Key_T)
    assert practice.stage is Stage.ASKING
    assert not window.actions_by_id["pass"].isEnabled()
    window.actions_by_id["stop"].trigger()
    assert window.models.layout.mode is Mode.REVIEW
    assert window.models.review.node is before and not window.models.review.file.is_modified
    assert window.actions_by_id["pass"].isEnabled()


def test_the_day_ends_with_what_was_learnt(page: PracticePage, practice: Practice) -> None:
    for _ in range(3):
        assert practice.asked is not None
        practice.play(practice.asked.card.best.point)
        practice.set_grade(Grade.EASY)
        practice.next()
    assert practice.stage is Stage.NOTHING
    assert "The next card comes back in" in page.side.question.text()
    assert page.side.picture.isVisible() and "of 3 learnt" in page.side.picture.spoken()


def test_a_card_is_left_out_until_there_is_none(
    window: Window, page: PracticePage, practice: Practice
) -> None:
    for _ in range(3):
        practice.leave_out()
        assert "is left out" in window.messages.text
    assert practice.stage is Stage.NOTHING
    practice.leave_out()
    assert window.messages.text == "There is no card to leave out."


def test_a_card_that_is_not_on_the_screen_is_not_left_out(
    window: Window, page: PracticePage, practice: Practice
) -> None:
    window.models.layout.set_mode(Mode.REVIEW)
    assert practice.asked is not None
    for action in ("leave_out", "open_card"):
        window.actions_by_id[action].trigger()
        assert window.messages.text.startswith("There is no card to")
    assert practice.deck.count() == 3 and window.models.layout.mode is Mode.REVIEW


def test_a_card_comes_back_once_it_is_due(
    page: PracticePage, practice: Practice, qtbot: QtBot
) -> None:
    now = [1.7e9 + 1000]
    practice._clock = lambda: now[0]
    for _ in range(3):
        assert practice.asked is not None
        practice.play(practice.asked.card.best.point)
        practice.set_grade(Grade.AGAIN if practice.left == 0 else Grade.EASY)
        practice.next()
    assert practice.stage is Stage.NOTHING
    assert page.side.question.text().endswith("The next card comes back in one minute.")
    now[0] += 61
    practice._due.start(0)
    qtbot.waitUntil(lambda: practice.stage is Stage.ASKING)


def test_mistakes_a_game_have_a_row_for_each_theme(page: PracticePage, practice: Practice) -> None:
    picture = page.side.picture
    picture.show_progress(progress_of_deck(practice.deck, 0.0))
    before = picture.sizeHint().height()
    assert "Mistakes a game" not in picture.spoken()
    for number, counts in enumerate(({Theme.LIFE: 3}, {Theme.LIFE: 1, Theme.ATTACK: 2})):
        practice.deck.note_game(JudgedGame(str(number), "Anna", "", "", number, 100, counts))
    picture.show_progress(progress_of_deck(practice.deck, 0.0))
    assert picture.spoken().endswith("attack 0, 2; life and death 3, 1")
    drawn = picture.grab().toImage()
    assert picture.sizeHint().height() > before and not drawn.isNull()
    red = QColor(colours_of(picture).bad).rgb()
    rows = {y for y in range(drawn.height()) for x in range(drawn.width())
            if drawn.pixel(x, y) == red}
    bands = sum(y - 1 not in rows for y in rows)
    assert bands == 3, "all mistakes, and those of two themes"


def test_an_empty_and_a_damaged_deck_are_one_sentence_each(
    window: Window, tmp_path: Path
) -> None:
    practice = window.models.practice
    window.models.layout.set_mode(Mode.PRACTICE)
    assert "Your deck is empty" in str(practice.words)
    assert practice.diagram(CoordinateStyle.GTP).position.stone_count() == 0
    bad = tmp_path / "bad.deck"
    connection = sqlite3.connect(bad)
    connection.execute("CREATE TABLE other (id)")
    connection.close()
    other = Practice(window.models.service, window.models.notices, path=bad)
    other.begin()
    assert "no deck of irgo's" in str(other.words) and other.stage is Stage.NOTHING


def test_moves_of_a_game_are_guessed_and_summed_up(
    models: Models, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    practice, line = models.practice, game_line(models.review.game)

    def answer(asked: GuessRequest, bench: object, cancel: object) -> tuple[JudgedMove, ...]:
        first, *rest = asked.points
        return (JudgedMove(asked.points[-1], 0.0), *(JudgedMove(first, 5.0) for _ in rest))

    monkeypatch.setattr(GuessRequest, "answer", answer)
    practice.guess_moves(line, BLACK, "game.sgf")
    assert practice.guess is not None and practice.left == 4
    practice.show_hint()
    assert practice.guess.actual in practice.guess.area()
    practice.play(practice.guess.actual)
    qtbot.wait(50)
    practice.next()
    wrong = next(point for point in range(361) if practice.why_not(point) is None
                 and point != practice.guess.actual)
    practice.play(wrong)
    qtbot.wait(50)
    assert practice.asked is not None and practice.asked.said is not None
    assert practice.asked.said.loss == 5.0
    practice.guess.place = len(practice.guess.numbers)
    practice.next()
    assert str(practice.words).startswith(
        "Of 2 guesses 1 were as good as the best, and one was the game's own move.")
    with Deck(deck_path()) as deck:
        assert deck.reviews() == []


def test_the_area_of_a_hint_is_outlined_and_a_guess_may_be_fine_where_the_games_move_is_good(
    window: Window, page: PracticePage, practice: Practice, monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    def answer(asked: GuessRequest, bench: object, cancel: object) -> tuple[JudgedMove, ...]:
        return (JudgedMove(asked.points[1], 0.0), JudgedMove(asked.points[0], 2.2))

    monkeypatch.setattr(GuessRequest, "answer", answer)
    line = game_line(window.models.review.game)
    practice.guess_moves(line, BLACK, "game.sgf")
    guess = practice.guess
    assert guess is not None
    practice.show_hint()
    drawn = practice.diagram(CoordinateStyle.GTP).drawables
    assert [each.points for each in drawn if isinstance(each, Outline)] == [guess.area()]
    practice.play(next(point for point in range(361) if point != guess.actual
                       and practice.why_not(point) is None))
    qtbot.waitUntil(lambda: practice.stage is Stage.JUDGED)
    assert guess.marks == [AnswerMark.FINE]
    guess.place = len(guess.numbers)
    qtbot.keyClick(page.board, Qt.Key.Key_Return)
    assert practice.stage is Stage.NOTHING and practice.guess is guess
    qtbot.keyClick(page.board, Qt.Key.Key_Return)
    assert practice.guess is None and practice.stage is Stage.ASKING


def test_problems_are_taken_in_and_a_record_without_any_says_so(
    window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    models, path = window.models, tmp_path / "problems.sgf"
    path.write_text("(;SZ[9]AB[gc]AW[fc]PL[B]C[What now?](;B[fd]C[RIGHT])(;B[fb]))")
    models.collecting.add_problems(path)
    qtbot.waitUntil(lambda: not models.collecting.is_working)
    assert window.messages.text == "One card is new in your deck."
    models.layout.set_mode(Mode.PRACTICE)
    page = window.panels["practice"]
    assert isinstance(page, PracticePage)
    qtbot.waitUntil(page.isVisible)
    assert page.side.question.text() == "What now?\nBlack to play."
    path.write_text("(;SZ[9];B[aa];W[bb])")
    models.collecting.add_problems(path)
    qtbot.waitUntil(lambda: "holds no problem with a solution" in window.messages.text)


def test_a_sentence_covers_nothing_beside_the_board(window: Window, page: PracticePage) -> None:
    window.models.notices.tell("Something was done.")
    bar, side = window.messages, page.side
    assert bar.isVisible()
    assert bar.mapTo(window, bar.rect().topRight()).x() \
        < side.mapTo(window, side.rect().topLeft()).x()


def test_a_damaged_card_is_passed_over_in_one_sentence(
    window: Window, page: PracticePage, practice: Practice
) -> None:
    connection = sqlite3.connect(deck_path())
    connection.execute("UPDATE cards SET body = '{' WHERE id = ?", (card(1).id,))
    connection.commit()
    connection.close()
    practice.play(29)
    practice.next()
    assert practice.asked is not None and practice.asked.id == card(2).id
    assert "is damaged and is passed over" in window.messages.text


def test_a_fight_goes_on_against_irgo(
    page: PracticePage, practice: Practice, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(ReplyRequest, "answer", lambda asked, bench, cancel: 41)
    practice.play(12)
    practice.fight_on()
    qtbot.wait(50)
    assert practice.stage is Stage.FIGHTING and practice.line is not None
    assert practice.line.moves[-1] == (-BLACK, 41)
    practice.play(PASS)
    assert practice.line.moves[-1] == (BLACK, PASS)



def test_what_was_found_is_told_and_not_after_it_that_one_looks_for_it(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.collecting.add_position(models.review.position, 6.5, "japanese", Origin())
    qtbot.waitUntil(lambda: not models.collecting.is_working)
    assert window.messages.text == "One card is new in your deck."
    window.messages.dismiss()
    assert window.messages.isHidden()


def test_a_group_is_played_to_the_end_and_the_move_that_fails_is_named(
    window: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    found = open_group()
    found = replace(found, played=found.best.point)
    with Deck(deck_path()) as deck:
        deck.add((found,), 1.7e9)
    window.models.practice._chance = Unturned()
    window.models.layout.set_mode(Mode.PRACTICE)
    page, practice = window.panels["practice"], window.models.practice
    assert isinstance(page, PracticePage)

    def answer(asked: StandingRequest, bench: object, cancel: object) -> Standing:
        return standing(asked.card, asked.moves, Owning(share=-0.9))

    monkeypatch.setattr(StandingRequest, "answer", answer)
    (_, right), (_, reply), _ = found.best.line
    practice.play(right)
    qtbot.waitUntil(lambda: practice.stage is Stage.ASKING)
    assert practice.asked is not None and practice.asked.moves[-1] == (-BLACK, reply)
    practice.play(0)
    qtbot.waitUntil(lambda: practice.stage is Stage.JUDGED)
    assert page.side.verdict.text() == "B3 works, but A7 after it fails."
    chips = [str(words) for words, _ in chips_of(practice)]
    assert chips == ["Your move B3", "Best: B3"]
    practice.try_again()
    for point in (right, found.best.line[2][1]):
        practice.play(point)
        qtbot.waitUntil(lambda: practice.stage is not Stage.JUDGING)
    assert practice.stage is Stage.JUDGED and page.side.verdict.text() == "B3 works."


def test_cards_are_made_of_the_game_that_is_open(
    window: Window, models: Models, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = list[object]()
    monkeypatch.setattr(models.collecting, "add_mistakes", lambda *asked: begun.append(asked))
    monkeypatch.setattr("irgo_app.gui.commands.practice._own_sides", lambda *asked: (BLACK,))
    models.layout.set_mode(Mode.PRACTICE)
    found = window.panels["practice"]
    assert isinstance(found, PracticePage)
    qtbot.waitUntil(found.of_game.isVisible)
    qtbot.mouseClick(found.of_game, Qt.MouseButton.LeftButton)
    assert len(begun) == 1
    models.layout.set_mode(Mode.REVIEW)
    models.review.new_game(9, 9, {})
    models.layout.set_mode(Mode.PRACTICE)
    assert not found.of_game.isVisible(), "there is no game yet"


def test_no_card_is_made_while_one_is_asked(page: PracticePage, practice: Practice) -> None:
    assert practice.stage is Stage.ASKING and not page.of_game.isVisible()
