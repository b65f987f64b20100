"""Games, nodes, studies and pictures as the library gives them to a program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, Drawable, TintStyle
from irgo_app.draw.export import legend_line, svg_of, write_picture
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES, TintPalette
from irgo_app.errors import LayerError, UsageError
from irgo_app.go.coordinates import CoordinateStyle, point_named, sgf_letters, vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.map_study import BUILTIN
from irgo_app.judging.place import place_of_group, place_of_point
from irgo_app.judging.requests import JudgementRequest, StudyRequest
from irgo_app.judging.result_json import Json, as_json, study_as_json
from irgo_app.judging.study import Study
from irgo_app.judging.study_words import counted_words, why_urgent
from irgo_app.layers import COMPUTED, layer_of_text
from irgo_app.layers.groups import Groups
from irgo_app.layers.layer import Layer
from irgo_app.layers.results import Explanation, Field, Result
from irgo_app.library.analyst import Analyst, NamedGroups, colour_of, service
from irgo_app.meaning.meaning_json import names_of_groups, place_as_json, why_as_json
from irgo_app.meaning.places import FoundPlace, places
from irgo_app.meaning.why import Why, why
from irgo_app.meaning.words import place_words, reason_words, told_first, verdict_words
from irgo_app.review.diagram import diagram_of
from irgo_app.review.group_names import name_labels
from irgo_app.service.as_shown import explanation_as_shown, request_as_shown
from irgo_app.settings.schema import ParamValue
from irgo_app.sgf.game_info import GameInfo, game_info
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.navigation import address_of, is_over, node_at
from irgo_app.sgf.parser import GameFile, load_file
from irgo_app.sgf.parser import read_games as games_of_bytes
from irgo_app.words import counted, listed, message

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


_Choice = TypeVar("_Choice", bound=Enum)
SIZE: Final = 480
"""The longer side of a picture in pixels, unless another is asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A board with what lies on it, as an image of its own.

    size -- the longer side in pixels; legend -- a line of text for each layer, under the board
    """

    diagram: Diagram
    size: int
    look: Look
    legend: tuple[str, ...] = ()

    @property
    def svg(self) -> str:
        """Return the picture as a document of SVG."""
        return svg_of(self.diagram, size=self.size, look=self.look, legend=self.legend)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file that ends in .svg, .png or .pdf; raises UsageError."""
        write_picture(Path(path), self.diagram, size=self.size, look=self.look,
                      legend=self.legend)

    def _repr_svg_(self) -> str:
        """Return what Jupyter shows of a value."""
        return self.svg


def look_of(theme: str, palette: str) -> Look:
    """Return the colours of a board theme and of fields by their names; raises UsageError."""
    themes = {found.name: found for found in BOARD_THEMES}
    palettes = {found.name: found for found in TINT_PALETTES}
    if theme not in themes:
        raise UsageError("There is no theme {name!r}; there are {names}.", name=theme,
                         names=listed(themes))
    if palette not in palettes:
        raise UsageError("There is no palette {name!r}; there are {names}.", name=palette,
                         names=listed(palettes))
    return Look(themes[theme], palettes[palette])


def one_of(choices: type[_Choice], what: str, value: str) -> _Choice:
    """Return the choice of a value, such as "A1" for a rim; raises UsageError for another."""
    for choice in choices:
        if choice.value == value:
            return choice
    raise UsageError("{what} is one of {values}, not {value!r}.", what=what, value=value,
                     values=listed(repr(choice.value) for choice in choices))


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


