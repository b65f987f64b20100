"""The crossings to Qt: the search that was asked for last, and letters from another thread."""

from threading import Thread

import pytest

from irgo_app.go.position import Position
from irgo_app.gui.models.service_bridge import Mailbox, OneSearch, ServiceBridge
from irgo_app.gui.models.window import Notices
from irgo_app.judging.requests import LifeRequest
from irgo_app.service.analysis_service import AnalysisService, Job
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.request import CANCELLED, AnyRequest, Urgency
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
