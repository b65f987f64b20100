"""What the shown layers put on the current node, as far as it is computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irgo_app.draw.drawables import Drawable
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import Point

if TYPE_CHECKING:
    from irgo_app.gui.session import ReviewSession


def overlay_drawables(session: ReviewSession) -> tuple[Drawable, ...]:
    """Return what the layers that are on draw; nothing while the raw board is shown."""
    found: list[Drawable] = []
    for shown in session.shown:
        result = session.result_for(shown) if shown.is_on and not session.is_raw else None
        if result is not None:
            style = str(session.settings["tint_style"])
            found += shown.layer.drawables(result, style=style, opacity=shown.opacity)
    return tuple(found)


def point_values(session: ReviewSession, point: Point) -> str:
    """Return a point's name and its value in each field shown, for the status line."""
    position = session.position
    row, column = divmod(point, position.columns)
    texts = [vertex(point, position.columns, position.rows)]
    for shown in session.shown:
        result = session.result_for(shown) if shown.is_on else None
        values = getattr(result, "values", None)
        if values is not None:
            texts.append(f"{shown.layer.title} {values[row, column]:+.2f}")
    return " · ".join(texts)
