"""Which losses are told: those that policy, both futures and the game itself agree on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Self

import pytest
from msgspec import structs

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Judgement, JudgeTrust, Searched, Tried
from irgo_app.practice.making import mistakes_of
from irgo_app.review.mistakes import verified
from tests.review import game_reviews
from tests.review.game_reviews import judged

SHORT, LONG = 30, 120
"""A search of fewer positions is one glance; it is long from so many on."""
UNSURE = 5.0
"""With leads that are off by so much eight points are not large."""
at = partial(game_reviews.at, lines=19)
played = partial(game_reviews.played, lines=19)
GAME = played("C3 G7 A1 G3 E5 C7 E7 E3")
"""Black's second move, A1, is the mistake; E5 was better."""
FALLEN = (0.0, 0.0, 0.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0)


@dataclass(frozen=True)
class Strong:
    """One who knows how strong players play; ten points hang on E5 as long as A1 is played.

    likely -- the policy, by vertices; empty if nothing is known of it; at_a_look -- at one look
    tried -- how often a search looks at moves, the best first; at_a_glance -- after one so short
    that it is one search of the board as it lies
    lost -- what A1 loses; lost_in_truth -- the same by a long search, None if it says so too
    margin -- what leads may be off by
    worse -- what all moves but the best lose
    """

    likely: Mapping[str, float] = field(default_factory=lambda: {"E5": 0.6, "A1": 0.01})
    at_a_look: Mapping[str, float] | None = None
    tried: Mapping[str, int] = field(default_factory=lambda: {"E5": 80, "D5": 20})
    at_a_glance: Mapping[str, int] | None = None
    lost: float = 8.0
    lost_in_truth: float | None = None
    margin: float = 0.0
    worse: float = 3.0
    komi: float = 0.0
    name: str = "a strong player"
    at_once: int = 2
    rank: JudgeTrust = JudgeTrust.READER
    usual_visits: int = 8

    def for_game(self, komi: float, rules: str) -> Self:
        """Return itself."""
        return self

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        """Return it as it was given, of the points that are vacant."""
        found = [0.0] * (len(position.cells) + 1)
        said = self.at_a_look if is_quick and self.at_a_look else self.likely
        for name, share in said.items():
            point = at(name) if name != "pass" else PASS
            found[point] = 0.0 if point != PASS and position.cells[point] else share
        return tuple(found) if self.likely else ()

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        """Return that Black is behind from A1 on."""
        return [Judgement(self._lead(position), ownership=(0.0,) * len(position.cells))
                for position in positions]

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return the moves that were given, with what the board is worth."""
        lost = self.lost_in_truth if visits >= LONG else None
        lead = self._lead(position, lost)
        said = (self.at_a_glance if visits < SHORT else None) or self.tried
        moves = tuple(Tried(at(name), lead - self.worse * first * (number > 0), count)
                      for number, (name, count) in enumerate(said.items())
                      if not position.cells[at(name)])
        line = tuple(move.point for move in moves[:1])
        return Searched(lead, moves, line, (0.0,) * len(position.cells), visits,
                        margin=self.margin)

    def _lead(self, position: Position, lost: float | None = None) -> float:
        return -(self.lost if lost is None else lost) if position.cells[at("A1")] else 0.0


def told(judge: Strong, leads: Sequence[float] = FALLEN) -> dict[int, tuple[Point, float]]:
    """Return what is told: by the move's number what was better and by how much."""
    found = verified(GAME, judged(GAME, leads), judge)
    return {number: (each.instead.move, each.loss) for number, each in found.whys.items()}


def test_a_move_that_policy_futures_and_the_game_hold_for_a_mistake_is_told() -> None:
    assert told(Strong()) == {3: (at("E5"), 8.0)}


@pytest.mark.parametrize("likely", [
    {"E5": 0.6, "A1": 0.1}, {"E5": 0.2, "A1": 0.03}, {"pass": 0.6, "E5": 0.3, "A1": 0.01}])
def test_a_move_that_may_well_be_played_or_has_no_clear_rival_is_not_told(
    likely: Mapping[str, float]
) -> None:
    assert told(Strong(likely=likely, margin=UNSURE)) == {}


