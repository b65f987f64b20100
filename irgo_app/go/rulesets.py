"""The rule sets that games are played by, as one table: what they allow, and how they count.

What each of them says of ko, suicide, seki and handicap is as KataGo has it, so that irgo and an
engine mean the same by a name (KataGo documentation, "Supported Go Rules").
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.words import noted

HANDICAP_KOMI: Final = 0.5
"""The komi of a game with handicap: no draw, nothing besides."""


class Ko(Enum):
    """Which board may not come back; the values are KataGo's."""

    SIMPLE = "SIMPLE"
    """The one before the other side's move, and only where a lone stone was taken."""
    POSITIONAL = "POSITIONAL"
    """None that lay there in this game, whoever is to move."""
    SITUATIONAL = "SITUATIONAL"
    """None that lay there with the same side to move."""


class HandicapPoints(Enum):
    """What White gets for Black's handicap stones, in points; the values are KataGo's."""

    NONE = "0"
    STONES = "N"
    STONES_BUT_ONE = "N-1"


class Ruleset(Struct, frozen=True):
    """What rule sets differ in.

    name -- as irgo calls it; record_name -- as a record does (SGF's RU)
    engine_name -- as KataGo does
    counts_area -- stones and territory count (area); else territory and prisoners
    ko -- which board may not come back
    allows_suicide -- a move may take off its own chain of two stones or more
    taxes_seki -- eyes in a seki are no points
    handicap_points -- what White gets for handicap stones; komi -- without a handicap
    """

    name: str
    record_name: str
    engine_name: str
    counts_area: bool
    ko: Ko
    allows_suicide: bool
    taxes_seki: bool
    handicap_points: HandicapPoints
    komi: float

    def points_for_handicap(self, stones: int) -> int:
        """Return White's points for so many handicap stones; a single one is no handicap."""
        if stones < 2 or self.handicap_points is HandicapPoints.NONE:
            return 0
        return stones if self.handicap_points is HandicapPoints.STONES else stones - 1

    def usual_komi(self, handicap: int = 0) -> float:
        """Return the komi of a game with so many handicap stones."""
        return HANDICAP_KOMI if handicap >= 2 else self.komi


JAPANESE: Final = Ruleset(
    noted("Japanese"), "Japanese", "japanese", counts_area=False, ko=Ko.SIMPLE,
    allows_suicide=False, taxes_seki=True, handicap_points=HandicapPoints.NONE, komi=6.5)
KOREAN: Final = replace(JAPANESE, name=noted("Korean"), record_name="Korean", engine_name="korean")
CHINESE: Final = Ruleset(
    noted("Chinese"), "Chinese", "chinese", counts_area=True, ko=Ko.SIMPLE,
    allows_suicide=False, taxes_seki=False, handicap_points=HandicapPoints.STONES, komi=7.5)
AGA: Final = replace(
    CHINESE, name="AGA", record_name="AGA", engine_name="aga", ko=Ko.SITUATIONAL,
    handicap_points=HandicapPoints.STONES_BUT_ONE)
NEW_ZEALAND: Final = replace(
    AGA, name=noted("New Zealand"), record_name="NZ", engine_name="new-zealand",
    allows_suicide=True, handicap_points=HandicapPoints.NONE)
TROMP_TAYLOR: Final = replace(
    NEW_ZEALAND, name="Tromp-Taylor", record_name="Tromp-Taylor", engine_name="tromp-taylor",
    ko=Ko.POSITIONAL)
ING: Final = replace(TROMP_TAYLOR, name="Ing", record_name="GOE", engine_name="ing")
RULESETS: Final = (JAPANESE, CHINESE, KOREAN, AGA, NEW_ZEALAND, ING, TROMP_TAYLOR)
"""In the order in which they are offered."""
_CHINESE_SUPERKO: Final = replace(CHINESE, engine_name="chinese-kgs", ko=Ko.POSITIONAL)
"""What some servers play under the Chinese name."""

