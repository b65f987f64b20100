"""The models that the first paint needs: a record on a board, with nothing loaded but Qt."""

from __future__ import annotations

from msgspec import Struct

from irgo_app.gui.models.board import Scene, ShownLine, Viewpoint
from irgo_app.gui.models.edit import ToolInHand
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Notices, Preferences, WindowLayout
from irgo_app.settings import Settings


class FirstModels(Struct, frozen=True):
    """What is known before anything is computed."""

    preferences: Preferences
    notices: Notices
    review: Review
    viewpoint: Viewpoint
    line: ShownLine
    scene: Scene
    hand: ToolInHand
    layout: WindowLayout


def build_first_models(settings: Settings) -> FirstModels:
    """Return the first models, with an empty game."""
    preferences, notices, viewpoint = Preferences(settings), Notices(), Viewpoint()
    review = Review(settings, notices)
    line = ShownLine(review)
    return FirstModels(preferences, notices, review, viewpoint, line,
                       Scene(review, viewpoint, line, preferences), ToolInHand(),
                       WindowLayout(settings))
