"""What the shown layers put on the current node, as far as it is computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irgo_app.draw.drawables import Drawable
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import Point

if TYPE_CHECKING:
    from irgo_app.gui.models.session import ReviewSession


def overlay_drawables(session: ReviewSession) -> tuple[Drawable, ...]:
    """Return what the layers that are on draw; nothing while the raw board is shown."""
    if session.is_raw or session.bridge is None:
        return ()
    comparison = session.inquiry.comparison()
    if comparison is not None:
        from irgo_app.review.compare import comparison_drawables

        return comparison_drawables(comparison)
    found: list[Drawable] = []
    for shown in session.shown:
        result = session.result_for(shown) if shown.is_on else None
        if result is not None:
            style = str(session.settings["tint_style"])
            found += shown.layer.drawables(result, style=style, opacity=shown.opacity)
            if shown.layer.shows_names and shown.layer.shows_names(shown.params):
                found += _group_labels(session)
    if session.life:
        found += session.life.dead_marks()
    return (*found, *session.inquiry.drawables(), *session.engine_drawables())


def _group_labels(session: ReviewSession) -> tuple[Drawable, ...]:
    """Return the names of the groups, once they are known."""
    from irgo_app.review.group_names import name_labels

    groups, names = session.inquiry.groups(), session.inquiry.group_names()
    if groups is None or names is None:
        return ()
    return name_labels(groups, names, session.position)


def point_values(session: ReviewSession, point: Point) -> str:
    """Return a point's name and its value in each field shown, for the status line."""
    position = session.position
    row, column = divmod(point, position.columns)
    texts = [vertex(point, position.columns, position.rows)]
    for shown in (*session.shown, *session.engine_layers):
        result = session.result_for(shown) if shown.is_on else None
        values = getattr(result, "values", None)
        if values is not None:
            texts.append(f"{shown.layer.title} {values[row, column]:+.2f}")
    return " · ".join(texts)
