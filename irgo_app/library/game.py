"""Games, nodes, studies and pictures as the library gives them to a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from numbers import Integral, Real
from pathlib import Path
from reprlib import repr as short
from typing import TYPE_CHECKING
from typing import Any as Frame
from typing import Final, overload

from irgo_app.cancel_flag import CancelFlag
from irgo_app.checked import checked_path, checked_text, checked_whole
from irgo_app.draw.drawables import Drawable, TintStyle
from irgo_app.draw.export import SIZES, legend_line
from irgo_app.draw.palette import TintPalette
from irgo_app.draw.text_painter import text_of
from irgo_app.errors import IllegalMoveError, LayerError, UsageError
from irgo_app.go.coordinates import CoordinateStyle, point_named, sgf_letters
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Colour
from irgo_app.go.point import Point as Index
from irgo_app.go.point import fixed_handicap
from irgo_app.go.position import Position
from irgo_app.go.rules import RULESETS, known_ruleset, play
from irgo_app.judging.judgement import Tell
from irgo_app.judging.life_answers import QUICK
from irgo_app.judging.result_json import Json, as_json
from irgo_app.judging.studies import studied
from irgo_app.judging.study import place_of_group, place_of_point
from irgo_app.layers import COMPUTED, layer_of_text
from irgo_app.layers.groups import Groups
from irgo_app.layers.layer import Layer
from irgo_app.layers.results import Explanation, Field, Result
from irgo_app.library.analyst import (Analyst, Judging, answer_of, checked_komi, checked_size,
                                      checked_tell, checked_visits, colour_of)
from irgo_app.library.answers import (SIZE, BoardJudgement, BoardPlace, GameFacts, GameStory,
                                      GroupFate, GroupLife, Happening, MoveWhy, Picture, PlaceStudy,
                                      facts_of, look_of, one_of)
from irgo_app.library.board_node import BoardNode
from irgo_app.library.border import LayerResult, Letter, Point, letter_of
from irgo_app.library.tables import frame_of, table_of
from irgo_app.library.waiting import checked_cancel, interruptible
from irgo_app.lifedeath.question import Limits
from irgo_app.meaning.ishida import ISHIDA, ISHIDA_LEGEND, WholeView
from irgo_app.meaning.meaning_json import whole_view_as_json
from irgo_app.meaning.places import places
from irgo_app.meaning.why import check_moves, check_recorded, why
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.report_file import JudgedReport, report_by
from irgo_app.review.diagram import diagram_of
from irgo_app.review.group_names import name_labels
from irgo_app.review.happenings import happenings_of
from irgo_app.service.as_shown import explanation_as_shown, request_as_shown
from irgo_app.service.plan import Computer
from irgo_app.settings import ParamValue
from irgo_app.sgf.edits import add_move, line_as_game
from irgo_app.sgf.edits import new_game as empty_game
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.merging import merged
from irgo_app.sgf.navigation import node_at
from irgo_app.sgf.parser import GameFile, load_file
from irgo_app.sgf.parser import read_games as games_of_bytes
from irgo_app.sgf.values import raw_of_text
from irgo_app.sgf.whole_record import change_record
from irgo_app.sgf.writer import save_file, write_games
from irgo_app.whole_file import check_ending
from irgo_app.words import counted, listed, message

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class GameNode(BoardNode, frozen=True):
    """One place in a game: after a move, or where stones were set up.

    Layers are named as on the command line, with parameters where they are not the defaults:
    "influence.shadow", "moyo:function=tables". Points are vertices: "D4" is four lines from the
    left and from below; the letter I is skipped.
    """

    def map(self, layer: str) -> npt.NDArray[np.float64]:
        """Return a field: float64 (rows, columns), positive for Black, read-only.

        Its unit is what `layer(...)` says. Raises LayerError for a layer that is no field.
        """
        found = self.result(layer)
        if not isinstance(found, Field):
            raise LayerError(
                "{name} is no field of numbers; ask layer({name!r}) for its regions or links.",
                name=layer)
        return found.values

    def layer(self, layer: str, cancel: CancelFlag | None = None) -> LayerResult:
        """Return a layer's result: a field, links or regions, and what the layer makes of them.

        layer -- its name; the Ishida view is no layer, `json` and `picture` have it
        cancel -- raised by another thread it ends the search with CalledOffError
        Raises LayerError for a layer there is not, and for `ownership`, which needs an engine.
        """
        found = self.result(layer, cancel)
        if isinstance(found, WholeView):
            raise LayerError("The Ishida view is no layer; ask json({name!r}) or picture({name!r}) "
                             "for it.", name=layer)
        return LayerResult(found, self.position)

    def result(self, layer: str, cancel: CancelFlag | None = None) -> Result | WholeView:
        """Return the same as irgo's own rooms know it, points as numbers; the Ishida view too."""
        checked_cancel(cancel)
        if layer == ISHIDA:
            return interruptible(self._analyst.ishida, self._node, cancel=cancel)
        return self._analyst.result(*_layer_named(layer), self._node)

    def json(self, layer: str, cancel: CancelFlag | None = None) -> dict[str, Json]:
        """Return what `layer` finds as `irgo analyze --json` prints it; raises LayerError."""
        found = self.result(layer, cancel)
        if isinstance(found, WholeView):
            return whole_view_as_json(found)
        names = self._analyst.names_of(self._node) if isinstance(found, Groups) else None
        return as_json(found, self.position, names)

    def explain(self, at: str, *layers: str) -> list[str]:
        """Return what irgo says of a point, sentence by sentence; raises UsageError, LayerError.

        layers -- the fields whose value is taken apart; all irgo computes if none is named
        """
        position, tree = self.position, self._analyst.tree
        named = [_layer_named(text) for text in layers] or [
            (layer, layer.full_params({})) for layer in COMPUTED]
        found = answer_of(explanation_as_shown(position, self._point(at), [
            (layer, request_as_shown(layer, params, position, tree)) for layer, params in named]))
        assert isinstance(found, Explanation)
        return [str(sentence) for sentence in found.sentences]

    def judgement(self, visits: int = 1, cancel: CancelFlag | None = None) -> BoardJudgement:
        """Return who leads, by how much and how surely, as irgo tells it everywhere.

        visits -- how many positions irgo's reader may look at; 1 is a look
        cancel -- raised by another thread it ends the search with CalledOffError. Raises UsageError
        """
        checked_visits(visits, least=1)
        said = interruptible(self._analyst.judgement, self._node, visits, cancel=cancel)
        return BoardJudgement(self.position, said)

    score = judgement

    def study(self, at: str, visits: int = 0, cancel: CancelFlag | None = None) -> PlaceStudy:
        """Return what moving first is worth at a vacant point, or at the group of a stone.

        visits -- how many positions each first move may cost, 0 for a quick answer (seconds)
        cancel -- raised by another thread it ends the search with CalledOffError. Raises UsageError
        """
        checked_visits(visits)
        position, name = self.position, ""
        point = self._point(at)
        place = place_of_point(position, point) if not position.cells[point] else None
        if place is None:
            number, name, stones = self._analyst.group_at(self._node, point)
            place = place_of_group(position, stones, number)
        found = interruptible(
            studied, position, place, self._analyst.judge(position, self._node), visits,
            cancel=cancel)
        return PlaceStudy(position, found, name, self._analyst.named_groups(self._node))

    what_if = study

    def why(
        self, move: str = "", instead: str = "", visits: int = 0,
        cancel: CancelFlag | None = None,
    ) -> MoveWhy:
        """Return what a move of the side to play loses or gains against another, and why.

        move, instead -- vertices, or "pass"; without `instead` the best move on the board. Without
        any move it is the one that led here, played on the board before it
        visits -- how many positions each future may cost, 0 for the usual (seconds)
        cancel -- raised by another thread it ends the search with CalledOffError. Raises UsageError
        """
        checked_visits(visits)
        node, position = self._node, self.position
        if move:
            point = _move_named(move, position)
        elif node.move is None or node.parent is None:
            raise UsageError("No move led to this place; name one, such as D4.")
        else:
            colour, point = node.move
            node = node.parent
            position = self._analyst.position(node).with_to_play(colour)
            check_recorded(position, point, self.move_number)
        other = _move_named(instead, position) if instead else None
        check_moves(point, other)
        found = interruptible(why, position, point, self._analyst.judge(position, node),
                              instead=other, visits=visits,
                              rules=self._analyst.reading(node).rules, cancel=cancel)
        return MoveWhy(found, self._analyst.named_groups(node))

    def places(self, visits: int = 0, cancel: CancelFlag | None = None) -> tuple[BoardPlace, ...]:
        """Return where moving first changes something, the best for the side to move first.

        visits -- how far the board is searched for each side, 0 for the usual (seconds)
        cancel -- raised by another thread it ends the search with CalledOffError. Raises UsageError
        """
        checked_visits(visits)
        position = self.position
        judge = self._analyst.judge(position, self._node)
        groups = self._analyst.named_groups(self._node)
        found = interruptible(places, position, [stones for _, stones in groups], judge, visits,
                              cancel=cancel)
        return tuple(BoardPlace(position, place, groups, judge.name) for place in found)

    def life_and_death(
        self, stone: str = "", tell: Tell | None = None, cancel: CancelFlag | None = None
    ) -> tuple[GroupLife, ...]:
        """Return the life of the group of a stone, or at a quick look of every group.

        An engine that judges the game is asked too, where irgo proves nothing.
        tell -- told (steps done, steps); cancel -- raised by another thread it ends the search
        with answers that are unknown, or with CalledOffError. Raises UsageError
        """
        position = self.position
        if stone:
            asked, limits = [self._analyst.group_at(self._node, self._point(stone))], Limits()
        else:
            asked = [(number, name, stones) for number, (name, stones) in enumerate(
                self._analyst.named_groups(self._node), start=1)]
            limits = QUICK
        verdicts = interruptible(
            self._analyst.lives, self._node, [stones for _, _, stones in asked], limits,
            checked_tell(tell), cancel=cancel)
        return tuple(GroupLife(position, number, name, verdict) for (number, name, _), verdict
                     in zip(asked, verdicts, strict=True))

    def picture(
        self, *layers: str, size: int = SIZE, theme: str = "wood", palette: str = "ink and sky",
        style: str = "contours", coordinates: str = "A1", turn: int = 0, has_legend: bool = True,
        cancel: CancelFlag | None = None,
    ) -> Picture:
        """Return the board with layers over it; all else as `irgo render` takes it.

        layers -- names of layers, and "ishida" for the Ishida view (seconds)
        cancel -- raised by another thread it ends the search with CalledOffError
        Raises LayerError, UsageError
        """
        least, most = SIZES
        if not isinstance(size, Real) or not least <= size <= most:
            raise UsageError("A picture has {least} to {most} pixels.", least=least, most=most)
        checked_cancel(cancel)
        look = look_of(theme, palette)
        drawables: list[Drawable] = []
        legend: list[str] = []
        if ISHIDA in layers:
            view = interruptible(self._analyst.ishida, self._node, cancel=cancel)
            drawables += view.drawables()
            legend.append(str(message(ISHIDA_LEGEND)))
        for layer, params in (_layer_named(name) for name in layers if name != ISHIDA):
            found = self._analyst.result(layer, params, self._node)
            drawables += layer.drawables(found, style=one_of(TintStyle, "style", style).value)
            drawables += _names(found, layer, params, self._analyst.names_of(self._node),
                                self.position)
            legend.append(_legend_of(layer, found, look.palette))
        diagram = diagram_of(
            self._node, self.position, tuple(drawables),
            coordinates=one_of(CoordinateStyle, "coordinates", coordinates),
            symmetry=checked_whole(turn) % 8)
        return Picture(diagram, size, look, tuple(legend) if has_legend else ())

    def __deepcopy__(self, memo: dict[int, object]) -> GameNode:
        """Return the node itself: it is a place in its game, which the copy would be in too."""
        return self

    def _repr_svg_(self) -> str:
        return self.picture().svg

    def __str__(self) -> str:
        """Return the board drawn with letters, as a terminal shows it."""
        return text_of(self.picture(has_legend=False).diagram)

    def __repr__(self) -> str:
        last = " ".join(self.move) if self.move else "no move"
        return f"<GameNode {self.address or 'root'}: move {self.move_number}, {last}>"


