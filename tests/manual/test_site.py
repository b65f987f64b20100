"""The manual as a site: built from the pages that Help shows, complete, and asking nobody."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("manual") / "site"
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_manual.py"), str(out)],
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


def test_each_language_has_every_page_and_leads_to_the_others(site: Path) -> None:
    folders = sorted(path for path in site.iterdir() if path.is_dir())
    languages = sorted(path.name for path in (ROOT / "docs" / "manual").iterdir())
    assert [path.name for path in folders] == languages
    pages = {path.relative_to(site / "en") for path in (site / "en").rglob("*.html")}
    for folder in folders:
        assert {path.relative_to(folder) for path in folder.rglob("*.html")} == pages
        start = (folder / "window.html").read_text("utf-8")
        assert f'<html class="no-js" lang="{folder.name.replace("_", "-")}"' in start
        for other in languages:
            assert f'../{other}/window.html"' in start


def test_links_of_the_site_lead_somewhere(site: Path) -> None:
    pages = {path: _Page(path) for path in site.rglob("*.html")}
    assert len(pages) > 40
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
    for folder in (path for path in site.iterdir() if path.is_dir()):
        assert f'href="{folder.name}/index.html"' in front


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_manual.py"), str(tmp_path)],
        capture_output=True, text=True, check=False)
    assert done.returncode and "empty folder" in done.stderr
    assert (tmp_path / "letter.txt").read_text() == "mine"
