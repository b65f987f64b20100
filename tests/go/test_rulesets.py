"""The table of rule sets: the names of the wild, KataGo's words, komi."""

import pytest

from irgo_app.go.rules import (AGA, CHINESE, ING, JAPANESE, KOREAN, NEW_ZEALAND, RULESETS,
                               TROMP_TAYLOR, HandicapPoints, Ko, Ruleset, known_ruleset, parts_of,
                               ruleset_named, ruleset_of_parts)


@pytest.mark.parametrize("rules, names", [
    (JAPANESE, "Japanese|japanese|JAPANESE|Japanese Rules|jp|日本|日本ルール|現代日本規則"),
    (CHINESE, "Chinese|chinese|cn|Chinese (area)|中国规则|中國|中国围棋规则|ChineseRules"),
    (KOREAN, "Korean|korea|한국룰|韩国规则|Koreaanse"),
    (AGA, "AGA|aga|AGA rules|BGA|French|American"),
    (NEW_ZEALAND, "NZ|nz|New Zealand|new-zealand|new_zealand|NZ rules"),
    (ING, "GOE|goe|Ing|Ing Goe|Simplified Ing|应氏规则|應氏"),
    (TROMP_TAYLOR, "Tromp-Taylor|tromp taylor|TT|tromp_taylor"),
])
def test_names_of_the_wild(rules: Ruleset, names: str) -> None:
    for name in names.split("|"):
        assert ruleset_named(name) is rules, name


@pytest.mark.parametrize("name", ["", "  ", "whatever", "5", "?", "x" * 100_000])
def test_what_nobody_knows_counts_as_japanese(name: str) -> None:
    assert known_ruleset(name) is None and ruleset_named(name) is JAPANESE


def test_names_and_parts_lead_back_to_the_table() -> None:
    for rules in RULESETS:
        assert ruleset_named(rules.record_name) is rules
        assert ruleset_named(rules.engine_name) is rules
        parts = parts_of(rules)
        same = ruleset_of_parts(
            str(parts["ko"]), str(parts["scoring"]), str(parts["tax"]),
            suicide=bool(parts["suicide"]), bonus=str(parts["whiteHandicapBonus"]))
        assert parts_of(same) == parts and same in RULESETS


def test_rules_spelt_out_as_katago_writes_them() -> None:
    assert ruleset_named("koSIMPLEscoreAREAtaxNONEsui0whbN") is CHINESE
    assert ruleset_named("koSITUATIONALscoreAREAtaxNONEsui1button0whb0") is NEW_ZEALAND
    own = ruleset_named("koPOSITIONALscoreTERRITORYtaxSEKIsui0whbN-1")
    assert own not in RULESETS and ruleset_named(own.record_name) == own
    assert (own.ko, own.counts_area, own.handicap_points) == (
        Ko.POSITIONAL, False, HandicapPoints.STONES_BUT_ONE)
    with pytest.raises(ValueError):
        ruleset_of_parts("SIMPLE", "STONES", "NONE", suicide=False, bonus="0")


def test_komi() -> None:
    assert [rules.usual_komi() for rules in (JAPANESE, KOREAN, CHINESE, ING)] == [
        6.5, 6.5, 7.5, 7.5]
    assert {rules.usual_komi(2) for rules in RULESETS} == {0.5}