def test_a_move_is_told_where_another_is_ten_times_as_likely() -> None:
    assert told(Strong(likely={"E5": 0.2, "A1": 0.02})) == {3: (at("E5"), 8.0)}


def test_what_one_look_holds_for_nearly_as_likely_is_not_looked_at_evenly() -> None:
    assert told(Strong(at_a_look={"E5": 0.3, "A1": 0.1}, margin=UNSURE)) == {}
    assert told(Strong(at_a_look={"E5": 0.3, "A1": 0.05})) == {3: (at("E5"), 8.0)}


@pytest.mark.parametrize("tried", [
    {"D5": 80, "E5": 20}, {"E5": 40, "D5": 35, "F5": 25}, {"E5": 60, "D5": 40}])
def test_the_better_move_is_named_only_if_a_search_prefers_it_too(
    tried: Mapping[str, int]
) -> None:
    assert told(Strong(tried=tried, margin=UNSURE)) == {}


@pytest.mark.parametrize("likely", [
    {"E5": 0.6, "A1": 0.1}, {"G3": 0.6, "E5": 0.1, "A1": 0.01}, {"A1": 0.6, "E5": 0.1}])
def test_a_loss_twice_what_leads_are_off_by_is_told_whatever_the_policy_says(
    likely: Mapping[str, float]
) -> None:
    assert told(Strong(likely=likely, margin=4.0)) == {3: (at("E5"), 8.0)}
    assert told(Strong(likely=likely, margin=4.1)) == {}
    # As sure at a glance as after a longer search, and large in points.
    assert told(Strong(likely=likely, tried={"E5": 69, "D5": 31})) == {}
    assert told(Strong(likely=likely, at_a_glance={"E5": 9, "D5": 6})) == {}
    assert told(Strong(likely=likely, at_a_glance={"D5": 12, "E5": 3})) == {}
    assert told(Strong(likely=likely, tried={"A1": 80, "E5": 20})) == {}
    assert told(Strong(likely=likely, lost=3.9), [lead / 2 for lead in FALLEN]) == {}
    assert told(Strong(likely=likely, lost=4.0), [lead / 2 for lead in FALLEN]) == {
        3: (at("E5"), 4.0)}


def test_where_leads_are_off_by_much_a_size_has_to_be_three_times_that() -> None:
    fallen = [3 * lead for lead in FALLEN]
    likely = {"E5": 0.6, "A1": 0.1}
    for margin, is_told in ((7.9, True), (8.0, True), (8.1, False)):
        assert told(Strong(likely=likely, lost=24.0, margin=margin), fallen) == (
            {3: (at("E5"), 24.0)} if is_told else {})
    assert told(Strong(lost=24.0, margin=8.1), fallen) == {3: (at("E5"), 24.0)}


@pytest.mark.parametrize(("fell", "is_told"), [(9.9, False), (10.0, True)])
def test_what_the_game_says_is_lost_at_once_is_told_though_no_one_move_is_preferred(
    fell: float, is_told: bool
) -> None:
    """Either of two moves was better, by more than they differ; White gives it back at once."""
    back = (0.0, 0.0, 0.0, -fell, 0.0, 0.0, 0.0, 0.0, 0.0)
    spread = Strong(lost=9.0, tried={"E5": 45, "D5": 40}, margin=4.0)
    assert told(spread, back) == ({3: (at("E5"), 9.0)} if is_told else {})
    assert told(replace(spread, margin=4.6), back) == {}, "not twice what leads are off by"
    assert told(replace(spread, lost=7.9), back) == {}


def test_what_the_policy_does_not_speak_against_must_seem_to_have_lost_as_much() -> None:
    likely = {"E5": 0.6, "A1": 0.1}
    assert told(Strong(likely=likely, lost=4.0), [lead / 2.2 for lead in FALLEN]) == {}


def test_where_policy_and_search_prefer_other_moves_the_searchs_is_named() -> None:
    assert told(Strong(tried={"D5": 80, "E5": 20})) == {3: (at("D5"), 8.0)}


def test_at_a_glance_half_of_a_search_is_enough() -> None:
    assert told(Strong(at_a_glance={"E5": 7, "D5": 8})) == {}
    assert told(Strong(at_a_glance={"E5": 8, "D5": 7})) == {3: (at("E5"), 8.0)}


