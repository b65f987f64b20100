"""The search that the reader leads: its boards against the rules, what it values, how it stops."""

import random

import numpy as np
import pytest
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import ReaderError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.kernels import chains
from irgo_app.lifedeath import groups, guided
from irgo_app.lifedeath.guided import (TEMPO, WAYS, GroupJudge, ThreatSearches, guided_search,
                                       likely_answer, turned_answer)
from irgo_app.lifedeath.question import Limits, Question, signs_of_places
from irgo_app.lifedeath.solver import Solver, short_search
from irgo_app.lifedeath.verdict import READER_METHOD, Answer, LifeStatus, Outcome, Verdict
from irgo_app.networks.network import SYMMETRIES, Opinion, turned, turned_position
from irgo_app.networks.search import Findings
from tests.lifedeath.test_solver import OPEN, STRAIGHT_THREE, random_enclosed
from tests.networks.fake_network import FakeNetwork, area_opinion

FEW = Limits(nodes=100, closed_nodes=100, playouts=500, visits=6, most_visits=12)
HANGING = Position.from_diagram("""
    . . . . . . . . .
    . X X X X X X . .
    . X O O O O X . .
    . X O . . O . . .
    . X O . . . O X .
    . X X O O O X X .
    . . . X X X . . .
    . . . . . . . . .
    . . . . . . . . .""")
STONE = 2 * 9 + 2


def test_a_board_some_moves_later_is_the_board_played_on() -> None:
    rng, compared = random.Random(5), 0
    while compared < 200:
        enclosed = random_enclosed(rng)
        if enclosed is None:
            continue
        question = enclosed.question
        local, position = question.local, question.position
        board, key, colour = local.board.copy(), local.key, BLACK
        for _ in range(12):
            moves = [point for point in question.playable
                     if why_illegal(position, colour, point) is None]
            if not moves:
                break
            point = rng.choice(moves)
            if point in question.stones:
                break  # Where a stone of the group was taken: what stands there is no more of it.
            place = local.points.index(point)
            position = play(position, colour, point)
            key ^= int(chains.play(board, local.around, place, colour, signs_of_places()))
            later, later_key = local.later(position)
            assert later_key == key
            for row in (chains.STONE, chains.TARGET):
                assert np.array_equal(later[row], board[row])
            assert _liberties(later) == _liberties(board)
            for item in (chains.KO, chains.TARGETS, chains.QUORUM, chains.SAVED):
                assert later[chains.META, item] == board[chains.META, item]
            colour, compared = -colour, compared + 1


def test_a_ko_that_cannot_be_taken_in_the_region_is_none() -> None:
    """On the region's board K4 is lost, as its last liberty is the attacker's; so K5 is free."""
    before = Position.from_diagram("""
    .......O.O......O..
    ...X..O.OXOOXOXO.O.
    ...XO..OXXXXOO.XOO.
    ..XO.O..X.....OXOX.
    ..XXO.XXX....XOOXX.
    ...XXOXOXO....XXX.X
    ....OXO.OXX....OOX.
    ....OXX.OX.....XOX.
    ...XXO.O.XO.....OX.
    ...XO.O.X.O..O.XOO.
    ...XXO.X....XX.....
    .X.XOO....OOOX.XO..
    ..XO......OXXO.XO..
    .XOO.....O.OXX.X...
    XO.....OO.OX...O...
    .O.O...OXOXXOOOXO..
    ....OOXXX.XOX..XO..
    ....OXO...XOO......
    ...................""")
    question = Question(before, [point_of_vertex("O10", 19, 19)])
    moved = {"L6": BLACK, "M6": EMPTY, "K5": BLACK, "L5": EMPTY}
    position = replace(before.with_stones({
        point_of_vertex(name, 19, 19): colour for name, colour in moved.items()}
    ).with_to_play(WHITE), ko_point=point_of_vertex("L5", 19, 19))
    board, key = question.local.later(position)
    assert board[chains.META, chains.KO] == 0
    board[chains.META, chains.THREATS:chains.THREATS + 2] = (4, 0)
    # Retaken all the same it left a chain without liberties, and the playouts divided by them.
    found = short_search(question, board, WHITE, key, 2_000, np.zeros(1, np.int8))
    assert found.done == 2_000


