"""What a layer is: a name, parameters and one function from a position to a result.

Several layers share parameters: which stones are dead, how far a stone's potential reaches, and
whether influence is read as a chance: what points of so much influence became, by stage of the
game. The curves for that are in resources/chance.json, one for each layer and stage, made by
docs/calibrate_chance.py from games whose final ownership a strong network had judged. They rise
and are the same for both colours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypedDict

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.draw.drawables import (ColouredLinks, Drawable, Meaning, Outline, RegionTint, Tint,
                                     TintStyle)
from irgo_app.errors import LayerError, SettingsError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.results import KIND_NAMES, Field, Links, Regions, Result, Values
from irgo_app.resource_files import computed_with
from irgo_app.settings import Param, ParamValue
from irgo_app.words import Message, listed

if TYPE_CHECKING:
    from irgo_app.engines.evaluation import EngineEvaluation

Params: TypeAlias = Mapping[str, ParamValue]
Compute: TypeAlias = Callable[[Position, Mapping[str, Result], Params, "CancelFlag | None"], Result]

OfEvaluation: TypeAlias = Callable[
    ["EngineEvaluation", "EngineEvaluation | None", Position, Params], Result
]

Share: TypeAlias = tuple[Point, float]
"""A stone and what it gives to the value of some point."""


class Tracker(Protocol):
    """Keeps a layer's result up to date from position to position, cheaper than from scratch."""

    def step_to(self, position: Position, cancel: CancelFlag | None = None) -> Result:
        """Return the result of a position, exactly as `compute` would."""


