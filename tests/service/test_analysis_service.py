"""Cache, priorities, cancelling and look-ahead, with an executor that finishes only when told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import Diagram, Outline
from irgo_app.errors import LayerError
from irgo_app.go.position import Position
from irgo_app.judging.requests import LifeRequest
from irgo_app.layers.layer import Layer
from irgo_app.layers.results import Field
from irgo_app.service import analysis_service
from irgo_app.service.analysis_service import BATCH, AnalysisService, LookAhead, ResultCache
from irgo_app.service.executors import InlineExecutor, OnBatchDone, OnPreparation
from irgo_app.service.figures import settle
from irgo_app.service.lane import MOST_WAITING
from irgo_app.service.plan import compute, order_of_needs
from irgo_app.service.request import (CANCELLED, AnyRequest, Failure, LaneName, LayerRequest,
                                      Outcome, Preparation, Request, Urgency, Workbench)
from irgo_app.words import Message, message


def request(number: int, layer: str = "influence.zobrist") -> LayerRequest:
    return LayerRequest(Position.empty(9).with_stones({number: 1}), layer)


def life_request(number: int) -> LifeRequest:
    return LifeRequest(Position.empty(9).with_stones({number: 1}), (number,))


def small_field() -> Field:
    return Field(np.zeros((9, 9)), "none")


class RecordingExecutor:
    """Keeps batches until they are finished by hand."""

    depth = 1
    is_ready = True

    def __init__(self) -> None:
        self.on_preparation: OnPreparation | None = None
        self.batches: list[tuple[list[LayerRequest], OnBatchDone]] = []
        self.seen: list[LayerRequest] = []
        self.cancels = 0
        self.is_closed = False

    def submit(self, requests: Sequence[LayerRequest], on_done: OnBatchDone) -> None:
        self.batches.append((list(requests), on_done))
        self.seen += requests

    def finish(self, outcome: Outcome | None = None) -> None:
        requests, on_done = self.batches.pop(0)
        on_done([outcome or small_field() for _ in requests])

    def follow(self, on_preparation: OnPreparation) -> None:
        self.on_preparation = on_preparation

    def cancel_running(self) -> None:
        self.cancels += 1

    def close(self) -> None:
        self.is_closed = True


def nothing(request: LayerRequest, outcome: Outcome) -> None:
    """Take an answer nobody asked for."""


def test_looking_ahead_waits_until_the_kernels_are_compiled() -> None:
    executor = RecordingExecutor()
    executor.is_ready = False
    service = AnalysisService(executor)
    told: list[Preparation] = []
    service.follow(told.append)
    service.look_ahead(iter([request(0), request(1)]), nothing)
    assert service.is_looking_ahead and not executor.batches
    service.submit(request(2), Urgency.VISIBLE, nothing)
    executor.finish()
    assert executor.seen == [request(2)]
    assert executor.on_preparation is not None
    executor.on_preparation(Preparation(12, 40, is_complete=False))
    assert executor.seen == [request(2)]
    executor.is_ready = True
    executor.on_preparation(Preparation(40, 40, is_complete=False))
    assert executor.seen == [request(2), request(0), request(1)]
    assert [found.done for found in told] == [12, 40]
    late: list[Preparation] = []
    service.follow(late.append)
    assert late == told[-1:]


def test_the_most_urgent_goes_first() -> None:
    executor = RecordingExecutor()
    service = AnalysisService(executor)
    service.submit(request(0), Urgency.AHEAD, nothing)
    for number, urgency in ((1, Urgency.AHEAD), (2, Urgency.NEIGHBOUR), (3, Urgency.VISIBLE)):
        service.submit(request(number), urgency, nothing)
    executor.finish()
    assert executor.seen == [request(0), request(3), request(2), request(1)]


def test_of_equal_urgency_the_newest_goes_first_and_what_is_asked_together_in_its_order() -> None:
    executor = RecordingExecutor()
    service = AnalysisService(executor)
    service.submit(request(0), Urgency.VISIBLE, nothing)
    old = service.submit_all([request(1), request(2)], Urgency.VISIBLE, nothing)
    service.submit_all([request(3), request(4)], Urgency.VISIBLE, nothing)
    service.submit(request(5), Urgency.NEIGHBOUR, nothing)
    service.hurry(old[1], Urgency.NEIGHBOUR)
    executor.finish()
    assert executor.seen == [request(number) for number in (0, 2, 3, 4, 1, 5)]


def test_what_waits_is_bounded_and_the_oldest_of_the_least_urgent_is_dropped() -> None:
    executor = RecordingExecutor()
    service = AnalysisService(executor)
    told: list[tuple[AnyRequest, Outcome]] = []
    service.submit(life_request(0), Urgency.VISIBLE, nothing)
    for number in range(40):
        service.submit(life_request(number % 80 + 1), Urgency.NEIGHBOUR,
                       lambda *found: told.append(found))
    for number in range(MOST_WAITING):
        board = Position.empty(19).with_stones({number: 1})
        service.submit(LifeRequest(board, (number,)), Urgency.VISIBLE,
                       lambda *found: told.append(found))
    assert told == [(life_request(number + 1), CANCELLED) for number in range(40)]
    board = Position.empty(19).with_stones({300: 1})
    service.submit(LifeRequest(board, (300,)), Urgency.VISIBLE, nothing)
    assert told[40:] == [(LifeRequest(Position.empty(19).with_stones({0: 1}), (0,)), CANCELLED)]


def test_what_is_withdrawn_is_dropped_while_it_waits_and_finished_when_it_is_under_way() -> None:
    executor = RecordingExecutor()
    service = AnalysisService(executor)
    told: list[tuple[AnyRequest, Outcome]] = []
    jobs = [service.submit(request(number), Urgency.VISIBLE, lambda *found: told.append(found))
            for number in range(3)]
    for job in jobs[:2]:
        service.withdraw(job)
    assert told == [(request(1), CANCELLED)] and executor.cancels == 0
    executor.finish()
    assert executor.seen == [request(0), request(2)]
    assert told[1][0] == request(0) and told[1][1] is not CANCELLED
    service.withdraw(jobs[0])
    assert len(told) == 2


def test_a_result_is_computed_once() -> None:
    service = AnalysisService(InlineExecutor())
    first = service.result(request(1))
    assert service.result(request(1)) is first
    assert service.cached(request(2)) is None
    with pytest.raises(ValueError, match="read-only"):
        first.values[0, 0] = 1.0  # type: ignore[union-attr]


def test_a_layer_that_cannot_answer_does_not_stop_the_others() -> None:
    service = AnalysisService(InlineExecutor())
    for _ in range(2):
        with pytest.raises(LayerError, match="needs an engine"):
            service.result(LayerRequest(request(1).position, "ownership"))
    assert service.result(request(1)) is not None


def test_a_waiting_job_can_be_called_off() -> None:
    executor = RecordingExecutor()
    service = AnalysisService(executor)
    answers: list[Outcome] = []
    running = service.submit(request(0), Urgency.VISIBLE, lambda _, found: answers.append(found))
    waiting = service.submit(request(1), Urgency.VISIBLE, lambda _, found: answers.append(found))
    service.cancel(waiting)
    assert executor.cancels == 0
    service.cancel(running)
    assert executor.cancels == 1
    executor.finish(CANCELLED)
    assert answers == [CANCELLED, CANCELLED]
    assert executor.seen == [request(0)]
    assert service.cached(request(0)) is None


def test_a_failure_is_an_answer_and_is_not_kept() -> None:
    executor = RecordingExecutor()
    service = AnalysisService(executor)
    answers: list[Outcome] = []
    service.submit(request(0), Urgency.VISIBLE, lambda _, found: answers.append(found))
    executor.finish(Failure("no"))
    assert answers == [Failure("no")]
    assert service.cached(request(0)) is None


def test_the_look_ahead_waits_for_the_visible_and_is_replaced() -> None:
    executor = RecordingExecutor()
    service = AnalysisService(executor)
    service.look_ahead((request(number) for number in range(60)), nothing)
    assert executor.seen == [request(number) for number in range(BATCH)]
    service.submit(request(80), Urgency.VISIBLE, nothing)
    service.look_ahead((request(number) for number in range(70, 75)), nothing)
    executor.finish()
    assert executor.seen[BATCH:] == [request(80)]
    executor.finish()
    assert executor.seen[BATCH + 1:] == [request(number) for number in range(70, 75)]
    executor.finish()
    assert not service.is_looking_ahead


def test_an_owner_of_the_iterator_is_asked_to_feed() -> None:
    executor = RecordingExecutor()
    service = AnalysisService(executor)
    hungry: list[int] = []
    service.look_ahead(iter([request(1)]), nothing, lambda: hungry.append(1))
    assert hungry and not executor.seen
    service.feed()
    assert executor.seen == [request(1)]


def test_a_closed_service_is_silent() -> None:
    executor = RecordingExecutor()
    service = AnalysisService(executor)
    answers: list[Outcome] = []
    service.submit(request(0), Urgency.VISIBLE, lambda _, found: answers.append(found))
    service.close()
    executor.finish()
    assert executor.is_closed and not answers


def test_the_look_ahead_stops_at_the_budget_and_keeps_the_nearest() -> None:
    weight = ResultCache(10**9).put(request(0), small_field(), 1000)
    cache = ResultCache(weight * 10)
    plan = LookAhead((request(number) for number in range(60)), cache)
    while batch := plan.next_batch(1):
        plan.add_bytes(cache.put(batch[0], small_field(), 1000))
    assert plan.is_finished
    assert len(cache) == 10
    assert all(cache.get(request(number)) for number in range(10))


@dataclass(frozen=True)
class LightRequest(Request[float]):
    """Asks for a number."""

    number: int

    @property
    def lane(self) -> LaneName:
        return LaneName.MAPS

    @property
    def comes_with_a_map(self) -> bool:
        return True

    @property
    def is_light(self) -> bool:
        return True

    @property
    def subject(self) -> Message:
        return message("A number")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> float:
        return float(self.number)


def test_light_answers_have_a_bound_and_those_used_last_stay(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_service, "LIGHT_BUDGET", 50_000)
    cache = ResultCache(10**9)
    for number in range(1000):
        cache.put(LightRequest(number), float(number), 4_000)
        assert cache.get(LightRequest(0)) == 0.0
    kept = [number for number in range(1000) if cache.holds_light(LightRequest(number))]
    assert kept[0] == 0 and kept[-1] == 999 and 5 < len(kept) < 15
    assert len(cache) == cache.bytes_held == 0


def test_an_answer_of_many_values_weighs_what_they_do() -> None:
    few, many = (Diagram(Position.empty(9), tuple(
        Outline(1, (point, point + 1)) for point in range(count))) for count in (1, 70))
    assert settle(many) > settle(few) + 69 * 100


def test_numbers_are_looked_ahead_for_where_the_budget_is_spent() -> None:
    weight = ResultCache(10**9).put(request(0), small_field(), 1000)
    cache = ResultCache(weight * 10)

    def wanted() -> Iterator[AnyRequest]:
        for number in range(60):
            yield request(number)
            yield LightRequest(number)

    plan = LookAhead(wanted(), cache)
    light = []
    while batch := plan.next_batch(1):
        if isinstance(batch[0], LightRequest):
            light.append(batch[0].number)
            plan.add_bytes(cache.put(batch[0], float(batch[0].number), 10**6))
        else:
            plan.add_bytes(cache.put(batch[0], small_field(), 1000))
    assert light == list(range(9, 60)), "those without a map of their own, to the very end"
    assert all(cache.get(request(number)) for number in range(10)), "no map made room for them"
    assert cache.get(LightRequest(59)) == 59.0 and cache.bytes_held <= cache.budget
    assert LookAhead(iter([LightRequest(59)]), cache).next_batch(5) == []


def full_cache() -> ResultCache:
    """Return a cache with room for four maps, which holds those of 0 to 3, 0 used last."""
    weight = ResultCache(10**9).put(request(0), small_field(), 1000)
    cache = ResultCache(weight * 4)
    for number in (3, 2, 1, 0):
        cache.put(request(number), small_field(), 1000)
    return cache


def test_what_a_plan_finds_is_kept_before_what_is_far() -> None:
    cache = full_cache()
    plan = LookAhead(iter([request(3), request(2)]), cache)
    assert plan.next_batch(5) == []
    plan.finish()
    for number in (10, 11):
        cache.put(request(number), small_field(), 1000)
    assert cache.get(request(3)) and cache.get(request(2))
    assert cache.get(request(1)) is None
    assert cache.bytes_held <= cache.budget


def test_a_plan_that_is_replaced_leaves_its_marks_to_the_next_that_is_asked() -> None:
    cache = full_cache()
    first = LookAhead(iter([request(3), request(2)]), cache)
    assert first.next_batch(5) == []
    never_asked = LookAhead(iter([request(0)]), cache, first)
    last = LookAhead(iter(()), cache, never_asked)
    assert first.is_finished and never_asked.is_finished and not last.is_finished
    assert last.next_batch(1) == []
    for number in (10, 11, 12):
        cache.put(request(number), small_field(), 1000)
    assert cache.get(request(3)) and cache.get(request(2)) is None, "the nearest is marked last"


def test_needs_come_first_and_circles_are_refused() -> None:
    def layer(name: str, *needs: str) -> Layer:
        return Layer(name, name, Field, "", "", lambda *_: small_field(), needs=needs)

    registry = {found.name: found for found in (
        layer("a"), layer("b", "a"), layer("c", "b", "a"), layer("d", "e"), layer("e", "d"))}
    assert order_of_needs("c", registry)[-1] == "c"
    assert set(order_of_needs("c", registry)) == {"a", "b", "c"}
    assert compute(LayerRequest(Position.empty(9), "c"), None, registry)
    with pytest.raises(LayerError, match="needs itself"):
        order_of_needs("d", registry)
    with pytest.raises(LayerError, match="no layer"):
        order_of_needs("x", registry)


def test_searches_have_a_lane_of_their_own() -> None:
    quick, searchers = RecordingExecutor(), (RecordingExecutor(), RecordingExecutor())
    service = AnalysisService(quick, searchers=searchers)
    jobs = [service.submit(life_request(number), Urgency.VISIBLE, nothing)
            for number in range(3)]
    service.submit(request(5), Urgency.VISIBLE, nothing)
    assert quick.seen == [request(5)]
    assert [len(searcher.batches) for searcher in searchers] == [1, 1]
    service.cancel(jobs[1])
    assert [searcher.cancels for searcher in searchers] == [0, 1]
    searchers[1].finish(CANCELLED)
    assert searchers[1].seen == [life_request(1), life_request(2)]
    service.close()
    assert quick.is_closed and all(searcher.is_closed for searcher in searchers)


def test_a_search_that_waits_is_dropped_when_it_is_called_off() -> None:
    searcher = RecordingExecutor()
    service = AnalysisService(RecordingExecutor(), searchers=(searcher,))
    outcomes: list[Outcome] = []
    service.submit(life_request(0), Urgency.VISIBLE, nothing)
    waiting = service.submit(life_request(1), Urgency.VISIBLE,
                             lambda _, outcome: outcomes.append(outcome))
    service.cancel(waiting)
    searcher.finish(Failure("none"))
    assert outcomes == [CANCELLED]
    assert searcher.seen == [life_request(0)]
