"""How the Ishida view is drawn: how far its edges move, how large it is, what it costs.

Edges are followed along the example games from position to position, where expectation falls by 0.3
or more a line across them and changes by less than 0.1 around. Sizes are those of the SVG at 800
pixels. Times are of this process: making the shapes, which a worker does, and painting them, as the
window does, on a board as large as one of 1280x800 shows it.
"""

import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, Shading
from irgo_app.draw.export import svg_of
from irgo_app.draw.smooth_shapes import SAMPLES, Loops, fine_field
from irgo_app.go.point import BLACK, WHITE
from irgo_app.gui.views.board_picture import BoardPicture
from irgo_app.judging.ishida_picture import IshidaPicture, picture_of, plain_tones
from irgo_app.judging.judges import JudgeSettings
from irgo_app.judging.requests import IshidaRequest
from irgo_app.resource_files import resource_path
from irgo_app.service.plan import WorkerBench
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.bench import Measurement

Values: TypeAlias = npt.NDArray[np.float64]
_GAMES: Final = ("selfplay01.sgf", "selfplay02.sgf", "selfplay03.sgf")
_EVERY: Final = 6
_STEEP: Final = 0.3
_ALIKE: Final = 0.1
_AROUND: Final = SAMPLES
"""Samples: expectation counts so far round an edge."""
_SIDE: Final = 720
_PAINTINGS: Final = 3


def ishida_figures() -> list[Measurement]:
    """Measure the view on the example games."""
    pictures = list(_pictures())
    moved = [shift for one, other in pictures for shift in _moved(one.view.ownership,
                                                                   other.view.ownership)]
    sizes = [len(svg_of(Diagram(one.view.position, one.drawables()))) / 1000
             for one, _ in pictures]
    return [
        Measurement("ishida.edge_moves", "lines", statistics.quantiles(moved, n=100)[98],
                    statistics.median(moved), len(moved), "99th percentile (minimum: the median) "
                    "of how far steep edges of territories move where ownership changes by under "
                    "0.1"),
        Measurement("ishida.edges_astray", "%", 100 * float(np.mean(np.array(moved) > 1 / 3)),
                    0.0, len(moved), "of these places the edge moves by more than a third of a "
                    "line, or is gone"),
        Measurement("ishida.svg", "kB", statistics.median(sizes), max(sizes), len(sizes),
                    "the SVG of a board at 800 pixels (minimum: the largest)"),
        Measurement.of("ishida.shapes", "ms", [_time_of(one) for one, _ in pictures],
                       "making the shapes of a view, in a worker"),
        *_painted([one for one, _ in pictures])]


def _painted(pictures: Sequence[IshidaPicture]) -> list[Measurement]:
    """Measure what the window paints of a view beyond the board and its stones."""
    application = QGuiApplication.instance() or QGuiApplication(["irgo", "-platform", "offscreen"])
    board, size = BoardPicture(Look()), QSize(_SIDE, _SIDE)
    beyond, unchanged = list[float](), list[float]()
    for picture in pictures:
        runs = []
        for _ in range(_PAINTINGS):
            stones = _paint_time(board, Diagram(picture.view.position), size)
            # Made anew: tones that were painted last are not painted again.
            drawn = Diagram(picture.view.position, picture_of(picture.view).drawables())
            runs.append(_paint_time(board, drawn, size) - stones)
            unchanged.append(_paint_time(board, drawn, size))
        beyond.append(statistics.median(runs))
    del application
    return [Measurement.of("ishida.paint", "ms", beyond,
                           f"painting a view beyond the stones, {_SIDE}x{_SIDE}; "
                           f"worst {max(beyond):.1f}"),
            Measurement.of("ishida.paint_unchanged", "ms", unchanged, "the same view once more")]


def _paint_time(board: BoardPicture, diagram: Diagram, size: QSize) -> float:
    start = time.perf_counter()
    board.pixmap(diagram, size)
    return 1000 * (time.perf_counter() - start)


def _pictures() -> Iterator[tuple[IshidaPicture, IshidaPicture]]:
    """Yield the views of positions that follow each other, every few moves of the games."""
    bench = WorkerBench()
    for name in _GAMES:
        tree = load_file(resource_path("examples", name)).games[0]
        replay, line = Replay(tree), tree.main_line()
        for before, after in zip(line[10:-1:_EVERY], line[11::_EVERY], strict=False):
            one, other = (IshidaRequest.at_a_look(
                replay.position_at(node), JudgeSettings.of_game(tree)).answer(bench, None)
                for node in (before, after))
            yield one, other


def _moved(before: Values, after: Values) -> Iterator[float]:
    """Yield how far the steep edges of territories move, at each of their points, in lines."""
    changed = fine_field(np.abs(after - before))
    for colour in (BLACK, WHITE):
        own = fine_field(colour * before)
        fall = np.hypot(*np.gradient(own, 1 / SAMPLES))
        edges, others = (_sure(values, colour) for values in (before, after))
        if not others:
            continue
        there = np.concatenate([_middles(loop) for loop in others])
        for loop in edges:
            for x, y in _middles(loop).tolist():
                column, row = round((x + 0.5) * SAMPLES), round((y + 0.5) * SAMPLES)
                near = np.s_[max(0, row - _AROUND):row + _AROUND + 1,
                             max(0, column - _AROUND):column + _AROUND + 1]
                if fall[row, column] >= _STEEP and changed[near].max() < _ALIKE:
                    yield float(np.hypot(there[:, 0] - x, there[:, 1] - y).min())


def _sure(ownership: Values, colour: int) -> Loops:
    """Return the loops round a side's territories."""
    return next((loops for found in plain_tones(ownership) if isinstance(found, Shading)
                 for strength, loops in found.layers if strength == colour), ())


def _middles(loop: Values) -> Values:
    """Return places along a spline, close to each other."""
    ahead = np.roll(loop, -1, axis=0)
    middles, quarters = (loop + ahead) / 2, (3 * loop + ahead) / 4
    return np.concatenate((middles, quarters, (loop + 3 * ahead) / 4))


def _time_of(picture: IshidaPicture) -> float:
    start = time.process_time()
    picture_of(picture.view)
    return 1000 * (time.process_time() - start)
