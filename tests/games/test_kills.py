"""Indexing and fetching are killed a few times; `tests.games.kills` does it often."""

import os
from pathlib import Path

import pytest

from irgo_app.settings import FOLDER_VARIABLE
from tests.games.kills import kill_while_fetching, kill_while_indexing


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process that was forked")
def test_nothing_is_lost_when_indexing_is_killed(tmp_path: Path) -> None:
    assert kill_while_indexing(tmp_path, 20, 3, seed=7) == 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process that was forked")
def test_nothing_is_lost_when_fetching_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    assert kill_while_fetching(tmp_path, 10, 3, seed=7) == 3
