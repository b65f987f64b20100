"""Letters of East Asia in pictures and documents: from a font of the machine, or told of."""

from __future__ import annotations

import logging

import pytest

from irgo_app.draw import wide_letters
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.export import pdf_of, png_of, svg_of
from irgo_app.draw.pdf_canvas import has_letter, new_pdf, put_text, text_width
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
    try:
        speak("ja")
        with pytest.raises(UsageError, match="fonts-noto-cjk"):
            text_width(new_pdf(10, 10), "黒", 10.0)
        assert text_width(new_pdf(10, 10), "A1", 10.0) > 0
    finally:
        speak("en")
