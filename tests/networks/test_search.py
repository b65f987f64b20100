"""The search: as good as exhaustion where that is possible, and strict about what it was told."""

from functools import cache

import numpy as np
import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IllegalMoveError, ReaderError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import CHINESE, TROMP_TAYLOR, play, why_illegal
from irgo_app.networks.network import Opinion, network
from irgo_app.networks.search import Findings, Knobs, Search, SearchNode
from tests.networks.fake_network import FakeNetwork, area_opinion
from tests.oracles.plain_score import area_score

PLAIN = Knobs(evenly=False)
ENDGAME = Position.from_diagram("""
    . X . O .
    X X X O O
    . X O O .
    X X X O O
    . X . . O
""")
KO = Position.from_diagram("""
    . X O .
    X O . O
    . X O .
    . . . .
""")


def searched(position: Position, visits: int = 200, **options: object) -> Findings:
    """Return what a search with the fake network finds."""
    search = Search(FakeNetwork(), position, 0.0, knobs=PLAIN, **options)  # type: ignore[arg-type]
    search.run(visits)
    return search.findings()


def best_score(position: Position, passes: int, depth: int) -> int:
    """Return the score of best play by area, every stone alive, found by trying everything."""
    @cache
    def value(here: Position, passed: int, left: int, seen: frozenset[bytes]) -> int:
        if passed == 2 or left == 0:
            return area_score(here)
        results = [value(play(here, here.to_play, PASS), passed + 1, left - 1, seen)]
        for point, cell in enumerate(here.cells):
            if cell:
                continue
            try:
                after = play(here, here.to_play, point)
            except IllegalMoveError:
                continue
            if after.cells not in seen:
                results.append(value(after, 0, left - 1, seen | {after.cells}))
        return max(results) if here.to_play == BLACK else min(results)

    return value(position, passes, depth, frozenset({position.cells}))


def legal_moves(position: Position) -> list[int]:
    """Return the points where the side to move may play, and PASS."""
    return [PASS] + [point for point, cell in enumerate(position.cells)
                     if not cell and why_illegal(position, position.to_play, point) is None]


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize("diagram", [
    "X X . O O | . X . O .",
    "X . X O | X X O . | . X O O",
    ". X . . O . | X X X O O O",
    ". X X . O . | X X . O O O",
])
def test_the_best_move_is_that_of_exhaustion(diagram: str, colour: int) -> None:
    position = Position.from_diagram(diagram.split("|"), colour)
    best = searched(position, 1500).moves[0]
    scores = {point: best_score(play(position, colour, point), int(point == PASS), 6)
              for point in legal_moves(position)}
    assert colour * scores[best.point] == max(colour * score for score in scores.values())
    assert len(set(scores.values())) > 1


def test_a_region_binds_every_move_and_first_moves_the_first() -> None:
    region = {0, 1, 2, 9, 10, 11}
    fake = FakeNetwork()
    search = Search(fake, Position.empty(9), 0.0, region=region, knobs=PLAIN)
    search.run(150)
    stones = {point for asked in fake.asked for point, cell in enumerate(asked.cells) if cell}
    assert stones == region
    found = search.findings()
    assert {move.point for move in found.moves} == region | {PASS}
    assert all(point == PASS or point in region for move in found.moves for point in move.line)
    fake = FakeNetwork()
    search = Search(fake, Position.empty(9), 0.0, first_moves=region, knobs=PLAIN)
    search.run(300)
    assert {move.point for move in search.findings().moves} <= region | {PASS}
    stones = {point for asked in fake.asked for point, cell in enumerate(asked.cells) if cell}
    assert stones - region


def test_a_region_ends_with_two_passes_as_the_network_values_it() -> None:
    fake = FakeNetwork()
    search = Search(fake, Position.empty(9), 0.0, region=(), knobs=PLAIN)
    search.run(20)
    found = search.findings()
    assert [move.point for move in found.moves] == [PASS]
    assert found.moves[0].line == (PASS, PASS) and found.visits == 20
    assert len(fake.asked) == 3


def test_either_side_moves_first() -> None:
    for first in (BLACK, WHITE):
        found = searched(ENDGAME, first=first)
        assert found.position.to_play == first
    assert searched(ENDGAME, first=WHITE).lead < searched(ENDGAME, first=BLACK).lead


def test_ko_is_kept_and_superko_by_the_history() -> None:
    before = KO.with_to_play(BLACK)
    taking = point_of_vertex("C3", 4, 4)
    retaking = point_of_vertex("B3", 4, 4)
    taken = play(before, BLACK, taking)
    assert taken.ko_point == retaking
    for move in searched(taken, 400, history=[before]).moves:
        assert move.point != retaking
    # The ko point is forgotten when the turn changes twice, the history is not.
    again = taken.with_to_play(BLACK).with_to_play(WHITE)
    for rules, times, may_retake in (
            (TROMP_TAYLOR, 0, True), (TROMP_TAYLOR, 1, False), (CHINESE, 1, True),
            # No rule forbids it, but a game has to end.
            (CHINESE, 2, False)):
        found = searched(again, 400, history=[before] * times, rules=rules)
        assert (retaking in {move.point for move in found.moves}) == may_retake


