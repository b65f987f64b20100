"""What was found out about a game is there again at once, and is the same."""

import sqlite3
from pathlib import Path

import pytest
from msgspec import structs

from irgo_app.go.point import BLACK, WHITE
from irgo_app.judging.reader_judge import ReaderJudge
from irgo_app.practice.making import mistakes_of
from irgo_app.report import game_report
from irgo_app.report import kept_findings as kept
from irgo_app.report.game_report import reviewed_turns
from irgo_app.report.kept_findings import KeptFindings, keep, kept_findings
from irgo_app.review.game_review import reviewed
from irgo_app.review.mistakes import Mistakes
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from tests.report.small_reports import report_by_reader, short_line
from tests.review.game_reviews import held, judged, no_maps, played
from tests.review.test_told_losses import GAME, Strong

JUDGE = Strong()


def found() -> KeptFindings:
    review = report_by_reader().review
    return KeptFindings(review.judged, Mistakes(review.whys, {}, frozenset({2})), review.events,
                    frozenset({3}), review.maps)


def test_findings_are_there_again_as_they_were() -> None:
    line, before = short_line(), found()
    assert kept_findings(line, JUDGE) is None
    keep(before, line, JUDGE)
    after = kept_findings(line, JUDGE)
    assert after is not None and (after.dead, after.mistakes.unsure) == (
        before.dead, before.mistakes.unsure)

    def told(findings: KeptFindings) -> object:
        review = reviewed(line, "a test", findings.judged, findings.maps, findings.mistakes.whys,
                          findings.events)
        return review.curve, review.lessons, review.events, review.figures, review.moves

    assert told(after) == told(before)


def test_another_game_or_judge_has_its_own() -> None:
    keep(found(), short_line(), JUDGE)
    assert kept_findings(GAME, JUDGE) is None
    assert kept_findings(short_line(), Strong(name="another")) is None


def test_what_does_not_decode_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    keep(found(), short_line(), JUDGE)
    path = tmp_path / "config" / "stories.sqlite"
    with sqlite3.connect(path) as store:
        store.execute("UPDATE findings SET data = ?", (b"not a story",))
    assert kept_findings(short_line(), JUDGE) is None
    path.write_bytes(b"no database either")
    keep(found(), short_line(), JUDGE)
    assert kept_findings(short_line(), JUDGE) is None


def test_the_oldest_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_MOST_KEPT", 2)
    judges = [Strong(name=name) for name in ("one", "two", "three")]
    for judge in judges:
        keep(found(), short_line(), judge)
    assert [kept_findings(short_line(), judge) is not None for judge in judges] == [
        False, True, True]


def test_a_game_that_is_read_again_replaces_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    line, readings = short_line(), list[KeptFindings]()
    judge = ReaderJudge(line.komi)

    def read(*_: object) -> KeptFindings:
        readings.append(structs.replace(found(), dead=frozenset({len(readings)})))
        return readings[-1]

    monkeypatch.setattr(game_report, "_found_out", read)
    service = AnalysisService(InlineExecutor())
    for is_read_again, times in ((False, 1), (False, 1), (True, 2), (False, 2)):
        reviewed_turns(line, judge, service.result, 3, is_kept=True, is_read_again=is_read_again)
        now = kept_findings(line, judge)
        assert len(readings) == times
        assert now is not None and now.dead == readings[-1].dead


def test_what_both_sides_missed_makes_a_card_for_each() -> None:
    game = played("C3 G7 A1 G3 J9 J1 E3 E7 C7 H5 D5 A9")
    leads = judged(game, [0.0, 0.0, 0.0, -9.0, *[0.0] * 9])
    whys = {number: held(game, number, "C7", 9.0) for number in (3, 6)}
    keep(KeptFindings(leads, Mistakes(whys, {}), (), None, no_maps(game)), game, JUDGE)
    assert [card.position.to_play for card in mistakes_of(game, JUDGE).cards] == [BLACK, WHITE]
    for colour in (BLACK, WHITE):
        card, = mistakes_of(game, JUDGE, (colour,)).cards
        assert card.position.to_play == colour