def _layer_named(text: str) -> tuple[Layer, dict[str, ParamValue]]:
    """Return a layer and its parameters; raises LayerError, UsageError."""
    return layer_of_text(checked_text(text, "moyo"))


def _move_named(text: str, position: Position) -> Index:
    """Return a point, or PASS for "pass"; raises UsageError."""
    name = checked_text(text, "D4")
    return PASS if name.lower() == "pass" else point_named(name, position.columns, position.rows)


def _played(text: str, position: Position) -> tuple[Colour, Index]:
    """Return the move of a text such as "D4", "W D4" or "pass"; raises UsageError."""
    letter, _, name = checked_text(text, "D4").strip().rpartition(" ")
    colour = colour_of(letter.strip().upper()) if letter else position.to_play
    return colour, _move_named(name, position)


def _names(
    found: Result, layer: Layer, params: dict[str, ParamValue], names: tuple[str, ...] | None,
    position: Position,
) -> tuple[Drawable, ...]:
    if not (layer.shows_names and layer.shows_names(params)):
        return ()
    return name_labels(found, names, position) if names and isinstance(found, Groups) else ()


def _legend_of(layer: Layer, found: Result, palette: TintPalette) -> str:
    if isinstance(found, Field):
        return legend_line(layer.title, found.unit, palette)
    return str(message("{layer}: {legend}", layer=message(layer.title),
                       legend=message(layer.legend or layer.unit)))