def _liberties(board: np.ndarray) -> list[tuple[int, ...]]:
    """Return number, sum and squares of the liberties of each stone's chain."""
    rows = [chains.LIBERTIES, chains.SUM, chains.SQUARES]
    return [tuple(board[rows, board[chains.HEAD, place]].tolist())
            for place in range(3, board.shape[1]) if board[chains.STONE, place]]


def test_what_is_taken_is_lost_and_what_stands_is_worth_what_both_say() -> None:
    def whites(position: Position, komi: float) -> Opinion:
        return replace(area_opinion(position, komi),
                       ownership=np.full(len(position.cells), -1, np.float32))

    question = Question(HANGING, [STONE])
    judge = GroupJudge(FakeNetwork(whites), question, Solver(question))
    bare = HANGING.with_stones(dict.fromkeys(question.stones, 0)).with_to_play(BLACK)
    [dead] = judge.evaluate([bare])
    assert dead.lead == 10.0  # Black's: White's group is gone, whatever the network says.
    question = Question(OPEN, [4 * 9 + 4])
    [standing] = GroupJudge(FakeNetwork(whites), question, Solver(question)).evaluate(
        [OPEN.with_to_play(WHITE)])
    # The network gives Black's stones to White, playouts give him some of their games.
    assert -10.0 < standing.lead < 0.0
    allowed = [*question.playable, PASS]
    assert standing.policy[allowed].sum() == pytest.approx(1.0, abs=1e-5)
    assert standing.policy.sum() == pytest.approx(1.0, abs=1e-5)
    assert np.ptp(standing.policy[allowed]) > 0  # The network's is flat, the playouts' is not.


def test_the_reader_leads_and_proves_nothing() -> None:
    question = Question(OPEN, [4 * 9 + 4])
    found = groups.answer(question, WHITE, FEW)
    assert found.method == "reader" and not found.exact and 0 < found.kill < 1
    assert found.outcome is Outcome.LIVES and found.line[0] == (WHITE, found.move)
    assert all(colour == (BLACK if at % 2 else WHITE) for at, (colour, _) in enumerate(found.line))


def test_searches_of_the_board_turned_are_told_as_of_the_board() -> None:
    """Each is shown the same move, where that lies on its board."""
    question = Question(OPEN, [4 * 9 + 4])
    wished = [point for point in question.playable if OPEN.cells[point] == 0][3]
    board = np.arange(len(OPEN.cells)).reshape(OPEN.rows, OPEN.columns)
    places = {turned_position(OPEN, way).cells: list(turned(board, way).flat).index(wished)
              for way in range(SYMMETRIES)}
    asked = list[bytes]()

    def wishing(position: Position, komi: float) -> Opinion:
        policy = np.zeros(len(position.cells) + 1, np.float32)
        policy[places.get(position.cells, PASS)] = 1
        asked.append(position.cells)
        return replace(area_opinion(position, komi), policy=policy)

    reader = FakeNetwork(wishing)
    search = guided_search(question, WHITE, Solver(question), reader)
    found = turned_answer(question, search, 2, reader, None)
    assert found.move == wished and found.line[0] == (WHITE, wished) and found.first == WHITE
    assert len(places) == SYMMETRIES and found.nodes == 2 * WAYS
    assert len(set(asked) & set(places)) == WAYS


def test_both_colours_are_read_alike() -> None:
    question, other = (Question(board, [4 * 9 + 4])
                       for board in (OPEN, OPEN.with_colours_exchanged()))
    for first in (BLACK, WHITE):
        found = likely_answer(question, first, FEW, Solver(question))
        again = likely_answer(other, -first, FEW, Solver(other))
        assert (found.outcome, found.move, found.nodes) == (again.outcome, again.move, again.nodes)
        assert found.kill == pytest.approx(again.kill, abs=1e-5)


