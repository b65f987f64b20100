"""Letters that the shipped font lacks: from a font of the machine, or told of by name."""

import logging

import pytest

from irgo_app.draw import wide_letters
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.export import pdf_of, png_of, svg_of
from irgo_app.draw.pdf_canvas import has_letter, new_pdf, put_text, spelt, text_width
from irgo_app.draw.wide_letters import FAMILIES, FontFile, font_file, has_wide, is_wide
from irgo_app.errors import NOTICE_LOGGER, UsageError
from irgo_app.go.position import Position
from irgo_app.language import speak

BOARD = Diagram(Position.empty(9, 9))


def test_wide_letters_are_those_of_east_asia() -> None:
    assert all(map(is_wide, "围棋模様勢力영향、。（あア"))
    assert not any(map(is_wide, "Aß Ж…−→\ufffd"))
    assert has_wide("Black 黒") and not has_wide("Чёрные")


@pytest.mark.parametrize("language", FAMILIES)
def test_a_picture_names_fonts_of_its_language_first(language: str) -> None:
    try:
        speak(language)
        assert f'font-family="{FAMILIES[language][0]}, ' in svg_of(BOARD, legend=("黒",))
    finally:
        speak("en")
    assert FAMILIES["ja"][0] not in svg_of(BOARD, legend=("Black",))


def test_pictures_show_different_letters_differently() -> None:
    if font_file() is None:
        pytest.skip("no font with wide letters")
    pictures = {png_of(BOARD, legend=(text,)) for text in ("黒", "白", "\ue000")}
    assert len(pictures) == 3


def test_a_document_has_the_letters_of_both_fonts() -> None:
    if font_file() is None:
        pytest.skip("no font with wide letters")
    pdf = new_pdf(100, 100)
    pdf.add_page()
    assert has_letter(pdf, "黒") and has_letter(pdf, "Ж") and not has_letter(pdf, "\ue000")
    assert text_width(pdf, "A黒", 10.0) == pytest.approx(
        text_width(pdf, "A", 10.0) + text_width(pdf, "黒", 10.0))
    put_text(pdf, 10.0, 20.0, "A黒白", 10.0)
    assert bytes(pdf.output()).count(b"/FontFile") >= 2


def test_without_a_font_the_user_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(_code: str) -> FontFile | None:
        return None

    monkeypatch.setattr(wide_letters, "_found", none)
    wide_letters._tell_once.cache_clear()
    with caplog.at_level(logging.WARNING, NOTICE_LOGGER):
        assert png_of(BOARD, legend=("黒",)) and pdf_of(BOARD, legend=("黒",))
    assert [record.getMessage() for record in caplog.records
            if record.name == NOTICE_LOGGER] == [
        str(wide_letters.no_font_words())]
    assert not has_letter(new_pdf(10, 10), "黒")
    assert spelt(new_pdf(10, 10), "Black 黒番ですA") == "Black [CJK …][Hiragana …]A"
    try:
        speak("ja")
        with pytest.raises(UsageError, match="fonts-noto-cjk"):
            text_width(new_pdf(10, 10), "黒", 10.0)
        assert text_width(new_pdf(10, 10), "A1", 10.0) > 0
    finally:
        speak("en")


@pytest.mark.parametrize(("text", "told"), [
    ("all [[as]] it stands, Жß→", "all [[as]] it stands, Жß→"),
    ("Great 🚀🚀! 🚀", "Great [rocket]! [rocket]"),
    ("\U0001f1ef\U0001f1f5\U0001f1f0\U0001f1f7 \U0001f1ef", "[flag JP][flag KR] [flag J]"),
    ("👨\u200d👩\u200d👧", "[man][woman][girl]"),
    ("👍🏽 ok 🙏\ufe0f", "[thumbs up sign] ok [person with folded hands]"),
    ("1\ufe0f\u20e3 😀 🚀", "1\ufe0f 😀 [rocket]"),
    ("🏴\U000e0067\U000e0062\U000e007f", "[waving black flag]"),
    ("𝓗𝓮𝓵𝓵𝓸", "Hello"), ("ก่อน ไป", "[Thai …] [Thai …]"), ("a\u2060\U000e0001b", "a\u2060b"),
    ("\ue000\ufffd\U0010fffe", "[U+E000][?][U+10FFFE]")])
def test_what_no_font_has_is_told_by_name(text: str, told: str) -> None:
    pdf = new_pdf(10, 10)
    assert spelt(pdf, text) == told
    assert spelt(pdf, told) == told and all(has_letter(pdf, letter) for letter in told)


def test_pictures_as_pdf_have_no_letter_without_a_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[str]()
    monkeypatch.setattr(
        "fpdf.FPDF.text", lambda _pdf, _x, _y, text, *_rest: drawn.append(text))
    pdf_of(BOARD, legend=("move 🚀 \x1b",))
    assert "move [rocket] [?]" in drawn
