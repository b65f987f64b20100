"""Searches as requests: the same from a worker as inline, and gone when called off."""

from __future__ import annotations

import pickle
from queue import Queue

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.search_request import SearchRequest
from irgo_app.reader.search import Findings
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor, search_workers
from irgo_app.service.request import CANCELLED, Outcome, Urgency

TIMEOUT_S = 120


def test_a_worker_searches_as_inline_and_is_called_off() -> None:
    region = frozenset(point_of_vertex(name, 9, 9) for name in ("C3", "D4", "G7"))
    request = SearchRequest(Position.empty(9), 6.5, 40, first=WHITE, region=region)
    assert pickle.loads(pickle.dumps(request)) == request
    expected = AnalysisService(InlineExecutor()).result(request)
    service = AnalysisService(InlineExecutor(), searchers=search_workers())
    answers: Queue[Outcome] = Queue()
    service.submit(request, Urgency.VISIBLE, lambda _, outcome: answers.put(outcome))
    found = answers.get(timeout=TIMEOUT_S)
    assert isinstance(found, Findings) and found.visits == 40
    assert [(move.point, move.visits) for move in found.moves] == [
        (move.point, move.visits) for move in expected.moves]
    assert found.lead == expected.lead and {move.point for move in found.moves} <= region | {PASS}
    assert not found.ownership.flags.writeable
    endless = SearchRequest(Position.empty(9), 6.5, 100_000)
    job = service.submit(endless, Urgency.VISIBLE, lambda _, outcome: answers.put(outcome))
    service.cancel(job)
    assert answers.get(timeout=TIMEOUT_S) is CANCELLED
    service.close()
