"""What the board, the header and the status line do with all models, once they are there."""

from __future__ import annotations

from PySide6.QtCore import QObject

from irgo_app.go.point import PASS
from irgo_app.gui.commands.board import BoardHand
from irgo_app.gui.models.models import Models
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.window.lead_bar import LeadBar


def give_the_board_its_models(window: MainWindow, models: Models) -> BoardHand:
    """Let the board show, tell and take what there are models for; keep what is returned."""
    status, hand = window.status, BoardHand(
        models, window.board, window.body.announce, window.body.show_panel)
    told = _Status(window, models)
    window.header.show_lead(LeadBar(models.review, models.judgements))
    models.service.progress_changed.connect(status.show_progress)
    models.service.preparing.connect(status.show_preparing)
    models.opening.progress.connect(status.show_reading)
    models.life.changed.connect(told.show_search)
    window.board.point_hovered.connect(models.candidates.look_at)
    # Another move, another choice of layers: what is said of the point is said anew.
    for signal in (window.board.point_hovered, models.scene.changed, models.shown.changed):
        signal.connect(told.show_point)
    # One connection each: an error in one of them keeps no other from being done.
    for stop in (models.opening.close, models.desk.stop, models.teller.close, models.service.close):
        window.closing.connect(stop)
    return hand


class _Status(QObject):
    """Tells the status line of the window what models have to say."""

    def __init__(self, window: MainWindow, models: Models) -> None:
        super().__init__(window)
        self._window, self._models = window, models

    def show_search(self) -> None:
        """Show how far the searches of groups are."""
        self._window.status.show_search(*self._models.life.progress)

    def show_point(self) -> None:
        """Show what is known of the point under the mouse."""
        point = self._window.board.pointed
        self._window.status.show_hover(
            "" if point == PASS else self._models.overlays.values_at(point))
