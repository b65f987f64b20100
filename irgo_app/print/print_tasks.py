"""What a process of its own prints for the window: a picture, pages, or a picture that moves."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, Drawable
from irgo_app.draw.export import write_picture
from irgo_app.errors import IrgoError
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judge import CalledOffError
from irgo_app.judging.judges import Reading
from irgo_app.meaning.ishida import Answers, first_look, whole_view
from irgo_app.print.book import PrintOptions, Turns
from irgo_app.print.figures import BoardStyle, line_to, stretch
from irgo_app.print.film import FilmOptions, write_film
from irgo_app.print.frames import Frame, frames_of_moves, frames_of_study
from irgo_app.print.print_file import print_game
from irgo_app.report.report_process import Done, Failed, Progress
from irgo_app.review.game_line import Tell
from irgo_app.service.plan import Computer, WorkerBench
from irgo_app.service.request import Request
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.navigation import node_at
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay

T = TypeVar("T")
_TOLD_EVERY_S: Final = 0.05


class PictureTask(Struct, frozen=True, eq=False):
    """One picture; notes -- what stands below the board."""

    path: Path
    diagram: Diagram
    size: int
    look: Look
    notes: tuple[str, ...] = ()
    has_ground: bool = True


class PagesTask(Struct, frozen=True, eq=False):
    """A game on pages; record -- one game as SGF; has_story -- figures end where the game turned.
    """

    path: Path
    record: bytes
    options: PrintOptions
    has_story: bool = False


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


def made(connection: Connection, flag: CancelFlag, task: PrintTask) -> Done | Failed:
    """Carry a task out in the process it was given to, and say how it ended."""
    try:
        _make(task, flag, connection)
    except CalledOffError:
        return Failed(None)
    except IrgoError as error:
        return Failed(error.message)
    return Done(None)


def _make(task: PrintTask, flag: CancelFlag, connection: Connection) -> None:
    if isinstance(task, PictureTask):
        write_picture(task.path, task.diagram, size=task.size, look=task.look, legend=task.notes,
                      has_ground=task.has_ground)
        return
    tree = read_games(task.record).games[0]
    answer = _answers(flag)
    told = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal told
        _look(flag)
        if time.monotonic() - told > _TOLD_EVERY_S:
            told = time.monotonic()
            connection.send(Progress(min(99, 100 * done // total)))

    if isinstance(task, PagesTask):
        turns = _turns(tree, tell, flag) if task.has_story else {}
        print_game(task.path, tree, task.options,
                   lambda position: whole_view(position, Reading.of_game(tree), answer), turns)
        return
    node = node_at(tree, task.node)
    frames, total = _frames(task, tree, node, answer)
    write_film(task.path, frames, task.options, lambda done: tell(done, total))


def _turns(tree: GameTree, tell: Tell, flag: CancelFlag) -> Turns:
    # The network, which the window's process must not load.
    from irgo_app.print.story import story_of

    computer = Computer()
    return story_of(tree, lambda asked: computer.compute(asked, flag), tell, flag).turns


def _frames(
    task: FilmTask, tree: GameTree, node: Node, answer: Answers
) -> tuple[Iterator[Frame], int]:
    """Return the boards to show, and about how many there are."""
    replay = Replay(tree)

    def overlay(position: Position, _node: Node | None) -> Sequence[Drawable]:
        return first_look(position, Reading.of_game(tree), answer) if task.has_ishida else ()

    if task.lines is not None:
        longest = max(map(len, task.lines.values()))
        return frames_of_study(
            replay.position_at(node), task.lines, task.style, overlay), longest + 1
    nodes = tree.path_to(node)[1:] if task.moves is None \
        else stretch(line_to(tree, node), *task.moves)
    return frames_of_moves(nodes, replay, task.style, overlay), len(nodes) + 1


def _answers(flag: CancelFlag) -> Answers:
    """Return what answers requests here, until the flag is raised."""
    bench = WorkerBench()

    def answer(request: Request[T]) -> T:
        _look(flag)
        return request.answer(bench, flag)

    return answer


def _look(flag: CancelFlag) -> None:
    """Raise CalledOffError once the flag is raised."""
    if flag:
        raise CalledOffError
