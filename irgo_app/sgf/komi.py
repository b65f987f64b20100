"""Komi as records write it: points, words, and the ways in which servers count.

Chinese records count stones, of which one is two points: 3.75 (3¾ 子) is 7.5 points and 2.75 is
5.5. Fox writes hundredths of a point or of a stone: 650 and 550 are 6.5 and 5.5 points, 375, 350
and 325 are 7.5, 7 and 6.5, and 50 is half a point.
"""

import re
import unicodedata
from typing import Final

from irgo_app.sgf.values import number_of

HUNDREDTHS: Final = 100
"""A komi from here on is meant in hundredths, so that no record keeps one of so many points."""
_MOST_STONES: Final = 4.0
"""A komi counted in stones is at most so large: eight points."""
_LONGEST: Final = 60
_POINTS_A_STONE: Final = 2
_DIGITS: Final = {sign: value for value, signs in enumerate(
    ("零〇", "一壱壹", "二弐贰兩两", "三参叁", "四", "五伍", "六", "七", "八", "九"))
    for sign in signs}
_TEN: Final = "十"
_VULGAR: Final = {"½": " 1/2", "¼": " 1/4", "¾": " 3/4"}
_FRACTION: Final = r"(?P<{0}above>\d) ?[/⁄] ?(?P<{0}below>[248])"
_IN_WORDS: Final = re.compile(r"(?P<below>[二四])分之(?P<above>[一三])")
_NUMBER: Final = re.compile(
    rf"(?P<sign>[-−–])? ?(?:(?P<whole>\d{{1,6}}(?:[.,]\d{{1,6}})?)(?! ?[/⁄])"
    rf"(?: ?(?:又|と|&|and|-)? ?{_FRACTION.format('')})?|{_FRACTION.format('lone_')})")
_HALF_BEHIND: Final = re.compile(
    r" ?(?:目|子|点|點|집|목|호|points?|pts?)? ?(?:半|반|and a half|\+ ?half)")
_HALF_ALONE: Final = re.compile(r"半 ?(?:目|点|點|子)|半コミ|반 ?(?:집|목)|half|コミ ?半")
_STONES: Final = re.compile(r" ?半? ?(?:子|stone)")
_NONE: Final = frozenset({
    "no", "none", "no komi", "nothing", "nil", "zero", "なし", "無", "無し", "无", "無貼目",
    "不贴目", "不貼目", "不贴", "不貼", "없음", "コミなし", "コミ無し", "込み無し", "ohne", "kein",
    "keines", "sans", "без коми", "нет", "sin", "定先"})
_REVERSED: Final = re.compile(r"逆|白 ?[贴貼コ込出]|倒 ?[贴貼]|역덤|reverse|w gives|white gives")


def komi_points(text: str, *, counts_stones: bool, is_fox: bool) -> float | None:
    """Return the komi that a record's text means, in points for White; None if it means none.

    counts_stones -- whether a komi of quarters may be counted in stones: the record is counted by
    area, or does not say
    is_fox -- whether the record says that it comes from Fox, or a handicap makes 50 points absurd
    """
    number = number_of(text)
    if number is None:
        return _told_in_words(text[:_LONGEST], counts_stones=counts_stones)
    if abs(number) >= HUNDREDTHS or (is_fox and number == HUNDREDTHS / 2):
        points = number / HUNDREDTHS
        is_stones = _has_quarters(points) or 2.0 <= abs(points) <= _MOST_STONES
        return points * _POINTS_A_STONE if is_stones else points
    return _of_stones(number) if counts_stones else number


def _of_stones(number: float) -> float:
    """Return a komi in points, which is one in stones where it has quarters and is small enough."""
    is_stones = _has_quarters(number) and abs(number) <= _MOST_STONES
    return number * _POINTS_A_STONE if is_stones else number


def _has_quarters(number: float) -> bool:
    return number * 2 != int(number * 2) and number * 4 == int(number * 4)


def _told_in_words(text: str, *, counts_stones: bool) -> float | None:
    """Return the points of `5.5 points`, `黒貼6目半`, `贴3又3/4子`, `six` and the like."""
    for sign, written in _VULGAR.items():
        text = text.replace(sign, written)
    text = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    if text.strip(" .") in _NONE:
        return 0.0
    text = _IN_WORDS.sub(lambda found: (
        f" {_DIGITS[found['above']]}/{_DIGITS[found['below']]}"), text)
    text = _with_digits(text)
    found = _NUMBER.search(text)
    if found is None:
        half = _HALF_ALONE.search(text)
        if half is None:
            return None
        points = 1.0 if "子" in half[0] else 0.5
        return -points if _REVERSED.search(text) else points
    read = _value(found)
    if read is None or read >= HUNDREDTHS:
        return None
    points = read
    rest = text[found.end():]
    if _HALF_BEHIND.match(rest):
        points += 0.5
    if _STONES.match(rest):
        points *= _POINTS_A_STONE
    elif counts_stones:
        points = _of_stones(points)
    return -points if found["sign"] or _REVERSED.search(text) else points


def _value(found: re.Match[str]) -> float | None:
    if found["whole"] is None:
        return int(found["lone_above"]) / int(found["lone_below"])
    points = number_of(found["whole"])
    if points is not None and found["above"]:
        points += int(found["above"]) / int(found["below"])
    return points


def _with_digits(text: str) -> str:
    """Return a text with Chinese numerals up to 99 as digits."""
    def digits(found: re.Match[str]) -> str:
        tens, ten, ones = found[0].partition(_TEN)
        if not ten:
            return str(_DIGITS[found[0][0]])
        return str((_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0))

    signs = "".join(_DIGITS)
    return re.sub(rf"[{signs}]?{_TEN}[{signs}]?|[{signs}]", digits, text)
