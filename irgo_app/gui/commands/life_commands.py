"""What the window does about life and death: ask, show, and say where the answers are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from irgo_app.go.point import PASS, Point

if TYPE_CHECKING:
    from irgo_app.gui.commands.commands import Commands
    from irgo_app.gui.models.life_desk import LifeDesk


class LifeCommands(QObject):
    """The actions about life and death."""

    def __init__(self, commands: Commands) -> None:
        super().__init__(commands)
        self._window, self._session = commands.window, commands.session
        if self._session.life:
            self._session.life.study_shown.connect(lambda: self._window.show_dock("whatif"))
            self._session.life.changed.connect(self._show_progress)

    def ask_groups(self) -> None:
        """Search the life of all groups of the position, or stop that."""
        desk = self._desk()
        if desk is not None:
            self._window.show_dock("groups")
            desk.stop() if desk.is_working else desk.ask_groups()

    def rank(self) -> None:
        """Rank all groups by what moving first is worth there, or stop that."""
        desk = self._desk()
        if desk is not None:
            self._window.show_dock("urgency")
            desk.stop() if desk.is_working else desk.ask_ranking()

    def what_if(self) -> None:
        """Study the group or vacant point under the cursor; without one the group chosen."""
        self.study(self._window.board.pointed)

    def study(self, point: Point) -> None:
        """Show what happens if either side plays first at a point, or at the group there."""
        session, desk = self._session, self._desk()
        if desk is None:
            return
        if point != PASS:
            session.inquiry.ask(point)
        group = session.inquiry.group
        if group >= 0:
            desk.show_study(group)
        elif point != PASS:
            desk.show_study(point, is_point=True)
        else:
            self._window.show_message(self.tr(
                "Point at a group or a vacant point, or choose a row of the Groups dock, then ask "
                "what if."))

    def _show_progress(self) -> None:
        if self._session.life:
            self._window.status.show_search(*self._session.life.progress)

    def _desk(self) -> LifeDesk | None:
        return self._session.life
