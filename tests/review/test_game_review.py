"""The record of a game's analysis: its moves, what they lost, phases, figures, and their maps."""

from threading import Barrier

import numpy as np
import pytest
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.judgement import CalledOffError, Searched
from irgo_app.judging.reader_judge import ReaderJudge
from irgo_app.review.game_line import GameMaps, at_first_sight, game_maps, searched
from irgo_app.review.game_review import Phase, reviewed
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from tests.review.game_reviews import at, held, judged, line_of, no_maps, played


def test_a_line_holds_the_position_each_move_was_played_on() -> None:
    line = line_of("(;SZ[9]KM[6.5]RU[Chinese]AB[gc]PL[W];W[cc];N[said];W[gg];B[])")
    assert [colour for colour, _ in line.moves] == [WHITE, WHITE, BLACK]
    assert [position.to_play for position in line.positions] == [WHITE, WHITE, BLACK, WHITE]
    assert [position.stone_count() for position in line.positions] == [1, 2, 3, 3]
    assert line.moves[2] == (BLACK, PASS)
    assert (line.komi, line.rules) == (6.5, "chinese")


def test_stones_set_up_later_lie_on_the_later_position() -> None:
    line = line_of("(;SZ[9];B[cc];AW[gg][gc];W[cg])")
    assert [position.stone_count() for position in line.positions] == [0, 3, 4]


def test_a_first_move_in_the_root_is_a_move() -> None:
    line = line_of("(;SZ[9]B[cc];W[gg])")
    assert [position.stone_count() for position in line.positions] == [0, 1, 2]


def test_a_game_without_moves_is_refused_in_a_sentence() -> None:
    with pytest.raises(UsageError, match="no moves"):
        line_of("(;SZ[9]AB[cc])")


def test_a_loss_is_the_movers_and_never_below_nothing() -> None:
    line = played("C3 G7 C7 G3")
    review = reviewed(line, "a test", judged(line, [0, -4, -1, 3, 3.5]), no_maps(line))
    assert [move.loss for move in review.moves] == [4, 3, 0, 0.5]
    assert [move.lead for move in review.moves] == [-4, -1, 3, 3.5]
    black, white = review.figures_of(BLACK), review.figures_of(WHITE)
    assert (black.moves, black.lost, black.mistakes, black.worst) == (2, 4, 1, 1)
    assert (white.moves, white.lost, white.mistakes, white.worst) == (2, 3.5, 1, 2)


def test_only_a_move_that_was_held_against_a_better_one_is_a_mistake() -> None:
    line = played("C3 G7 C7 G3")
    said = judged(line, [0, -4, -1, -8, -8])
    whys = {1: held(line, 1, "E5", 1.0), 3: held(line, 3, "E3", 6.0)}
    review = reviewed(line, "a test", said, no_maps(line), whys)
    # The second seemed to lose 3 points, and nobody looked again: half a mistake at most.
    assert [move.loss for move in review.moves] == [1, 0.75, 6, 0]
    assert [move.best for move in review.moves] == [at("E5"), None, at("E3"), None]
    # What is told of a position is told of the moves round it.
    assert [said.lead for said in review.told] == [0, -1, 0, -6, -8]
    assert [move.lead for move in review.moves] == [-1, 0, -6, -8]
    assert review.leads_round(3) == (0, -6) and review.leads_round(4) == (-6, -8)
    assert review.figures_of(BLACK).mistakes == 1 and review.figures_of(WHITE).mistakes == 0


def test_sente_is_kept_by_a_move_that_is_answered_and_then_left() -> None:
    line = played("C3 D3 H8 G3 C4 D4 C5")
    moves = reviewed(line, "a test", judged(line, [0] * 8), no_maps(line)).moves
    assert moves[0].is_answered and moves[0].keeps_sente
    assert moves[4].is_answered and not moves[4].keeps_sente
    assert not moves[2].keeps_sente and not moves[6].is_answered


def test_the_phases_follow_from_what_is_still_open() -> None:
    names = "ABCDEFGHJ"
    line = played(" ".join(f"{column}{row}" for row in (3, 5, 7) for column in names))
    decided = {f"{column}{row}": 1.0 for column in names for row in range(1, 10)}
    said = judged(line, [0] * 28, {20: decided})
    phases = reviewed(line, "a test", said, no_maps(line)).phases
    assert phases == {Phase.OPENING: (1, 11), Phase.MIDDLE: (12, 20), Phase.ENDGAME: (21, 27)}
    short = played("C3 G7")
    assert list(reviewed(short, "a test", judged(short, [0] * 3), no_maps(short)).phases) == [
        Phase.OPENING]