_DEATHS: Final = "deaths"
_FOUND: Final = ("captures", "kos", "ladders", _DEATHS)


class Game:
    """A game record: its data, and the nodes of its main line and variations.

    Iterating gives the nodes of the main line, `len` how many they are.
    """

    def __init__(
        self, tree: GameTree, warnings: tuple[str, ...] = (), judging: Judging | None = None
    ) -> None:
        """Make a game of a tree; `open_game` and its like do that.

        warnings -- what was repaired in its file; judging -- who judges, None for irgo's reader
        """
        self.tree = tree
        self.warnings = warnings
        self._judging = judging
        self._analyst = Analyst.of(tree, judging)

    @property
    def info(self) -> GameFacts:
        """Return players, ranks, komi, rules, result and the rest."""
        return facts_of(self.tree, self.tree.root)

    @property
    def size(self) -> tuple[int, int]:
        """Return columns and rows of the board."""
        return self.tree.columns, self.tree.rows

    @property
    def root(self) -> GameNode:
        """Return the start of the game."""
        return GameNode(self._analyst, self.tree.root)

    @property
    def moves(self) -> list[tuple[Letter, Point]]:
        """Return the main line's moves, such as ("B", "Q16"); a pass is "pass"."""
        empty = Position.empty(self.tree.columns, self.tree.rows)
        moves = (node.move for node in self.tree.main_line())
        return [(letter_of(move[0]), Point.of(move[1], empty))
                for move in moves if move is not None]

    def at(self, move: int) -> GameNode:
        """Return the node so many moves down the main line, -1 the last; raises UsageError."""
        if checked_whole(move) < 0:
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
        if isinstance(address, Integral):
            raise UsageError("An address is a text such as 0*34; at({number}) is the node after "
                             "so many moves.", number=int(address))
        return GameNode(self._analyst, node_at(self.tree, checked_text(address, "0*34")))

    def nodes(self) -> Iterator[GameNode]:
        """Yield every node, variations included, parents before children."""
        return (GameNode(self._analyst, node) for node in self.tree.nodes())

    def story(
        self, turning_points: int = ReportOptions().turning_points, *, has_diagrams: bool = True,
        tell: Tell | None = None, cancel: CancelFlag | None = None,
    ) -> GameStory:
        """Return what the game was about: mistakes, fates, turning points (half a minute).

        turning_points -- how many at most; has_diagrams -- whether a notebook shows boards
        tell -- told (hundredths done, 100); cancel -- raised by another thread it ends the search
        with CalledOffError. Raises UsageError
        """
        line, computer = self._analyst.line(), Computer()
        options, judge = ReportOptions(checked_whole(turning_points), has_diagrams), \
            self._analyst.judge(line.positions[0], self.tree.root)

        def told(cancel: CancelFlag | None) -> JudgedReport:
            return report_by(line, judge, lambda asked: computer.compute(asked, cancel), options,
                             checked_tell(tell), cancel)

        return GameStory(interruptible(told, cancel=cancel), self.warnings)

    def find(
        self, what: str, tell: Tell | None = None, cancel: CancelFlag | None = None
    ) -> tuple[Happening | GroupFate, ...]:
        """Return where the main line has "captures", "kos" or "ladders", by the rules alone.

        Or "deaths": where a group died, or was in danger and lived, which takes as long as `story`
        and heeds `tell` and `cancel` as that does. Raises UsageError
        """
        checked_tell(tell)
        checked_cancel(cancel)
        if what not in _FOUND:
            raise UsageError("{what} cannot be looked for; there are {names}.", what=what,
                             names=listed(_FOUND))
        if what == _DEATHS:
            return self.story(tell=tell, cancel=cancel).deaths
        line = self._analyst.line()
        return tuple(Happening(found, line.positions[found.number])
                     for found in happenings_of(line, what))

    def play(self, *moves: str, at: GameNode | int | None = None) -> Game:
        """Return a copy of one line with moves tried at its end; this game stays as it is.

        moves -- vertices or "pass", colours in turn, or with a colour: "B D4"
        at -- where in this game they are tried, or after so many moves; None for the end of the
        main line. Raises UsageError
        """
        start = at if isinstance(at, GameNode) else self.at(-1 if at is None else at)
        if start._node.tree is not self.tree:
            raise UsageError("This place is another game's; name one of the game that is played "
                             "on.")
        tree, last = line_as_game(self.tree.path_to(start._node))
        position = start.position
        for text in moves:
            colour, point = _played(text, position)
            try:
                position = play(position, colour, point)
            except IllegalMoveError:
                raise UsageError("{move} cannot be played there; name another move.",
                                 move=text) from None
            last = add_move(last, colour, point)
        return Game(tree, self.warnings, self._judging)

    def changed(
        self, turn: str = "", *, swap_colours: bool = False, handicap: bool = False
    ) -> Game:
        """Return a copy of the record that is turned, or has its colours exchanged.

        turn -- "right", "left", "half", "mirrored" or "flipped"
        handicap -- set up the handicap stones that the record names and does not show. Raises
        UsageError
        """
        copy = deepcopy(self)
        change_record(copy.tree, checked_text(turn, "right") if turn else "",
                      swaps_colours=swap_colours, sets_handicap=handicap)
        return copy

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        """Return a copy with a record of its own; a line of a thousand nodes is no deeper."""
        [tree] = games_of_bytes(write_games([self.tree])).games
        return Game(tree, self.warnings, self._judging)

    def sgf(self) -> str:
        """Return the record as SGF."""
        return write_games([self.tree]).decode("utf-8")

    def save(self, path: str | Path) -> None:
        """Write the record to a file of SGF, whole or not at all; raises SgfError, UsageError."""
        place = checked_path(path)
        check_ending(place, (".sgf",))
        save_file(place, [self.tree], keep_backup=False)

    def table(self, *layers: str, visits: int = 1) -> dict[str, list[object]]:
        """Return the main line as columns: a row a move, the board as it is after it.

        Where the record tells them: the seconds a move took, and what another program said.
        layers -- of each what it counts for either side, as columns of its name
        visits -- how far each position is judged, 0 not at all. Raises UsageError, LayerError
        """
        return table_of(list(self)[1:], layers, checked_visits(visits))

    def to_frame(self, *layers: str, visits: int = 1) -> Frame:
        """Return `table` as a DataFrame of pandas, or of polars where that alone is installed.

        Raises UsageError where neither is
        """
        return frame_of(self.table(*layers, visits=visits))

    @overload
    def __getitem__(self, index: int) -> GameNode: ...

    @overload
    def __getitem__(self, index: slice) -> list[GameNode]: ...

    def __getitem__(self, index: int | slice) -> GameNode | list[GameNode]:
        """Return a node of the main line, 0 the start and -1 the last; raises IndexError.

        game[80] is the board after move 80, unless stones were set up in a node of their own.
        """
        found = self.tree.main_line()[index]
        return [GameNode(self._analyst, node) for node in found] if isinstance(found, list) \
            else GameNode(self._analyst, found)

    def __iter__(self) -> Iterator[GameNode]:
        return (GameNode(self._analyst, node) for node in self.tree.main_line())

    def __len__(self) -> int:
        return len(self.tree.main_line())

    def _repr_svg_(self) -> str:
        return self.at(-1)._repr_svg_()

    def __str__(self) -> str:
        """Return what game it is, and its last board drawn with letters."""
        return f"{self!r}\n{self.at(-1)}"

    def __repr__(self) -> str:
        info, (columns, rows) = self.info, self.size
        return (f"<Game {info.black or '?'} - {info.white or '?'}, {info.result or 'no result'}, "
                f"{columns}x{rows}, {len(self.moves)} moves>")


