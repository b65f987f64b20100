"""Engines asked about a group: by owl, by ownership, or playing both sides in a frame."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import EngineError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.lifedeath import callout
from irgo_app.lifedeath.callout import (KOMI, Frame, counting_moves, engine_verdict, framed,
                                        is_replaced, played_in)
from irgo_app.lifedeath.guided import EngineNetwork
from irgo_app.lifedeath.question import Question
from irgo_app.lifedeath.referee import Referee
from irgo_app.lifedeath.verdict import LifeStatus, Outcome, Verdict, strongest_first
from tests.engines.leela_network import write_network
from tests.engines.test_engine import LEELAZ
from tests.go.gnugo import PROGRAM
from tests.networks.fake_network import FakeNetwork, area_opinion

FAKE = Path(__file__).with_name("fake_player.py")
HANGING = """
    . . . . . X O . .
    X X X X X X O . .
    O O O O O O O . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""
"""Black's corner of five in a row lives whoever moves first."""
THREE = """
    . . . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""
"""Black's corner of three in a row hangs on B9."""


def question_of(diagram: str, stone: str = "A8", first: Colour = BLACK) -> Question:
    position = Position.from_diagram(diagram, first)
    return Question.of_dragon(
        position, point_of_vertex(stone, position.columns, position.rows))


@contextmanager
def fake(*words: str, answer_s: float = 30.0) -> Iterator[Referee]:
    command = shlex.join([sys.executable, str(FAKE), *words])
    with Referee(EngineProfile("Fake", command, answer_s=answer_s)) as referee:
        yield referee


