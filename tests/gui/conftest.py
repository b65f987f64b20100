"""A window with its analysis done in the same thread, so that tests need not wait."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from irgo_app.gui.commands.commands import Commands
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.session import ReviewSession
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.panels import make_docks
from irgo_app.layers import LAYERS
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.settings.store import Settings
from tests.conftest import GAMES


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[ReviewSession]:
    """A session on a real game."""
    found = ReviewSession(Settings())
    bridge = ServiceBridge(AnalysisService(InlineExecutor()), found)
    found.connect_service(bridge, LAYERS)
    found.open_path(GAMES[0])
    yield found
    bridge.close()


@pytest.fixture
def window(qtbot: QtBot, session: ReviewSession) -> Iterator[MainWindow]:
    """The whole window on that session."""
    found = MainWindow(session)

    def forget_edits(_window: object) -> None:
        """Keep the closing window from asking about unsaved work."""
        session.new_game(9, 9, {})

    qtbot.addWidget(found, before_close_func=forget_edits)
    found.commands = Commands(found)
    found.add_docks(make_docks(session))
    found.show()
    qtbot.waitExposed(found)
    yield found