def open_game(path: str | Path, game: int = 0) -> Game:
    """Return a game of a file (SGF, GIB, NGF or UGF); raises SgfError, UsageError.

    game -- which of a collection, counted from 0
    """
    games = open_games(path)
    if not 0 <= checked_whole(game) < len(games):
        raise UsageError(counted(
            "{file} holds one game; `game` takes 0.",
            "{file} holds {count} games; `game` takes 0 to {last}.", len(games), file=path,
            last=len(games) - 1))
    return games[game]


def open_games(path: str | Path) -> list[Game]:
    """Return all games of a file; raises SgfError with one sentence if there are none.

    And UsageError for what is no path
    """
    return _games_of(load_file(checked_path(path)))


def read_games(data: str | bytes) -> list[Game]:
    """Return the games of a record's text or bytes; raises SgfError, UsageError."""
    if not isinstance(data, str | bytes):
        raise UsageError("The text or the bytes of a record are wanted here, not {value}; "
                         "open_game reads a file.", value=short(data))
    return _games_of(games_of_bytes(data.encode("utf-8") if isinstance(data, str) else data))


def merge_games(games: Iterable[Game]) -> Game:
    """Return one tree of several games, each game's info where it parts; raises UsageError."""
    asked = [games] if isinstance(games, Game) or not isinstance(games, Iterable) else list(games)
    odd = [game for game in asked if not isinstance(game, Game)]
    if odd:
        raise UsageError("Games are merged here, not {value}; open_game reads a file.",
                         value=short(odd[0]))
    return Game(merged([game.tree for game in asked]))


