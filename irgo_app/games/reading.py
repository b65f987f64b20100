"""Reads games one after the other, the newest first: the story of each, and what went wrong in it.

The work is done by the crew of a batch, processes here or a cluster's. Each game is kept as soon as
it is read, so that reading that was stopped or killed goes on where it was. Importing this is
cheap: what reads is loaded by those who do the work.
"""

import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct, field

from irgo_app.batch.crew import Crew, SchedulerLostError, outcomes
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import SgfError, UsageError
from irgo_app.games.index import GamesIndex, GameSummary, KeptReading, json_of_message
from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.practice.card import Theme
from irgo_app.words import Message, counted

CLOCK_BOUNDS_S: Final = (5.0, 20.0)
"""A move is quick below the first, slow from the second on."""
_MOST_CARDS: Final = 3
"""Cards of a game and side that are kept."""
_TURNS: Final = 6


class KeptMistake(Struct, frozen=True):
    """A mistake as it is kept: a lesson of the game's story.

    number -- of the move, from 1; points -- that it lost; theme -- what it was most about
    phase -- the name of a `Phase`; pace -- 0 for a quick move to 2 for a slow one, None where the
    record has no clock
    """

    number: int
    colour: Colour
    points: float
    theme: Theme
    phase: str
    pace: int | None = None


class ReadGame(Struct, frozen=True):
    """What is kept of a game that was read.

    phases -- those that were reached; paces -- for Black and for White how many moves were quick,
    middling and slow; cards -- JSON of the largest sure mistakes
    """

    mistakes: tuple[KeptMistake, ...] = ()
    phases: tuple[str, ...] = ()
    paces: tuple[tuple[int, int, int], tuple[int, int, int]] = ((0, 0, 0), (0, 0, 0))
    cards: tuple[str, ...] = ()


def read_game_of(data: bytes) -> ReadGame:
    """Return what was kept of a game; of data that cannot be read, nothing."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(data), type=ReadGame)
    except (msgspec.MsgspecError, zlib.error):
        return ReadGame()


class GameToRead(Struct, frozen=True):
    """A game on its way to who reads it; record -- as SGF; source -- the name of its file."""

    id: int
    key: bytes
    record: bytes
    source: str


class ReadCount(Struct):
    """How far reading has come: games read of those that were not; why others could not be."""

    total: int = 0
    read: int = 0
    broken: dict[str, str] = field(default_factory=dict)

    @property
    def done(self) -> int:
        return self.read + len(self.broken)


def read_games_of(
    index: GamesIndex, crew: Crew, profile: EngineProfile | None = None,
    tell: Callable[[ReadCount], None] = lambda count: None,
    is_stopped: Callable[[], bool] = lambda: False, most: int = 0,
) -> ReadCount:
    """Read the games that nobody has read, the newest first; most -- so many, 0 for all.

    profile -- the engine that judges, None for irgo. Raises GamesError, and UsageError where a
    cluster is lost; what was read is kept.
    """
    unread = [row for row in index.rows() if not row.summary.judge]
    unread = unread[:most or len(unread)]
    count = ReadCount(len(unread))

    def works() -> Iterator[GameToRead]:
        from irgo_app.sgf.writer import write_games

        for row in unread:
            source = index.place_of(row.id)[0].name
            try:
                yield GameToRead(row.id, row.key, write_games([index.tree_of(row.id)]), source)
            except SgfError as error:
                count.broken[source] = str(error)

    threads = 1 if crew.size() > 1 else 0
    try:
        for found in outcomes(crew, works(), partial(read_game, profile=profile, threads=threads),
                              is_stopped):
            index.keep_readings([reading for _, reading in found
                                 if isinstance(reading, KeptReading)])
            for work, reading in found:
                if isinstance(reading, Message):
                    count.broken[work.source] = str(reading)
                else:
                    count.read += 1
            tell(count)
    except SchedulerLostError:
        raise UsageError(counted(
            "The scheduler is lost; one game is read. Run the same again to go on.",
            "The scheduler is lost; {count} games are read. Run the same again to go on.",
            count.read)) from None
    return count


def read_game(work: GameToRead, profile: EngineProfile | None, threads: int) -> KeptReading:
    """Read a game; done by a worker, anywhere. Raises IrgoError with the reason why it cannot."""
    from msgspec.structs import replace

    from irgo_app.batch.analysis import judges_here, layers_here
    from irgo_app.practice.card_file import written
    from irgo_app.practice.making import card_of_mistake, themes_of_reasons
    from irgo_app.report.game_report import reading_of, reviewed_turns
    from irgo_app.report.turn_words import turn_sentences, turn_title
    from irgo_app.review.game_line import fitting, game_line
    from irgo_app.sgf.move_times import seconds_of_moves
    from irgo_app.sgf.parser import read_games
    from irgo_app.words import message

    tree = read_games(work.record, work.source).games[0]
    line, _ = fitting(game_line(tree))
    judge = judges_here().judge(
        line.positions[0], replace(reading_of(line, profile), threads=threads))
    review, turns = reviewed_turns(line, judge, layers_here, _TURNS, is_kept=True)
    paces = [None if seconds is None else sum(seconds >= bound for bound in CLOCK_BOUNDS_S)
             for node, seconds in zip(tree.main_line(), seconds_of_moves(tree.main_line()),
                                      strict=True) if node.move is not None]
    whys, mistakes = review.whys, list[KeptMistake]()
    cards: dict[Colour, list[str]] = {BLACK: [], WHITE: []}
    for lesson in sorted(review.lessons, key=lambda lesson: -lesson.told.points):
        number, colour = lesson.number, lesson.told.colour
        why = whys.get(number)
        reasons = () if why is None else why.difference.reasons
        themes = themes_of_reasons(reasons, line.positions[number - 1], number - 1)
        mistakes.append(KeptMistake(
            number, colour, round(lesson.told.points, 1), themes[0],
            review.moves[number - 1].phase.name, paces[number - 1]))
        if why is not None and lesson.is_sure and why.instead.move != PASS \
                and len(cards[colour]) < _MOST_CARDS:
            cards[colour].append(written(card_of_mistake(line, number, why, work.source)))
    worst = {colour: max(((mistake.points, mistake.number) for mistake in mistakes
                          if mistake.colour == colour), default=(0.0, 0))
             for colour in (BLACK, WHITE)}
    turn = max(turns, key=lambda turn: turn.point.points, default=None)
    told = message("No move decided it.")
    if turn is not None:
        told = next(iter(turn_sentences(turn.point, review)), told)
        if not turn.point.drift:
            told = message("{title}: {sentence}", title=turn_title(turn.point, line),
                           sentence=told)
    found = ReadGame(
        tuple(mistakes), tuple(phase.name for phase in review.phases),
        (_paces_of(BLACK, line.moves, paces), _paces_of(WHITE, line.moves, paces)),
        (*cards[BLACK], *cards[WHITE]))
    return KeptReading(work.key, GameSummary(
        review.judge, *worst[BLACK], *worst[WHITE], 0 if turn is None else turn.point.number,
        json_of_message(told)), zlib.compress(msgspec.msgpack.encode(found)))


def _paces_of(
    colour: Colour, moves: tuple[tuple[Colour, int], ...], paces: list[int | None]
) -> tuple[int, int, int]:
    own = [pace for (mover, _), pace in zip(moves, paces, strict=False) if mover == colour]
    return own.count(0), own.count(1), own.count(2)
