"""The catalogues of irgo's languages: PO files, which irgo reads.

    python packaging/catalogues.py update     texts of the sources into every PO
    python packaging/catalogues.py missing    what is not translated yet
    python packaging/catalogues.py add CODE   begin a language

They lie in resources/words/LANGUAGE/LC_MESSAGES. An update keeps the translations of texts
that are still there, adds new texts untranslated and drops what is gone. Needs polib, which comes
with irgo's extra `test`.
"""

from __future__ import annotations

import argparse
import re
import string
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import polib

sys.path.insert(0, str(Path(__file__).resolve().parent))
from words import Text, texts

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "words"
PLURALS: Mapping[str, str] = {
    "zh_CN": "nplurals=1; plural=0;", "zh_TW": "nplurals=1; plural=0;",
    "ja": "nplurals=1; plural=0;", "ko": "nplurals=1; plural=0;",
    "de": "nplurals=2; plural=(n != 1);", "es": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || "
          "n%100>=20) ? 1 : 2);",
}
"""The languages, and their rule for plurals (Unicode CLDR; GNU gettext manual, Plural forms)."""
_OLD_STYLE = re.compile(r"%(?:\(\w+\))?[srd]")
_ACCELERATOR = re.compile(r"&(?!&)\w")


def po_path(language: str, folder: Path = FOLDER) -> Path:
    """Return where a language's PO file lies."""
    return folder / language / "LC_MESSAGES" / "irgo.po"


def read(language: str, folder: Path = FOLDER) -> polib.POFile:
    """Return a language's PO file."""
    return polib.pofile(str(po_path(language, folder)), wrapwidth=98)


def languages(folder: Path = FOLDER) -> list[str]:
    """Return the languages that have a PO file, sorted."""
    return sorted(path.parents[1].name for path in folder.glob("*/LC_MESSAGES/irgo.po"))


def key_of(entry: polib.POEntry) -> Text:
    """Return which text an entry translates."""
    return Text(entry.msgid, entry.msgid_plural, entry.msgctxt or "")


def forms_of(entry: polib.POEntry) -> list[str]:
    """Return an entry's translation: one text, or one for each form of the plural."""
    if entry.msgid_plural:
        return [text for _, text in sorted(entry.msgstr_plural.items())]
    return [entry.msgstr]


def written(language: str, known: Mapping[Text, list[str]],
            found: Mapping[Text, list[str]]) -> polib.POFile:
    """Return a language's file of all texts found, with the translations known."""
    file = polib.POFile(wrapwidth=98)
    file.metadata = {
        "Project-Id-Version": "irgo", "Language": language, "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language]}
    number = int(PLURALS[language][len("nplurals=")])
    for text, places in found.items():
        entry = polib.POEntry(
            msgid=text.text, msgid_plural=text.several, msgctxt=text.context or None,
            occurrences=[(place, "") for place in places])
        if any(_places(text.text)):
            entry.flags.append("python-brace-format")
        # A text that is told apart from now on keeps, at first, what it was everywhere.
        forms = known.get(text) or known.get(text._replace(context=""))
        if text.several:
            entry.msgstr_plural = dict(enumerate(forms or [""] * number))
        else:
            entry.msgstr = forms[0] if forms else ""
        file.append(entry)
    return file


def save(language: str, file: polib.POFile, folder: Path = FOLDER) -> None:
    """Write a language's PO file."""
    path = po_path(language, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    file.save(str(path))


def update(language: str, folder: Path = FOLDER) -> None:
    """Bring a language's files up to date with the sources."""
    known = {key_of(entry): forms_of(entry) for entry in read(language, folder)
             if entry.translated()}
    save(language, written(language, known, texts()), folder)


def untranslated(language: str, folder: Path = FOLDER) -> list[Text]:
    """Return the texts of the sources that a language does not have, in the sources' order."""
    known = {key_of(entry) for entry in read(language, folder) if entry.translated()}
    return [text for text in texts() if text not in known]


def faults(entry: polib.POEntry) -> Iterator[str]:
    """Yield what is wrong with a translation: places, accelerators, blanks at its ends."""
    for number, form in enumerate(forms_of(entry)):
        if not form:
            continue
        wanted = [Counter(_places(text)) for text in (entry.msgid, entry.msgid_plural) if text]
        found = Counter(_places(form))
        if entry.msgid_plural:
            # A form may say its count in words, as "one stone" does, or in figures.
            for places in (*wanted, found):
                places.pop("{count}", None)
        if found not in wanted:
            yield f"form {number} has other places"
        if len(_ACCELERATOR.findall(entry.msgid)) != len(_ACCELERATOR.findall(form)):
            yield "accelerators"
        if not _is_alike_outside(entry.msgid, form):
            yield "blanks or line breaks at an end"


def _places(text: str) -> Iterator[str]:
    """Yield the places of a text: braces with what stands in them, and those of old style."""
    try:
        for _, name, how, kind in string.Formatter().parse(text):
            if name is not None:
                yield f"{{{name}{'!' + kind if kind else ''}{':' + how if how else ''}}}"
    except ValueError:
        yield "braces that do not match"
    yield from _OLD_STYLE.findall(text)


def _is_alike_outside(english: str, text: str) -> bool:
    # Marks alone, such as the comma of lists, have the blanks that the language gives them.
    return not any(map(str.isalpha, english)) or (english[:1].isspace() == text[:1].isspace()
                                                  and english[-1:].isspace() == text[-1:].isspace())


def main() -> int:
    """Run a command; returns 1 where something is missing or wrong."""
    parser = argparse.ArgumentParser(description="Catalogues of irgo's languages.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("update", help="bring all catalogues up to date with the sources")
    commands.add_parser("missing", help="say what is not translated, or wrongly")
    adding = commands.add_parser("add", help="begin a language")
    adding.add_argument("language", choices=sorted(PLURALS))
    given = parser.parse_args()
    if given.command == "add":
        save(given.language, written(given.language, {}, texts()))
        return 0
    code = 0
    for language in languages():
        if given.command == "update":
            update(language)
            continue
        for text in untranslated(language):
            code = 1
            print(f"{language}: not translated: {text.text!r}")
        for entry in read(language):
            for fault in faults(entry):
                code = 1
                print(f"{language}: {fault}: {entry.msgid!r}")
    return code


if __name__ == "__main__":
    sys.exit(main())
