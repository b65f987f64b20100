"""How often `irgo scan` is right, and how fast: on drawn boards whose content is known.

The seeds are kept apart: neither rules nor networks (`docs/calibrate_scan.py`) were made with them.
"""

import time
from dataclasses import dataclass, field
from typing import Final

from irgo_app.errors import IrgoError
from irgo_app.scan.reading import PictureReading, read_picture
from tests.bench import Measurement
from tests.bench.drawn_boards import DrawnBoard, drawn_board, spoilt

_FIRST_SEED: Final = 910_000
_BOARDS: Final = 60
"""Clean ones, and as many spoilt ones."""


@dataclass(slots=True)
class ScanCount:
    """What was right on some pictures.

    told -- wrong points that were among the unsure ones; unsure -- all of these
    read, misread -- move numbers that are there and were read, that were read and are not there
    """

    points: int = 0
    wrong: int = 0
    boards: int = 0
    wrong_boards: int = 0
    told: int = 0
    unsure: int = 0
    numbers: int = 0
    read: int = 0
    misread: int = 0
    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def look_at(self, board: DrawnBoard, name: str) -> None:
        """Read one picture and count what is right.

        A board of another size is wrong as a whole, and told as such where every point is unsure.
        """
        start = time.process_time()
        try:
            reading: PictureReading | None = read_picture(board.picture, name)
        except IrgoError:
            reading = None
        self.seconds.append(time.process_time() - start)
        count = len(board.rows) * len(board.rows[0])
        self.points += count
        self.boards += 1
        self.numbers += len(board.numbers)
        if reading is None or [*map(len, reading.rows)] != [*map(len, board.rows)]:
            self.wrong += count
            self.wrong_boards += 1
            if reading is not None and len(reading.unsure) == sum(map(len, reading.rows)):
                self.told += count
            self.errors.append(f"{name}: the lines of the board were not found")
            return
        left, top, _, _ = reading.part
        columns = reading.position.columns
        doubted = {(point // columns - top, point % columns - left) for point in reading.unsure}
        wrong = {(row, column) for row, line in enumerate(board.rows)
                 for column, sign in enumerate(line) if reading.rows[row][column] != sign}
        self.wrong += len(wrong)
        self.told += len(wrong & doubted)
        self.unsure += len(doubted)
        is_placed = (left, top) == board.part and board.size == (columns, reading.position.rows)
        if wrong or not is_placed:
            self.wrong_boards += 1
            self.errors.append(f"{name}: {len(wrong)} wrong points" if wrong
                               else f"{name}: lies elsewhere on the board")
        found = {(point // columns - top, point % columns - left): number
                 for point, number in reading.numbers.items()}
        self.read += sum(found.get(point) == number for point, number in board.numbers.items())
        self.misread += sum(board.numbers.get(point) != number for point, number in found.items())


def scan_figures() -> list[Measurement]:
    """Measure both kinds of pictures."""
    results = []
    for kind in ("clean", "spoilt"):
        count = ScanCount()
        for number in range(_BOARDS):
            board = drawn_board(_FIRST_SEED + number + (kind == "spoilt") * _BOARDS)
            if kind == "spoilt":
                board = spoilt(board, number)
            count.look_at(board, f"{board.style} {number}")
        results += _measured(kind, count)
    return results


def _measured(kind: str, count: ScanCount) -> list[Measurement]:
    errors = "; ".join(count.errors[:5])
    rows = (
        ("points", "%", 100 * (1 - count.wrong / count.points),
         f"{count.wrong} of {count.points} wrong, {count.told} of them told as unsure, "
         f"{count.unsure} unsure in all"),
        ("boards", "%", 100 * (1 - count.wrong_boards / count.boards), errors or "all right"),
        ("numbers", "%", 100 * count.read / max(1, count.numbers),
         f"{count.read} of {count.numbers} read, {count.misread} misread"))
    found = [Measurement.of(f"scan.{kind}_{name}", unit, [value], note)
             for name, unit, value, note in rows]
    return [*found, Measurement.of(
        f"scan.{kind}_seconds", "s", count.seconds,
        f"processor time of a picture, at most {max(count.seconds):.2f}")]
