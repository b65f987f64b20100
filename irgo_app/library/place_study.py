"""What moving first in one place is worth, as a programmer asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from irgo_app.draw.drawables import Diagram
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR, PASS, Point
from irgo_app.go.position import Position
from irgo_app.judging.map_study import BUILTIN
from irgo_app.judging.result_json import Json, study_as_json
from irgo_app.judging.study import Study
from irgo_app.judging.study_words import counted_words, why_urgent
from irgo_app.library.analyst import colour_of
from irgo_app.library.picture import SIZE, Picture, look_of


@dataclass(frozen=True, slots=True, eq=False)
class PlaceStudy:
    """Both sides played first in a place, and what lies between.

    position -- what was studied; study -- everything that was found, points as numbers
    name -- of the group, "" where none was asked about
    """

    position: Position
    study: Study
    name: str = ""

    @property
    def swing(self) -> float:
        """Return what moving first here is worth, in points; never below 0."""
        return self.study.swing

    @property
    def sentences(self) -> tuple[str, str]:
        """Return what a move here counts, and why it is urgent or not."""
        return str(counted_words(self.study)), str(why_urgent(self.study))

    def moves(self, first: str) -> list[tuple[str, str]]:
        """Return the line if a colour moves first, such as [("B", "C3"), ("W", "D2")].

        first -- "B" or "W"; without a move worth it the line is empty. Raises UsageError
        """
        return [(LETTER_OF_COLOUR[colour], self._vertex(point))
                for colour, point in self.study.if_first(colour_of(first)).moves]

    def lead(self, first: str) -> float:
        """Return Black's lead in points, komi counted, if a colour moves first."""
        return self.study.final_lead(colour_of(first))

    def json(self) -> dict[str, Json]:
        """Return the study as `irgo whatif --json` prints it."""
        return study_as_json(self.study, self.position, BUILTIN, self.name)

    def picture(
        self, first: str, *, size: int = SIZE, theme: str = "wood", palette: str = "ink and sky"
    ) -> Picture:
        """Return the end of the line if a colour moves first, its moves numbered."""
        play = self.study.if_first(colour_of(first))
        numbers: dict[Point, int] = {}
        for number, (_, point) in enumerate(play.moves, start=1):
            if point != PASS and play.position.cells[point]:
                numbers.setdefault(point, number)
        return Picture(Diagram(play.position, move_numbers=numbers), size,
                       look_of(theme, palette))

    def _vertex(self, point: Point) -> str:
        return vertex(point, self.position.columns, self.position.rows)
