"""A server on this machine, a home without any network, and what a fetch told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from irgo_app.engines import profile as profiles
from irgo_app.networks import fetching
from tests.networks.file_server import FileServer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    monkeypatch.setattr(fetching, "_PAUSE_S", 0.0)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with FileServer().running() as found:
        yield found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without engines and networks, on a machine without any."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(profiles, "_USUAL_FOLDERS", ())
    monkeypatch.setattr(profiles, "_ENGINE_FOLDERS", tuple(
        folder for folder in profiles._ENGINE_FOLDERS if folder.startswith("~")))
    return folder
