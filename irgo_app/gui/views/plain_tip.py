"""Tool tips of texts that may hold anything: Qt takes a tip that looks like HTML for HTML."""

from __future__ import annotations

from PySide6.QtGui import Qt

from irgo_app.visible_text import visible_lines

_LONGEST = 2000


def plain_tip(text: str) -> str:
    """Return a tool tip that shows a text as it stands."""
    shown = visible_lines(text, _LONGEST)
    return Qt.convertFromPlainText(shown) if Qt.mightBeRichText(shown) else shown
