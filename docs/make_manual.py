"""Builds the manual as a site: python docs/make_manual.py OUT

The pages are those that Help shows: docs/manual/LANGUAGE, and the pages of docs they lead to, which
are translated beside them (docs/manual/ja/layers/moyo.md). Each language becomes a site of its own,
OUT/en, OUT/ja and so on, with the English page where one is not translated; OUT/index.html leads to
them. The site needs no server and no network. It is built by Sphinx: `pip install ".[docs]"`.
"""

from __future__ import annotations

import argparse
import html
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.search import SearchLanguage
from sphinx.util.docutils import docutils_namespace

from irgo_app.language import LANGUAGES
from irgo_app.words import ENGLISH

DOCS: Final = Path(__file__).resolve().parent
MANUAL: Final = DOCS / "manual"
_PAGE_LINK: Final = re.compile(r"^- \[([^\]]+)\]\(([^)]+)\.md\)", re.MULTILINE)
_SIGN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_RUN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff]+|[^\u3040-\u30ff\u3400-\u9fff]+")
_BY_PAIRS: Final = frozenset({"ja", "zh_CN", "zh_TW"})
"""The languages whose words are not told apart by spaces."""
_MARK: Final = ".irgo-manual"
"""Lies in a folder that this program made, which alone it makes anew."""
_LANGUAGES: Final = """\
{% if languages|length > 1 %}<div class="sidebar-tree"><ul>
{% for code, name in languages %}
<li class="toctree-l1{{ ' current-page' if code == language_code }}">
<a class="reference" lang="{{ code|replace('_', '-') }}"
href="{{ pathto('', 1) }}../{{ code }}/{{ pagename }}.html">{{ name }}</a></li>
{% endfor %}</ul></div>{% endif %}
"""
"""At the foot of the contents: this page in the other languages."""
_STYLE: Final = """\
.content { width: 52em; }
article img { border-radius: 6px; }
table.docutils td, table.docutils th { vertical-align: top; }
"""
_FRONT: Final = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>irgo: the manual</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=en/index.html"></head>
<body><h1>irgo: the manual</h1><ul>
{links}
</ul></body></html>
"""


class PairSearch(SearchLanguage):
    """The search of pages whose script puts no space between words: by single signs and pairs.

    A query of more signs is asked as its pairs, all of which a page must have.
    """

    lang = "pairs"
    language_name = "Chinese and Japanese"
    js_splitter_code = """
function splitQuery(query) {
  return query.split(/[^\\p{L}\\p{N}_]+/gu).flatMap((word) =>
    (word.match(/[\\u3040-\\u30ff\\u3400-\\u9fff]+|[^\\u3040-\\u30ff\\u3400-\\u9fff]+/g) || [])
      .flatMap((run) => /[\\u3040-\\u30ff\\u3400-\\u9fff]/.test(run) && run.length > 2
        ? Array.from({ length: run.length - 1 }, (_, place) => run.slice(place, place + 2))
        : [run]));
}
"""

    def split(self, input: str) -> list[str]:
        """Return the words of a text, and the signs and pairs of those in such a script."""
        found: list[str] = []
        for word in self._word_re.findall(input):
            for run in _RUN.findall(word):
                if _SIGN.match(run):
                    found += [*run, *(run[place:place + 2] for place in range(len(run) - 1))]
                else:
                    found.append(run)
        return found


def main() -> None:
    """Build the site of every language there is."""
    parser = argparse.ArgumentParser(description="Build the manual as a site.")
    parser.add_argument("out", type=Path, help="the folder of the site; it is made anew")
    parser.add_argument("--languages", nargs="*", default=languages())
    given = parser.parse_args()
    if os.path.lexists(given.out) and (
            given.out.is_symlink() or not given.out.is_dir()
            or (any(given.out.iterdir()) and not (given.out / _MARK).is_file())):
        sys.exit(f"{given.out} holds something that this program did not make; name an empty "
                 "folder.")
    links = "\n".join(f'<li><a lang="{code.replace("_", "-")}" href="{code}/index.html">'
                      f"{html.escape(LANGUAGES.get(code, code))}</a></li>"
                      for code in given.languages)
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        for language in given.languages:
            build(language, given.languages, site / language)
        (site / "index.html").write_text(_FRONT.format(links=links), "utf-8")
        (site / _MARK).write_text("irgo's manual; this folder is made anew with it.\n", "utf-8")
        shutil.rmtree(given.out, ignore_errors=True)
        shutil.copytree(site, given.out)


def languages() -> list[str]:
    """Return the languages that have pages, English first."""
    return [ENGLISH, *sorted(folder.name for folder in MANUAL.iterdir()
                             if folder.is_dir() and folder.name != ENGLISH)]


def build(language: str, all_languages: list[str], out: Path) -> None:
    """Build the site of one language; ends the program if a page has something wrong."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "pages"
        stage(language, source)
        (source / "_templates").mkdir()
        (source / "_templates" / "languages.html").write_text(_LANGUAGES, "utf-8")
        (source / "_static").mkdir()
        (source / "_static" / "irgo.css").write_text(_STYLE, "utf-8")
        # What an application registers is forgotten with it: the next language has its own.
        with docutils_namespace():
            application = Sphinx(
                source, None, out, Path(folder) / "doctrees", "html",
                settings(language, all_languages), status=None, warningiserror=True)
            application.add_search_language(PairSearch)
            application.build()
        if application.statuscode:
            sys.exit(application.statuscode)


