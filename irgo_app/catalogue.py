"""A language's catalogue, read from the PO file that translators write.

A compiled form (MO) loads in half the time, some hundredths of a second at a start, but would have
to be made, kept and shipped beside the PO.
"""

import re
from collections.abc import Callable, Mapping
from gettext import c2py
from pathlib import Path
from typing import Final

from msgspec import Struct

_PART: Final = re.compile(
    r'^(?:#,[^\n]*\b(fuzzy)\b|(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])? ((?:"[^\n]*"\n?)+))',
    re.MULTILINE)
"""A flag, or a keyword with its text: one line, or several that are one text."""
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
_PLURAL_RULE: Final = re.compile(r"plural=([^;\n]+)")


class Catalogue(Struct, frozen=True):
    """The texts of a language; what has no translation stays English.

    texts -- translations by (context, English text), "" for no context; of counted sentences one
    for each form of the plural
    form_of -- which form a count takes
    """

    texts: Mapping[tuple[str, str], tuple[str, ...]]
    form_of: Callable[[int], int]

    def gettext(self, text: str) -> str:
        return self.texts.get(("", text), (text,))[0]

    def ngettext(self, one: str, several: str, count: int) -> str:
        forms = self.texts.get(("", one))
        if forms is None:
            return one if count == 1 else several
        return forms[self.form_of(count)]

    def pgettext(self, context: str, text: str) -> str:
        return self.texts.get((context, text), (text,))[0]


def read_catalogue(path: Path) -> Catalogue:
    """Return the catalogue of a PO file; a translation that is marked as fuzzy does not count."""
    texts = dict[tuple[str, str], tuple[str, ...]]()
    context, text, forms, is_fuzzy = "", "", list[str](), False

    def note() -> None:
        if forms and all(forms) and not is_fuzzy:
            texts[context, text] = tuple(forms)

    for part in _PART.finditer(path.read_text("utf-8")):
        flag, keyword, quoted = part.groups()
        if keyword == "msgstr":
            forms.append(_text_of(quoted))
            continue
        if forms:
            # The entry before is whole.
            note()
            context, forms, is_fuzzy = "", [], False
        if flag:
            is_fuzzy = True
        elif keyword == "msgctxt":
            context = _text_of(quoted)
        elif keyword == "msgid":
            text = _text_of(quoted)
    note()
    [head] = texts.pop(("", ""))
    rule = _PLURAL_RULE.search(head)
    return Catalogue(texts, c2py(rule[1] if rule else "n != 1"))


def _text_of(quoted: str) -> str:
    text = quoted.rstrip("\n")[1:-1].replace('"\n"', "")
    return text if "\\" not in text else _ESCAPE.sub(
        lambda found: _ESCAPED.get(found[1], found[1]), text)
