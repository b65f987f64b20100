"""The version of irgo, said once: for the package's metadata, `--version`, GTP and the window."""

from __future__ import annotations

__version__ = "0.1.0"
