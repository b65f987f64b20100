"""Tool tips of texts that may hold anything: Qt takes a tip that looks like HTML for HTML."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, Qt

from irgo_app.visible_text import visible_lines

_LONGEST = 2000


def plain_tip(text: str) -> str:
    """Return a tool tip that shows a text as it stands."""
    shown = visible_lines(text, _LONGEST)
    return Qt.convertFromPlainText(shown) if Qt.mightBeRichText(shown) else shown


def tip_with_key(words: str, key: QKeySequence) -> str:
    """Return the tool tip of a button: what it does, and the key that does it too."""
    shown = key.toString(QKeySequence.SequenceFormat.NativeText)
    return plain_tip(f"{words.removesuffix(' …')} ({shown})" if shown else words)
