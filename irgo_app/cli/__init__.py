"""The command line: what the window can show, it can print."""

from __future__ import annotations

COMMAND_NAMES = (
    "layers", "analyze", "lifedeath", "whatif", "render", "report", "problems", "check", "batch",
    "engines", "gtp", "bench", "warm-up", "desktop-entry", "diagnose")
"""The first words that mean the command line, known without importing the commands."""