_ALIASES: Final = {
    "japanese": JAPANESE, "japan": JAPANESE, "jap": JAPANESE, "jp": JAPANESE, "日本": JAPANESE,
    "nihon": JAPANESE, "territory": JAPANESE, "egf": JAPANESE, "일본": JAPANESE,
    "korean": KOREAN, "korea": KOREAN, "kor": KOREAN, "kr": KOREAN, "韓国": KOREAN, "韓國": KOREAN,
    "韩国": KOREAN, "한국": KOREAN, "baduk": KOREAN,
    "chinese": CHINESE, "china": CHINESE, "chn": CHINESE, "cn": CHINESE, "中国": CHINESE,
    "中國": CHINESE, "중국": CHINESE, "area": CHINESE, "数子": CHINESE, "數子": CHINESE,
    "chinesekgs": _CHINESE_SUPERKO, "chineseogs": _CHINESE_SUPERKO,
    "aga": AGA, "american": AGA, "usa": AGA, "bga": AGA, "british": AGA, "french": AGA, "ffg": AGA,
    "nz": NEW_ZEALAND, "newzealand": NEW_ZEALAND, "zealand": NEW_ZEALAND,
    "goe": ING, "ing": ING, "sst": ING, "応氏": ING, "應氏": ING, "应氏": ING, "计点": ING,
    "計點": ING, "응씨": ING,
    "tromptaylor": TROMP_TAYLOR, "tromp": TROMP_TAYLOR, "tt": TROMP_TAYLOR,
    "logical": TROMP_TAYLOR, "cgos": TROMP_TAYLOR,
}
"""What records and programs call them, in small letters and without anything between."""
_SHORTEST_BEGINNING: Final = 3
_COMPACT: Final = re.compile(
    r"ko(?P<ko>simple|positional|situational|spight)score(?P<scoring>area|territory)"
    r"tax(?P<tax>none|seki|all)sui(?P<suicide>[01])(?:button[01])?"
    r"(?:whb(?P<bonus>0|n-1|n))?(?:fpok[01]?)?")
"""A rule set spelt out, as KataGo writes it into its records."""


def ruleset_named(text: str) -> Ruleset:
    """Return the rule set of an SGF RU value (`Japanese`, `chinese`, `NZ`, `日本ルール` ...).

    Unknown and empty names give Japanese rules, the most common in records.
    """
    return known_ruleset(text) or JAPANESE


@lru_cache(maxsize=64)
def known_ruleset(text: str) -> Ruleset | None:
    """Return the rule set that a record, a user or a program names, None for an unknown name."""
    folded = text.strip().casefold()
    spelt_out = _COMPACT.fullmatch(folded)
    if spelt_out:
        return ruleset_of_parts(
            ko=spelt_out["ko"], scoring=spelt_out["scoring"], tax=spelt_out["tax"],
            suicide=spelt_out["suicide"] == "1", bonus=spelt_out["bonus"] or "0")
    words = re.findall(r"\w+", folded.replace("_", " "))
    whole = "".join(words)
    for name in (whole, *words):
        if name in _ALIASES:
            return _ALIASES[name]
    # "JapaneseRules", "中国规则": the longest name that a word begins with, or that is in it.
    found = [alias for name in (whole, *words) for alias in _ALIASES
             if ((name.startswith(alias) and len(alias) >= _SHORTEST_BEGINNING)
                 or (alias in name and not alias.isascii()))]
    return _ALIASES[max(found, key=len)] if found else None


def ruleset_of_parts(ko: str, scoring: str, tax: str, *, suicide: bool, bonus: str) -> Ruleset:
    """Return the rule set of these parts, in KataGo's words: one of the table, or one of its own.

    Spight's ko counts as situational superko, a tax on groups as that on seki. Raises ValueError
    for a word that is none.
    """
    ko = {"SPIGHT": "SITUATIONAL"}.get(ko.upper(), ko.upper())
    if scoring.upper() not in ("AREA", "TERRITORY") or tax.upper() not in ("NONE", "SEKI", "ALL"):
        raise ValueError(scoring)
    counts_area = scoring.upper() == "AREA"
    own = replace(
        CHINESE if counts_area else JAPANESE, ko=Ko(ko), allows_suicide=suicide,
        taxes_seki=tax.upper() != "NONE", handicap_points=HandicapPoints(bonus.upper()))
    for rules in RULESETS:
        if replace(own, name=rules.name, record_name=rules.record_name, komi=rules.komi,
                   engine_name=rules.engine_name) == rules:
            return rules
    parts = parts_of(own)
    compact = (f"ko{parts['ko']}score{parts['scoring']}tax{parts['tax']}"
               f"sui{int(suicide)}whb{parts['whiteHandicapBonus']}")
    return replace(own, name=compact, record_name=compact, engine_name=compact)


def parts_of(rules: Ruleset) -> dict[str, str | bool]:
    """Return what a rule set is made of, in KataGo's words."""
    return {
        "hasButton": False, "ko": rules.ko.value,
        "scoring": "AREA" if rules.counts_area else "TERRITORY",
        "suicide": rules.allows_suicide, "tax": "SEKI" if rules.taxes_seki else "NONE",
        "whiteHandicapBonus": rules.handicap_points.value}