def test_who_has_threats_retakes_a_ko_at_once() -> None:
    retaking, points = point_of_vertex("B3", 4, 4), range(16)
    taken = play(KO.with_to_play(BLACK), BLACK, point_of_vertex("C3", 4, 4))
    for retaker in (BLACK, WHITE):
        search = Search(FakeNetwork(), taken, 0.0, history=[KO.with_to_play(BLACK)],
                        region=points, knobs=PLAIN, retaker=retaker)
        search.run(400)
        moves = {move.point for move in search.findings().moves}
        assert (retaking in moves) == (retaker == WHITE)
        assert search.met_ko(WHITE)
    fresh = Search(FakeNetwork(), KO.with_to_play(BLACK), 0.0, region=(), knobs=PLAIN)
    fresh.run(10)
    assert not fresh.met_ko(WHITE) and not fresh.met_ko(BLACK)


def test_no_line_repeats_the_board() -> None:
    for move in searched(KO.with_to_play(BLACK), 2000).moves:
        here, seen = KO.with_to_play(BLACK), {KO.cells}
        for point in move.line:
            here = play(here, here.to_play, point)
            assert point == PASS or here.cells not in seen
            seen.add(here.cells)


def test_it_stops_when_called_off_and_carries_on() -> None:
    flag = CancelFlag()

    def cancels(position: Position, komi: float) -> Opinion:
        flag.set(len(fake.asked) > 40)
        return area_opinion(position, komi)

    fake = FakeNetwork(cancels)
    search = Search(fake, Position.empty(9), 0.0, knobs=PLAIN)
    search.run(100_000, flag)
    assert 40 < len(fake.asked) < 60
    stopped = search.visits
    search.run(100_000, deadline=0.0)
    assert search.visits == stopped
    search.run(stopped + 30)
    assert search.visits == stopped + 30
    flag.close()


def test_the_same_question_has_the_same_answer() -> None:
    one, other = (searched(ENDGAME, 300) for _ in range(2))
    assert [(move.point, move.visits, move.lead) for move in one.moves] == [
        (move.point, move.visits, move.lead) for move in other.moves]


@pytest.mark.parametrize("knobs", [
    Knobs(), Knobs(by_score=True), Knobs(by_score=True, in_hindsight=True)])
def test_colours_are_exchanged_exactly(knobs: Knobs) -> None:
    position = Position.empty(9)
    for name in ("C3", "G7", "C6", "E5"):
        position = play(position, position.to_play, point_of_vertex(name, 9, 9))
    found = []
    for board, komi in ((position, 6.5), (position.with_colours_exchanged(), -6.5)):
        search = Search(network(), board, komi, knobs=knobs)
        search.run(100)
        found.append(search.findings())
    black, white = found
    assert black.lead == -white.lead
    assert np.array_equal(black.ownership, -white.ownership)
    for one, other in zip(black.moves, white.moves, strict=True):
        assert (one.point, one.visits, one.value, one.line) == (
            other.point, other.visits, other.value, other.line)
        assert one.lead == -other.lead


def test_visits_of_shared_positions_are_counted_once_an_edge() -> None:
    fake = FakeNetwork()
    search = Search(fake, Position.empty(3), 0.0, knobs=PLAIN)
    search.run(3000)
    assert search.visits == 3000
    keys = [(asked.cells, asked.to_play, asked.ko_point) for asked in fake.asked]
    # A position is asked once for each number of passes before it.
    assert max(keys.count(key) for key in set(keys)) <= 3
    nodes, seen = [search._root], set()
    shared = 0
    while nodes:
        node: SearchNode = nodes.pop()
        if id(node) in seen or not node.is_open:
            continue
        seen.add(id(node))
        tried = [edge for edge in node.edges if edge.visits]
        assert node.visits == 1 + sum(edge.visits for edge in tried)
        assert all(edge.pending == 0 for edge in node.edges)
        shared += any(edge.visits < edge.child.visits for edge in tried)
        assert all(edge.visits <= edge.child.visits or edge.child.is_final
                   or edge.child.visits > 0 for edge in tried)
        nodes += [edge.child for edge in tried]
    assert shared


