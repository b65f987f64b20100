"""Which language irgo speaks: asked for, set, or the system's."""

import io

import pytest

from irgo_app import words
from irgo_app.cli.main import run_command
from irgo_app.errors import UsageError
from irgo_app.language import (LANGUAGES, SYSTEM, asked_language, available, checked, fitting,
                               speak, system_languages, wanted_language)
from irgo_app.settings import load_settings, speak_as_set
from irgo_app.words import counted, filled, listed, message, numeral
from tests.pseudo_language import pseudo_language


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
        capsys, ["--language", "xx", "layers"], code=2)


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


def _said(capsys: pytest.CaptureFixture[str], line: list[str], code: int = 1) -> str:
    assert run_command(line) == code
    return capsys.readouterr().err


def test_counts_and_numbers_follow_the_language() -> None:
    stones = [counted("one stone", "{count} stones", count) for count in (1, 3, 5, 21)]
    number = message("{points:,.1f} points", points=1234.5)
    share = message("{share:.0%}", share=0.5)
    try:
        speak("ru")
        assert [str(found).split()[-1] for found in stones] == ["камень", "камня", "камней",
                                                                "камень"]
        assert str(number).startswith("1\u00a0234,5") and str(share) == "50\u00a0%"
        speak("de")
        assert [str(found) for found in stones[:2]] == ["ein Stein", "3 Steine"]
        assert str(number).startswith("1.234,5") and numeral(-0.5, "+.2f") == "-0,50"
        assert filled("{0} {1:,} {2:.0%}", "1.5", 12345, 0.25) == "1.5 12.345 25\u00a0%"
        assert str(listed(["A1", 3])) == "A1, 3"
        speak("ja")
        assert len({str(found).lstrip("0123456789 ") for found in stones[1:]}) == 1
        assert numeral(1234.5, ",.1f") == "1,234.5" and str(share) == "50%"
        assert str(listed(["A1", 3])) == "A1、3"
    finally:
        speak("en")
    assert str(number) == "1,234.5 points" and str(share) == "50%"


def test_gtp_and_json_stay_as_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    for code in ("en", "de"):
        monkeypatch.setattr("sys.stdin", io.StringIO("play B Z99\nnonsense\nkomi x\nquit\n"))
        assert run_command(["gtp", "--language", code]) == 0
        answers.append(capsys.readouterr().out)
        assert run_command(["layers", "--json", "--language", code]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[:2] == answers[2:] and "? invalid" in answers[0]


def test_what_the_parser_of_the_command_line_says_is_translated(
    capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit), pseudo_language():
        run_command(["render", "a.sgf"])
    assert "⟦one of the arguments -o/--output --review is required⟧" in capsys.readouterr().err
