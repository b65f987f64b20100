"""Sentences for the user, from whatever part of the program has something to tell."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Notices(QObject):
    """Carries sentences to whoever shows them.

    told -- a sentence
    """

    told = Signal(str)

    def tell(self, text: str) -> None:
        """Tell the user a sentence."""
        self.told.emit(text)
