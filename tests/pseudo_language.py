"""A language in which every translated text stands in brackets, so that the others are seen."""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager

from irgo_app import words

OPEN, CLOSE = "⟦", "⟧"


class PseudoLanguage(gettext.NullTranslations):
    """Puts every text into brackets, and the comma of enumerations aside."""

    def gettext(self, message: str) -> str:
        return message if message == ", " else f"{OPEN}{message}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Speak the pseudo-language for a while."""
    words.use(PseudoLanguage())
    try:
        yield
    finally:
        words.use(gettext.NullTranslations())


def is_whole(text: str) -> bool:
    """Return whether a text is one translated sentence, with whatever is translated within it."""
    depth, least = 0, 1
    for character in text[:-1]:
        depth += (character == OPEN) - (character == CLOSE)
        least = min(least, depth)
    return text.startswith(OPEN) and text.endswith(CLOSE) and least == 1