def test_moyo_counts_where_it_was_built_and_what_became_of_it() -> None:
    line = played("C3 G7 C7 G3")
    maps = no_maps(line)
    inner, secured = maps.inner.copy(), maps.secured.copy()
    inner[0, at("A1")] = inner[1:, at("A1")] = BLACK
    inner[2, [at("D5"), at("E5"), at("F5")]] = BLACK
    inner[3, at("J9")] = WHITE
    secured[4, at("E5")] = BLACK
    review = reviewed(line, "a test", judged(line, [0] * 5, {4: {"F5": 0.9, "J9": 0.2}}),
                      GameMaps(maps.influence, secured, inner))
    black, white = review.figures_of(BLACK), review.figures_of(WHITE)
    assert (black.moyo, black.turned) == (3, 2)
    assert (white.moyo, white.turned) == (1, 0)


def test_maps_along_a_game_are_those_of_its_positions() -> None:
    service = AnalysisService(InlineExecutor())
    line = played("C3 G7 C7 G3 E5")
    steps = list[tuple[int, int]]()
    maps = game_maps(line, service.result, lambda done, total: steps.append((done, total)))
    assert steps == [(done, 6) for done in range(1, 7)]
    assert maps.influence.shape == (6, 2) and not maps.influence[0].any()
    assert maps.shadow(1, BLACK) > 0 == maps.shadow(1, WHITE)
    assert maps.moyo(5, BLACK) == np.count_nonzero(maps.inner[5] == BLACK)


def test_the_reader_judges_at_first_sight_and_by_searching() -> None:
    judge = ReaderJudge(6.5)
    line = played("C3 G7 C7 G3 E5")
    sight = at_first_sight(line, judge)
    deeper = searched(line, [2, 3], judge, 12)
    assert set(deeper) == {2, 3} and all(said.visits > 1 for said in deeper.values())
    assert deeper[2].best is not None and 0 < deeper[2].margin < 3 * sight[2].margin


def test_positions_searched_at_once_lie_far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, line, asked = ReaderJudge(6.5, threads=2), played("C3 G7 C7 G3 E5"), list[int]()
    search, two = judge.search, Barrier(2, timeout=60)

    def noted(position: Position, *given: object, **named: object) -> Searched:
        asked.append(position.stone_count())
        two.wait()
        return search(position, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(judge, "search", noted)
    assert sorted(searched(line, range(6), judge, 2)) == [0, 1, 2, 3, 4, 5]
    assert [{*asked[at:at + 2]} for at in (0, 2, 4)] == [{0, 3}, {1, 4}, {2, 5}]


def test_a_raised_flag_calls_everything_off() -> None:
    line, service = played("C3 G7 C7 G3 E5"), AnalysisService(InlineExecutor())
    judge, flag = ReaderJudge(0.0), CancelFlag()
    try:
        flag.set(True)
        for work in (lambda: game_maps(line, service.result, None, flag),
                     lambda: at_first_sight(line, judge, None, flag),
                     lambda: searched(line, [0, 1], judge, 8, None, flag)):
            with pytest.raises(CalledOffError):
                work()
    finally:
        flag.close()


def test_two_mistakes_in_a_row_tell_one_lead_of_the_board_between_them() -> None:
    """Both were searched apart; list, curve, and the parts of the loss have the same numbers."""
    line = played("C3 C7 D3 D7 E3 E7")
    whys = {3: held(line, 3, "G7", 12.0), 4: held(line, 4, "G3", 9.0)}
    assert (whys[3].move.lead, whys[4].instead.lead) == (-12.0, 0.0)
    second = replace(whys[4], instead=replace(whys[4].instead, lead=-10.0))
    review = reviewed(line, "a test", judged(line, [0.0] * 7), no_maps(line),
                      {3: whys[3], 4: second})
    assert [said.lead for said in review.told[2:5]] == [0.0, -10.0, 9.0]
    assert review.moves[2].loss == review.whys[3].loss == 10.0 == -review.whys[3].move.lead
    assert review.whys[3].difference.rest == 10.0
    alone = reviewed(line, "a test", judged(line, [0.0] * 7), no_maps(line), {3: whys[3]})
    assert alone.moves[2].loss == 12.0
