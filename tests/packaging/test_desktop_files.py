"""What tells a desktop of irgo: entry, kinds of files, catalogue of software, icon."""

import configparser
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from irgo_app.own_program import __version__
from irgo_app.sgf.parser import RECORD_ENDINGS
from irgo_app.words import ENGLISH, languages_in

from .checkout import CHECKOUT

FOLDER = CHECKOUT / "resources" / "desktop"
LANGUAGES = {"de", "es", "fr", "ja", "ko", "ru", "zh_CN", "zh_TW"}
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


@pytest.fixture
def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(FOLDER / "irgo.desktop", "utf-8")
    return parser["Desktop Entry"]


@pytest.fixture
def metainfo() -> ElementTree.Element:
    return ElementTree.parse(FOLDER / "irgo.metainfo.xml").getroot()


def kinds_of_files() -> dict[str, ElementTree.Element]:
    root = ElementTree.parse(FOLDER / "irgo.xml").getroot()
    return {found.get("type", ""): found for found in root}


@pytest.mark.parametrize("key", ["GenericName", "Comment", "Keywords"])
def test_the_entry_speaks_every_language(entry: configparser.SectionProxy, key: str) -> None:
    texts = {name: text for name, text in entry.items() if name.partition("[")[0] == key}
    assert set(texts) == {key, *(f"{key}[{language}]" for language in LANGUAGES)}
    assert len(set(texts.values())) == len(texts)
    if key == "Keywords":
        for text in texts.values():
            words = text.removesuffix(";").split(";")
            assert text.endswith(";") and "SGF" in words and len(set(words)) == len(words) >= 8


def test_the_entry_starts_irgo_on_one_file(entry: configparser.SectionProxy) -> None:
    assert entry["Exec"] == "irgo %f"
    assert entry["Icon"] == "irgo" and (FOLDER / "irgo.svg").is_file()
    assert entry["Terminal"] == "false"


def test_every_kind_of_record_is_known_and_opened(
    entry: configparser.SectionProxy, metainfo: ElementTree.Element
) -> None:
    kinds = kinds_of_files()
    assert entry["MimeType"].removesuffix(";").split(";") == list(kinds)
    assert [found.text for found in metainfo.iter("mediatype")] == list(kinds)
    patterns = {glob.get("pattern") for kind in kinds.values() for glob in kind.iter(f"{MIME}glob")}
    assert patterns == {f"*{ending}" for ending in RECORD_ENDINGS}
    for kind in kinds.values():
        languages = {found.get(XML_LANGUAGE) for found in kind.iter(f"{MIME}comment")}
        assert languages == {None, *LANGUAGES}


def test_the_catalogue_of_software_knows_this_version(metainfo: ElementTree.Element) -> None:
    versions = [found.get("version") for found in metainfo.iter("release")]
    assert versions[0] == __version__
    assert [found.text for found in metainfo.iter("launchable")] == ["irgo.desktop"]
    for tag in ("summary", "p"):
        assert {found.get(XML_LANGUAGE) for found in metainfo.iter(tag)} == {None, *LANGUAGES}


def test_it_speaks_the_languages_that_there_are_catalogues_of(
    metainfo: ElementTree.Element
) -> None:
    named = {found.text for found in metainfo.iter("lang")}
    assert named == {ENGLISH, *languages_in(CHECKOUT / "resources" / "words")}
    assert named == {ENGLISH, *LANGUAGES}


@pytest.mark.parametrize("words", [
    ["desktop-file-validate", "irgo.desktop"],
    ["appstreamcli", "validate", "--no-net", "irgo.metainfo.xml"]])
def test_the_desktop_s_own_programs_find_nothing_wrong(words: list[str]) -> None:
    if shutil.which(words[0]) is None:
        pytest.skip(f"not installed: {words[0]}")
    done = subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_lists_of_kinds_take_them(tmp_path: Path) -> None:
    if shutil.which("update-mime-database") is None:
        pytest.skip("not installed: update-mime-database")
    (tmp_path / "packages").mkdir()
    shutil.copy(FOLDER / "irgo.xml", tmp_path / "packages")
    subprocess.run(["update-mime-database", str(tmp_path)], capture_output=True, check=True)
    made = (tmp_path / "globs2").read_text("utf-8")
    assert all(f":*{ending}" in made for ending in RECORD_ENDINGS)