@dataclass(frozen=True, slots=True, eq=False)
class MoveWhy:
    """A move explained: what it loses or gains against another one, and by what.

    found -- everything, points as numbers; groups -- (name, stones) of the position
    """

    found: Why
    groups: NamedGroups

    @property
    def loss(self) -> float:
        """Return what the move loses against the other, in points; below 0 if it is better."""
        return self.found.loss

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the verdict, then the reasons, those that count most first."""
        return (str(verdict_words(self.found)), *(
            str(reason_words(reason, self.found))
            for reason in told_first(self.found.difference.reasons)))

    def json(self) -> dict[str, Json]:
        """Return it as `irgo why --json` prints it."""
        return why_as_json(self.found, names_of_groups(self.groups))


@dataclass(frozen=True, slots=True, eq=False)
class BoardPlace:
    """A part of the board where moving first changes something.

    found -- everything, points as numbers; groups -- (name, stones) of the position
    """

    position: Position
    found: FoundPlace
    groups: NamedGroups
    judge: str

    @property
    def worth(self) -> float:
        """Return what the side to move gains by playing here before the other does, in points."""
        return self.found.worth

    @property
    def behind(self) -> float:
        """Return what its best move here loses against its best move on the board."""
        return self.found.behind

    @property
    def sentence(self) -> str:
        """Return where it is, what it is worth, and why."""
        return str(place_words(self.found, self.position, self.judge,
                               [name for name, _ in self.groups]))

    def moves(self, first: str) -> list[tuple[str, str]]:
        """Return the line if a colour moves first, such as [("B", "C3"), ("W", "D2")]."""
        return [(LETTER_OF_COLOUR[colour],
                 vertex(point, self.position.columns, self.position.rows))
                for colour, point in self.found.if_first(colour_of(first)).moves]

    def json(self) -> dict[str, Json]:
        """Return it as one of the `places` of `irgo whatif --all --json`."""
        return place_as_json(self.found, self.position, self.judge, self.groups)


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

    def judgement(self, visits: int = 1) -> Judgement:
        """Return who leads, by how much and how surely, as irgo tells it everywhere.

        visits -- how many positions irgo's reader may look at; 1 is a look
        """
        return service().result(JudgementRequest.of(
            self.position, self._analyst.reading(visits), is_over=is_over(self._node)))

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
            StudyRequest(position, place, self._analyst.reading(visits)))
        return PlaceStudy(position, found, name)

    def why(self, move: str, instead: str = "", visits: int = 0) -> MoveWhy:
        """Return what a move of the side to play loses or gains against another, and why.

        move, instead -- vertices, or "pass"; without `instead` the best move on the board
        visits -- how many positions each future may cost, 0 for the usual (seconds)
        Raises UsageError
        """
        judge = self._analyst.judge(self.position)
        found = why(self.position, self._move(move), judge,
                    instead=self._move(instead) if instead else None, visits=visits)
        return MoveWhy(found, self._analyst.named_groups(self._node))

    def places(self, visits: int = 0) -> tuple[BoardPlace, ...]:
        """Return where moving first changes something, the best for the side to move first.

        visits -- how far the board is searched for each side, 0 for the usual (seconds)
        Raises UsageError
        """
        judge = self._analyst.judge(self.position)
        groups = self._analyst.named_groups(self._node)
        return tuple(
            BoardPlace(self.position, found, groups, judge.name)
            for found in places(self.position, [stones for _, stones in groups], judge, visits))

    def _move(self, text: str) -> Point:
        return PASS if text.lower() == "pass" else self._point(text)

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


class Game:
    """A game record: its data, and the nodes of its main line and variations.

    Iterating gives the nodes of the main line, `len` how many they are.
    """

    def __init__(self, tree: GameTree, warnings: tuple[str, ...] = ()) -> None:
        """Make a game of a tree; `open_game` and its like do that.

        warnings -- what was repaired in its file
        """
        self.tree = tree
        self.warnings = warnings
        self._analyst = Analyst.of(tree)

    @property
    def info(self) -> GameInfo:
        """Return players, ranks, komi, result and the rest, as texts."""
        return game_info(self.tree)

    @property
    def size(self) -> tuple[int, int]:
        """Return columns and rows of the board."""
        return self.tree.columns, self.tree.rows

    @property
    def root(self) -> GameNode:
        """Return the start of the game."""
        return GameNode(self._analyst, self.tree.root)

    @property
    def moves(self) -> list[tuple[str, str]]:
        """Return the main line's moves, such as ("B", "Q16"); a pass is "pass"."""
        moves = (node.move for node in self.tree.main_line())
        return [(LETTER_OF_COLOUR[move[0]], vertex(move[1], self.tree.columns, self.tree.rows))
                for move in moves if move is not None]

    def at(self, move: int) -> GameNode:
        """Return the node so many moves down the main line, -1 the last; raises UsageError."""
        if move < 0:
            line = self.tree.main_line()
            if -move > len(line):
                raise UsageError(counted(
                    "The main line has one node; {place} is before it.",
                    "The main line has {count} nodes; {place} is before them.", len(line),
                    place=move))
            return GameNode(self._analyst, line[move])
        return GameNode(self._analyst, self.tree.node_of_move_number(move))

    def node(self, address: str) -> GameNode:
        """Return the node of an address, child indices from the root; raises UsageError."""
        return GameNode(self._analyst, node_at(self.tree, address))

    def nodes(self) -> Iterator[GameNode]:
        """Yield every node, variations included, parents before children."""
        return (GameNode(self._analyst, node) for node in self.tree.nodes())

    def __iter__(self) -> Iterator[GameNode]:
        return (GameNode(self._analyst, node) for node in self.tree.main_line())

    def __len__(self) -> int:
        return len(self.tree.main_line())

    def _repr_svg_(self) -> str:
        """Return what Jupyter shows of a value: the last position."""
        return self.at(-1)._repr_svg_()

    def __repr__(self) -> str:
        info, (columns, rows) = self.info, self.size
        return (f"<Game {info.black or '?'} - {info.white or '?'}, {info.result or 'no result'}, "
                f"{columns}x{rows}, {len(self.moves)} moves>")


