"""The pages of the manual: links, pictures, keys and commands are those there are."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from irgo_app.cli import COMMANDS
from irgo_app.gui.commands.actions import ACTIONS, MENUS
from irgo_app.gui.models.edit import TOOLS
from irgo_app.gui.models.help import INDEX, Manual, slug
from irgo_app.gui.views.window.preferences import PAGES
from irgo_app.layers import LAYERS
from irgo_app.networks import LEVELS
from irgo_app.resource_files import resource_path
from irgo_app.settings import row_of

DOCS = Path(__file__).parents[2] / "docs"
MANUAL = DOCS / "manual"
ENGLISH = MANUAL / "en"
LANGUAGES = sorted(folder.name for folder in MANUAL.iterdir() if folder.is_dir())
OTHERS = [language for language in LANGUAGES if language != "en"]
PAGES_OF_DOCS = sorted(DOCS.rglob("*.md"))
QUOTED = {"ja": "「([^」]*→[^」]*)」", "zh_CN": "“([^”]*→[^”]*)”"}
"""How each language quotes the way through a menu."""
_LINK = re.compile(r"\]\(([^)]+)\)")


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Return the file and the heading that each link of a page leads to."""
    for target in _LINK.findall(without_code(page)):
        if "://" not in target:
            file, _, heading = target.partition("#")
            yield (page.parent / file).resolve() if file else page, heading