@pytest.mark.parametrize("threat_for", [EMPTY, BLACK, WHITE])
@pytest.mark.parametrize("swap", [1, -1])
def test_a_frame_keeps_the_group_and_gives_the_rest_two_eyes(swap: int, threat_for: int) -> None:
    rows = [row[:6] + "." * 13 for row in
            ["...XO.", "XXXXO.", "OOOOO."] + ["......"] * 16]
    position = Position.from_diagram(rows)
    position = position.with_stones({
        point: swap * position.colour_at(point)
        for point, cell in enumerate(position.cells) if cell})
    question = Question.of_dragon(position, 19)
    frame = framed(question, threat_for)
    for point in range(len(position.cells)):
        row, column = divmod(point, 19)
        if row < 5 and column < 6:
            assert frame.position.colour_at(point) == position.colour_at(point)
    counts = [frame.position.cells.count(cell) for cell in (1, 255)]
    assert min(counts) > 130
    lives, dies = (_lead_of_the_group_s_colour(question, frame, is_alive) for is_alive in (1, -1))
    assert lives > 0 > dies and abs(lives + dies) <= 4
    for point, cell in enumerate(frame.position.cells):
        assert not cell or frame.position.liberties(point)
    assert (len(frame.threats) == 4) == bool(threat_for)
    if threat_for:
        # An eye of four in a row in the other side's filling, which it must mend once attacked.
        filling = frame.position.colour_at(min(frame.threats) - 19)
        assert filling == -threat_for
        assert frame.threats <= frame.position.liberties(min(frame.threats) - 19)
    vacant = [point for point, cell in enumerate(frame.position.cells)
              if not cell and point // 19 > 7 and point not in frame.threats]
    assert len(vacant) == (4 if not threat_for else 2)


def _lead_of_the_group_s_colour(question: Question, frame: Frame, is_alive: int) -> float:
    """Return by how much the owner of the group leads, area and komi counted, if it lives or dies.

    Group and region are the winner's; of the rest that is kept the attacker has all.
    """
    decided = {*question.stones, *question.region.vacant}
    lead = -question.colour * KOMI
    for point in range(len(frame.position.cells)):
        row, column = divmod(point, 19)
        owner = frame.position.colour_at(point)
        if point in decided:
            owner = is_alive * question.colour
        elif row < 5 and column < 7:
            owner = -question.colour
        elif not owner:
            owner = frame.position.colour_at(point - 19)
        lead += question.colour * owner
    return lead


def test_a_small_board_is_not_filled() -> None:
    question = question_of("X X O\n. . O\nX X O\n. . .", "A4")
    assert framed(question).position == question.position


def test_moves_that_only_confuse_are_replaced_by_passes() -> None:
    question = question_of(THREE)
    frame = framed(question)

    def replaced(position: Position, colour: Colour, name: str) -> bool:
        point = point_of_vertex(name, 9, 9)
        return is_replaced(position, play(position, colour, point), colour, point, frame)

    assert replaced(frame.position, BLACK, "J1")  # An eye of the filling.
    assert not replaced(frame.position, WHITE, "B9") and not replaced(frame.position, BLACK, "B9")
    # An own eye is not filled, and stones are not thrown away.
    alive = play(frame.position, BLACK, point_of_vertex("B9", 9, 9))
    assert replaced(alive, BLACK, "A9")


def test_an_engine_plays_both_sides_to_the_end() -> None:
    question = question_of(THREE)
    with fake("plays", "B9", "pass", "pass") as referee:
        game = played_in(referee, question, framed(question), BLACK)
    assert game.outcome is Outcome.LIVES and len(game.line) == 3
    with fake("plays", "B9", "pass", "pass") as referee:
        game = played_in(referee, question, framed(question), WHITE)
    # White stands in the middle and Black has passed: dead where it stands.
    assert game.outcome is Outcome.DIES
    with fake("plays", "B9", "pass", "pass", "B9", "resign", "pass") as referee:
        verdict = engine_verdict(referee, question)
    assert verdict.status is LifeStatus.UNSETTLED and verdict.method == "engine:Fake"
    assert not verdict.exact
    assert verdict.black_first.line == ((BLACK, 1),) and verdict.black_first.move == 1


@pytest.mark.parametrize("first, move, outcome", [
    (BLACK, "B9", Outcome.LIVES), (WHITE, "B9", Outcome.DIES)])
def test_what_stands_after_the_last_move_is_looked_at(
    first: int, move: str, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In open places an engine that is kept to moves that count goes on for longer than it may."""
    monkeypatch.setattr(callout, "_MOST_MOVES", 1)
    question = question_of(THREE)
    with fake("plays", move) as referee:
        game = played_in(referee, question, framed(question), first)
    assert len(game.line) == 1 and game.outcome is outcome


def test_an_engine_that_can_be_kept_is_asked_for_moves_that_count() -> None:
    question = question_of(THREE)
    with fake("keeps", "B9") as referee:
        game = played_in(referee, question, framed(question), BLACK)
    assert game.line == ((BLACK, 1), (WHITE, PASS), (BLACK, PASS))
    assert game.outcome is Outcome.LIVES
    # A stone in the middle kills. Leela Zero lists no stone as dead, and is not asked.
    with fake("keeps", "B9") as referee:
        game = played_in(referee, question, framed(question), WHITE)
        assert not referee.knows_dead
    assert game.outcome is Outcome.DIES
    # Its own eyes and what lies outside are not among the points it may play at.
    frame = framed(question)
    alive = play(frame.position, BLACK, 1)
    assert 0 not in counting_moves(alive.with_to_play(BLACK), frame)
    assert set(counting_moves(frame.position, frame)) <= frame.inside


def test_a_group_that_is_taken_ends_the_game() -> None:
    question = question_of(THREE)
    with fake("plays", "B9", "pass", "A9", "pass", "C9") as referee:
        game = played_in(referee, question, framed(question), WHITE)
    assert game.outcome is Outcome.DIES
    assert game.line[-1] == (WHITE, 2) or game.line[-1][1] == PASS


@pytest.mark.parametrize(("manner", "words"), [
    ("dies", "ended"), ("hangs", "did not answer"), ("garbage", "no move"),
    ("refuses", "refused")])
def test_an_engine_that_fails_is_one_sentence(manner: str, words: str) -> None:
    with fake(manner, answer_s=1.0) as referee, pytest.raises(EngineError, match=words):
        engine_verdict(referee, question_of(THREE))


def test_an_illegal_move_is_not_believed() -> None:
    with fake("plays", "A8") as referee, pytest.raises(EngineError, match="illegal move"):
        engine_verdict(referee, question_of(THREE))


def test_a_callout_is_called_off(raised_flag: CancelFlag) -> None:
    with fake("plays") as referee:
        verdict = engine_verdict(referee, question_of(THREE), cancel=raised_flag)
    assert verdict.status is LifeStatus.UNKNOWN


@pytest.mark.parametrize(("attack", "defend", "status", "needs"), [
    ("0", "1 PASS", LifeStatus.ALIVE, None), ("1 B9", "1 B9", LifeStatus.UNSETTLED, None),
    ("1 B9", "0", LifeStatus.DEAD, None), ("0", "0", LifeStatus.ALIVE, None),
    ("2 B9", "1 B9", LifeStatus.KO, BLACK), ("3 B9", "1 B9", LifeStatus.KO, WHITE)])
def test_gnu_gos_codes(
    attack: str, defend: str, status: LifeStatus, needs: Colour | None
) -> None:
    with fake("owl", attack, defend) as referee:
        verdict = engine_verdict(referee, question_of(THREE))
    assert verdict.status is status and verdict.white_first.needs_threat == needs
    if status is LifeStatus.UNSETTLED:
        assert verdict.black_first.move == 1 and verdict.black_first.outcome is Outcome.LIVES


@pytest.mark.parametrize(("owned", "outcome"), [
    ("0.9", Outcome.LIVES), ("-0.9", Outcome.DIES), ("0.5", Outcome.UNKNOWN)])
def test_ownership_answers_where_it_is_sure(owned: str, outcome: Outcome) -> None:
    with fake("owns", owned, "81") as referee:
        verdict = engine_verdict(referee, question_of(HANGING))
    assert verdict.black_first.outcome is verdict.white_first.outcome is outcome
    assert verdict.nodes == 800


def test_the_network_of_an_engine_is_heard_for_either_side() -> None:
    """Over GTP it answers for Black only; whoever is to play, its opinion is the board's."""
    position = Position.from_diagram(THREE)
    stones = [position.colour_at(point) for point in range(81)]
    with fake("thinks") as referee:
        engine = EngineNetwork(referee)
        black, white = engine.evaluate([position.with_to_play(side) for side in (BLACK, WHITE)])
        both = EngineNetwork(referee, FakeNetwork(area_opinion)).evaluate([position])[0]
    assert list(black.ownership) == list(white.ownership) == stones
    assert (black.lead, white.lead) == (stones.count(BLACK), -stones.count(WHITE))
    assert black.policy.argmax() == white.policy.argmax() == 0 and black.policy.sum() == 1
    beside = area_opinion(position, 0.0)
    assert both.lead == (black.lead + beside.lead) / 2
    assert list(both.ownership) == list((black.ownership + beside.ownership) / 2)
    assert list(both.policy) == list((black.policy + beside.policy) / 2)


def test_an_engine_leads_the_search_with_its_network() -> None:
    rows = ["........."] * 9
    rows[2] = "..X......"
    with fake("thinks") as referee:
        verdict = engine_verdict(referee, Question(Position.from_diagram(rows), [20]))
    assert {verdict.black_first.method, verdict.white_first.method} == {"engine:Fake"}
    assert verdict.status is LifeStatus.ALIVE and not verdict.exact


def test_what_is_proved_is_not_the_engines_word() -> None:
    with fake("thinks") as referee:
        verdict = engine_verdict(referee, question_of(HANGING))
    assert "engine" not in verdict.method and verdict.status is LifeStatus.ALIVE


@pytest.mark.parametrize("part", ["policy", "policyPass", "whiteOwnership", "whiteLead"])
def test_an_engine_whose_network_tells_less_is_refused(part: str) -> None:
    with fake("thinks", part) as referee, pytest.raises(
            EngineError, match=f"Fake did not tell {part} of its network"):
        EngineNetwork(referee).evaluate([Position.from_diagram(THREE)])


def test_a_search_led_by_an_engine_is_called_off(raised_flag: CancelFlag) -> None:
    with fake("thinks") as referee:
        verdict = engine_verdict(referee, question_of(THREE), cancel=raised_flag)
    assert verdict.status is LifeStatus.UNKNOWN


def test_the_strongest_verdict_is_shown_and_a_contradiction_told() -> None:
    question = question_of(THREE)
    with fake("owl", "0", "0") as referee:
        alive = engine_verdict(referee, question)
    with fake("owl", "1 B9", "0") as referee:
        dead = engine_verdict(referee, question)
    exact = Verdict(
        BLACK, dead.stones,
        *(type(answer)(answer.first, answer.outcome, method="solver", exact=True)
          for answer in (dead.black_first, dead.white_first)))
    joined = strongest_first([alive, exact])
    assert joined.status is LifeStatus.DEAD and joined.others == (alive,)
    assert joined.contradicted and not strongest_first([dead, exact]).contradicted


@pytest.mark.skipif(not PROGRAM, reason="GNU Go is not installed")
@pytest.mark.parametrize(("diagram", "status"), [
    (THREE, LifeStatus.UNSETTLED), (HANGING, LifeStatus.ALIVE)])
def test_gnu_go_answers_itself(diagram: str, status: LifeStatus) -> None:
    profile = EngineProfile("GNU Go", f"{PROGRAM} --mode gtp --quiet")
    question = question_of(diagram)
    with Referee(profile) as referee:
        assert referee.knows_owl
        verdict = engine_verdict(referee, question)
    assert verdict.status is status and verdict.method == "engine:GNU Go"


@pytest.mark.skipif(not PROGRAM, reason="GNU Go is not installed")
def test_gnu_go_is_kept_to_some_points() -> None:
    position = Position.from_diagram(THREE)
    with Referee(EngineProfile("GNU Go", f"{PROGRAM} --mode gtp --quiet")) as referee:
        for colour in (BLACK, WHITE):
            assert referee.move_among(position, colour, range(3)) == 1
        assert referee.move_among(position, BLACK, [9, 10]) == PASS  # Stones stand there.


def test_an_engine_that_cannot_be_kept_to_points_may_play_elsewhere() -> None:
    position = Position.from_diagram(THREE)
    with fake("plays", "J1", "B9") as referee:
        assert referee.move_among(position, BLACK, range(3)) == PASS
        assert referee.move_among(position, BLACK, range(3)) == 1


@pytest.mark.skipif(not PROGRAM, reason="GNU Go is not installed")
def test_gnu_go_plays_in_a_frame() -> None:
    profile = EngineProfile("GNU Go", f"{PROGRAM} --mode gtp --quiet --level 1")
    question = question_of(THREE)
    with Referee(profile) as referee:
        games = [played_in(referee, question, framed(question), first)
                 for first in (BLACK, WHITE)]
    assert [game.outcome for game in games] == [Outcome.LIVES, Outcome.DIES]


@pytest.mark.skipif(not LEELAZ, reason="leela-zero is not installed")
def test_leela_zero_plays_in_a_frame(tmp_path: Path) -> None:
    network = tmp_path / "tiny.txt"
    write_network(network)
    profile = EngineProfile(
        "Leela Zero", f"{LEELAZ} --gtp --noponder -v 2 -t 1 --cpu-only -w {network}", "", "auto",
        0, 60.0, 60.0)
    rows = [row + "." * 13 for row in ["...XO.", "XXXXO.", "OOOOO."] + ["......"] * 16]
    question = Question.of_dragon(Position.from_diagram(rows), 19)
    with Referee(profile) as referee:
        verdict = engine_verdict(referee, question)
    assert verdict.method == "engine:Leela Zero"
    assert verdict.black_first.nodes and verdict.white_first.nodes
