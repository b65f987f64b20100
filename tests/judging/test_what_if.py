"""What if: localities played out sanely, both ways compared, dead stones off the count."""

import pickle
from collections.abc import Iterable

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import is_own_eye, sane_moves, without_dead
from irgo_app.judging.map_study import (LONGEST, MapPlayer, MapValues, Means, best_cut, play_out,
                                        stones_in_atari, what_if_all, what_if_at, what_if_group)
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.verdict import Outcome

FEW = Means(Limits(nodes=5_000, playouts=300))
CORNER = Position.from_diagram("""
    . . . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . . . .
    . . . . . . X . .
    . . . . . . . . .
    . . . . . . . . .""")
"""Black's corner of three in a row hangs on B9."""


def at(name: str, position: Position = CORNER) -> Point:
    return point_of_vertex(name, position.columns, position.rows)


def names(points: Iterable[Point], position: Position) -> set[str]:
    return {vertex(point, position.columns, position.rows) for point in points}


def turned(position: Position) -> Position:
    """Return the position with colours swapped."""
    return Position.from_diagram(
        [row.translate(str.maketrans("XO", "OX")) for row in position.diagram()])


def test_dead_stones_become_prisoners() -> None:
    after = without_dead(CORNER, [at("A8"), at("E9"), at("J1")])
    assert after.captures == (1, 1) and not after.cells[at("A8")] and not after.cells[at("E9")]
    assert without_dead(CORNER, []) is CORNER


def test_worth_counts_dead_stones_twice() -> None:
    appraiser = MapValues()
    living = CORNER.with_stones({at("B9"): BLACK})
    group = [point for point in range(27) if living.colour_at(point) == BLACK]
    alive, dead = appraiser.worth(living), appraiser.worth(living, group)
    assert dead.territory[WHITE] >= alive.territory[WHITE] + 2 * len(group)
    assert dead.lead < alive.lead - 10


@pytest.mark.parametrize("position", [CORNER, turned(CORNER)])
def test_worth_is_alike_for_both_colours(position: Position) -> None:
    ours, theirs = MapValues().worth(position), MapValues().worth(turned(position))
    assert ours.lead == pytest.approx(-theirs.lead)
    assert ours.territory[BLACK] == theirs.territory[WHITE]


def test_moves_are_sane() -> None:
    position = Position.from_diagram("""
        . X . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . O . . . X .
        O X . . . . .
        . O . . . . .""")
    everywhere = range(len(position.cells))
    black = {point for point, _ in sane_moves(position, BLACK, everywhere)}
    own_eyes = {at("A7", position), at("C7", position)}
    assert not own_eyes & black
    assert is_own_eye(position, at("A7", position), BLACK)
    assert not is_own_eye(position, at("A7", position), WHITE)
    assert names(stones_in_atari(position, BLACK), position) == {"B2"}
    assert not stones_in_atari(position, WHITE)


def test_throwing_stones_away_is_no_move() -> None:
    position = Position.from_diagram("""
        . X O . .
        . . O . .
        O O O . .
        . . . . .
        . . . . .""")
    moves = {point for point, _ in sane_moves(position, BLACK, range(25))}
    assert at("B4", position) in moves  # It has two liberties yet.
    tight = position.with_stones({at("A4", position): WHITE})
    assert at("B4", tight) not in {point for point, _ in sane_moves(tight, BLACK, range(25))}


@pytest.mark.parametrize("swap", [1, -1])
def test_a_capture_in_atari_is_not_missed(swap: Colour) -> None:
    position = Position.from_diagram("""
        . . . . . . . . .
        . . X . . . . . .
        . X O X . . . . .
        . X O X . . . . .
        . X O O X . . . .
        . . X . . . . . .
        . . . O . . . . .
        . . . . . O . . .
        . . . . . . . . .""")
    if swap < 0:
        position = turned(position)
    taking = at("D4", position)
    locality = frozenset(range(len(position.cells)))
    for first in (BLACK, WHITE):
        point, gain = MapPlayer(MapValues()).choose(position, first, locality, 1.0)
        assert point == taking and gain == 8.0


