"""A child process with its three pipes open as text, whatever bytes come."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def open_with_pipes(
    command: Sequence[str], folder: Path | None, **more: Any
) -> subprocess.Popen[str]:
    """Start a command in a folder; raises OSError or ValueError.

    more -- what else `subprocess.Popen` takes
    """
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=folder, text=True, encoding="utf-8", errors="replace", **more)