@pytest.mark.parametrize("row, first, outcome, needs", [
    ("X X X . X O . .", WHITE, Outcome.KO, BLACK),
    ("X X X . X O . .", BLACK, Outcome.LIVES, None),
    ("X X X O . O . .", BLACK, Outcome.KO, WHITE),
    ("X X X O . O . .", WHITE, Outcome.DIES, None)])
def test_a_ko_that_decides_is_told_with_who_needs_the_first_threat(
    row: str, first: int, outcome: Outcome, needs: int | None
) -> None:
    """An eye that hangs on one ko, which Black holds or White."""
    position = Position.from_diagram(f"""
        . X . X O O . .
        {row}
        O O X X O O . .
        . O O O O . . .
        . . . . . . . .""")
    question = Question(position, [1])
    searches = ThreatSearches(question, first, 20, Solver(question), FakeNetwork(), None)
    found = searches.answer()
    assert found.outcome is outcome and found.needs_threat == needs
    if outcome is Outcome.KO:
        assert found.line[0] == (first, found.move)
        assert (found.kill > 0.5) == (needs == BLACK)


def test_a_search_that_meets_no_ko_is_made_once() -> None:
    question, reader = Question(OPEN, [4 * 9 + 4]), FakeNetwork()
    ThreatSearches(question, WHITE, 6, Solver(question), reader, None).answer()
    assert 0 < len(reader.asked) <= 6


@pytest.mark.parametrize("counts", [True, False])
def test_a_ko_of_the_playouts_is_told_if_threats_count_for_the_reader_too(
    counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, retakers = Question(OPEN, [4 * 9 + 4]), list[int]()
    ko = Answer(WHITE, Outcome.KO, 3, ((WHITE, 3),), "playouts", False, 0.8, question.colour)
    tell = guided._answer

    class Noting(GroupJudge):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]
            retakers.append(given[-1])  # type: ignore[arg-type]

    def told(question: Question, found: Findings) -> Answer:
        is_helped = counts and retakers[-1] == question.colour
        return replace(tell(question, found), outcome=Outcome.DIES, kill=0.6 if is_helped else 0.8)

    monkeypatch.setattr(guided, "GroupJudge", Noting)
    monkeypatch.setattr(guided, "_answer", told)
    monkeypatch.setattr(guided, "playout_answer", lambda *_: ko)
    found = likely_answer(question, WHITE, FEW, Solver(question), reader=FakeNetwork())
    assert retakers[:2] == [EMPTY, question.colour]
    assert (found.outcome is Outcome.KO) == counts
    assert found.needs_threat == (question.colour if counts else None)


def test_a_ko_of_a_few_playouts_alone_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question(OPEN, [4 * 9 + 4])
    asked = list[int]()

    def played(question: Question, first: int, limits: Limits, *rest: object) -> Answer:
        asked.append(limits.playouts)
        if limits.playouts < FEW.playouts:
            return Answer(WHITE, Outcome.KO, 3, ((WHITE, 3),), "playouts", False, 0.6, BLACK)
        return Answer(WHITE, Outcome.LIVES, 3, ((WHITE, 3),), "playouts", False, 0.3)

    monkeypatch.setattr(guided, "playout_answer", played)
    monkeypatch.setattr(ThreatSearches, "confirm_ko",
                        lambda _, played: played.needs_threat is not None)
    found = likely_answer(question, WHITE, FEW, Solver(question), reader=FakeNetwork())
    assert found.outcome is not Outcome.KO and len(asked) == 2


