"""The crossings to Qt: the search that was asked for last, and letters from another thread."""

from collections.abc import Sequence
from threading import Thread

import pytest
from PySide6.QtCore import QCoreApplication, QObject

from irgo_app.go.position import Position
from irgo_app.gui.models.service_bridge import Mailbox, OneSearch, ServiceBridge
from irgo_app.gui.models.window import Notices
from irgo_app.judging.requests import LifeRequest
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor, OnBatchDone
from irgo_app.service.lane import Job
from irgo_app.service.request import CANCELLED, AnyRequest, LayerRequest, Urgency
from tests.gui.conftest import PatientQtBot


def test_the_end_of_an_earlier_search_is_not_the_end_of_the_next(
    qtbot: PatientQtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, jobs, told = AnalysisService(InlineExecutor()), list[Job](), list[object]()

    def submit(request: AnyRequest, urgency: Urgency, on_done: object) -> Job:
        jobs.append(Job(request, urgency, on_done))  # type: ignore[arg-type]
        return jobs[-1]

    monkeypatch.setattr(service, "submit", submit)
    monkeypatch.setattr(service, "cancel", lambda job: None)
    bridge = ServiceBridge(service, Notices())
    search, request = OneSearch(bridge), LifeRequest(Position.empty(9), (40,))
    search.answered.connect(told.append)
    search.ask(request)
    search.ask(request)
    with qtbot.waitSignal(bridge.searched):
        jobs[0].on_done(request, CANCELLED)
    assert search.request == request and told == []
    jobs[1].on_done(request, "found")
    qtbot.waitUntil(lambda: told == ["found"])
    assert search.request is None
    bridge.close()


def test_only_the_newest_letter_arrives(qtbot: PatientQtBot) -> None:
    mailbox, seen = Mailbox(), list[object]()
    mailbox.arrived.connect(seen.append)
    writer = Thread(target=lambda: [mailbox.put(number) for number in range(1, 10_001)])
    writer.start()
    writer.join()
    # Qt's thread had no time so far: of ten thousand letters one is left.
    qtbot.waitUntil(lambda: bool(seen), timeout=20_000)
    assert seen == [10_000]
    mailbox.put("next")
    qtbot.waitUntil(lambda: len(seen) == 2, timeout=20_000)
    assert seen[1] == "next"


class SlowExecutor(InlineExecutor):
    """Begins one batch at a time and finishes it when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[tuple[Sequence[AnyRequest], OnBatchDone]] = []

    def submit(self, requests: Sequence[AnyRequest], on_done: OnBatchDone) -> None:
        self.held.append((requests, on_done))

    def finish(self) -> None:
        super().submit(*self.held.pop(0))


def map_of(number: int) -> LayerRequest:
    return LayerRequest(Position.empty(9).with_stones({number: 1}), "influence.zobrist")


def test_what_an_asker_left_behind_is_not_computed(qtbot: PatientQtBot) -> None:
    executor = SlowExecutor()
    bridge = ServiceBridge(AnalysisService(executor), Notices())
    asker, other, ready = QObject(), QObject(), list[AnyRequest]()
    bridge.ready.connect(ready.extend)
    bridge.want_only(asker, [([map_of(0)], Urgency.VISIBLE)])
    for number in range(1, 60):
        bridge.want_only(asker, [([map_of(number)], Urgency.VISIBLE),
                                 ([map_of(number + 1)], Urgency.NEIGHBOUR)])
    # Asked by two, or as what stays: only what nobody asks for any more is withdrawn.
    bridge.want_only(other, [([map_of(59)], Urgency.VISIBLE)])
    bridge.want([map_of(70)], Urgency.VISIBLE)
    bridge.want_only(asker, [([map_of(61), map_of(70)], Urgency.VISIBLE)])
    bridge.want_only(asker, [([map_of(62)], Urgency.VISIBLE)])
    while executor.held:
        executor.finish()
    wanted = {map_of(number) for number in (0, 59, 62, 70)}
    qtbot.waitUntil(lambda: set(ready) == wanted)
    assert len(ready) == len(wanted)
    bridge.close()


def test_what_is_asked_for_again_while_it_waits_is_computed_once(qtbot: PatientQtBot) -> None:
    executor = SlowExecutor()
    bridge = ServiceBridge(AnalysisService(executor), Notices())
    ready = list[AnyRequest]()
    bridge.ready.connect(ready.extend)
    for _ in range(50):
        for number in range(3):
            assert bridge.on_screen(map_of(number)) is None
    while executor.held:
        executor.finish()
    qtbot.waitUntil(lambda: len(ready) == 3)
    QCoreApplication.processEvents()
    assert sorted(map(ready.count, map(map_of, range(3)))) == [1, 1, 1]
    assert bridge.on_screen(map_of(1)) is not None
    bridge.close()


def test_what_was_withdrawn_can_be_asked_for_again(qtbot: PatientQtBot) -> None:
    executor = SlowExecutor()
    bridge = ServiceBridge(AnalysisService(executor), Notices())
    asker, ready = QObject(), list[AnyRequest]()
    bridge.ready.connect(ready.extend)
    for number in (0, 1, 2, 1):
        bridge.want_only(asker, [([map_of(number)], Urgency.VISIBLE)])
    QCoreApplication.processEvents()  # That one was withdrawn arrives when it is asked for again.
    bridge.want_only(asker, [([map_of(1)], Urgency.VISIBLE)])
    while executor.held:
        executor.finish()
    qtbot.waitUntil(lambda: set(ready) == {map_of(0), map_of(1)})
    assert len(ready) == 2
    bridge.close()
