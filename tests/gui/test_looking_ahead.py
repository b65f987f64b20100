"""Looking ahead keeps nothing waiting that is to be painted."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from irgo_app.go.position import Position
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.window import Notices
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.request import AnyRequest, LayerRequest

QUESTION = LayerRequest.of(Position.empty(9), "influence.zobrist")


def test_what_is_posted_comes_before_a_walk_through_what_is_known(qtbot: QtBot) -> None:
    """A step posts its painting; the walk through a mapped game used to come before it, whole."""
    bridge = ServiceBridge(AnalysisService(InlineExecutor()), Notices())
    try:
        bridge.service.result(QUESTION)
        walked = []

        def walk() -> Iterator[AnyRequest]:
            for number in range(1000):
                walked.append(number)
                yield QUESTION

        bridge.look_ahead(walk(), 1000)
        QCoreApplication.sendPostedEvents()
        assert not walked
        qtbot.waitUntil(lambda: len(walked) == 1000)
    finally:
        bridge.close()
