"""The story of a game as a value, the same in report, JSON, window, and in a copy of its record."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Judgement
from irgo_app.meaning.reasons import Comparison
from irgo_app.review.game_line import Move
from irgo_app.sgf.edits import add_move
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.values import raw_of_text
from irgo_app.sgf.writer import write_games
from irgo_app.words import Message

_JUDGED = ("BM", "TE", "DO", "IT")
"""Where one of these stands somebody has judged the move already."""


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

    number -- of its move, from 1; the board before it is position number - 1
    move -- its colour and point; better -- what should have been played, None if nobody knows
    title, sentences -- in words, the most important first
    lines -- both futures: as it was played and what was better, each with Black's lead; of several
    moves only as they were played; or none
    stones -- those whose fate it decided, sorted
    tells_loss -- whether its sentences say what its move lost
    points -- what was at stake
    loser -- who lost by it, None where both sides did or nobody
    first, last -- the moves of a fight, of a point that stood open, or of a stretch
    moves -- numbers of the moves that missed something in it, in their order
    is_sure -- else it is told with "probably"
    """

    number: int
    move: Move
    title: Message
    sentences: tuple[Message, ...]
    lines: tuple[StoryLine, ...]
    stones: tuple[Point, ...]
    tells_loss: bool = False
    better: Point | None = None
    points: float = 0.0
    loser: Colour | None = None
    first: int = 0
    last: int = 0
    moves: tuple[int, ...] = ()
    is_sure: bool = True


class StoryLoss(Struct, frozen=True):
    """A mistake of the list: a lesson, told once for each side that missed it.

    number -- of the move that it is told of, from 1; colour, point -- who played it where
    points -- what it lost; better -- what should have been played, None if nobody knows
    moves -- numbers of all moves that missed the same; is_sure -- else "probably"
    """

    number: int
    colour: Colour
    point: Point
    points: float
    better: Point | None = None
    moves: tuple[int, ...] = ()
    is_sure: bool = True


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


class Story(Struct, frozen=True, eq=False):
    """What is told of a game.

    judge -- who says it, as people call it; judged_by -- the same with how far it read, a sentence
    judged -- what it says after each move, the first before any move; ownership and tried moves
    left out
    moves -- those of the game that was judged
    overview -- the game in a few sentences
    points -- the turning points in the order of the game
    losses -- the mistakes, in the order of the game
    whys -- moves that were held against better ones, by their numbers: what the story says of them
    notes -- what a record with it says, move by move; none while it is not whole
    is_whole -- else it is a first list: more is still being looked at
    curve -- Black's lead at each position as the curve shows it: where a point stands open and the
    lead jumps between two answers, their mean
    decided -- number of the move by which the game was decided, None if it never was
    """

    judge: str
    judged_by: Message
    judged: tuple[Judgement, ...]
    moves: tuple[Move, ...]
    overview: tuple[Message, ...]
    points: tuple[StoryPoint, ...]
    losses: tuple[StoryLoss, ...]
    whys: Mapping[int, Comparison]
    is_whole: bool
    notes: tuple[StoryNote, ...] = ()
    curve: tuple[float, ...] = ()
    decided: int | None = None


def story_record(story: Story, tree: GameTree) -> bytes:
    """Return a copy of a record with the story of its game in it.

    It is made of the record as it is now, in the language that is spoken now, wherever and whenever
    the story was told.
    tree -- the game that was told, along its main line
    """
    copy = read_games(write_games([tree])).games[0]
    moved = [node for node in copy.main_line() if node.move is not None]
    _say(copy, copy.root, [" ".join(map(str, (*story.overview, story.judged_by)))])
    for note in story.notes:
        if note.number <= len(moved):
            _write(copy, moved[note.number - 1], note)
    return write_games([copy])


def _write(tree: GameTree, node: Node, note: StoryNote) -> None:
    if note.bad and not any(map(node.says, _JUDGED)):
        _set(tree, node, "BM", [note.bad])
    if node.parent is not None and note.better:
        _add_line(tree, node.parent, note)
    _say(tree, node, note.said)
    _mark(tree, node, "TR", note.stones)
    if note.name is not None and not node.says("N"):
        _set(tree, node, "N", [raw_of_text(str(note.name))])


def _add_line(tree: GameTree, parent: Node, note: StoryNote) -> None:
    node = parent
    for move in note.better:
        child = add_move(node, *move)
        if node is parent and note.beside is not None:
            _say(tree, child, [note.beside])
        node = child


def _say(tree: GameTree, node: Node, said: Iterable[Message | str]) -> None:
    text = "\n\n".join(filter(None, (node.comment, *map(str, said))))
    if text:
        _set(tree, node, "C", [raw_of_text(text)])


def _mark(tree: GameTree, node: Node, identifier: str, points: Sequence[Point]) -> None:
    before = node.properties.get(identifier, [])
    letters = [sgf_letters(point, tree.columns) for point in points if point != PASS]
    if letters:
        _set(tree, node, identifier,
             [*before, *(one for one in letters if one not in before)])


def _set(tree: GameTree, node: Node, identifier: str, values: list[str]) -> None:
    tree.replace_properties(node, {**node.properties, identifier: values}, None)
