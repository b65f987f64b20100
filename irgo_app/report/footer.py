"""What stands at the foot of every report."""

from __future__ import annotations

from irgo_app.version import __version__
from irgo_app.words import Message, message


def footer_words() -> Message:
    """Return who made the report."""
    return message("Made by irgo {version}", version=__version__)