def without_code(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def headings(page: Path) -> set[str]:
    return {slug(re.sub(r"[*`]", "", title)) for title in re.findall(
        r"^#+ (.+)$", without_code(page), re.MULTILINE)}


@pytest.mark.parametrize("page", PAGES_OF_DOCS, ids=lambda page: str(page.relative_to(DOCS)))
def test_links_lead_to_pages_and_headings_that_exist(page: Path) -> None:
    for file, heading in links(page):
        if file.parent.parent == MANUAL and not file.exists():
            # A page that is not translated is shown in English.
            file = ENGLISH / file.name
        assert file.exists(), file
        assert not heading or heading in headings(file), f"{file.name} has no {heading}"


def test_the_contents_name_every_page() -> None:
    named = {file for file, _ in links(ENGLISH / INDEX)}
    assert {page for page in PAGES_OF_DOCS if MANUAL not in page.parents} <= named
    assert {page for page in ENGLISH.glob("*.md") if page.name != INDEX} <= named


def test_every_picture_is_shown_somewhere() -> None:
    shown = {file for page in PAGES_OF_DOCS for file, _ in links(page) if file.suffix == ".png"}
    shown |= {file for file, _ in links(DOCS.parent / "README.md") if file.suffix == ".png"}
    assert set((DOCS / "pictures").iterdir()) == shown


def test_the_case_study_answers_with_places_and_has_groups_as_details() -> None:
    page = (DOCS / "case_study.md").read_text("utf-8")
    parts = [page.index(title) for title in (
        "What is urgent?", "What is important?", "Where are the weak spots?",
        "Which move serves several purposes?", "## The places", "## Details",
        "## Life and death of every group")]
    assert parts == sorted(parts)
    assert re.findall(r"^- \*\*([A-G])\*\* ", page, re.MULTILINE)[:3] == ["A", "B", "C"]
    assert "With Black to move, " in page and not re.search(r"\b(sente|gote)\b", page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_keys_has_every_key(language: str) -> None:
    path = MANUAL / language / "keys.md"
    if not path.exists():
        pytest.skip("the page is not translated")
    cells = {part.strip() for row in re.findall(r"^\|(.+)\|$", path.read_text("utf-8"),
                                                re.MULTILINE)
             for cell in row.split("|")[1:] for part in re.split(r"(?<!Ctrl\+), ", cell)}
    for row in ACTIONS:
        assert set(row.keys) <= cells, row.id
    for tool in TOOLS:
        assert not tool.key or tool.key in cells, tool.id


def test_the_page_of_keys_has_the_words_of_the_menus() -> None:
    rows = re.findall(r"^\| (.+) \| (.+) \|$", (ENGLISH / "keys.md").read_text("utf-8"),
                      re.MULTILINE)
    for row in ACTIONS:
        if row.keys:
            assert (row.title.removesuffix(" …"), ", ".join(row.keys)) in rows
    for tool in TOOLS:
        if tool.key:
            assert (tool.title, tool.key) in rows


def test_every_command_stands_on_its_page() -> None:
    text = (ENGLISH / "command_line.md").read_text("utf-8")
    for command in COMMANDS:
        assert f"irgo {command.name}" in text, command.name


def test_settings_layers_and_levels_stand_on_their_pages() -> None:
    preferences = (ENGLISH / "preferences.md").read_text("utf-8")
    for page in PAGES:
        assert f"## {page.title}" in preferences
        for key in page.keys:
            assert f"| {row_of(key).title} |" in preferences, key
    maps = (ENGLISH / "maps.md").read_text("utf-8")
    for layer in LAYERS:
        assert f"layers/{layer.name}.md" in maps
    play = (ENGLISH / "play.md").read_text("utf-8")
    for level in LEVELS:
        assert f"| {level.name} |" in play


def english_of(file: Path) -> Path:
    """Return the English page of a translated one; other files are themselves."""
    folder = next((MANUAL / other for other in OTHERS if MANUAL / other in file.parents), None)
    if folder is None:
        return file
    name = file.relative_to(folder)
    return ENGLISH / name if (ENGLISH / name).exists() else DOCS / name


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_pages_of_the_same_names_that_lead_where_the_english_ones_lead(
    language: str
) -> None:
    """It may lag behind the English page, but leads nowhere else and shows no other picture."""
    for page in (MANUAL / language).rglob("*.md"):
        english = english_of(page)
        assert english.exists(), page.name
        wanted = {file for file, _ in links(english)}
        assert {english_of(file) for file, _ in links(page)} <= wanted, page.name
        assert page.read_text("utf-8").count("```") == english.read_text("utf-8").count("```")


def names_in(text: str) -> set[str]:
    """Return what stands in a text as code; formulas and commands may have words in them."""
    return {code for code in re.findall("`([^`\n]+)`", text) if " " not in code}


@pytest.mark.parametrize("language", OTHERS)
def test_what_a_user_is_told_of_each_map_is_told_in_the_language(language: str) -> None:
    for layer in LAYERS:
        page = MANUAL / language / "layers" / f"{layer.name}.md"
        text, english = (found.read_text("utf-8") for found in (page, english_of(page)))
        assert text.startswith(f"# {layer.name}")
        for param in layer.params:
            assert f"`{param.key}`" in text, f"{page}: {param.key}"
        assert names_in(text) == names_in(english), page
        assert re.findall(r"^\|", text, re.MULTILINE) == re.findall(r"^\|", english, re.MULTILINE)


@pytest.mark.parametrize("language", OTHERS)
def test_ways_through_the_menus_are_told_in_the_words_of_the_menus(language: str) -> None:
    catalogue = resource_path("words", language, "LC_MESSAGES", "irgo.po")
    words = {entry.msgid: entry.msgstr for entry in polib.pofile(str(catalogue))}
    menus = {re.sub(r"\(&.\)|&", "", words[title]) for title in MENUS}
    entries = set(words.values())
    ways = [(page.name, way) for page in sorted((MANUAL / language).rglob("*.md"))
            for way in re.findall(QUOTED[language], page.read_text("utf-8"))]
    assert ways
    for page, way in ways:
        menu, entry, *_ = (part.strip() for part in way.split("→"))
        assert menu in menus and entry in entries, f"{page}: {way}"


def test_pages_are_searched_by_all_words_titles_first() -> None:
    found = Manual().find("moyo weakest")
    assert found[0].page.title == "Moyo"
    assert all("moyo" in hit.page.path.read_text("utf-8").casefold() for hit in found)
    assert "weak" in " ".join(hit.excerpt for hit in Manual().find("weakest"))
    # Where a word is explained comes before where it is a part of another one.
    assert {hit.page.title for hit in Manual().find("sente")[:2]} == {
        "Words", "Studies: what moving first is worth"}
    assert Manual().find("xyzzy") == [] and Manual().find("  ") == []


def test_a_page_is_taken_in_the_language_and_else_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language, name in (("en", "index.md"), ("en", "window.md"), ("ja", "window.md")):
        page = tmp_path / "manual" / language / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("# T\n\n## Begin\n\n- [The window](window.md)\n", "utf-8")
    monkeypatch.setattr(
        "irgo_app.gui.models.help.document_path", lambda name: tmp_path / name)
    manual = Manual("ja")
    assert manual.start == tmp_path / "manual" / "en" / "index.md"
    (section,) = manual.contents
    assert section.pages[0].path == tmp_path / "manual" / "ja" / "window.md"
    assert Manual("ko").contents[0].pages[0].path.parent.name == "en"
    beside = tmp_path / "layers" / "moyo.md"
    assert manual.page_for(beside) == beside
    translated = tmp_path / "manual" / "ja" / "layers" / "moyo.md"
    for page in (beside, translated):
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("# T", "utf-8")
    assert manual.page_for(beside) == translated
    assert Manual("ko").page_for(translated) == beside
    assert Manual("en").page_for(beside) == beside
    picture = tmp_path / "pictures" / "moyo.png"
    assert manual.page_for(picture) == picture
