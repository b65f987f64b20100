"""The window made anew on the same models: how another language comes into every corner of it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from irgo_app.gui.models.models import Models
from irgo_app.gui.shell.composition import give_the_board_its_models
from irgo_app.gui.shell.furnishing import Furnishing
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.dialogs.report import ReportDialog
from irgo_app.gui.views.panels.comment_panel import CommentPanel


class Renewal:
    """A new window in the place of another, which goes; position, searches and edits stay.

    window, hand, furnishing -- the new ones; what had been built around the old one is deleted
    """

    def __init__(self, before: MainWindow, hand: QObject, models: Models) -> None:
        for comment in before.findChildren(CommentPanel):
            comment.commit()  # What is being typed goes into the record.
        before.keep_geometry()
        self.window = MainWindow(models)
        self.hand = give_the_board_its_models(self.window, models)
        self.furnishing = Furnishing(self.window, models)
        for dialog in before.findChildren(ReportDialog):
            if dialog.is_at_work:
                dialog.setParent(self.window, dialog.windowFlags())
                dialog.show()
        # The new one is there before the old one goes: without any window the program ends.
        self.window.show()
        for gone in (hand, before):
            gone.deleteLater()
