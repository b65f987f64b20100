"""Reports and stories made in a process of their own: whoever asked stays free, and may stop it.

Importing this module is cheap: what makes reports and tells stories is loaded in that process
alone.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import IrgoError
from irgo_app.language import speak
from irgo_app.report.blocks import ReportOptions
from irgo_app.review.level import ANYBODY, Audience
from irgo_app.service.processes import begin_quietly, start_quietly
from irgo_app.words import Message, language, message

if TYPE_CHECKING:
    from irgo_app.review.game_story import Story

_PATIENCE_S: Final = 3.0
"""So long a process that was asked to stop is waited for."""
_TOLD_EVERY_S: Final = 0.05


class ReportTask(Struct, frozen=True):
    """What is to be made.

    record -- one game as SGF; path -- of the report; problems -- of the problems, None for none
    profile -- the engine that judges, None for irgo itself
    """

    record: bytes
    path: Path
    options: ReportOptions
    problems: Path | None = None
    profile: EngineProfile | None = None


class ReportProgress(Struct, frozen=True):
    """How far it is, in hundredths."""

    percent: int


class Done(Struct, frozen=True):
    """The files are written; problems -- how many, None if nobody asked for them."""

    problems: int | None


class Failed(Struct, frozen=True):
    """Nothing was written, and why; no reason where it was called off."""

    reason: Message | None


News: TypeAlias = ReportProgress | Done | Failed
Make: TypeAlias = Callable[..., int | None]
"""Carries out a task in the process: takes connection, flag and task, and may tell.

Returns how many problems were written, if any were asked for; raises IrgoError."""


class ReportProcess:
    """The process at work on one task.

    task -- a ReportTask, or what `make` takes; both are sent to the process
    """

    def __init__(self, task: object, make: Make | None = None) -> None:
        self._flag = CancelFlag()
        self._is_over = False
        self._stop_by: float | None = None
        context = multiprocessing.get_context("spawn")
        self._connection, far_end = context.Pipe()
        self._process = context.Process(
            target=_work, args=(far_end, self._flag, task, language(), make or _made), daemon=True,
            name="irgo-report")
        start_quietly(self._process)
        far_end.close()

    def news(self) -> Iterator[object]:
        """Yield what has happened since the last call; Done or Failed comes once, as the last.

        Progress before that, and whatever else `make` tells.
        """
        if self._is_over:
            return
        try:
            while self._connection.poll():
                found = self._connection.recv()
                self._is_over = isinstance(found, Done | Failed)
                yield found
                if self._is_over:
                    self._end()
                    return
        except (EOFError, OSError):
            self._end()
            yield Failed(None if self._stop_by is not None else message(
                "What irgo was making came to an unexpected end; try again."))
            return
        if self._stop_by is not None and time.monotonic() > self._stop_by:
            self._end()
            yield Failed(None)

    def stop(self) -> None:
        """Call it off; `news` tells when it has stopped."""
        if self._stop_by is None:
            self._stop_by = time.monotonic() + _PATIENCE_S
            self._flag.set(True)

    def close(self) -> None:
        """End it at once, whatever it is doing; nothing is left half-written."""
        if not self._is_over:
            self._end()

    def _end(self) -> None:
        self._is_over = True
        self._connection.close()
        self._process.join(0.2)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._flag.close()


def _work(connection: Connection, flag: CancelFlag, task: object, spoken: str, make: Make) -> None:
    """Make a report and tell how it goes, in a language; what runs in the process."""
    begin_quietly(5)
    speak(spoken)
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.send(ended(make, connection, flag, task))


def ended(
    make: Make, connection: Connection, flag: CancelFlag, task: object
) -> Done | Failed:
    """Return how a task ended here, which may be called off or fail with a sentence."""
    # What it loads the window's process must not.
    from irgo_app.judging.judgement import CalledOffError

    try:
        return Done(make(connection, flag, task))
    except CalledOffError:
        return Failed(None)
    except IrgoError as error:
        return Failed(error.message)


def progress_told(
    connection: Connection, every_s: float = _TOLD_EVERY_S, *, share: int = 100, most: int = 100
) -> Callable[[int, int], None]:
    """Return what is told (done, total) and tells it on, not too often.

    share -- all of it in hundredths of the task; most -- hundredths to tell at the most
    """
    last = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > every_s:
            last = time.monotonic()
            connection.send(ReportProgress(min(most, share * done // max(1, total))))

    return tell


def _made(connection: Connection, flag: CancelFlag, task: ReportTask) -> int | None:
    # The kernels and the network, which the window's process must not load.
    from irgo_app.report.game_report import problems_of, second_judge, write_problems
    from irgo_app.report.report_file import check_path, judged_report, write_report
    from irgo_app.review.game_line import game_line
    from irgo_app.service.plan import Computer
    from irgo_app.sgf.parser import read_games

    share = 85 if task.problems else 100

    def tell_problems(done: int, total: int) -> None:
        connection.send(ReportProgress(share + (100 - share) * done // max(1, total)))

    computer = Computer()
    check_path(task.path)
    tree = read_games(task.record).games[0]
    line = game_line(tree)
    judged = judged_report(line, task.profile, lambda asked: computer.compute(asked, flag),
                           task.options, progress_told(connection, share=share), flag)
    count = None
    if task.problems is not None:
        line = judged.report.review.line
        events = judged.report.review.events
        found = problems_of(line, second_judge(line, task.profile), events,
                            tell_problems, flag)
        count = write_problems(task.problems, [(line.info, found)])
    write_report(task.path, judged, task.options, tree)
    return count


_STORY_TOLD_EVERY_S: Final = 0.1


class StoryTask(Struct, frozen=True):
    """What is told.

    record -- the game as SGF; most -- so many turning points at most
    profile -- the engine that judges, None for irgo itself
    audience -- for whom it is told
    is_read_again -- whether the game is read anew though a story of it is kept
    """

    record: bytes
    most: int
    profile: EngineProfile | None = None
    audience: Audience = ANYBODY
    is_read_again: bool = False


class ToldStory(Struct, frozen=True, eq=False):
    """A story, or a first list of it."""

    story: Story


def told_story(connection: Connection, flag: CancelFlag, task: StoryTask) -> None:
    """Tell the story of a game: progress, a first list, and all of it; runs in the process."""
    # The kernels and the network, which the window's process must not load.
    from irgo_app.judging.judges import judge_of
    from irgo_app.report.game_report import reading_of, reviewed_turns, turns_at_first
    from irgo_app.report.story import story_of
    from irgo_app.review.game_line import fitting, game_line
    from irgo_app.review.game_review import GameReview
    from irgo_app.service.plan import Computer
    from irgo_app.sgf.parser import read_games

    def first(review: GameReview) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.send(ToldStory(story_of(
                review, turns_at_first(review, task.most), is_whole=False)))

    computer = Computer()
    tree = read_games(task.record).games[0]
    line, _ = fitting(game_line(tree))
    with judge_of(reading_of(line, task.profile), line.positions[0]) as judge:
        review, turns = reviewed_turns(
            line, judge, lambda asked: computer.compute(asked, flag), task.most,
            progress_told(connection, _STORY_TOLD_EVERY_S), flag, first, task.audience,
            is_kept=True, is_read_again=task.is_read_again)
    connection.send(ToldStory(story_of(review, turns)))