def stage(language: str, folder: Path) -> None:
    """Put the pages of a language into one folder, the manual's beside those of docs.

    So the site's addresses are short: window.html, layers/moyo.html.
    """
    for page in DOCS.rglob("*.md"):
        if MANUAL not in page.parents:
            _write(folder / page.relative_to(DOCS), page)
    for code in (ENGLISH, language):
        for page in (MANUAL / code).rglob("*.md"):
            _write(folder / page.relative_to(MANUAL / code), page)
    shutil.copytree(DOCS / "pictures", folder / "pictures")
    index = folder / "index.md"
    text = index.read_text("utf-8")
    index.write_text(text + "".join(_toctrees(text)), "utf-8")


def settings(language: str, all_languages: list[str]) -> dict[str, Any]:
    """Return Sphinx's settings: light and dark, a search of its own, nothing from the network."""
    sidebar = ("brand", "search", "scroll-start", "navigation", "languages", "scroll-end")
    return {
        "project": "irgo", "html_title": "irgo", "language": language.replace("-", "_"),
        "html_search_language": "pairs" if language in _BY_PAIRS else "en",
        "extensions": ["myst_parser"], "source_suffix": {".md": "markdown"},
        "myst_heading_anchors": 4, "html_theme": "furo", "templates_path": ["_templates"],
        "html_static_path": ["_static"], "html_css_files": ["irgo.css"],
        "html_show_sourcelink": False, "html_copy_source": False, "html_show_copyright": False,
        "html_context": {"languages": [(code, LANGUAGES.get(code, code)) for code in all_languages],
                         "language_code": language},
        "html_sidebars": {"**": [
            "languages.html" if name == "languages" else f"sidebar/{name}.html"
            for name in sidebar]},
        # Code blocks of the pages are commands and printed results, mostly of no language.
        "highlight_language": "text",
        # A page without a title of its own in a numbered list is none of ours.
        "suppress_warnings": ["myst.header"],
    }


def _write(target: Path, page: Path) -> None:
    """Write a page where its links are those of the staged folder."""
    text = page.read_text("utf-8")
    if MANUAL in page.parents:
        # A folder below that of a language goes on lying below the others.
        up = "../" * (len(page.relative_to(MANUAL).parts) - 2)
        text = text.replace(f"]({up}../../", f"]({up}")
    else:
        text = text.replace(f"](manual/{ENGLISH}/", "](").replace(
            f"](../manual/{ENGLISH}/", "](../")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")


def _toctrees(text: str) -> Iterator[str]:
    """Return the contents as Sphinx wants them told, a tree a section of the first page."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    for title, section in zip(parts[1::2], parts[2::2], strict=True):
        entries = "\n".join(f"{name} <{target}>" for name, target in _PAGE_LINK.findall(section))
        yield f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{entries}\n```\n"


if __name__ == "__main__":
    main()
