"""Which study is looked at: of a group, a point or a box of the current node."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.errors import IrgoError
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.study.desk import LifeDesk
from irgo_app.gui.models.study.readers import Readers
from irgo_app.gui.models.window import Notices
from irgo_app.judging.place import Place, place_of_box, place_of_point
from irgo_app.judging.study import Study


class StudyInView(QObject):
    """Holds the place; its study comes from the desk, and is asked for if it is not there.

    changed -- another place, or none any more; wanted -- the user wants to see a study
    """

    changed = Signal()
    wanted = Signal()

    def __init__(
        self, review: Review, life: LifeDesk, readers: Readers, notices: Notices
    ) -> None:
        super().__init__()
        self._review, self._life, self._notices = review, life, notices
        self._subject: tuple[Position, Place] | None = None
        review.node_changed.connect(self.close)
        review.game_changed.connect(self.close)
        review.tree_changed.connect(lambda change: self._on_edit())
        readers.changed.connect(self._on_reader)

    @property
    def place(self) -> Place | None:
        """Return the place whose study is looked at."""
        return None if self._subject is None else self._subject[1]

    def study(self) -> Study | None:
        """Return the study looked at, if it is there."""
        return None if self._subject is None else self._life.study(self._subject[1])

    def show_group(self, group: int) -> None:
        """Show the study of a group; ask for it if it is not there."""
        answers = self._life.answers()
        if answers and 0 <= group < len(answers.places):
            self.show(answers.places[group])

    def show_point(self, point: Point) -> None:
        """Show the study of a vacant point."""
        self.show(place_of_point(self._review.position, point))

    def show_box(self, corner: Point, other: Point) -> None:
        """Show the study of a box; a box without a vacant point is explained."""
        try:
            self.show(place_of_box(self._review.position, corner, other))
        except IrgoError as error:
            self._notices.tell(str(error))

    def show(self, place: Place) -> None:
        """Show the study of a place."""
        self._subject = self._review.position, place
        self._life.ask_study(place)
        self.wanted.emit()
        self.changed.emit()

    def close(self) -> None:
        """Look at no study any more; what was found stays."""
        if self._subject is not None:
            self._subject = None
            self.changed.emit()

    def _on_edit(self) -> None:
        """Close it where the stones lie otherwise."""
        if self._subject is not None and self._subject[0] != self._review.position:
            self.close()

    def _on_reader(self) -> None:
        """Have the study looked at read by the new reader, too."""
        if self._subject is not None:
            self._life.ask_study(self._subject[1])
            self.changed.emit()
