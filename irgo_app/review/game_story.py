"""The story of a game as a value: what report, record, JSON and window tell, the same in all."""

from __future__ import annotations

from msgspec import Struct

from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Judgement
from irgo_app.review.game_line import Move
from irgo_app.words import Message


class StoryLine(Struct, frozen=True, eq=False):
    """What is expected from the board before a turning point on, if one move or another is played.

    title -- whose line it is, in words; moves -- from that board on; end -- the board after them
    lead -- Black's lead then in points, komi counted
    """

    title: Message
    moves: tuple[Move, ...]
    end: Position
    lead: float


class StoryPoint(Struct, frozen=True, eq=False):
    """A turning point as it is told.

    number -- of its move, from 1; move -- its colour and point
    title, sentences -- in words, the most important first
    lines -- both futures: as it was played and what was better, or either side first; of several
    moves only as they were played; or none
    stones -- those whose fate it decided, sorted
    """

    number: int
    move: Move
    title: Message
    sentences: tuple[Message, ...]
    lines: tuple[StoryLine, ...]
    stones: tuple[Point, ...]


class StoryLoss(Struct, frozen=True):
    """A mistake: the number of its move from 1, who played it where, and the points it lost."""

    number: int
    colour: Colour
    point: Point
    points: float


class StoryNote(Struct, frozen=True, eq=False):
    """What a record with the story says at a move.

    number -- of the move, from 1; said -- for its comment
    stones -- marked there, sorted; bad -- how bad the move is as SGF's BM says it, "" if it is not
    better -- moves in its place, as far as the rules allow them, none where nothing was better
    beside -- the comment where these begin; name -- of the move, None for none
    """

    number: int
    said: tuple[Message, ...] = ()
    stones: tuple[Point, ...] = ()
    bad: str = ""
    better: tuple[Move, ...] = ()
    beside: Message | None = None
    name: Message | None = None


class GameStory(Struct, frozen=True, eq=False):
    """What is told of a game.

    judge -- who says it, as people call it
    judged -- what it says after each move, the first before any move; ownership and tried moves
    left out
    moves -- those of the game that was judged
    overview -- the game in a few sentences
    points -- the turning points in the order of the game
    losses -- the mistakes, in the order of the game
    notes -- what a record with it says, move by move; none while it is not whole
    is_whole -- else it is a first list: more is still being looked at
    """

    judge: str
    judged: tuple[Judgement, ...]
    moves: tuple[Move, ...]
    overview: tuple[Message, ...]
    points: tuple[StoryPoint, ...]
    losses: tuple[StoryLoss, ...]
    is_whole: bool
    notes: tuple[StoryNote, ...] = ()