class Layer(Struct, frozen=True):
    """One overlay: everything the window, the command line and GTP need to know of it.

    name -- as on the command line, `influence.shadow`; its file is this with `_` for `.`
    kind -- Field, Links or Regions
    source -- who described it, and where
    compute -- (position, inputs by layer name, params, cancel) -> result; pure
    needs -- layers whose results come in as `inputs`, each as a name, with parameters where they
    are not the defaults: `influence.gnugo:show=normalised`
    draw -- drawables of a result; the kind's own unless given
    legend -- what the drawing means, for layers that are no tinted field
    short -- a title of one word where there is little room; the title itself unless given
    tells -- what the tint of a field tells a player: `who would own it`
    signs -- what each sign of another drawing tells a player
    signs_for -- params -> the signs, where they hang on the parameters
    presets -- for each choice of the parameter `preset` the values it gives to other parameters
    that are not given themselves
    tracker -- (columns, rows, params) -> what steps from one position to the next, or None
    shares -- (position, params, point) -> what each stone gives to the value of a point; raises
    LayerError for a reading that is not a sum over stones
    opinion -- (position, params, point) -> what is said of the value of a point that nothing takes
    apart; None where nothing can be said
    uses_network -- whether irgo's network is asked
    uses_order -- whether the result depends on the order in which the stones were played
    shows_names -- for a layer of `Groups`, which get names along the game
    (`review/group_names.py`): whether the names are drawn on the board
    of_evaluation -- for a layer that needs an engine: (what the engine says of the position, what
    it says of the position two moves earlier or None, position, params) -> result; raises
    LayerError if the engine does not tell enough
    is_readers_too -- where no engine is named, irgo's own reader is asked in its place
    """

    name: str
    title: str
    kind: type[Result]
    unit: str
    source: str
    compute: Compute
    params: tuple[Param, ...] = ()
    needs: tuple[str, ...] = ()
    draw: Callable[[Result], tuple[Drawable, ...]] | None = None
    legend: str = ""
    short: str = ""
    tells: str = ""
    signs: tuple[Meaning, ...] = ()
    signs_for: Callable[[Params], tuple[Meaning, ...]] | None = None
    presets: Mapping[str, Params] = field(default_factory=dict)
    tracker: Callable[[int, int, Params], Tracker | None] | None = None
    shares: Callable[[Position, Params, Point], tuple[Share, ...]] | None = None
    opinion: Callable[[Position, Params, Point], Message | None] | None = None
    uses_network: bool = False
    uses_order: bool = False
    shows_names: Callable[[Params], bool] | None = None
    of_evaluation: OfEvaluation | None = None
    is_readers_too: bool = False

    @property
    def uses_engine(self) -> bool:
        """Return whether the layer shows what an engine says, and is not computed here."""
        return self.of_evaluation is not None

    @property
    def has_names(self) -> bool:
        """Return whether the regions get names that stay along the game."""
        return self.shows_names is not None

    @property
    def kind_name(self) -> str:
        """Return `field`, `links` or `regions`."""
        return KIND_NAMES[self.kind]

    def full_params(self, given: Params) -> dict[str, ParamValue]:
        """Return all parameters, defaults filled in and checked; raises LayerError."""
        known = {param.key: param for param in self.params}
        for key in given:
            if key not in known:
                raise self._unknown(key)
        preset = self.presets.get(str(given.get("preset", ""))) or {}
        try:
            return {
                key: param.checked(given.get(key, preset.get(key, param.default)))
                for key, param in known.items()
            }
        except SettingsError as error:
            raise LayerError("{name}: {error}", name=self.name, error=error) from None

    def changed_params(self, params: Params, key: str, value: ParamValue) -> dict[str, ParamValue]:
        """Return all parameters with one changed; another preset brings its own values."""
        kept = params
        if key == "preset":
            set_by_preset = self.presets.get(str(value), {})
            kept = {name: old for name, old in params.items() if name not in set_by_preset}
        return self.full_params({**kept, key: value})

    def text_of(self, params: Params) -> str:
        """Return the layer as `--layer` takes it, with the parameters that are not defaults."""
        given = [f"{param.key}={params[param.key]}" for param in self.params
                 if params[param.key] != param.default]
        return self.name + (":" + ",".join(given) if given else "")

    def parse_params(self, texts: Mapping[str, str]) -> dict[str, ParamValue]:
        """Return all parameters from texts as typed by a user; raises LayerError."""
        known = {param.key: param for param in self.params}
        given: dict[str, ParamValue] = {}
        for key, text in texts.items():
            if key not in known:
                raise self._unknown(key)
            try:
                given[key] = known[key].parse(text)
            except SettingsError as error:
                raise LayerError("{name}: {error}", name=self.name, error=error) from None
        return self.full_params(given)

    def drawables(
        self, result: Result, *, style: str = TintStyle.SMOOTH.value, opacity: float = 1.0
    ) -> tuple[Drawable, ...]:
        """Return what a painter should draw for a result; tints in a style and opacity (0 to 1)."""
        found = self.draw(result) if self.draw else default_drawables(result)
        return tuple(_as_wanted(drawable, TintStyle(style), opacity) for drawable in found)

    def explain(self, position: Position, params: Params, point: Point) -> tuple[Share, ...]:
        """Return which stones give a point its value and how much, the largest amounts first.

        The amounts add up to the value. Raises LayerError where that is not defined.
        """
        if self.shares is None:
            raise LayerError("{name} cannot be taken apart stone by stone.", name=self.name)
        found = self.shares(position, self.full_params(params), point)
        return tuple(sorted(
            ((stone, amount) for stone, amount in found if amount),
            key=lambda share: (-abs(share[1]), share[0])))

    def _unknown(self, key: str) -> LayerError:
        if not self.params:
            return LayerError("{layer} has no parameter {key!r}; it takes none.",
                              layer=self.name, key=key)
        return LayerError("{layer} has no parameter {key!r}; it takes {keys}.", layer=self.name,
                          key=key, keys=listed(param.key for param in self.params))


def needs_engine(name: str) -> Compute:
    """Return the `compute` of a layer that only an engine can fill: it says so."""
    def refuse(
        _position: Position, _inputs: Mapping[str, Result], _params: Params,
        _cancel: CancelFlag | None,
    ) -> Result:
        raise LayerError(
            "{name} needs an engine; name one with --engine NAME (`irgo engines` lists them).",
            name=name)

    return refuse