def test_a_chain_that_only_suicide_could_save_is_left() -> None:
    position = Position.from_diagram("""
        . X X O . . .
        O O O O . . .
        . . . . . . .
        . . . . . . .
        . . . . X . .
        . . . . . . .
        . . . . . . .""")
    locality = frozenset(range(len(position.cells)))
    chooser = MapPlayer(MapValues())
    assert stones_in_atari(position, BLACK)
    assert chooser.choose(position, BLACK, locality, 1.0)[0] != 0
    assert chooser.choose(position, WHITE, locality, 1.0)[0] == 0


def test_a_line_is_cut_where_one_should_have_left() -> None:
    assert best_cut([0.0], []) == 0
    assert best_cut([0.0, 5.0, -4.0], [BLACK, WHITE]) == 0
    assert best_cut([0.0, 5.0, 7.0], [BLACK, WHITE]) == 1
    assert best_cut([0.0, 5.0, 3.0, 4.0], [BLACK, WHITE, BLACK]) == 3
    assert best_cut([0.0, -5.0], [BLACK]) == 0


def test_a_locality_is_settled_in_few_moves() -> None:
    chooser = MapPlayer(MapValues())
    locality = frozenset(range(len(CORNER.cells)))
    for first in (BLACK, WHITE):
        moves, after = play_out(CORNER, first, locality, chooser)
        assert len(moves) <= LONGEST
        assert all(colour == (first if index % 2 == 0 else -first)
                   for index, (colour, _) in enumerate(moves))
        assert after.stone_count() <= CORNER.stone_count() + len(moves)
    filled = Position.from_diagram("XX.OO\nXX.OO\nXX.OO\n.X.O.\nXX.OO")
    assert play_out(filled, BLACK, frozenset(range(25)), chooser, [1])[0] == ()  # type: ignore[arg-type]


def test_a_group_that_hangs_swings_by_its_stones() -> None:
    study = what_if_group(CORNER, [at("A8")], 1, means=FEW)
    assert study is not None
    assert study.black_first.outcome is Outcome.LIVES and not study.black_first.dead
    assert study.white_first.outcome is Outcome.DIES
    assert names(study.white_first.dead, CORNER) == {"A8", "B8", "C8", "D8", "D9"}
    assert study.at == at("B9") and study.white_first.moves[0] == (WHITE, at("B9"))
    assert study.white_first.position.cells[at("A8")]
    assert not study.white_first.counted_position.cells[at("A8")]
    assert 12 <= study.swing <= 25
    assert study.if_first(WHITE) is study.white_first
    assert pickle.loads(pickle.dumps(study)) == study


def test_the_swing_is_alike_for_both_colours() -> None:
    ours = what_if_group(CORNER, [at("A8")], means=FEW)
    theirs = what_if_group(turned(CORNER), [at("A8")], means=FEW)
    assert ours is not None and theirs is not None
    assert ours.swing == pytest.approx(theirs.swing)


def test_a_point_is_studied_and_a_stone_refused() -> None:
    study = what_if_at(CORNER, at("G5"), FEW)
    assert study is not None and study.group is None
    assert study.black_first.moves[0] == (BLACK, at("G5"))
    assert study.white_first.moves[0] == (WHITE, at("G5"))
    with pytest.raises(UsageError, match="stone at A8"):
        what_if_at(CORNER, at("A8"))
    suicide = Position.from_diagram(".XO\nXXO\nOOO")
    filled = what_if_at(suicide, 0, FEW)
    assert filled is not None and filled.black_first.moves == () != filled.white_first.moves


def test_all_groups_are_sorted_and_told_on_the_way() -> None:
    groups = [[at("A8")], [at("A7"), at("E9")], [at("C4")], [at("G3")]]
    told = []
    studies = what_if_all(CORNER, groups, means=FEW,
                          progress=lambda done, total: told.append((done, total)))
    assert sorted(study.group or 0 for study in studies) == [1, 2, 3, 4]
    swings = [study.swing for study in studies]
    assert swings == sorted(swings, reverse=True) and min(swings) >= 0
    assert told[-1] == (8, 8) and [done for done, _ in told] == list(range(1, 9))


def test_a_study_called_off_is_none(raised_flag: CancelFlag) -> None:
    assert what_if_group(CORNER, [at("A8")], means=FEW, cancel=raised_flag) is None
    assert what_if_at(CORNER, at("G5"), FEW, raised_flag) is None
    assert what_if_all(CORNER, [[at("A8")]], means=FEW, cancel=raised_flag) == ()
