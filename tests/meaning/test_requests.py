"""Places and reasons as requests: two looks that agree, the same from a worker as inline."""

import pickle
from queue import Queue

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import ReaderError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.position import Position
from irgo_app.go.rules import chains
from irgo_app.judging.judgement import CalledOffError
from irgo_app.judging.judges import JudgeSettings
from irgo_app.meaning.reasons import Comparison
from irgo_app.meaning.requests import FirstPlacesRequest, PlacesFound, PlacesRequest, WhyRequest
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor, search_workers
from irgo_app.service.plan import WorkerBench
from irgo_app.service.request import Outcome, Urgency

TIMEOUT_S = 120
FIGHT = Position.from_diagram("""
    . . . . . . . . .
    . . X X . . O O .
    . X O O X . O X O
    . X O . X . O X O
    . . X X . . . O .
    . . . . . . . . .
    . X . . . . . X .
    . . . . . O . . .
    . . . . . . . . .
""")
GROUPS = tuple(tuple(sorted(chain)) for chain in chains(FIGHT))
LITTLE = JudgeSettings(komi=6.5, visits=60)


def test_both_looks_begin_with_the_same_move_and_the_second_searches_no_board_anew() -> None:
    bench = WorkerBench()
    first = FirstPlacesRequest(FIGHT, GROUPS, LITTLE).answer(bench, None)
    assert first.is_first_look and first.judge == "irgo's reader"
    full = PlacesRequest(FIGHT, GROUPS, LITTLE, begun=first.begun)
    found = full.answer(bench, None)
    assert found.begun is first.begun and not found.is_first_look
    assert found.places[0].mine.move == first.places[0].mine.move
    assert first.places[0].comparison.difference.reasons == ()
    alone = PlacesRequest(FIGHT, GROUPS, LITTLE)
    assert alone == full and hash(alone) == hash(full)
    again = pickle.loads(pickle.dumps(full)).answer(bench, None)
    assert [place.mine.moves for place in again.places] == [
        place.mine.moves for place in found.places]


def test_a_first_look_has_one_letter_a_move() -> None:
    places = FirstPlacesRequest(FIGHT, GROUPS, LITTLE).answer(WorkerBench(), None).places
    moves = [place.mine.move for place in places]
    assert moves and len(set(moves)) == len(moves)
    for index, place in enumerate(places):
        for other in places[index + 1:]:
            shared = set(place.points) & set(other.points)
            assert 2 * len(shared) <= min(len(place.points), len(other.points))


def test_a_worker_finds_what_is_found_inline() -> None:
    request = WhyRequest(FIGHT, point_of_vertex("E1", 9, 9), reading=LITTLE)
    expected = AnalysisService(InlineExecutor()).result(request)
    service = AnalysisService(InlineExecutor(), searchers=search_workers())
    came: Queue[Outcome] = Queue()
    service.submit(request, Urgency.VISIBLE, lambda _, outcome: came.put(outcome))
    found = came.get(timeout=TIMEOUT_S)
    assert isinstance(found, Comparison) and isinstance(expected, Comparison)
    assert found.loss == expected.loss and found.difference == expected.difference
    service.submit(PlacesRequest(FIGHT, GROUPS, LITTLE), Urgency.VISIBLE,
                   lambda _, outcome: came.put(outcome))
    assert isinstance(came.get(timeout=TIMEOUT_S), PlacesFound)
    service.close()


def test_called_off_and_without_a_judge(raised_flag: CancelFlag) -> None:
    with pytest.raises(CalledOffError):
        FirstPlacesRequest(FIGHT, GROUPS, LITTLE).answer(WorkerBench(), raised_flag)
    with pytest.raises(ReaderError, match="7 to 19 lines"):
        PlacesRequest(Position.empty(5), ()).answer(WorkerBench(), None)
