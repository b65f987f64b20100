"""A report made in a process of its own: it tells how far it is, and ends when asked."""

import time
from pathlib import Path

from irgo_app.report.blocks import ReportOptions
from irgo_app.report.report_process import (Done, Failed, News, ReportProcess, ReportProgress,
                                            ReportTask)
from tests.report.small_reports import SHORT

RECORD = SHORT.replace("{black}", "Kim").encode()
_PATIENCE_S = 120.0


def all_news(process: ReportProcess) -> list[News]:
    """Return everything a process tells, up to its end."""
    found, ends = list[News](), time.monotonic() + _PATIENCE_S
    while time.monotonic() < ends:
        found += process.news()
        if found and not isinstance(found[-1], ReportProgress):
            return found
        time.sleep(0.01)
    raise AssertionError("the process told no end")


def test_it_tells_how_far_it_is_and_writes_both_files(tmp_path: Path) -> None:
    out, problems = tmp_path / "r.pdf", tmp_path / "p.sgf"
    process = ReportProcess(ReportTask(RECORD, out, ReportOptions(1), problems))
    *before, last = all_news(process)
    assert isinstance(last, Done) and last.problems is not None
    percents = [news.percent for news in before if isinstance(news, ReportProgress)]
    assert percents == sorted(percents) and 0 <= percents[0] <= percents[-1] <= 100
    assert out.read_bytes().startswith(b"%PDF-")
    assert problems.exists() == (last.problems > 0)
    assert list(process.news()) == []


def test_what_is_wrong_comes_back_as_one_sentence(tmp_path: Path) -> None:
    process = ReportProcess(ReportTask(RECORD, tmp_path / "r.txt", ReportOptions()))
    last = all_news(process)[-1]
    assert isinstance(last, Failed)
    assert str(last.reason) == "r.txt should end in .html, .pdf, .sgf."


def test_it_stops_when_asked_and_writes_nothing(tmp_path: Path) -> None:
    process = ReportProcess(ReportTask(RECORD, tmp_path / "r.html", ReportOptions()))
    process.stop()
    assert all_news(process)[-1] == Failed(None)
    assert list(tmp_path.iterdir()) == []


def test_it_can_be_ended_at_once(tmp_path: Path) -> None:
    process = ReportProcess(ReportTask(RECORD, tmp_path / "r.html", ReportOptions()))
    process.close()
    assert list(process.news()) == []
    assert not (tmp_path / "r.html").exists()