def test_what_was_foreseen_is_taken_over_and_not_asked_again() -> None:
    fake = FakeNetwork()
    before = Search(fake, ENDGAME, 0.0, knobs=PLAIN)
    before.run(400)
    first = before.findings()
    mine, theirs = first.moves[0].line[:2]
    history = [ENDGAME, play(ENDGAME, BLACK, mine)]
    now = play(history[-1], WHITE, theirs)
    asked = len(fake.asked)
    search = Search(fake, now, 0.0, knobs=PLAIN, history=history, known=before)
    assert len(fake.asked) == asked + 1 and search.visits > 10
    found = search.findings()
    foreseen = next(edge.child for edge in search._root.edges if edge.point == found.moves[0].point)
    for name in ("worth", "square", "lead", "black_wins", "spread", "visits"):
        assert getattr(foreseen, name) == pytest.approx(
            getattr(before._nodes[foreseen.key], name))
    assert found.visits == 1 + sum(move.visits for move in found.moves)
    assert np.allclose(found.ownership * found.visits, area_opinion(now, 0.0).ownership + sum(
        move.ownership * move.visits for move in found.moves), atol=1e-4)
    search.run(search.visits + 300)
    assert search.findings().moves[0].point == searched(now, 600, history=history).moves[0].point
    # The search that was taken over is as it was.
    assert before.findings().moves[0].visits == first.moves[0].visits
    assert before.findings().lead == first.lead


def test_nothing_is_taken_over_from_another_question() -> None:
    fake = FakeNetwork()
    before = Search(fake, ENDGAME, 0.0, knobs=PLAIN)
    before.run(400)
    mine, theirs = before.findings().moves[0].line[:2]
    after = play(ENDGAME, BLACK, mine)
    now = play(after, WHITE, theirs)
    for position, komi, rules in ((ENDGAME, 0.0, CHINESE), (after, 0.0, CHINESE),
                                  (now, 1.0, CHINESE), (now, 0.0, TROMP_TAYLOR)):
        search = Search(fake, position, komi, knobs=PLAIN, rules=rules, known=before)
        assert search.visits == 1


def test_moves_are_made_only_when_they_are_tried() -> None:
    search = Search(FakeNetwork(), Position.empty(19), 0.0, knobs=PLAIN)
    search.run(200)
    assert len(search._nodes) <= 200


def test_batches_grow_to_eight() -> None:
    fake = FakeNetwork()
    Search(fake, Position.empty(9), 0.0, knobs=PLAIN).run(400)
    assert max(fake.batches) == 8 and fake.batches[0] == 1


def test_by_score_the_lead_is_what_counts() -> None:
    def risky(position: Position, komi: float) -> Opinion:
        """Offer 0: two points more with everything at risk. 1: a sure small win."""
        plain = area_opinion(position, komi)
        lead, spread = {b"": (-5.0, 1.0), b"\0\0": (3.0, 30.0)}.get(
            position.order[:2], (1.0, 0.2))
        return Opinion(plain.policy, plain.ownership, lead, spread)

    chosen = {}
    for by_score in (False, True):
        search = Search(FakeNetwork(risky), Position.empty(5), 0.0, first_moves=(0, 1),
                        knobs=Knobs(by_score=by_score, evenly=False))
        search.run(20)
        found = search.findings()
        chosen[by_score] = max(found.moves, key=lambda move: move.value).point
    assert chosen == {False: 1, True: 0}


def test_in_hindsight_replies_that_proved_bad_do_not_count() -> None:
    def a_trap(position: Position, komi: float) -> Opinion:
        """Of two replies 2 looks better and loses ten points once it is answered."""
        policy = np.full(26, 1e-6, np.float32)
        policy[1:3] = 0.5
        stones = 25 - position.cells.count(0)
        lead = -2.0 if position.colour_at(2) != WHITE else -6.0 if stones == 2 else 8.0
        return Opinion(policy, np.zeros(25, np.float32), lead, 1.0)

    leads, visits = {}, set()
    for in_hindsight in (False, True):
        search = Search(
            FakeNetwork(a_trap), Position.empty(5), 0.0, first_moves=(0,),
            knobs=Knobs(by_score=True, evenly=False, in_hindsight=in_hindsight))
        search.run(60)
        found = search.findings()
        [move] = [move for move in found.moves if move.point == 0]
        assert move.line[:2] == (0, 1)
        leads[in_hindsight] = move.lead
        visits.add(found.visits)
    assert visits == {60}
    assert -2.0 <= leads[True] < leads[False] - 0.1


def test_two_passes_are_counted_with_dead_stones_off() -> None:
    position = Position.from_diagram("""
        . X . X .
        X X X X X
        . X . O .
        X X X X X
        . . . . .
    """)

    def knows_the_dead(here: Position, komi: float) -> Opinion:
        policy = np.zeros(26, np.float32)
        policy[-1] = 1
        return Opinion(policy, np.ones(25, np.float32), 20.0, 1.0)

    search = Search(FakeNetwork(knows_the_dead), position, 0.5, passes=1, knobs=PLAIN)
    search.run(5)
    passed = search.findings().at(PASS)
    assert passed is not None and passed.lead == 24.5


def test_a_look_and_a_board_too_small() -> None:
    opinion = network().evaluate_evenly(Position.empty(9), 6.5)
    assert opinion.ownership.shape == (81,)
    with pytest.raises(ReaderError, match="this one is 5x5"):
        Search(network(), Position.empty(5), 6.5)
