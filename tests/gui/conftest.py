"""A window with its analysis done in the same thread, so that tests need not wait."""

import gc
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.models.models import Models
from irgo_app.gui.shell.app import give_the_board_its_models
from irgo_app.gui.shell.furnishing import Furnishing
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.style import LIGHT, apply_style
from irgo_app.gui.views.timeline import TimelinePanel
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.figures import Figures
from irgo_app.settings import Settings
from tests.conftest import DATA

TEN_MOVES: Final = DATA / "sgf" / "ten_moves.sgf"
SEVENTY_MOVES: Final = DATA / "sgf" / "seventy_moves.sgf"
"""The beginning of the first game; `long_game` marks what needs more than ten moves of it."""
PATIENCE_MS: Final = 300_000
"""How long a test waits for the window: on a machine with ten busy processes a minute is too short.
"""


def figures(timeline: TimelinePanel, layer: str) -> list[Figures]:
    """What the timeline knows of a layer along its line."""
    return [found for found in timeline._known[layer] if found is not None]


def balances(timeline: TimelinePanel) -> dict[int, float]:
    """The balance of influence of each node that the timeline knows, by node id."""
    return {node.id: found.value for node, found in zip(
        timeline._line, timeline._known["influence.shadow"], strict=True)
        if found is not None and found.value is not None}


class PatientQtBot(QtBot):
    """A robot that waits longer before it gives up; what has come is not waited for."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: object, *, timeout: int = PATIENCE_MS, **options: Any) -> object:
        return super().waitSignal(signal, timeout=timeout, **options)


class Window(MainWindow):
    """The main window, with what was built around it at hand for tests."""

    models: Models
    furnishing: Furnishing

    @property
    def actions_by_id(self) -> dict[str, object]:
        return self.furnishing.menus.actions


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The robot that works the window, with time for a busy machine."""
    return PatientQtBot(request)


@pytest.fixture
def models(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[Models]:
    """All models, on ten moves, or on seventy for who asks for that; no widget."""
    # What an earlier test left would be taken apart in whatever thread Python looks for garbage,
    # such as a search's, and Qt's timers cannot end in another thread than theirs. What is in
    # use after that is not looked through again: for the five hundredth window that took half a
    # second.
    gc.collect()
    gc.freeze()
    is_long = request.node.get_closest_marker("long_game") is not None
    settings = Settings()
    # A search of seconds for each node that a test looks at, in the thread that tests wait for.
    settings.set("analyse_auto", False)
    # A map is there sooner than the Ishida view, which a start shows.
    settings.set("start_layer", "influence.shadow")
    found = Models(FirstModels(settings), AnalysisService(InlineExecutor()))
    found.review.open_path(SEVENTY_MOVES if is_long else TEN_MOVES)
    yield found
    found.service.close()


@pytest.fixture
def usual(qapp: QApplication) -> Iterator[float]:
    """The size of the system's letters, in light colours; a test may leave others.

    To be asked for before the window: each change of the style goes through all widgets there are.
    """
    apply_style(qapp, LIGHT, 0)
    yield qapp.font().pointSizeF()
    apply_style(qapp, LIGHT, 0)


@pytest.fixture
def window(qtbot: QtBot, models: Models) -> Iterator[Window]:
    """The whole window on those models."""
    found = Window(models)

    def forget_edits(_window: object) -> None:
        """Keep the closing window from asking about unsaved work."""
        models.review.new_game(9, 9, {})

    qtbot.addWidget(found, before_close_func=forget_edits)
    found.models = models
    hand = give_the_board_its_models(found, models)
    found.furnishing = Furnishing(found, models)
    # The screen that tests have is smaller than a usual window.
    found.resize(1280, 900)
    found.show()
    qtbot.waitExposed(found)
    yield found
    hand.deleteLater()
    # Windows that stay would be styled again with each change of the letters, and so would labels
    # that a window has outside of it.
    for left in QApplication.topLevelWidgets():
        left.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