@pytest.mark.parametrize(("worse", "is_told"), [(0.0, True), (1.5, True), (1.6, False)])
def test_moves_that_are_as_good_share_what_a_search_prefers(worse: float, is_told: bool) -> None:
    """Neither has most of the search, both together have; one of them is named."""
    spread = Strong(tried={"E5": 45, "D5": 40}, at_a_glance={"D5": 8, "E5": 7}, worse=worse)
    assert told(spread) == ({3: (at("E5"), 8.0)} if is_told else {})


def test_what_the_game_does_not_show_afterwards_is_not_told() -> None:
    back = (0.0, 0.0, 0.0, -8.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    unsure = {"E5": 75, "D5": 25}
    assert told(Strong(lost=11.0, tried=unsure), back) == {}
    assert told(Strong(lost=5.0), back) == {3: (at("E5"), 5.0)}


def test_a_loss_is_told_as_a_long_search_finds_it() -> None:
    assert told(Strong(lost=8.0, lost_in_truth=9.5)) == {3: (at("E5"), 9.5)}
    assert told(Strong(lost=8.0, lost_in_truth=7.5)) == {3: (at("E5"), 7.5)}
    # What shrinks much may shrink further.
    assert told(Strong(lost=8.0, lost_in_truth=5.0)) == {}
    assert told(Strong(lost=2.5, lost_in_truth=1.0)) == {}


def test_a_loss_is_told_only_where_it_is_larger_than_what_leads_are_off_by() -> None:
    assert told(Strong(lost=8.0, margin=8.8)) == {3: (at("E5"), 8.0)}
    assert told(Strong(lost=8.0, margin=9.0)) == {}
    assert told(Strong(lost=8.2, lost_in_truth=8.0, margin=9.0)) == {}


def test_where_no_policy_is_known_the_best_move_found_is_the_better_one() -> None:
    assert told(Strong(likely={}, tried={"D5": 60, "E5": 40})) == {3: (at("D5"), 8.0)}


def test_a_card_says_what_the_story_says_and_only_of_the_side_asked_for() -> None:
    (card,) = mistakes_of(GAME, Strong()).cards
    assert card.mistake is not None and card.origin.number == 2
    assert (card.played, card.mistake.loss, card.best.point) == (at("A1"), 8.0, at("E5"))
    assert mistakes_of(GAME, Strong(), colours=(-1,)).cards == ()
    assert mistakes_of(GAME, Strong(), least=9.0).cards == ()


@dataclass(frozen=True)
class StrongTwice(Strong):
    """One to whom B1 loses five points as well."""

    def _lead(self, position: Position, lost: float | None = None) -> float:
        return super()._lead(position, lost) - (5.0 if position.cells[at("B1")] else 0.0)


@pytest.mark.parametrize(("lost_in_truth", "told_of"), [(8.0, "A1"), (3.0, "B1")])
def test_a_fight_has_one_card_the_largest_that_holds(lost_in_truth: float, told_of: str) -> None:
    game = played("C3 G7 A1 G3 B1 C7 E7 E3")
    judge = StrongTwice(
        likely={"E5": 0.6, "A1": 0.01, "B1": 0.01}, lost_in_truth=lost_in_truth)
    (card,) = mistakes_of(game, judge).cards
    assert card.played == at(told_of)
    assert len(verified(game, judged(game, [judge._lead(each) for each in game.positions]),
                        judge).whys) == (2 if told_of == "A1" else 1)


def test_cards_are_made_by_one_that_knows_no_policy_too() -> None:
    (card,) = mistakes_of(GAME, Strong(likely={}, tried={"D5": 60, "E5": 40})).cards
    assert (card.played, card.best.point) == (at("A1"), at("D5"))


def test_a_pass_is_a_mistake_as_a_move_is_but_not_as_a_handicap() -> None:
    """Whatever the policy prefers: ten points hang on A1 here, which nobody has played."""
    @dataclass(frozen=True)
    class Waiting(Strong):
        def _lead(self, position: Position, lost: float | None = None) -> float:
            return -8.0 if position.to_play == -1 and position.stone_count() % 2 == 0 else 0.0

    judge = Waiting(likely={"E5": 0.3, "D5": 0.3}, tried={"E5": 40, "D5": 40})
    leads = (0.0, 0.0, 0.0, -8.0, -8.0, -8.0, -8.0)
    passed, handicap = played("C3 G7 pass G3 E5 C7"), played("pass C3 pass D3 pass E3")
    assert set(verified(passed, judged(passed, leads), judge).whys) == {3}
    assert set(verified(handicap, judged(handicap, (0.0, *[-8.0] * 6)), judge).whys) == set()


def test_what_was_lost_and_won_back_is_told_where_the_searches_are_sure() -> None:
    back = (0.0, 0.0, 0.0, -8.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert told(Strong(lost=11.0), back) == {3: (at("E5"), 11.0)}
    # It takes a loss twice what leads are off by, and half of it in the next position.
    assert told(Strong(lost=11.0, margin=6.0), back) == {}
    assert told(Strong(lost=17.0), back) == {}


def test_what_the_answer_won_was_lost_by_the_move_before_it() -> None:
    """No search prefers another move; White's answer G3 shows what A1 left open."""
    late = (0.0, 0.0, 0.0, 0.0, -20.0, -20.0, -20.0, -20.0, -20.0)
    blind = Strong(lost=20.0, tried={"D5": 50, "E5": 50})
    assert told(blind, late) == {3: (at("G3"), 20.0)}
    assert told(replace(blind, margin=11.0), late) == {}, "as much as leads are off by"
    assert told(blind, (0.0, 0.0, 0.0, 0.0, -7.0, -9.0, -20.0, -20.0, -20.0)) == {}
    assert told(replace(blind, lost_in_truth=2.0), late) == {}, "read far enough it is nothing"


def test_an_answer_that_is_expected_is_held_against_a_move_as_well() -> None:
    """The board is judged lost before White has played it; no search from here looks at it."""
    blind = Strong(lost=20.0, tried={"D5": 50, "E5": 50})
    after = [structs.replace(said, line=(at("G3"),))
             for said in judged(GAME, (0.0, 0.0, 0.0, *[-20.0] * 6))]
    found = verified(GAME, after, blind).whys
    assert {number: why.instead.move for number, why in found.items()} == {3: at("G3")}


def test_large_losses_are_read_farther_and_told_with_what_is_left_of_them() -> None:
    @dataclass(frozen=True)
    class Shrinking(Strong):
        """What A1 loses shrinks with the positions that are looked at."""

        def search(
            self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
            cancel: CancelFlag | None = None,
        ) -> Searched:
            found = super().search(position, first, region, visits, cancel)
            lost = 30.0 if visits <= LONG else 25.0 if visits <= 400 else 20.0
            lead = -lost if position.cells[at("A1")] else 0.0
            return structs.replace(found, lead=lead)

    lasting = (0.0, 0.0, 0.0, *[-20.0] * 6)
    assert told(Shrinking(), lasting) == {3: (at("E5"), 20.0)}
    small = (0.0, 0.0, 0.0, *[-8.0] * 6)
    assert told(Strong(lost=8.0, lost_in_truth=6.0), small) == {}, "a small one is not told"


def test_on_a_small_board_half_as_much_is_as_large() -> None:
    """What a search finds of a loss of three points is told there without the policy."""
    small = game_reviews.played("C3 G7 A1 G3 E5 C7 E7 E3")
    assert (GAME.mistake, played("K10", lines=13).mistake, small.mistake) == (3.0, 2.0, 1.5)

    @dataclass(frozen=True)
    class OnNine(Strong):
        def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
            return tuple(0.5 if point == game_reviews.at("A1") else 0.002
                         for point in range(len(position.cells) + 1))

        def search(
            self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
            cancel: CancelFlag | None = None,
        ) -> Searched:
            lead, moves = self._lead(position), ()
            if not position.cells[game_reviews.at("E5")]:
                moves = (Tried(game_reviews.at("E5"), lead, visits),)
            return Searched(lead, moves, tuple(move.point for move in moves),
                            (0.0,) * len(position.cells), visits)

        def _lead(self, position: Position, lost: float | None = None) -> float:
            return -3.0 if position.cells[game_reviews.at("A1")] else 0.0

    leads = [3 * lead / 8 for lead in FALLEN]
    assert set(verified(small, judged(small, leads), OnNine()).whys) == {3}
