"""The player: choosing by chance or not, ending a game rightly, giving up a lost one."""

import numpy as np
import pytest

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import CHINESE, JAPANESE, Ruleset, is_own_eye, play, sane_moves
from irgo_app.networks import LEVELS, Level, level_named
from irgo_app.networks.ending import SURE, dead_chains, lead_after_passes, neutral_points
from irgo_app.networks.network import Opinion, network
from irgo_app.networks.player import Choice, search_of_game, settle
from irgo_app.networks.search import Evaluator
from tests.networks.fake_network import FakeNetwork, area_opinion

SETTLED = Position.from_diagram("""
    . X . X O . O
    X X X X O O O
    . X . X O . .
    X X X X O O O
    . X O X O . .
    X X X X O O O
    . X . X O . .
""")
"""One white stone is dead in Black's area; Black has 28 points, White 21."""


def choose(
    evaluator: Evaluator, positions: list[Position], colour: Colour, komi: float, level: Level, *,
    rules: Ruleset = CHINESE, seed: int = 0,
) -> Choice:
    """Return what `colour` does in the last of a game's positions."""
    search = search_of_game(evaluator, positions, colour, komi, rules=rules)
    search.run(level.visits)
    return settle(evaluator, search, positions, komi, level, rules=rules, seed=seed)


def pass_policy(position: Position, komi: float) -> Opinion:
    """Want to pass at once, as a player who thinks that all is done; the left side is Black's."""
    policy = np.full(50, 1e-4, np.float32)
    policy[-1] = 1
    owned = np.tile(np.array([1, 1, 1, 1, -1, -1, -1], np.float32), 7)
    return Opinion(policy, owned, 7.0 - komi, 0.5)


def opposite_opinion(position: Position, komi: float) -> Opinion:
    """Hold the game for lost by Black beyond doubt."""
    plain = area_opinion(position, komi)
    return Opinion(plain.policy, plain.ownership, -60.0, 2.0)


def test_dead_chains_come_off_before_the_area_is_counted() -> None:
    owned = pass_policy(SETTLED, 0.0).ownership
    stone = point_of_vertex("C3", 7, 7)
    assert dead_chains(SETTLED, owned) == {stone}
    unsure = owned.copy()
    unsure[stone] = 0.1
    # Whoever has to be careful counts a stone of doubt against himself.
    assert lead_after_passes(SETTLED, [unsure], WHITE, CHINESE, 0.0) == 7
    assert lead_after_passes(SETTLED, [owned, unsure], BLACK, CHINESE, 0.0) < 7
    assert lead_after_passes(SETTLED, [owned, owned], BLACK, CHINESE, 0.5) == 6.5
    # By territory a dead stone is a prisoner, and what was played inside is gone.
    assert lead_after_passes(SETTLED, [owned, owned], BLACK, JAPANESE, 0.0) == 2


def test_neutral_points_border_on_both_colours() -> None:
    open_board = SETTLED.with_stones({point_of_vertex("E7", 7, 7): 0})
    owned = pass_policy(SETTLED, 0.0).ownership
    assert neutral_points(SETTLED, owned) == frozenset()
    assert neutral_points(open_board, owned) == {
        point_of_vertex("E7", 7, 7), point_of_vertex("F7", 7, 7)}


@pytest.mark.parametrize("visits", [1, 40])
def test_it_passes_when_the_game_is_over(visits: int) -> None:
    before = SETTLED.with_to_play(WHITE)
    game = [before, play(before, WHITE, PASS)]
    choice = choose(FakeNetwork(pass_policy), game, BLACK, 0.5, Level("", "", visits))
    assert choice.point == PASS and not choice.resigns


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_it_passes_back_where_it_would_fill_its_own_territory(temperature: float) -> None:
    """Its policy would never pass; a pass of the other side ends the game all the same."""
    def busy(position: Position, komi: float) -> Opinion:
        plain = pass_policy(position, komi)
        policy = np.array([float(not cell) for cell in position.cells] + [0.0], np.float32)
        return Opinion(policy / policy.sum(), plain.ownership, plain.lead, plain.spread)

    level = Level("", "", 20, temperature=temperature)
    before = SETTLED.with_to_play(WHITE)
    passed = [before, play(before, WHITE, PASS)]
    assert choose(FakeNetwork(busy), passed, BLACK, 0.5, level, rules=JAPANESE).point == PASS
    alone = [SETTLED.with_to_play(BLACK)]
    assert choose(FakeNetwork(busy), alone, BLACK, 0.5, level, rules=JAPANESE).point != PASS


def test_it_fills_the_last_neutral_point_before_it_passes() -> None:
    left = SETTLED.with_stones({point_of_vertex("E7", 7, 7): 0, point_of_vertex("F7", 7, 7): WHITE})
    choice = choose(FakeNetwork(pass_policy), [left.with_to_play(BLACK)], BLACK, 0.5,
                    Level("", "", 1))
    assert choice.point == point_of_vertex("E7", 7, 7)


def test_it_does_not_pass_back_where_that_would_lose() -> None:
    """White has passed though Black can still take a stone of doubt that decides the game."""
    def doubtful(position: Position, komi: float) -> Opinion:
        opinion = pass_policy(position, komi)
        owned = opinion.ownership.copy()
        owned[point_of_vertex("C3", 7, 7)] = 0.2
        return Opinion(opinion.policy, owned, opinion.lead, opinion.spread)

    before = SETTLED.with_to_play(WHITE)
    game = [before, play(before, WHITE, PASS)]
    sure = choose(FakeNetwork(pass_policy), game, BLACK, 6.5, Level("", "", 60))
    unsure = choose(FakeNetwork(doubtful), game, BLACK, 6.5, Level("", "", 60))
    assert sure.point == PASS and unsure.point != PASS


