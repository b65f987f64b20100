"""The manual's pages: its contents, the page of a language, headings, and a search through all."""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from msgspec import Struct

from irgo_app.resource_files import document_path
from irgo_app.words import ENGLISH

FOLDER: Final = "manual"
INDEX: Final = "index.md"
_LANGUAGES: Final = "languages"
"""The folder of what translators agreed on."""
_LINK: Final = re.compile(r"^- \[(?P<title>[^\]]+)\]\((?P<target>[^)]+)\)", re.MULTILINE)
_AROUND: Final = 40
"""Letters of an excerpt before what was found, and twice as many behind it."""


class ManualPage(Struct, frozen=True):
    """A page as the contents name it."""

    title: str
    path: Path


class ManualSection(Struct, frozen=True):
    """Some pages that belong together."""

    title: str
    pages: tuple[ManualPage, ...]


class FoundPage(Struct, frozen=True):
    """A page that has all words of a search, and the text around the first of them."""

    page: ManualPage
    excerpt: str


class Manual:
    """The pages for a reader of a language; a page that is not translated is the English one.

    Pages are Markdown files: `docs/manual/LANGUAGE`, and what the contents name besides. Such a
    page of docs is translated beside those of the manual, under the name it has in docs:
    `docs/layers/moyo.md` is `docs/manual/ja/layers/moyo.md`. They are read when they are asked for.
    """

    def __init__(self, language: str = ENGLISH) -> None:
        self._language = language

    @property
    def start(self) -> Path:
        """Return the page of contents; raises ResourceError if irgo has no manual."""
        return self.page_for(document_path(f"{FOLDER}/{ENGLISH}/{INDEX}"))

    def page_for(self, path: Path) -> Path:
        """Return the page to show for a link to `path`: the same page in the reader's language.

        Other files are themselves.
        """
        docs, path = document_path(FOLDER).parent.resolve(), path.resolve()
        if docs not in path.parents:
            return path
        parts = path.relative_to(docs).parts
        # Below the folder of a language, a page has the name that it has in English.
        name = Path(*parts[2:] if parts[0] == FOLDER else parts)
        places = (docs / FOLDER / self._language, docs / FOLDER / ENGLISH, docs)
        return next((place / name for place in places if (place / name).is_file()), path)

    @cached_property
    def contents(self) -> tuple[ManualSection, ...]:
        """Return the contents: the headings of the first page with their links."""
        start = self.start
        return tuple(ManualSection(title, tuple(
            ManualPage(link["title"], self.page_for((start.parent / link["target"]).resolve()))
            for link in _LINK.finditer(text)))
            for title, text in _sections(start.read_text("utf-8")))

    def find(self, words: str) -> list[FoundPage]:
        """Return the pages that have all the words.

        Those with one in their title come first, then those where one begins a line, which is how
        words are explained, then those of the manual itself, and those that have whole words; what
        is for translators comes last.
        """
        wanted = words.casefold().split()
        if not wanted:
            return []
        whole = [re.compile(rf"(?<!\w){re.escape(word)}(?!\w)") for word in wanted]
        terms = [re.compile(rf"^[|#*\s-]*{re.escape(word)}(?!\w)", re.MULTILINE) for word in wanted]
        found: list[tuple[int, bool, int, bool, int, int, FoundPage]] = []
        for section in self.contents:
            for page in section.pages:
                raw = page.path.read_text("utf-8")
                text = _plain(raw)
                folded = text.casefold()
                title = page.title.casefold()
                if all(word in folded or word in title for word in wanted):
                    in_title = sum(word in title for word in wanted)
                    often = sum(folded.count(word) for word in wanted)
                    found.append((
                        -in_title, page.path.parent.name == _LANGUAGES,
                        -sum(bool(term.search(raw.casefold())) for term in terms),
                        page.path.parent.parent.name != FOLDER,
                        -sum(len(word.findall(folded)) for word in whole), -often,
                        FoundPage(page, _excerpt(text, wanted[0]))))
        return [hit for *_, hit in sorted(found, key=lambda row: row[:-1])]


def slug(heading: str) -> str:
    """Return the name by which links lead to a heading, as Markdown's readers agree on it."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Return the headings of the second level, each with the text below it."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    yield from zip(parts[1::2], parts[2::2], strict=True)


def _plain(text: str) -> str:
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[*`#|]+|-{3,}", " ", text).split())


def _excerpt(text: str, word: str) -> str:
    place = max(0, text.casefold().find(word))
    first, last = max(0, place - _AROUND), place + 2 * _AROUND
    return ("… " if first else "") + text[first:last] + (" …" if last < len(text) else "")
