"""Which fates are told: those that deeper searches of the boards around their move confirm."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import EMPTY, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.future import Future
from irgo_app.judging.judgement import JudgeTrust, Searched
from irgo_app.meaning.reasons import Comparison, Difference, Reason, ReasonKind, State
from irgo_app.review.fates import ended, told_events, with_ends
from irgo_app.review.game_line import GameLine
from irgo_app.review.game_review import EventFate, GroupEvent, group_events
from tests.review.game_reviews import at, judged, played

GAME = played("C3 C7 D3 D7 E3 E7 G7 D4 G3 H7")
"""With move 8, D4, White kills three black stones."""
MOVES = 10
ALIVE = {"C3": 1.0, "D3": 1.0, "E3": 1.0}
DEAD = dict.fromkeys(ALIVE, -1.0)


@dataclass
class Deep:
    """One who says by the number of stones what becomes of the three; asked -- of which boards."""

    owned: Mapping[int, Mapping[str, float]]
    asked: list[int] = field(default_factory=list)
    komi: float = 0.0
    name: str = "a deep search"
    at_once: int = 1
    rank: JudgeTrust = JudgeTrust.READER
    usual_visits: int = 8

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return what was said last of a board with so many stones, or fewer."""
        stones = sum(cell != EMPTY for cell in position.cells)
        self.asked.append(stones)
        board = [0.0] * len(position.cells)
        for number in sorted(self.owned):
            if number <= stones:
                for name, value in self.owned[number].items():
                    board[at(name)] = value
        return Searched(0.0, (), (at("A1"),), tuple(board), visits)


def told(
    judge: Deep, owned: Mapping[int, Mapping[str, float]]
) -> list[tuple[int, EventFate, bool]]:
    """Return the events that are told of the game by whose own search points are owned so."""
    said = judged(GAME, [0.0] * (MOVES + 1), owned)
    events = group_events(GAME, said)
    assert events
    return [(event.number, event.fate, event.is_caused)
            for event in told_events(GAME, said, events, judge)]


def test_a_fate_that_deeper_searches_confirm_is_told_of_its_move() -> None:
    judge = Deep({0: ALIVE, 8: DEAD})
    assert told(judge, {0: ALIVE, 8: DEAD}) == [(8, EventFate.DIED, True)]
    assert set(judge.asked) == {7, 8}


def test_a_fate_that_deeper_searches_deny_is_not_told() -> None:
    judge = Deep({0: ALIVE})
    assert not told(judge, {0: ALIVE, 8: DEAD}) and judge.asked


def test_a_fate_that_was_so_before_its_move_is_told_of_no_move() -> None:
    assert told(Deep({0: DEAD}), {0: ALIVE, 8: DEAD}) == [(8, EventFate.DIED, False)]


def test_what_the_games_own_search_leaves_open_is_not_searched_further() -> None:
    judge = Deep({0: ALIVE, 8: DEAD})
    doubtful = dict.fromkeys(ALIVE, -0.45)
    assert not told(judge, {0: ALIVE, 8: doubtful}) and not judge.asked
    nearly = dict.fromkeys(ALIVE, -0.55)
    assert told(judge, {0: ALIVE, 8: nearly}) == [(8, EventFate.DIED, True)]


def mistake(number: int, after: float, before: float, game: GameLine = GAME) -> Comparison:
    """Return that a move of a game killed the three stones, or saved them, by its futures."""
    position, stones = game.positions[number - 1], tuple(sorted(map(at, ALIVE)))

    def future(value: float) -> Future:
        owned = [value if point in stones else 0.0 for point in range(len(position.cells))]
        return Future((game.moves[number - 1],), position, position, 0.0, tuple(owned), 60)

    reason = Reason(ReasonKind.GROUP, 1, stones, 6.0, 1.0, move=State.DIES, instead=State.LIVES)
    return Comparison(position, future(after), future(before), Difference(6.0, (reason,)), "a test",
               120)


def told_beside(
    found: Comparison, owned: Mapping[int, Mapping[str, float]]
) -> list[tuple[int, EventFate]]:
    said = judged(GAME, [0.0] * (MOVES + 1), owned)
    return [(event.number, event.fate) for event in told_events(
        GAME, said, group_events(GAME, said), Deep({0: ALIVE, 8: DEAD}), whys={9: found})]


def test_what_a_told_mistake_does_to_a_group_is_told_of_it() -> None:
    calm = {0: ALIVE}
    assert told_beside(mistake(9, -0.9, 0.9), calm) == [(9, EventFate.DIED)]
    assert told_beside(mistake(9, 0.9, -0.9), calm) == [(9, EventFate.LIVED)]
    assert told_beside(mistake(9, -0.5, 0.9), calm) == [], "in danger is not dead"
    # The same fate a move earlier, by another search, is not told once more.
    assert told_beside(mistake(9, -0.9, 0.9), {0: ALIVE, 8: DEAD}) == [(9, EventFate.DIED)]


