"""What files give to a deck: games judged, problems of records, folders of both."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from itertools import count, islice
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import IrgoError, UsageError
from irgo_app.file_names import text_of_path
from irgo_app.go.point import BLACK, WHITE
from irgo_app.judging.judgement import Tell
from irgo_app.judging.judges import JudgeSettings, if_it_tells_points, judge_of
from irgo_app.practice.card import Card, Origin
from irgo_app.practice.life import card_of_problem
from irgo_app.practice.making import card_of_position, mistakes_of, sides_of
from irgo_app.practice.records import problem_in
from irgo_app.practice.rows import JudgedGame
from irgo_app.report.game_report import problems_of, second_judge
from irgo_app.review.game_line import fitting, game_line
from irgo_app.service.pool import WorkerPool
from irgo_app.sgf.archives import PACKED_ENDINGS
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import RECORD_ENDINGS, load_file, read_games
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.writer import write_games
from irgo_app.words import Message, message

_MOST_AHEAD: Final = 16
"""So many records at most are read before what they give is taken."""
_TELL_S: Final = 0.5


class Wanted(Struct, frozen=True):
    """What is to be taken from games.

    players -- whose mistakes, empty for both sides'; least -- points that a mistake loses
    has_life -- the problems of life and death besides
    move -- the position after so many moves alone, None for the mistakes
    now -- seconds UTC
    """

    players: tuple[str, ...] = ()
    least: float = 2.5
    has_life: bool = False
    move: int | None = None
    engine: EngineProfile | None = None
    now: float = 0.0


class Taken(Struct):
    """What a record gave; remarks -- what its user should know."""

    cards: list[Card] = field(default_factory=list)
    games: list[JudgedGame] = field(default_factory=list)
    remarks: list[Message] = field(default_factory=list)


def files_in(paths: Iterable[Path]) -> list[Path]:
    """Return the files of some paths, records in folders among them; raises UsageError."""
    found = list[Path]()
    for path in paths:
        if path.is_dir():
            found += sorted(inside for inside in path.rglob("*")
                            if inside.suffix.lower() in (*RECORD_ENDINGS, *PACKED_ENDINGS)
                            and inside.is_file())
        else:
            found.append(path)
    if not found:
        raise UsageError("There is no record there; name files or folders that hold some.")
    return found


def records_in(files: Sequence[Path]) -> Iterator[tuple[Path, GameTree | Message]]:
    """Yield the games of files, or for a file that cannot be read why."""
    for path in files:
        try:
            for tree in load_file(path).games:
                yield path, tree
        except IrgoError as error:
            if len(files) == 1:
                raise
            yield path, error.message


def taken_from(
    tree: GameTree | Message, path: Path, wanted: Wanted, tell: Tell | None = None,
    threads: int = 0,
) -> Taken:
    """Return the cards that a record gives; raises EngineError and UsageError.

    tree -- for a record that cannot be read why, which is all it gives
    threads -- as of a JudgeSettings
    """
    if isinstance(tree, Message):
        return Taken(remarks=[tree])
    if wanted.move is not None:
        return Taken([_by_hand(tree, path, wanted)])
    problem = problem_in(tree, text_of_path(path.name))
    if isinstance(problem, Message):
        return Taken(remarks=[problem])
    if problem is not None:
        return Taken([problem])
    if not any(node.move for node in tree.main_line()):
        return Taken(remarks=[message("{file} holds no moves; nothing was taken from it.",
                                      file=path)])
    line, cut = fitting(game_line(tree))
    taken = Taken(remarks=[] if cut is None else [cut])
    sides = sides_of(line.info, wanted.players) if wanted.players else (BLACK, WHITE)
    if not sides:
        taken.remarks.append(message(
            "{file}: none of its players has a name you gave; write --player Black or White "
            "where a game names nobody.", file=path))
        return taken
    reading = JudgeSettings(
        if_it_tells_points(wanted.engine), line.komi, line.rules, threads=threads)
    with judge_of(reading, line.positions[0]) as judge:
        found = mistakes_of(line, judge, sides, wanted.least, text_of_path(path.name),
                            wanted.now, tell)
    taken.cards += found.cards
    taken.games += found.games
    if wanted.has_life:
        taken.cards += [
            card_of_problem(problem, line, text_of_path(path.name))
            for problem in problems_of(line, second_judge(line, wanted.engine), tell=tell)
            if problem.position.to_play in sides]
    return taken


def taken_from_each(
    records: Iterable[tuple[Path, GameTree | Message]], wanted: Wanted, tell: Callable[[int], None]
) -> Iterator[Taken]:
    """Yield what each of several records gives by irgo's reader, in order; raises IrgoError.

    As many are read at once as there are cores, each in a process of its own, in one thread but
    for the last.
    tell -- told twice a second how many were yielded
    """
    pool = WorkerPool(os.cpu_count() or 1)

    def sent() -> Iterator[Future[Taken]]:
        left = iter(records)
        record = next(left, None)
        while record is not None:
            (path, tree), record = record, next(left, None)
            # Beside others one thread wastes least; the last game is likely to be left alone.
            yield pool.submit(
                _taken_elsewhere, tree if isinstance(tree, Message) else write_games([tree]), path,
                wanted, threads=1 if record else 0)

    started = sent()
    try:
        ahead = deque(islice(started, _MOST_AHEAD))
        for done in count():
            if not ahead:
                return
            taken = ahead.popleft()
            while not wait([taken], _TELL_S).done:
                tell(done)
            yield taken.result()
            ahead.extend(islice(started, 1))
    finally:
        pool.shutdown(cancel_futures=True)


def _taken_elsewhere(
    record: bytes | Message, path: Path, wanted: Wanted, threads: int
) -> Taken:
    """Return what a record gives, in a process that knows no nodes of the other one."""
    tree = record if isinstance(record, Message) \
        else read_games(record, text_of_path(path)).games[0]
    return taken_from(tree, path, wanted, threads=threads)


def _by_hand(tree: GameTree, path: Path, wanted: Wanted) -> Card:
    assert wanted.move is not None
    node = tree.node_of_move_number(wanted.move)
    position = Replay(tree).position_at(node)
    info, line = game_info(tree), game_line(tree) if tree.main_line()[1:] else None
    komi, rules = (line.komi, line.rules) if line else (0.0, "japanese")
    with judge_of(JudgeSettings(if_it_tells_points(wanted.engine), komi, rules), position) as judge:
        return card_of_position(position, judge, rules, Origin(
            info.black, info.white, info.date, info.game_name or info.event, wanted.move,
            source=text_of_path(path.name)))