def new_game(
    size: int | tuple[int, int] = 19, *, komi: float | None = None, handicap: int = 0,
    rules: str = "Japanese", black: str = "", white: str = "",
) -> Game:
    """Return a game without moves, to play on; raises UsageError.

    size -- lines, or columns and rows; komi -- the usual one of the rules if None
    handicap -- Black's stones on their usual points; rules -- a name that records use
    """
    columns, rows = checked_size(size)
    found = known_ruleset(checked_text(rules, "Chinese"))
    if found is None:
        raise UsageError("There are no rules {name!r}; there are {names}.", name=rules,
                         names=listed(known.record_name for known in RULESETS))
    points = fixed_handicap(handicap, columns, rows) if checked_whole(handicap) else ()
    properties = {
        "PB": [raw_of_text(checked_text(black, "Lee"))] if black else [],
        "PW": [raw_of_text(checked_text(white, "Lee"))] if white else [],
        "KM": [f"{found.usual_komi(handicap) if komi is None else checked_komi(komi):g}"],
        "RU": [found.record_name]}
    if points:
        properties |= {"HA": [str(len(points))], "PL": ["W"],
                       "AB": [sgf_letters(point, columns) for point in points]}
    return Game(empty_game(columns, rows, {
        name: values for name, values in properties.items() if values}))


def game_of_diagram(diagram: str, to_play: str = "B", komi: float = 6.5) -> Game:
    """Return a game of one position, drawn with `.`, `X` (Black) and `O` (White), the top first.

    Blanks and empty lines do not matter. Raises UsageError for what is no such drawing
    """
    colour = colour_of(to_play)
    kept_komi = checked_komi(komi)
    try:
        position = Position.from_diagram(checked_text(diagram, "`. X O`"), colour)
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
    return read_games(f"(;GM[1]FF[4]SZ[{size}]KM[{kept_komi:g}]{put}"
                      f"PL[{LETTER_OF_COLOUR[colour]}])")[0]


def _games_of(file: GameFile) -> list[Game]:
    warnings = tuple(str(diagnostic) for diagnostic in file.diagnostics)
    return [Game(tree, warnings) for tree in file.games]
