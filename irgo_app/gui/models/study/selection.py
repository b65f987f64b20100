"""What is chosen on the current node: the point that is asked about, and the place in hand."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.errors import IrgoError
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.study.desk import LifeDesk
from irgo_app.gui.models.study.readers import Readers
from irgo_app.gui.models.window import Notices
from irgo_app.judging.place import Place, place_of_box, place_of_point
from irgo_app.judging.study import Study


class Selection(QObject):
    """The only owner of the choice: cards, explanation, boards and outlines follow it.

    point -- what is asked about, PASS for nothing; it stays from node to node
    reader -- whose study is looked at, None for who reads now
    changed -- another point or place, or its study is looked at, or no longer
    wanted -- the user wants to see a study
    """

    changed = Signal()
    wanted = Signal()

    def __init__(
        self, review: Review, life: LifeDesk, readers: Readers, notices: Notices
    ) -> None:
        super().__init__()
        self._review, self._life, self._notices = review, life, notices
        self.point: Point = PASS
        self.reader: str | None = None
        self._chosen: tuple[Place, Position] | None = None
        """A place, and the position it was chosen on."""
        self._is_studied = False
        review.node_changed.connect(self._forget_place)
        review.game_changed.connect(self._on_game)
        review.tree_changed.connect(lambda change: self._on_edit())
        readers.changed.connect(self._on_reader)

    @property
    def asked(self) -> Place | None:
        """Return the group at the point that is asked about, None for a vacant point."""
        return None if self.point == PASS else self._life.group_at(self.point)

    @property
    def place(self) -> Place | None:
        """Return the place chosen, by its card or for its study; else the group asked about."""
        return self.asked if self._chosen is None else self._chosen[0]

    @property
    def studied(self) -> Place | None:
        """Return the place whose study is looked at."""
        return self._chosen[0] if self._chosen and self._is_studied else None

    def study(self) -> Study | None:
        """Return the study looked at, if it is there."""
        return None if self.studied is None else self._life.study(self.studied, self.reader)

    def ask(self, point: Point) -> None:
        """Ask about a point, and choose its group; PASS for nothing any more."""
        self.point = point
        if not self._is_studied:
            self._chosen = None
        self.changed.emit()

    def choose(self, place: Place | None) -> None:
        """Choose a place, which is shown on the board; while a study is there, its place stays."""
        if not self._is_studied and place != self.place:
            self._chosen = None if place is None else (place, self._review.position)
            self.changed.emit()

    def show(self, place: Place, reader: str | None = None) -> None:
        """Show the study of a place; ask for it if it is not there.

        reader -- who was asked already and whose study it is, None for who reads now
        """
        self._chosen, self._is_studied = (place, self._review.position), True
        self.reader = reader
        if reader is None:
            self._life.ask_study(place)
        self.wanted.emit()
        self.changed.emit()

    def show_point(self, point: Point) -> None:
        """Show the study of a vacant point."""
        self.show(place_of_point(self._review.position, point))

    def show_box(self, corner: Point, other: Point) -> None:
        """Show the study of a box; a box without a vacant point is explained."""
        try:
            self.show(place_of_box(self._review.position, corner, other))
        except IrgoError as error:
            self._notices.tell(str(error))

    def close(self) -> None:
        """Look at no study any more; the place stays chosen, and what was found stays known."""
        if self._is_studied:
            self._is_studied = False
            self.changed.emit()

    def _forget_place(self) -> None:
        if self._chosen is not None:
            self._chosen, self._is_studied = None, False
            self.changed.emit()

    def _on_game(self) -> None:
        self.point = PASS
        self._forget_place()

    def _on_edit(self) -> None:
        """Forget the place where the stones lie otherwise."""
        if self._chosen is not None and self._chosen[1] != self._review.position:
            self._forget_place()

    def _on_reader(self) -> None:
        """Have the study looked at read by the new reader, too."""
        self.reader = None
        if self.studied is not None:
            self._life.ask_study(self.studied)
            self.changed.emit()
