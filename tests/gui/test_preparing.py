"""A first start: the window is there, its maps come one by one, and it says how far they are."""

from threading import Thread

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.views.window.messages import StatusLine
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor, OnPreparation
from irgo_app.service.request import Preparation
from irgo_app.settings import Settings
from tests.gui.conftest import TEN_MOVES


class CompilingExecutor(InlineExecutor):
    """Answers what is asked, and says how far its kernels are when it is told to."""

    is_ready = False

    def follow(self, on_preparation: OnPreparation) -> None:
        self.tell = on_preparation

    def say(self, done: int, total: int) -> None:
        """Say it as the worker does, from another thread."""
        self.is_ready = done == total
        thread = Thread(target=self.tell, args=(Preparation(done, total, is_complete=False),))
        thread.start()
        thread.join()


def words_of(status: StatusLine) -> str:
    return "".join(label.text() for label in status.findChildren(QLabel) if not label.isHidden())


def test_maps_that_are_shown_come_first_and_the_others_when_all_is_compiled(qtbot: QtBot) -> None:
    executor, settings = CompilingExecutor(), Settings()
    settings.set("start_layer", "influence.shadow")
    models = Models(FirstModels(settings), AnalysisService(executor))
    status = StatusLine()
    qtbot.addWidget(status)
    bridge = models.service
    bridge.preparing.connect(status.show_preparing)
    told: list[tuple[int, int]] = []
    bridge.preparing.connect(lambda *progress: told.append(progress))
    models.review.open_path(TEN_MOVES)
    executor.say(12, 40)
    [shown] = [found for found in models.shown.layers if found.is_on]
    assert models.shown.result_for(shown) is not None
    root = models.review.game.root
    last = models.review.game.main_line()[-1]
    assert bridge.service.is_looking_ahead
    assert models.shown.result_for(shown, last) is None
    qtbot.waitUntil(lambda: told == [(12, 40)])

    def says_so() -> bool:
        bridge.preparing.emit(12, 40)
        return "Preparing the maps (first start only) 12 of 40" in words_of(status)

    qtbot.waitUntil(says_so)
    status.show_progress(1, 2)
    assert "Preparing the maps" in words_of(status)
    executor.say(40, 40)
    qtbot.waitUntil(lambda: not bridge.service.is_looking_ahead)
    assert all(models.shown.result_for(found, node) is not None
               for found in models.shown.layers for node in (root, last))
    assert told[-1] == (40, 40) and words_of(status) == ""
    bridge.close()


@pytest.mark.parametrize("said", [[(40, 40)], [(40, 40), (40, 40)]])
def test_a_start_with_everything_compiled_says_nothing(
    qtbot: QtBot, said: list[tuple[int, int]]
) -> None:
    executor = CompilingExecutor()
    models = Models(FirstModels(Settings()), AnalysisService(executor))
    told: list[object] = []
    assert isinstance(models.service, ServiceBridge)
    models.service.preparing.connect(lambda *progress: told.append(progress))
    models.review.open_path(TEN_MOVES)
    for done, total in said:
        executor.say(done, total)
    qtbot.waitUntil(lambda: not models.service.service.is_looking_ahead)
    assert not told
    models.service.close()