@pytest.mark.parametrize("most_visits", [0, 2 * WAYS - 1])
def test_a_quick_look_in_doubt_keeps_what_its_search_says(
    most_visits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turned search too short for a move knows nothing, which is no reason for more doubt."""
    def drawn(position: Position, komi: float) -> Opinion:
        return replace(area_opinion(position, komi),
                       ownership=np.full(len(position.cells), 0.3, np.float32))

    question, reader = Question(OPEN, [4 * 9 + 4]), FakeNetwork(drawn)
    search = guided_search(question, WHITE, Solver(question), reader)
    search.run(FEW.visits)
    alone = guided._answer(question, search.findings())
    monkeypatch.setattr(guided, "_agree_surely", lambda *_: False)
    monkeypatch.setattr(guided, "playout_answer", lambda *_: replace(alone, method="playouts"))
    found = likely_answer(
        question, WHITE, replace(FEW, most_visits=most_visits), Solver(question), reader=reader)
    assert 0 < alone.kill < 1 and found.move == alone.move
    assert found.kill == pytest.approx(alone.kill + TEMPO)


def test_what_playouts_prove_needs_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing likely stands against a proof."""
    def unasked(*_: object) -> Answer:
        raise AssertionError("the reader was asked")

    monkeypatch.setattr(guided, "guided_search", unasked)
    question = Question(STRAIGHT_THREE, [1])
    monkeypatch.setattr(guided, "can_judge", lambda _: True)
    found = likely_answer(question, WHITE, Limits(), Solver(question))
    assert found.method == "playouts" and found.kill == 1.0 and found.move == 3


def test_without_a_reader_playouts_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> object:
        raise ReaderError("There is no network.")

    question = Question(OPEN, [4 * 9 + 4])
    assert groups.answer(question, BLACK, replace(FEW, visits=0)).method == "playouts"
    monkeypatch.setattr(guided, "network", missing)
    found = groups.answer(question, BLACK, FEW)
    assert found.method == "playouts" and found.outcome is not Outcome.UNKNOWN
    small = Question(Position.from_diagram([". . . . .", ". X . . .", ". . . O ."] * 2), [6])
    assert likely_answer(small, WHITE, FEW, Solver(small)).method == "playouts"


def test_a_search_called_off_stops_where_it_is() -> None:
    """The flag is raised while the network is asked for the third batch: no other follows."""
    question, flag = Question(OPEN, [4 * 9 + 4]), CancelFlag()
    asked = list[int]()

    class Raising(FakeNetwork):
        def evaluate(self, positions, komi=0.0):  # type: ignore[no-untyped-def]
            asked.append(len(positions))
            flag.set(len(asked) == 3)
            return super().evaluate(positions, komi)

    reader = Raising()
    search = guided_search(question, WHITE, Solver(question, flag), reader, flag)
    turned_answer(question, search, 500, reader, flag)
    assert len(asked) == 3
    assert groups.answer(question, WHITE, FEW, flag).outcome is Outcome.UNKNOWN
    flag.close()


CUT_OFF = Position.from_diagram("""
    . . . . X O . . .
    . . . . X O O . .
    . . . . X X O . .
    . . . X . . O O .
    . . . X O O . X .
    X O X X X O O X .
    X X O X O X X O X
    X O O O O X . O .
    . . . . . O . . .""")


def test_what_a_living_group_loses_is_told_with_it() -> None:
    """Black lives; White at B5 takes his four stones in the corner, and Black there saves them."""
    corner = tuple(point_of_vertex(name, 9, 9) for name in ("A4", "A3", "B3", "A2"))
    group = [stone for stone in range(81) if CUT_OFF.colour_at(stone) == BLACK
             and (stone % 9 < 6 and stone not in (59, 68))]
    found = groups.group_verdict(CUT_OFF, group)
    assert found.status is LifeStatus.ALIVE
    assert set(found.lost) == set(corner) and not found.black_first.lost
    assert found.white_first.move == found.black_first.move == point_of_vertex("B5", 9, 9)


PROVED = Position.from_diagram([
    ". O X X . . . . .", "O . O X . . . . .", "O . O X . . O . .", ". O O O X . X X .",
    "O X O O X X . X .", ". X X X O X X . .", ". X O X O O X X .", "O X O O O O O X .",
    ". O . O . O X X ."])


def test_what_a_group_loses_is_told_though_it_is_proved_that_it_lives() -> None:
    """White at E7 cuts off four stones of a group that lives whoever moves first."""
    group = [stone for stone in range(81) if PROVED.colour_at(stone) == BLACK and stone not in (
        point_of_vertex(name, 9, 9) for name in ("B5", "B4", "C4", "D4", "B3", "D3", "B2"))]
    found = groups.group_verdict(PROVED, group)
    assert found.status is LifeStatus.ALIVE and found.white_first.exact
    assert set(found.lost) == {point_of_vertex(name, 9, 9) for name in ("C9", "D9", "D8", "D7")}
    assert groups.group_verdict(PROVED, group, Limits(visits=0)).lost == ()


def test_what_is_doubted_of_a_group_is_asked_of_the_whole_board() -> None:
    question = Question(HANGING, [STONE])
    own, enemy = (Answer(first, Outcome.DIES, method=READER_METHOD, kill=0.55)
                  for first in (question.colour, question.attacker))
    black, white = (own, enemy) if question.colour == BLACK else (enemy, own)
    doubted = Verdict(question.colour, question.stones, black, white)
    assert doubted.status is LifeStatus.UNKNOWN
    found = guided.with_board(question, doubted, Limits())
    saved, lost = (found.if_first(first) for first in (question.colour, question.attacker))
    assert saved.outcome is Outcome.LIVES and saved.kill < 0.5
    assert saved.line[0] == (question.colour, saved.move)
    assert lost.outcome is Outcome.DIES and lost.kill > 0.55
    assert guided.with_board(question, doubted, replace(Limits(), most_visits=0)) == doubted
    proved = replace(doubted, black_first=replace(black, method="solver", kill=1.0),
                     white_first=replace(white, method="solver", kill=1.0))
    assert guided.with_board(question, proved, Limits()) == proved


@pytest.mark.parametrize(("owner", "outcome"), [(BLACK, Outcome.LIVES), (WHITE, Outcome.DIES)])
def test_a_deep_network_is_asked_where_there_is_doubt_and_may_turn_it(
    owner: int, outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """irgo's own network says nothing of the group, KataGo's gives it to one side."""
    def owned(share: float) -> FakeNetwork:
        return FakeNetwork(lambda position, komi: replace(
            area_opinion(position, komi),
            ownership=np.full(len(position.cells), share, np.float32)))

    deep, paths = owned(owner), list[str]()

    def loaded(path: str, _: object) -> FakeNetwork:
        paths.append(path)
        return deep

    question, limits = Question(OPEN, [4 * 9 + 4]), replace(FEW, most_visits=48)
    even = Answer(WHITE, Outcome.LIVES, 0, method="playouts", kill=0.5)
    monkeypatch.setattr(guided, "PLAYOUT_SHARE", 0.0)
    monkeypatch.setattr(guided, "playout_answer", lambda *_: even)
    monkeypatch.setattr(guided, "deep_reader", loaded)
    own = likely_answer(question, WHITE, limits, Solver(question), reader=owned(0.0))
    both = likely_answer(question, WHITE, replace(limits, network="deep.bin.gz"), Solver(question),
                         reader=owned(0.0))
    assert own.kill == pytest.approx(0.5 + TEMPO) and paths == ["deep.bin.gz"]
    assert both.outcome is outcome and abs(both.kill - own.kill) > 0.1
    assert both.nodes > own.nodes and len(deep.asked) <= 48 // guided.DEEP_WORTH


def test_a_doubted_group_is_shown_to_the_deep_network_as_a_whole_board(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    question = Question(HANGING, [STONE])
    black, white = (Answer(first, Outcome.DIES, method=READER_METHOD, kill=0.55)
                    for first in (BLACK, WHITE))
    doubted, deep = Verdict(question.colour, question.stones, black, white), FakeNetwork()
    monkeypatch.setattr(guided, "deep_reader", lambda *_: deep)
    found = guided.with_board(question, doubted, replace(Limits(), network="deep.bin.gz"))
    assert found != doubted and 0 < len(deep.asked) <= 2 * (120 // guided.DEEP_WORTH + 1)
