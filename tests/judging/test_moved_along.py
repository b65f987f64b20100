"""What was read a few moves away holds as far as no move came near and the look agrees."""

from collections.abc import Mapping

import numpy as np
import pytest

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.fate import EVEN, Fate, group_fates
from irgo_app.judging.ishida import ishida_view
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.life_answers import LifeAnswers, beside_the_board
from irgo_app.judging.moved_along import MovedAlong, cautious_ownership, kept_fates
from irgo_app.layers.groups import Groups
from irgo_app.lifedeath.verdict import READER_METHOD, Answer, LifeStatus, Outcome, Verdict
from irgo_app.service.plan import WorkerBench
from irgo_app.service.request import LayerRequest

CORNERS = Position.from_diagram("""
    . X X . . . . . .
    X X . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . O O
    . . . . . . . O .
""")


def at(name: str) -> int:
    return point_of_vertex(name, 9, 9)


def stones(name: str) -> tuple[int, ...]:
    return tuple(sorted(CORNERS.chain(at(name))))


def owned(**values: float) -> list[float]:
    """Return an expectation of 0 but at some points."""
    found = [0.0] * 81
    for name, value in values.items():
        found[at(name)] = value
    return found


def view(
    look: list[float], moved: MovedAlong | None, fates: Mapping[int, Fate] | None = None,
    visits: int = 1,
) -> dict[str, Fate]:
    """Return the fates of both corners in a view that is not final."""
    groups = WorkerBench().layer_result(LayerRequest.of(CORNERS, "groups"), None)
    assert isinstance(groups, Groups)
    found = ishida_view(CORNERS, Judgement(0.0, ownership=tuple(look), visits=visits), groups,
                        fates or {}, moved=moved, is_final=False)
    return {name: body.fate for body in found.bodies for name in ("B9", "H1")
            if at(name) in body.stones}


def test_one_look_says_only_what_it_is_sure_of() -> None:
    found = cautious_ownership(owned(A1=0.35, E5=-0.38, J9=0.95, A5=-0.6), None, CORNERS)
    assert abs(found[at("A1")]) < EVEN and abs(found[at("E5")]) < EVEN
    assert found[at("J9")] > 0.9 and found[at("A5")] < -EVEN


def test_what_was_read_nearby_holds_where_the_look_agrees_and_no_move_touched_it() -> None:
    read = owned(A1=0.9, A9=0.9, J1=-0.9, E5=0.9)
    look = owned(A1=0.2, A9=0.2, J1=0.2, E5=0.2)
    moved = MovedAlong(tuple(read), (at("E4"), PASS))
    found = cautious_ownership(look, moved, CORNERS)
    assert found[at("A1")] == found[at("A9")] == 0.9
    assert found[at("J1")] == 0.0, "the look contradicts"
    assert abs(found[at("E5")]) < EVEN, "beside a move that was played since"


@pytest.mark.parametrize(("move", "expected", "holds"), [
    ("E5", -0.9, True), ("E5", 0.3, False), ("D8", -0.9, False), (None, -0.9, True)])
def test_a_dead_group_stays_dead_until_a_move_comes_near_or_the_look_contradicts(
    move: str | None, expected: float, holds: bool
) -> None:
    group = stones("B9")
    moved = MovedAlong(fates=((group, Fate.DEAD),), fates_since=(
        PASS if move is None else at(move),))
    look = [0.0] * 81
    for stone in group:
        look[stone] = expected
    assert kept_fates(moved, CORNERS, look) == (dict.fromkeys(group, Fate.DEAD) if holds else {})
    assert view(look, moved)["B9"] is (Fate.DEAD if holds else Fate.UNREAD)


def test_a_group_that_was_taken_meanwhile_has_no_fate() -> None:
    moved = MovedAlong(fates=(((at("E5"), at("E6")), Fate.DEAD),))
    assert kept_fates(moved, CORNERS, [0.0] * 81) == {}


def test_what_nobody_has_read_is_neither_faded_nor_owned_nor_weak() -> None:
    gone = [0.0] * 81
    for stone in stones("B9"):
        gone[stone] = -0.95
    for stone in stones("H1"):
        gone[stone] = -0.95
    for visits in (1, 240):
        assert view(gone, None, visits=visits) == {"B9": Fate.UNREAD, "H1": Fate.SAFE}
    read = dict.fromkeys(stones("B9"), Fate.WEAK)
    assert view(gone, None, read)["B9"] is Fate.WEAK


def test_the_board_searched_far_overrules_a_guess_and_no_proof() -> None:
    def told(method: str, outcome: Outcome, expected: float, to_play: int) -> LifeStatus:
        group = stones("B9")
        verdict = Verdict(BLACK, group, Answer(BLACK, outcome, method=method, kill=0.3),
                          Answer(WHITE, Outcome.DIES, method="solver", kill=1.0))
        owners = [0.0] * 81
        for stone in group:
            owners[stone] = expected
        return beside_the_board(verdict, owners, to_play).status

    assert told(READER_METHOD, Outcome.LIVES, -0.9, WHITE) is LifeStatus.DEAD
    assert told(READER_METHOD, Outcome.LIVES, -0.65, BLACK) is LifeStatus.DEAD
    assert told(READER_METHOD, Outcome.LIVES, -0.65, WHITE) is LifeStatus.UNSETTLED
    assert told("solver", Outcome.LIVES, -0.9, WHITE) is LifeStatus.UNSETTLED
    groups = WorkerBench().layer_result(LayerRequest.of(CORNERS, "groups"), None)
    assert isinstance(groups, Groups)
    answers = LifeAnswers(CORNERS, groups)
    [place] = [place for place in answers.places if place.colour == BLACK]
    guess = Answer(BLACK, Outcome.LIVES, method=READER_METHOD, kill=0.3)
    answers.add_verdict(place, Verdict(BLACK, place.stones, guess, Answer(
        WHITE, Outcome.DIES, method=READER_METHOD, kill=0.8)))
    assert dict(answers.fates())[place.stones] is Fate.WEAK and not answers.is_complete
    assert answers.expect(np.full(81, -0.9).tolist()) and "B9" in answers.dead
    assert dict(answers.fates())[place.stones] is Fate.DEAD
    assert group_fates([]) == ()
