"""What the window has made in a process of its own: the files are there, or a sentence why not."""

from multiprocessing import Pipe
from pathlib import Path

import pytest
from PIL import Image

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.print import print_file
from irgo_app.print.figures import BoardStyle, PrintOptions
from irgo_app.print.film import FilmOptions
from irgo_app.print.print_file import (FilmTask, PagesTask, PictureTask, PrintTask, made,
                                       turns_of_story)
from irgo_app.report.report_process import Done, Failed, ReportProgress, ended
from irgo_app.review.game_story import Story, StoryPoint
from irgo_app.words import message
from tests.conftest import GAMES
from tests.report.small_reports import SHORT

RECORD = GAMES[0].read_bytes()


def carried_out(task: PrintTask, *, is_stopped: bool = False) -> tuple[Done | Failed, list[int]]:
    """Return how a task ended, and the hundredths it told on the way."""
    here, there = Pipe()
    flag = CancelFlag()
    flag.set(is_stopped)
    try:
        how = ended(made, there, flag, task)
        told = []
        while here.poll():
            news = here.recv()
            assert isinstance(news, ReportProgress)
            told.append(news.percent)
        return how, told
    finally:
        flag.close()
        here.close()
        there.close()


def film(path: Path, **choices: object) -> FilmTask:
    return FilmTask(path, RECORD, "0*12", FilmOptions(size=100), BoardStyle(),
                    **choices)  # type: ignore[arg-type]


def test_each_kind_of_file(tmp_path: Path) -> None:
    picture = PictureTask(tmp_path / "a.png", Diagram(Position.empty(9)), 120, Look(), ("note",))
    assert carried_out(picture)[0] == Done(None)
    with Image.open(tmp_path / "a.png") as found:
        assert found.size[1] == 120
    # A board as irgo reads it takes seconds where it is large.
    small = b"(;SZ[9];B[ee];W[gc];B[cc];W[gg])"
    pages = PagesTask(tmp_path / "a.pdf", small, PrintOptions(ishida_every=4))
    assert carried_out(pages)[0] == Done(None)
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    ended, told = carried_out(film(tmp_path / "a.gif", has_ishida=True))
    assert ended == Done(None) and told == sorted(told) and max(told) < 100
    with Image.open(tmp_path / "a.gif") as found:
        assert found.n_frames == 13


def test_a_stretch_and_a_study(tmp_path: Path) -> None:
    assert carried_out(film(tmp_path / "a.gif", moves=(30, 32)))[0] == Done(None)
    lines = {BLACK: [(BLACK, 3), (WHITE, 4)], WHITE: [(WHITE, 3)]}
    assert carried_out(film(tmp_path / "b.gif", lines=lines))[0] == Done(None)
    for name, count in (("a", 4), ("b", 3)):
        with Image.open(tmp_path / f"{name}.gif") as found:
            assert found.n_frames == count


@pytest.mark.parametrize("name", ["a.gif", "a.docx"])
def test_a_stopped_or_impossible_task_leaves_nothing(tmp_path: Path, name: str) -> None:
    ended, _ = carried_out(film(tmp_path / name), is_stopped=name == "a.gif")
    assert isinstance(ended, Failed) and (ended.reason is None) == (name == "a.gif")
    assert not list(tmp_path.iterdir())


def test_pages_with_a_story_that_is_told_already_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_file, "turns_of", lambda *asked: pytest.fail("read again"))
    record = b"(;SZ[9];B[ee];W[gc];B[cc];W[gg])"
    turns = {2: (message("It turned with O7."),)}
    task = PagesTask(tmp_path / "a.html", record, PrintOptions(), has_story=True, turns=turns)
    assert carried_out(task)[0] == Done(None)
    assert "It turned with O7." in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_what_a_story_tells_of_one_move_stands_together() -> None:
    points = [StoryPoint(number, (BLACK, 3), message("Turn"), (message(words),), (), ())
              for number, words in ((3, "one"), (7, "two"), (7, "three"))]
    story = Story("irgo", message("irgo"), (), (), (), tuple(points), (), {}, is_whole=True)
    assert {number: [str(each) for each in told]
            for number, told in turns_of_story(story).items()} == {
        3: ["one"], 7: ["two", "three"]}


def test_pages_with_the_story(tmp_path: Path) -> None:
    record = SHORT.replace("{black}", "Kim").encode()
    ended, told = carried_out(PagesTask(tmp_path / "a.html", record, PrintOptions(), True))
    assert ended == Done(None) and told == sorted(told)
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "Figure 2" in text and "and lost about" in text