@pytest.mark.parametrize("visits", [8, 60])
def test_it_defends_before_it_ends_a_game_that_the_other_side_could_still_turn(
    visits: int
) -> None:
    """At one look all is well; that White at B7 turns the game shows when White plays there."""
    point = point_of_vertex("B7", 7, 7)

    def blind(position: Position, komi: float) -> Opinion:
        opinion = pass_policy(position, komi)
        policy = np.full(50, 1e-5, np.float32)
        policy[-1], policy[point] = 0.6, 0.4
        lead = -20.0 if position.colour_at(point) == WHITE else opinion.lead
        return Opinion(policy, opinion.ownership, lead, 0.5)

    before = SETTLED.with_stones({point: 0}).with_to_play(WHITE)
    game = [before, play(before, WHITE, PASS)]
    choice = choose(FakeNetwork(blind), game, BLACK, 0.5, Level("", "", visits))
    assert (choice.point != PASS) == (visits >= 16)


def test_a_lost_game_is_given_up_but_not_at_its_beginning() -> None:
    game = [Position.empty(7)]
    for column in range(7):
        for row in (1, 3, 5):
            game.append(play(game[-1], game[-1].to_play, row * 7 + column))
    level = Level("", "", 20)
    lost = FakeNetwork(opposite_opinion)
    assert choose(lost, game, BLACK, 0.5, level).resigns
    assert not choose(lost, game, WHITE, 0.5, level).resigns
    assert not choose(lost, game[:5], BLACK, 0.5, level).resigns


def test_the_choice_by_chance_is_the_same_with_the_same_seed() -> None:
    game = [Position.empty(7)]
    level = Level("", "", 1, 1.0)
    drawn = [choose(FakeNetwork(), game, BLACK, 0.5, level, seed=seed).point
             for seed in range(12)]
    assert drawn == [choose(FakeNetwork(), game, BLACK, 0.5, level, seed=seed).point
                     for seed in range(12)]
    assert len(set(drawn)) > 4


def corner_policy(position: Position, komi: float) -> Opinion:
    """Want the four corners most, one point above all; nothing is anybody's yet."""
    policy = np.full(82, 1e-3, np.float32)
    policy[[20, 24, 56, 60]] = 0.15, 0.1, 0.1, 0.1
    return Opinion(policy, np.zeros(81, np.float32), -komi, 0.5)


def drawn_points(game: list[Position], count: int) -> set[int]:
    return {choose(FakeNetwork(corner_policy), game, game[-1].to_play, 0.5, Level("", "", 8),
                   seed=seed).point for seed in range(count)}


def test_games_of_one_level_begin_in_different_ways() -> None:
    """Also at a level without chance of its own: where one corner is visited most, any is taken."""
    game = [Position.empty(9)]
    assert {20, 24, 56, 60} <= drawn_points(game, 40)
    for point in (40, 20, 24, 56, 60, 10, 70, 30):
        game.append(play(game[-1], game[-1].to_play, point))
    assert len(drawn_points(game, 8)) == 1


def test_a_board_that_looks_the_same_from_two_sides_is_played_on_from_either() -> None:
    game = [Position.empty(9), play(Position.empty(9), BLACK, 20)]
    assert {24, 56} <= drawn_points(game, 40) and 20 not in drawn_points(game, 8)


def test_chance_never_draws_what_is_illegal() -> None:
    full = Position.from_diagram(["XXXXXXX", "X.XXXXX", "XXXXXXX", "XXXXXXX", "XXXXXXX", "XXXXX.X",
                                  "XXXXXXX"], WHITE)
    points = {choose(FakeNetwork(), [full], WHITE, 0.5, Level("", "", 1, 2.0), seed=seed).point
              for seed in range(10)}
    assert points == {PASS}


def test_the_levels_grow_stronger_and_have_names_of_their_own() -> None:
    assert len({level.name for level in LEVELS}) == len(LEVELS)
    assert [level.visits for level in LEVELS] == sorted(level.visits for level in LEVELS)
    assert level_named("Normal").visits == 200
    with pytest.raises(UsageError, match="there are beginner, casual"):
        level_named("dan")


def test_a_beginner_fills_no_own_eye_and_passes_no_open_board() -> None:
    """Against itself on 9x9, from empty boards on, until both pass."""
    level, opinions = level_named("beginner"), network()
    assert level_named("loose") == level
    for seed in (1, 2):
        game, passes = [Position.empty(9)], 0
        while passes < 2 and len(game) < 250:
            position = game[-1]
            choice = choose(opinions, game, position.to_play, 7.5, level, seed=seed)
            if choice.point == PASS:
                surely = [point for point, _ in sane_moves(position, position.to_play, range(81))
                          if abs(choice.findings.ownership[point]) < SURE]
                assert not surely, position.diagram()
            else:
                assert not is_own_eye(position, choice.point, position.to_play)
            passes = passes + 1 if choice.point == PASS else 0
            game.append(play(position, position.to_play, choice.point))
        assert passes == 2 and len(game) > 30


def test_who_does_not_see_the_whole_board_plays_near_the_last_stones() -> None:
    game = [Position.empty(9)]
    for point in (20, 21, 29):
        game.append(play(game[-1], game[-1].to_play, point))
    away = {sight: sum(
        max(abs(chosen // 9 - 2), abs(chosen % 9 - 2)) for seed in range(40)
        for chosen in [choose(FakeNetwork(), game, WHITE, 0.5,
                              Level("", "", 1, 2.0, sight=sight), seed=seed).point])
        for sight in (0.0, 1.0)}
    assert away[1.0] < 0.8 * away[0.0]
