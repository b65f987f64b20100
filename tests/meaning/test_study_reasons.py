"""Why moving first matters in a place that was asked about: a study's own futures compared."""

import pytest
from msgspec.structs import replace

from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.go.rules import chains, play
from irgo_app.judging.study import Play, Study, place_of_group
from irgo_app.meaning.reasons import ReasonKind, State
from irgo_app.meaning.why import why_of_study
from irgo_app.meaning.words import told_reasons
from tests.judging.counting_judge import BOARD, at

STONES = next(chain for chain in chains(BOARD) if at("A8") in chain)


def played(first: Colour, name: str, owner: float, lead: float) -> Play:
    """Return a side's first move and whose the stones in the corner are then."""
    board = play(BOARD.with_to_play(first), first, at(name))
    return Play(((first, at(name)),), board, board, lead,
                tuple(owner if point in STONES else 0.0 for point in range(81)), 4)


@pytest.fixture
def study() -> Study:
    return Study(BOARD, place_of_group(BOARD, STONES, 1), at("A9"), played(BLACK, "D9", 1.0, -4.5),
                 played(WHITE, "A9", -1.0, -12.5), engine="a test", visits=8, komi=6.5)


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_a_group_that_hangs_is_the_reason_of_its_study(study: Study, mover: int) -> None:
    found = why_of_study(replace(study, position=BOARD.with_to_play(mover)))
    assert found is not None and found.loss == pytest.approx(study.swing)
    assert (found.move.moves[0][0], found.instead.moves[0][0]) == (-mover, mover)
    reason = found.difference.reasons[0]
    assert (reason.kind, set(reason.points)) == (ReasonKind.GROUP, set(STONES)) and reason.share > 0
    states = {found.move.moves[0][0]: reason.move, found.instead.moves[0][0]: reason.instead}
    assert states == {BLACK: State.LIVES, WHITE: State.DIES}
    told = str(told_reasons(found)[0])
    assert told.startswith("Black D9 saves Black's stones at" if mover == BLACK
                           else "White A9 captures Black's stones at")
    total = sum(share.share for share in found.difference.reasons) + found.difference.rest
    assert total == pytest.approx(study.swing)


def test_nothing_to_gain_and_no_ownership_have_no_reasons(study: Study) -> None:
    black = replace(study.black_first, lead=study.white_first.lead)
    assert why_of_study(replace(study, black_first=black)) is None
    black = replace(study.black_first, ownership=())
    assert why_of_study(replace(study, black_first=black)) is None


def test_a_side_that_gains_nothing_passes(study: Study) -> None:
    black = replace(study.black_first, moves=((BLACK, PASS),), line=())
    found = why_of_study(replace(study, position=BOARD.with_to_play(WHITE), black_first=black))
    assert found is not None and found.move.move == PASS
    assert str(told_reasons(found)[0]).startswith("White A9 captures Black's stones at")
