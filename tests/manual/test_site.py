"""The manual as a site: built from the pages that Help shows, complete, and asking nobody."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "ja")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("manual") / "site"
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_manual.py"), str(out),
         "--languages", *LANGUAGES],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


class _Page(HTMLParser):
    """What a page leads to, what it loads, and the places in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in ("script", "img", "iframe", "source") and "src" in found:
            self.loads.append(found["src"])
        if tag == "link" and found.get("rel") not in ("canonical", "author"):
            self.loads.append(found.get("href", ""))


def test_links_of_the_site_lead_somewhere(site: Path) -> None:
    pages = {path: _Page(path) for path in site.rglob("*.html")}
    assert all(len(list((site / language).rglob("*.html"))) > 40 for language in LANGUAGES)
    for path, page in pages.items():
        for link in page.links:
            file, _, place = link.partition("#")
            if "://" in file:
                continue
            target = (path.parent / unquote(file)).resolve() if file else path
            assert target.exists(), f"{path.name}: {link}"
            if place and target.suffix == ".html":
                assert unquote(place) in pages[target].ids, f"{path.name}: {link}"


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        for target in _Page(path).loads:
            assert "://" not in target and not target.startswith("//"), f"{path.name}: {target}"
            # The page of the search has a picture whose source its own script sets.
            assert target == "#" or (
                path.parent / unquote(target.partition("?")[0])).exists(), target
    for style in site.rglob("*.css"):
        assert not re.search(r"(@import|url\()\s*['\"]?(https?:)?//", style.read_text("utf-8"))


def test_the_site_has_a_search_and_light_and_dark(site: Path) -> None:
    start = (site / "en" / "index.html").read_text("utf-8")
    assert 'action="search.html"' in start and "theme-toggle" in start
    index = (site / "en" / "searchindex.js").read_text("utf-8")
    assert "moyo" in index and "coming_from" in index


def test_the_front_leads_to_each_language(site: Path) -> None:
    front = (site / "index.html").read_text("utf-8")
    for language in LANGUAGES:
        assert f'href="{language}/index.html"' in front


def test_a_page_leads_to_itself_in_the_other_languages(site: Path) -> None:
    page = site / "en" / "layers" / "moyo.html"
    targets = {(page.parent / link).resolve() for link in _Page(page).links if ".html" in link}
    assert (site / "ja" / "layers" / "moyo.html").resolve() in targets


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_manual.py"), str(tmp_path)],
        capture_output=True, text=True, check=False)
    assert done.returncode and "empty folder" in done.stderr
    assert (tmp_path / "letter.txt").read_text() == "mine"


def test_pages_without_spaces_between_words_are_searched_by_pairs_of_signs(site: Path) -> None:
    assert json.dumps("模様") in (site / "ja" / "searchindex.js").read_text("utf-8")
    code = (site / "ja" / "_static" / "language_data.js").read_text("utf-8")
    assert "function splitQuery" in code