def layer_of_need(need: str, layers: Mapping[str, Layer]) -> tuple[Layer, dict[str, ParamValue]]:
    """Return the layer that one of `needs` names, and its parameters; raises LayerError."""
    name, _, tail = need.partition(":")
    if name not in layers:
        raise LayerError("There is no layer {name!r}; see `irgo layers`.", name=name)
    pairs = dict(pair.split("=", 1) for pair in tail.split(",") if pair)
    return layers[name], layers[name].parse_params(pairs)


def _as_wanted(drawable: Drawable, style: TintStyle, opacity: float) -> Drawable:
    if isinstance(drawable, Tint):
        return replace(drawable, style=style, opacity=opacity)
    if opacity != 1.0 and isinstance(drawable, RegionTint | Outline):
        return replace(drawable, opacity=opacity * drawable.opacity)
    return drawable


def default_drawables(result: Result) -> tuple[Drawable, ...]:
    """Return the drawables of a result's kind: a tint, coloured links, or tinted regions."""
    if isinstance(result, Field):
        return (Tint(result.values / result.full_scale),)
    if isinstance(result, Links):
        return (ColouredLinks(dict(result.points), dict(result.links)),)
    if isinstance(result, Regions):
        return tuple(RegionTint(region.colour, region.points) for region in result.regions)
    return ()


DEAD: Final = Param(
    "dead", str, "", "Dead stones",
    "Stones to count as dead, such as D4 Q10; each stands for its whole chain.")
KEEP: Final = "keep"
"""What the layer `colourmap` takes in place of dead stones: not even the obviously dead go."""

FUNCTION_PARAMS: Final = (
    Param("function", str, "tables", "Function",
          "tables: the fifteen of Tajima & Sanechika; 1/d and 1/2^d of the distance d.",
          choices=("tables", "1/d", "1/2^d")),
    Param("distance", str, "manhattan", "Distance", "How 1/d and 1/2^d measure.",
          choices=("manhattan", "euclidean")),
    Param("reach", int, 5, "Reach", "The distance at which 1/d and 1/2^d are cut.", 1, 10),
)
"""How far a stone's potential reaches (Tajima & Sanechika, appendix A and section 5)."""


def living_stones(position: Position, params: Params) -> npt.NDArray[np.int8]:
    """Return int8 (rows*columns): the stones taken for alive, read-only where that is all of them.

    Raises LayerError for a vertex that is no stone of the board.
    """
    stones = np.frombuffer(position.cells, dtype=np.int8)
    if params["dead"]:
        stones = stones.copy()
        stones[list(stones_named(position, str(params["dead"]), "dead"))] = 0
    return stones


def shares_of_stones(
    position: Position, params: Params, point: Point,
    values: Callable[[Position, npt.NDArray[np.int8], Params, Point], Values],
) -> tuple[Share, ...]:
    """Return what each living stone gives to a point; values -- the field of one of them alone."""
    stones = living_stones(position, params)
    return tuple((stone, float(values(position, stones, params, stone).flat[point]))
                 for stone in np.flatnonzero(stones).tolist())