def test_a_mistake_far_away_left_the_group_and_did_nothing_to_it() -> None:
    game = played("C3 C7 D3 D7 E3 E7 J9 D4 G3 J8")
    said = judged(game, [0.0] * (MOVES + 1), {0: ALIVE})

    def of(number: int, after: float, before: float) -> list[tuple[EventFate, bool, bool]]:
        return [(event.fate, event.is_caused, event.is_left) for event in told_events(
            game, said, (), Deep({0: ALIVE}), whys={number: mistake(number, after, before, game)})]

    # Move 7 is Black's, move 10 White's; the three stones are Black's.
    assert of(7, -0.9, 0.9) == [(EventFate.DIED, False, True)]
    assert of(10, 0.9, -0.9) == [(EventFate.LIVED, False, True)]
    assert of(7, 0.9, -0.9) == [(EventFate.LIVED, False, False)], "as Black wants it"
    assert of(9, -0.9, 0.9) == [(EventFate.DIED, True, False)], "G3 is near"


def test_of_its_own_move_a_mistakes_futures_have_the_last_word() -> None:
    said = judged(GAME, [0.0] * (MOVES + 1), {0: ALIVE, 8: DEAD})
    events, judge = group_events(GAME, said), Deep({0: ALIVE, 8: DEAD})
    assert told_events(GAME, said, events, judge)[0].number == 8
    assert not told_events(GAME, said, events, judge, whys={8: mistake(8, -0.5, 0.9)})


def test_a_group_that_is_taken_is_told_whoever_foresaw_it() -> None:
    game = played("A1 A2 B1 B2 C1 C2 D1 D2 E1 E2 J9 F1")
    taken = told_events(game, judged(game, [0.0] * 13, {}), (), Deep({}))
    assert [(event.number, event.fate, len(event.stones), event.is_caused) for event in taken] == [
        (12, EventFate.DIED, 5, False)]
    few = played("A1 A2 B1 B2 C1 C2 D1 D2 J9 E1")
    assert not told_events(few, judged(few, [0.0] * 11, {}), (), Deep({}))


@pytest.mark.parametrize(("before", "kept"), [(-9.0, -9.0), (78.0, 80.0)])
def test_before_a_pass_that_gave_much_away_the_board_is_worth_what_it_was(
    before: float, kept: float
) -> None:
    """Both pass, and everything is Black's; a margin of five points is no gift."""
    game = played("C3 pass pass")
    everywhere = (f"{column}{row}" for column in "ABCDEFGHJ" for row in range(1, 10))
    owned = {0: dict.fromkeys(everywhere, 1.0)}
    said = tuple(replace(each, margin=5.0)
                 for each in judged(game, [0.0, before, 80.0, 80.0], owned))
    told, dead = ended(game, said, Deep(owned))
    assert [each.lead for each in told] == [0.0, kept, 80.0, 80.0] and dead == frozenset()


STONES = tuple(sorted(map(at, ALIVE)))


@pytest.mark.parametrize(("looked", "said"), [
    ({0: DEAD, 9: ALIVE}, (9, EventFate.LIVED, True)),
    ({0: ALIVE}, (9, EventFate.LIVED, False)),
    ({0: dict.fromkeys(ALIVE, 0.7)}, (10, EventFate.LIVED, False))])
def test_what_the_last_board_surely_says_of_a_group_has_the_last_word(
    looked: Mapping[int, Mapping[str, float]], said: tuple[int, EventFate, bool]
) -> None:
    """Black saves at move 9 what could be killed at move 6; where no move did it, it is seen."""
    judge = Deep(looked)
    died = GroupEvent(6, 1, EventFate.DIED, STONES, is_caused=False, is_left=True)
    judged_so = judged(GAME, [0.0] * (MOVES + 1), {0: DEAD, 9: ALIVE})
    first, last = with_ends([died], GAME, judged_so, judge, None)
    assert first == died and (last.number, last.fate, last.is_caused) == said
    assert set(judge.asked) == {8, 9}
    for value in (-1.0, 0.5):
        doubtful = judged(GAME, [0.0] * (MOVES + 1), {0: DEAD, 9: dict.fromkeys(ALIVE, value)})
        assert with_ends([died], GAME, doubtful, judge, None) == (died,)
    # Of a finished game the count knows, whatever is expected.
    assert with_ends([died], GAME, judged_so, judge, frozenset(STONES)) == (died,)


def test_of_moves_that_left_a_group_in_turn_the_last_is_told() -> None:
    """White leaves at move 6 what Black leaves at 7; what White does at 10 is another thing."""
    said, far = judged(GAME, [0.0] * (MOVES + 1), {0: ALIVE}), dict[int, Comparison]()
    for number, after in ((6, 0.9), (7, -0.9), (10, 0.9)):
        why, colour = mistake(number, after, -after), GAME.moves[number - 1][0]
        far[number] = replace(why, move=replace(why.move, moves=((colour, at("J1")),)),
                              position=why.position.with_to_play(colour))
    found = told_events(GAME, said, (), Deep({0: ALIVE}), whys=far)
    assert [(event.number, event.fate, event.is_left) for event in found] == [
        (7, EventFate.DIED, True), (10, EventFate.LIVED, True)]
