"""The story of a game told in a process of its own, a first list of it before the rest.

Importing this module is cheap: what tells stories is loaded in that process alone.
"""

from __future__ import annotations

import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import IrgoError
from irgo_app.report.report_process import Done, Failed, Progress
from irgo_app.review.game_story import GameStory

_TOLD_EVERY_S: Final = 0.1


class StoryTask(Struct, frozen=True):
    """What is told.

    record -- the game as SGF; most -- so many turning points at most
    profile -- the engine that judges, None for irgo itself
    """

    record: bytes
    most: int
    profile: EngineProfile | None = None


class Told(Struct, frozen=True, eq=False):
    """A story; record -- a copy of the game's record with it, empty while it is not whole."""

    story: GameStory
    record: bytes = b""


def told_story(connection: Connection, flag: CancelFlag, task: StoryTask) -> Done | Failed:
    """Tell the story of a game: progress, a first list, and all of it; runs in the process."""
    # The kernels and the network, which the window's process must not load.
    from irgo_app.judging.judge import CalledOffError
    from irgo_app.judging.judges import judge_of
    from irgo_app.report.game_report import reading_of, reviewed_turns, turns_at_first
    from irgo_app.report.story_record import story_record
    from irgo_app.report.told import story_of
    from irgo_app.review.game_line import fitting, game_line
    from irgo_app.review.game_review import GameReview
    from irgo_app.service.plan import Computer
    from irgo_app.sgf.parser import read_games

    last = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > _TOLD_EVERY_S:
            last = time.monotonic()
            connection.send(Progress(100 * done // max(1, total)))

    def first(review: GameReview) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.send(Told(story_of(
                review, turns_at_first(review, task.most), is_whole=False)))

    computer = Computer()
    try:
        tree = read_games(task.record).games[0]
        line, _ = fitting(game_line(tree))
        with judge_of(reading_of(line, task.profile), line.positions[0]) as judge:
            review, turns = reviewed_turns(
                line, judge, lambda asked: computer.compute(asked, flag), task.most, tell, flag,
                first)
        connection.send(Told(story_of(review, turns), story_record(review, turns, tree)))
    except CalledOffError:
        return Failed(None)
    except IrgoError as error:
        return Failed(error.message)
    return Done(None)