def living_and_dead(
    position: Position, params: Params
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """Return two int8 arrays (rows*columns): `living_stones`, and those taken for dead."""
    living = living_stones(position, params)
    return living, np.frombuffer(position.cells, dtype=np.int8) - living


def dead_points(position: Position, params: Params) -> frozenset[Point]:
    """Return the stones that the parameter `dead` takes for dead; raises LayerError."""
    text = str(params["dead"])
    return frozenset() if text == KEEP else stones_named(position, text, "dead")


def stones_named(position: Position, text: str, key: str) -> frozenset[Point]:
    """Return the chains that a parameter names by vertices.

    Raises LayerError, which names the parameter `key`, for a vertex that is no stone of the board.
    """
    found = set[Point]()
    for word in re.findall(r"[A-Za-z]+[0-9]+|[^\s,;+/]+", text):
        point = _stone_at(position, word)
        if point is None:
            raise LayerError(
                "{key}={word}: there is no stone at {word}; name stones as in D4.",
                key=key, word=word)
        found |= position.chain(point)
    return frozenset(found)


def stones_text(position: Position, stones: Iterable[Point]) -> str:
    """Return the parameter that names stones: one vertex a chain, in order."""
    left, words = set(stones), []
    while left:
        first = min(left)
        left -= position.chain(first)
        words.append(position.vertex(first))
    return " ".join(words)


def _stone_at(position: Position, word: str) -> Point | None:
    try:
        point = point_of_vertex(word, position.columns, position.rows)
    except ValueError:
        return None
    return point if point >= 0 and position.cells[point] else None


READING: Final = Param(
    "reading", str, "raw", "Reading",
    "raw: the model's own unit; chance: how likely the point ends as Black's, less how likely as "
    "White's, measured on games of strong programs with the default parameters.",
    choices=("raw", "chance"))
UNIT: Final = "chance of Black - chance of White"


class _Curve(TypedDict):
    """A rising curve: values of a map, and the chances that go with them, float64."""

    values: Values
    chances: Values


class _Table(TypedDict):
    """What resources/chance.json holds: stones on 361 points, and a curve a stage and layer."""

    stages: Values
    layers: dict[str, list[_Curve]]


def as_read(field: Field, position: Position, params: Params, layer: str) -> Field:
    """Return a layer's field as the parameter `reading` asks: as it is, or as chances."""
    if params["reading"] == "raw":
        return field
    return Field(chances(layer, field.values, position), UNIT)


def no_chance(params: Params, layer: str) -> None:
    """Raise LayerError if a layer is read as chances, which are no sum over stones."""
    if params["reading"] != "raw":
        raise LayerError(
            "{layer}:reading=chance is no sum over stones; explain reading=raw.", layer=layer)


def chances(layer: str, values: Values, position: Position) -> Values:
    """Return the chance of Black less that of White, -1 to 1, for values of a layer.

    layer -- a key of resources/chance.json. Between the middles of the stages the curves are mixed.
    """
    earlier, later_share = _stage_of(position)
    found = np.zeros(values.shape)
    for stage, share in ((earlier, 1.0 - later_share), (earlier + 1, later_share)):
        curve = _table()["layers"][layer][stage]
        found += share * np.interp(np.abs(values), curve["values"], curve["chances"])
    return np.asarray(np.copysign(found, values))


def chances_by_unit(layer: str, scale: float, position: Position) -> Values:
    """Return the `chances` of 0, 1, 2 ... units of a layer, from the last one on they are the same.

    scale -- how many units make a value of 1
    """
    earlier, later_share = _stage_of(position)
    before, after = _curves_by_unit(layer, scale)[earlier:earlier + 2]
    return np.asarray((1.0 - later_share) * before + later_share * after)


def _stage_of(position: Position) -> tuple[int, float]:
    """Return the earlier one of the stages a position lies between, and the share of the later."""
    filled = 361.0 * position.stone_count() / len(position.cells)
    stages = _table()["stages"]
    place = float(np.interp(filled, stages, np.arange(stages.size)))
    earlier = min(int(place), stages.size - 2)
    return earlier, place - earlier


@cache
def _curves_by_unit(layer: str, scale: float) -> Values:
    """Return float64 (stages, units): the curve of each stage."""
    curves = _table()["layers"][layer]
    most = max(curve["values"][-1] for curve in curves)
    values = np.arange(int(most * scale) + 2) / scale
    return np.array([np.interp(values, curve["values"], curve["chances"]) for curve in curves])


@cache
def _table() -> _Table:
    """Return the stages (stones on 361 points) and for each layer a curve a stage."""
    found = json.loads(computed_with("chance.json"))
    return {"stages": np.array(found["stages"]), "layers": {
        layer: [{"values": np.array(curve["values"]), "chances": np.array(curve["chances"])}
                for curve in curves] for layer, curves in found["layers"].items()}}
