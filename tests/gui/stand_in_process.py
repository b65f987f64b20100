"""Stands for the process in which files and stories are made: no other one is started."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from irgo_app.gui.models import service_bridge
from irgo_app.report.report_process import Failed


class Process:
    """Tells what a test lets it tell."""

    started: ClassVar[list[Process]] = []

    def __init__(self, task: object, make: object) -> None:
        # As it arrives in another process.
        self.task: Any = pickle.loads(pickle.dumps(task))
        self.is_stopped, self.is_closed = False, False
        self.waiting: list[object] = []
        self.started.append(self)

    def news(self) -> Iterator[object]:
        found, self.waiting = self.waiting, []
        return iter(found)

    def stop(self) -> None:
        self.is_stopped = True
        self.waiting.append(Failed(None))

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """Those that are started."""
    Process.started = []
    monkeypatch.setattr(service_bridge, "ReportProcess", Process)
    return Process.started


@pytest.fixture
def opened(processes: list[Process], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were opened; processes are stood for."""
    found: list[str] = []

    def open_it(url: QUrl) -> bool:
        found.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_it)
    return found
