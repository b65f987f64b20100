"""Which language irgo speaks: asked for, set, or the system's."""

from __future__ import annotations

import pytest

from irgo_app import words
from irgo_app.cli.main import run_command
from irgo_app.errors import UsageError
from irgo_app.language import (
    LANGUAGES,
    SYSTEM,
    asked_language,
    available,
    checked,
    fitting,
    system_languages,
    wanted_language,
)
from irgo_app.settings.spoken import speak_as_set
from irgo_app.settings.store import load_settings


@pytest.mark.parametrize(("name", "code"), [
    ("de_AT.UTF-8", "de"), ("de", "de"), ("fr-CA", "fr"), ("sr@latin", ""), ("C.UTF-8", "en"),
    ("POSIX", "en"), ("en_GB", "en"), ("zh_CN", "zh_CN"), ("zh_SG.gb18030", "zh_CN"),
    ("zh-Hans", "zh_CN"), ("zh", "zh_CN"), ("zh_HK", "zh_TW"),
    ("zh-Hant", "zh_TW"), ("zh_TW", "zh_TW"), ("ja_JP.eucJP", "ja"), ("xx", ""), ("", ""),
])
def test_names_of_languages_fit_irgos(name: str, code: str) -> None:
    assert fitting(name) == code


def test_the_setting_goes_before_the_system_and_what_there_is_not_is_passed_over() -> None:
    assert wanted_language(SYSTEM, ["sv", "de_CH", "fr"]) == "de"
    assert wanted_language(SYSTEM, []) == wanted_language(SYSTEM, ["sv"]) == "en"
    assert wanted_language("ja", ["de"]) == "ja" and wanted_language("en", ["de"]) == "en"


def test_every_language_with_a_name_has_a_catalogue() -> None:
    assert set(available()) == set(LANGUAGES)


def test_the_systems_language_is_read_as_gettext_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert system_languages() == []
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert system_languages() == ["ja_JP.UTF-8"]
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    assert system_languages() == ["ko_KR.UTF-8"]
    monkeypatch.setenv("LANGUAGE", "sv:de")
    assert system_languages() == ["sv", "de"]


@pytest.mark.parametrize(("line", "code", "rest"), [
    (["check", "a.sgf"], "", ["check", "a.sgf"]),
    (["--language", "de", "check"], "de", ["check"]),
    (["check", "--language=fr", "a.sgf"], "fr", ["check", "a.sgf"]),
    (["check", "--", "--language", "de"], "", ["check", "--", "--language", "de"]),
    (["check", "--language"], "", ["check", "--language"]),
])
def test_the_language_is_taken_from_anywhere_on_the_command_line(
    line: list[str], code: str, rest: list[str]
) -> None:
    assert asked_language(line) == (code, rest)


def test_the_command_line_speaks_the_language_asked_for_and_no_longer(
    capsys: pytest.CaptureFixture[str]
) -> None:
    english, german = (_said(capsys, ["analyze", "none.sgf", "--language", code])
                       for code in ("en", "de"))
    assert "none.sgf" in german and german != english
    assert _said(capsys, ["analyze", "none.sgf"]) == english
    assert words.language() == "en"
    assert "no catalogue for the language 'xx'; it has en, " in _said(
        capsys, ["--language", "xx", "layers"])


def test_the_settings_and_the_system_say_what_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        monkeypatch.setenv("LANGUAGE", "de_CH")
        speak_as_set()
        assert words.language() == "de" and words.tag() == "de"
        settings = load_settings()
        settings.set("language", "zh_CN")
        settings.save()
        speak_as_set()
        assert words.language() == "zh_CN" and words.tag() == "zh-CN"
        speak_as_set("fr_BE")
        assert words.language() == "fr"
        with pytest.raises(UsageError, match="'tlh'"):
            speak_as_set("tlh")
        assert checked("zh-Hant") == "zh_TW"
    finally:
        words.speak(words.Path(), words.ENGLISH)


def _said(capsys: pytest.CaptureFixture[str], line: list[str]) -> str:
    assert run_command(line) == 1
    return capsys.readouterr().err
