"""A node of a game: the position there, and everything irgo can say of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irgo_app.draw.drawables import Drawable, TintStyle
from irgo_app.draw.export import legend_line
from irgo_app.draw.palette import TintPalette
from irgo_app.errors import LayerError, UsageError
from irgo_app.go.coordinates import CoordinateStyle, point_named, vertex
from irgo_app.go.point import LETTER_OF_COLOUR, Point
from irgo_app.go.position import Position
from irgo_app.judging.judges import Reading
from irgo_app.judging.place import place_of_group, place_of_point
from irgo_app.judging.requests import StudyRequest
from irgo_app.judging.result_json import Json, as_json
from irgo_app.layers import COMPUTED, layer_of_text
from irgo_app.layers.groups import Groups
from irgo_app.layers.layer import Layer
from irgo_app.layers.results import Explanation, Field, Result
from irgo_app.library.analyst import Analyst, service
from irgo_app.library.picture import SIZE, Picture, look_of, one_of
from irgo_app.library.place_study import PlaceStudy
from irgo_app.review.diagram import diagram_of
from irgo_app.review.group_names import name_labels
from irgo_app.service.as_shown import explanation_as_shown, request_as_shown
from irgo_app.settings.param import ParamValue
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.node_address import address_of
from irgo_app.words import message

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class GameNode:
    """One place in a game: after a move, or where stones were set up.

    Layers are named as on the command line, with parameters where they are not the defaults:
    "influence.shadow", "moyo:function=tables". Points are vertices: "D4" is four lines from the
    left and from below; the letter I is skipped.
    """

    _analyst: Analyst
    _node: Node

    @property
    def move_number(self) -> int:
        """Return how many moves lead here, passes counted."""
        return self._analyst.tree.move_number(self._node)

    @property
    def move(self) -> tuple[str, str] | None:
        """Return the move that led here, such as ("B", "Q16"); None at the start or at setup."""
        move = self._node.move
        return None if move is None else (LETTER_OF_COLOUR[move[0]], self._vertex(move[1]))

    @property
    def address(self) -> str:
        """Return where the node is: child indices from the root, as `--node` takes them."""
        return address_of(self._node)

    @property
    def comment(self) -> str:
        """Return what the record says of the node."""
        return self._node.comment

    @property
    def children(self) -> tuple[GameNode, ...]:
        """Return what follows, the main line first."""
        return tuple(GameNode(self._analyst, child) for child in self._node.children)

    @property
    def parent(self) -> GameNode | None:
        """Return the node before, None at the start."""
        return None if self._node.parent is None else GameNode(self._analyst, self._node.parent)

    @property
    def position(self) -> Position:
        """Return stones, side to move, ko and prisoners as one value."""
        return self._analyst.replay.position_at(self._node)

    @property
    def to_play(self) -> str:
        """Return whose turn it is, "B" or "W"."""
        return LETTER_OF_COLOUR[self.position.to_play]

    @property
    def stones(self) -> npt.NDArray[np.int8]:
        """Return the board: int8 (rows, columns), Black 1, White -1, row 0 the top line."""
        import numpy as np

        position = self.position
        return np.frombuffer(position.cells, np.int8).reshape(position.rows, position.columns)

    def index(self, at: str) -> tuple[int, int]:
        """Return row and column of a vertex, to look into an array with; raises UsageError."""
        position = self.position
        row, column = divmod(self._point(at), position.columns)
        return row, column

    def map(self, layer: str) -> npt.NDArray[np.float64]:
        """Return a field: float64 (rows, columns), positive for Black, read-only.

        Its unit is what `layer(...)` says. Raises LayerError for a layer that is no field.
        """
        found = self.layer(layer)
        if not isinstance(found, Field):
            raise LayerError(
                "{name} is no field of numbers; ask layer({name!r}) for its regions or links.",
                name=layer)
        return found.values

    def layer(self, layer: str) -> Result:
        """Return a layer's result: a Field, Links or Regions, or what the layer makes of them.

        Raises LayerError for a layer there is not, and for `ownership`, which needs an engine.
        """
        return self._analyst.result(*layer_of_text(layer), self._node)

    def json(self, layer: str) -> dict[str, Json]:
        """Return a layer's result as `irgo analyze --json` prints it; raises LayerError."""
        found = self.layer(layer)
        names = self._analyst.names.names(self._node) if isinstance(found, Groups) else None
        return as_json(found, self.position, names)

    def explain(self, at: str, *layers: str) -> list[str]:
        """Return what irgo says of a point, sentence by sentence; raises UsageError, LayerError.

        layers -- the fields whose value is taken apart; all irgo computes if none is named
        """
        position, tree = self.position, self._analyst.tree
        named = [layer_of_text(text) for text in layers] or [
            (layer, layer.full_params({})) for layer in COMPUTED]
        found = service().result(explanation_as_shown(position, self._point(at), [
            (layer, request_as_shown(layer, params, position, tree)) for layer, params in named]))
        assert isinstance(found, Explanation)
        return [str(sentence) for sentence in found.sentences]

    def study(self, at: str, visits: int = 0) -> PlaceStudy:
        """Return what moving first is worth at a vacant point, or at the group of a stone.

        visits -- how many positions each first move may cost, 0 for a quick answer (seconds)
        Raises UsageError
        """
        position = self.position
        point, name = self._point(at), ""
        place = place_of_point(position, point) if not position.cells[point] else None
        if place is None:
            groups = self._analyst.groups(self._node)
            number = next((number for number, region in enumerate(groups.regions, start=1)
                           if point in region.stones), None)
            if number is None:
                raise UsageError(
                    "The stone at {point} is dead and of no group; name another.", point=at)
            place = place_of_group(position, groups.regions[number - 1].stones, number)
            names = self._analyst.names.names(self._node)
            name = names[number - 1] if names else ""
        found = service().result(
            StudyRequest(position, place, Reading(None, self._analyst.komi, visits=visits)))
        return PlaceStudy(position, found, name)

    def picture(
        self, *layers: str, size: int = SIZE, theme: str = "wood", palette: str = "ink and sky",
        style: str = "contours", coordinates: str = "A1", turn: int = 0, has_legend: bool = True,
    ) -> Picture:
        """Return the board with layers over it; all else as `irgo render` takes it.

        Raises LayerError, UsageError
        """
        look = look_of(theme, palette)
        drawables: list[Drawable] = []
        legend: list[str] = []
        for layer, params in map(layer_of_text, layers):
            found = self._analyst.result(layer, params, self._node)
            drawables += layer.drawables(found, style=one_of(TintStyle, "style", style).value)
            drawables += self._names(layer, params, found)
            legend.append(_legend_of(layer, found, look.palette))
        diagram = diagram_of(
            self._node, self.position, tuple(drawables),
            coordinates=one_of(CoordinateStyle, "coordinates", coordinates), symmetry=turn % 8)
        return Picture(diagram, size, look,
                       tuple(legend) if has_legend else ())

    def _names(
        self, layer: Layer, params: dict[str, ParamValue], found: Result
    ) -> tuple[Drawable, ...]:
        """Return the names of groups, where the layer draws them."""
        names = self._analyst.names.names(self._node) if (
            layer.shows_names and layer.shows_names(params)) else None
        if names is None or not isinstance(found, Groups):
            return ()
        return name_labels(found, names, self.position)

    def _point(self, name: str) -> Point:
        return point_named(name, self._analyst.tree.columns, self._analyst.tree.rows)

    def _vertex(self, point: int) -> str:
        return vertex(point, self._analyst.tree.columns, self._analyst.tree.rows)

    def _repr_svg_(self) -> str:
        """Return what Jupyter shows of a value."""
        return self.picture().svg

    def __repr__(self) -> str:
        last = " ".join(self.move) if self.move else "no move"
        return f"<GameNode {self.address or 'root'}: move {self.move_number}, {last}>"


def _legend_of(layer: Layer, found: Result, palette: TintPalette) -> str:
    """Return the line that says what a layer's drawing means."""
    if isinstance(found, Field):
        return legend_line(layer.title, found.unit, palette)
    return str(message("{layer}: {legend}", layer=message(layer.title),
                       legend=message(layer.legend or layer.unit)))