def open_game(path: str | Path, game: int = 0) -> Game:
    """Return a game of a file (SGF, GIB, NGF or UGF); raises SgfError, UsageError.

    game -- which of a collection, counted from 0
    """
    games = open_games(path)
    if not 0 <= game < len(games):
        raise UsageError(counted(
            "{file} holds one game; `game` takes 0.",
            "{file} holds {count} games; `game` takes 0 to {last}.", len(games), file=path,
            last=len(games) - 1))
    return games[game]


def open_games(path: str | Path) -> list[Game]:
    """Return all games of a file; raises SgfError with one sentence if there are none."""
    return _games_of(load_file(Path(path)))


def read_games(data: str | bytes) -> list[Game]:
    """Return the games of a record's text or bytes; raises SgfError."""
    return _games_of(games_of_bytes(data.encode("utf-8") if isinstance(data, str) else data))


def game_of_diagram(diagram: str, to_play: str = "B", komi: float = 6.5) -> Game:
    """Return a game of one position, drawn with `.`, `X` (Black) and `O` (White), the top first.

    Blanks and empty lines do not matter. Raises UsageError for what is no such drawing
    """
    colour = colour_of(to_play)
    try:
        position = Position.from_diagram(diagram, colour)
    except (ValueError, IndexError):
        raise UsageError(
            "A diagram has 2 to 52 lines of one length, of `.`, `X` and `O`.") from None
    columns, rows = position.columns, position.rows
    stones = {name: [sgf_letters(point, columns) for point in range(columns * rows)
                     if position.colour_at(point) == side]
              for name, side in (("AB", BLACK), ("AW", WHITE))}
    size = str(columns) if columns == rows else f"{columns}:{rows}"
    put = "".join(name + "".join(f"[{letters}]" for letters in points)
                  for name, points in stones.items() if points)
    return read_games(f"(;GM[1]FF[4]SZ[{size}]KM[{komi:g}]{put}PL[{LETTER_OF_COLOUR[colour]}])")[0]


def _games_of(file: GameFile) -> list[Game]:
    warnings = tuple(str(diagnostic) for diagnostic in file.diagnostics)
    return [Game(tree, warnings) for tree in file.games]
