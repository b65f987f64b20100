"""A game printed to a file: PDF, one page of HTML, SVG, a picture, or a picture that moves.

`made` carries out the tasks of the window, in a process of its own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, Drawable
from irgo_app.draw.export import write_picture
from irgo_app.errors import UsageError
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import CalledOffError, Tell
from irgo_app.judging.judges import JudgeSettings
from irgo_app.meaning.ishida import RequestAnswerer, first_look, whole_view
from irgo_app.print.figures import (BoardStyle, Book, FigureFrame, Maps, Plate, PrintOptions, Turns,
                                    book_of, facts_of, frames_of_moves, frames_of_study, line_to,
                                    notes_of, stretch)
from irgo_app.print.film import FilmOptions, write_film
from irgo_app.print.pages import pdf_of_book, svg_of_book
from irgo_app.report.blocks import (Block, Board, Columns, Document, Facts, Heading, Paragraph,
                                    ReportOptions, Style, Title, names_of, occasion_of)
from irgo_app.report.html import html_of
from irgo_app.report.report_process import progress_told
from irgo_app.review.game_line import ComputeLayer, game_line
from irgo_app.review.game_story import Story
from irgo_app.service.plan import Computer, WorkerBench
from irgo_app.service.request import Request
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.navigation import node_at
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay
from irgo_app.whole_file import check_ending, why_unwritten, write_whole
from irgo_app.words import Message, message


def html_of_book(book: Book, options: PrintOptions) -> bytes:
    """Return the game as one page of HTML, which prints on the paper that was chosen."""
    black, white = names_of(book.info)
    blocks: list[Block] = [Title(black, white, occasion_of(book.info)), Facts(facts_of(book.info))]
    if options.a_page == 4:
        pairs = [book.plates[start:start + 2] for start in range(0, len(book.plates), 2)]
        blocks += [Columns((*(_column(plate) for plate in pair), *[()] * (2 - len(pair))))
                   for pair in pairs]
    elif options.a_page == 2:
        blocks += [Columns(((_board(plate),), _column(plate)[1:])) for plate in book.plates]
    else:
        for plate in book.plates:
            blocks += [Heading(plate.title), _board(plate), *_column(plate)[2:]]
    if book.is_part:
        blocks.append(Paragraph(message("The record holds more; the rest was left out.")))
    document = Document(message("{black} – {white}", black=black, white=white), tuple(blocks))
    return html_of(document, options.look, options.paper).encode("utf-8")


def _board(plate: Plate) -> Board:
    return Board(plate.diagram, notes_of(plate))


def _column(plate: Plate) -> tuple[Block, ...]:
    return (_board(plate), Paragraph(plate.title),
            *(Paragraph(text, Style.NOTE) for text in plate.texts))


PRINT_FORMATS: Final[Mapping[str, Callable[[Book, PrintOptions], bytes]]] = {
    ".pdf": pdf_of_book, ".html": html_of_book, ".svg": svg_of_book}
"""The formats of printed games by the ending of their files."""


def print_game(
    path: Path, tree: GameTree, options: PrintOptions, maps: Maps, turns: Turns | None = None
) -> Book:
    """Write a game as books print it, and return what was written; raises UsageError.

    The file is the old one or the new one whatever happens, and never half.
    """
    check_ending(path, PRINT_FORMATS)
    book = book_of(tree, options, maps, turns)
    try:
        write_whole(path, PRINT_FORMATS[path.suffix.lower()](book, options))
    except (OSError, ValueError) as error:
        raise UsageError(why_unwritten(path, error)) from None
    return book


T = TypeVar("T")


class PictureTask(Struct, frozen=True, eq=False):
    """One picture; notes -- what stands below the board."""

    path: Path
    diagram: Diagram
    size: int
    look: Look
    notes: tuple[str, ...] = ()
    has_ground: bool = True


class PagesTask(Struct, frozen=True, eq=False):
    """A game on pages.

    record -- one game as SGF; has_story -- figures end where the game turned
    turns -- where that is and what is told there, None where the game is yet to be read
    """

    path: Path
    record: bytes
    options: PrintOptions
    has_story: bool = False
    turns: Turns | None = None


class FilmTask(Struct, frozen=True, eq=False):
    """A picture that moves.

    record -- one game as SGF; node -- the address of the end of its line
    moves -- the first and the last to show, None for all up to the node
    lines -- the moves of both futures of a study at the node, None for the game's own
    """

    path: Path
    record: bytes
    node: str
    options: FilmOptions
    style: BoardStyle
    has_ishida: bool = False
    moves: tuple[int, int] | None = None
    lines: Mapping[Colour, Sequence[tuple[Colour, Point]]] | None = None


PrintTask: TypeAlias = PictureTask | PagesTask | FilmTask


def made(connection: Connection, flag: CancelFlag, task: PrintTask) -> None:
    """Carry a task out in the process it was given to; raises IrgoError and CalledOffError."""
    if isinstance(task, PictureTask):
        write_picture(task.path, task.diagram, size=task.size, look=task.look, legend=task.notes,
                      has_ground=task.has_ground)
        return
    tree = read_games(task.record).games[0]
    answer = _answers(flag)
    say = progress_told(connection, most=99)

    def tell(done: int, total: int) -> None:
        _look(flag)
        say(done, total)

    if isinstance(task, PagesTask):
        computer, turns = Computer(), task.turns if task.has_story else None
        if task.has_story and turns is None:
            turns, _ = turns_of(tree, lambda asked: computer.compute(asked, flag), tell, flag)
        print_game(task.path, tree, task.options,
                   lambda position: whole_view(
                       position, JudgeSettings.of_game(tree), answer).drawables(), turns)
        return
    node = node_at(tree, task.node)
    frames, total = _frames(task, tree, node, answer)
    write_film(task.path, frames, task.options, lambda done: tell(done, total))


def turns_of(
    tree: GameTree, compute: ComputeLayer, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> tuple[Turns, Message | None]:
    """Return where `irgo report` finds that a game turned, and what to know of whoever judged.

    compute -- works layers out; tell -- told (hundredths done, 100)
    Raises EngineError and CalledOffError.
    """
    # The network, which the window's process must not load.
    from irgo_app.report.report_file import judged_report
    from irgo_app.report.turn_words import turn_sentences

    judged = judged_report(
        game_line(tree), None, compute, ReportOptions(has_diagrams=False), tell, cancel)
    turns = dict[int, tuple[Message, ...]]()
    for turn in judged.report.turns:
        number = turn.point.number
        turns[number] = turns.get(number, ()) + turn_sentences(
            turn.point, judged.report.review)
    return turns, judged.remark


def turns_of_story(story: Story) -> Turns:
    """Return where a story says that the game turned, with what it tells there."""
    turns = dict[int, tuple[Message, ...]]()
    for point in story.points:
        turns[point.number] = turns.get(point.number, ()) + point.sentences
    return turns


def _frames(
    task: FilmTask, tree: GameTree, node: Node, answer: RequestAnswerer
) -> tuple[Iterator[FigureFrame], int]:
    replay = Replay(tree)

    def overlay(position: Position, _node: Node | None) -> Sequence[Drawable]:
        return first_look(position, JudgeSettings.of_game(tree, node=node), answer) \
            if task.has_ishida else ()

    if task.lines is not None:
        longest = max(map(len, task.lines.values()))
        return frames_of_study(
            replay.position_at(node), task.lines, task.style, overlay), longest + 1
    nodes = tree.path_to(node)[1:] if task.moves is None \
        else stretch(line_to(tree, node), *task.moves)
    return frames_of_moves(nodes, replay, task.style, overlay), len(nodes) + 1


def _answers(flag: CancelFlag) -> RequestAnswerer:
    bench = WorkerBench()

    def answer(request: Request[T]) -> T:
        _look(flag)
        return request.answer(bench, flag)

    return answer


def _look(flag: CancelFlag) -> None:
    if flag:
        raise CalledOffError
