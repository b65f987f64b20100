"""What is shown of texts that others wrote."""

import unicodedata

import pytest

from irgo_app.words import SIGN, visible, visible_lines


@pytest.mark.parametrize("text, shown", [
    ("Lee Sedol", "Lee Sedol"), ("李世乭 – 古力", "李世乭 – 古力"), ("", ""),
    ("a\x01b", f"a{SIGN}b"), ("\x1b[2J", f"{SIGN}[2J"), ("\x9b31m", f"{SIGN}31m"),
    ("one\ntwo\tthree", f"one{SIGN}two{SIGN}three"), ("\udcff", SIGN),
    ("abc\u202edef", f"abc{SIGN}def"), ("\ufffe\U0010ffff", SIGN * 2), ("<b>&amp;", "<b>&amp;")])
def test_what_cannot_be_seen_is_replaced(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_every_character_is_either_shown_or_replaced() -> None:
    """Letters and signs of all languages stay; controls, surrogates and non-characters do not."""
    for code in range(0x110000):
        kind, is_kept = unicodedata.category(chr(code)), visible(chr(code)) == chr(code)
        if kind in ("Cc", "Cs", "Zl", "Zp"):
            assert not is_kept, hex(code)
        elif kind not in ("Cf", "Cn"):
            assert is_kept, hex(code)


def test_a_long_text_is_cut() -> None:
    assert visible("x" * 3_000_000, 5) == "xxxx…"
    assert visible("12345", 5) == "12345"
    assert visible_lines("x" * 10, 4) == "xxx…"


def test_lines_stay_lines() -> None:
    assert visible_lines("a\r\nb\rc\td\x00") == f"a\nb\nc\td{SIGN}"
