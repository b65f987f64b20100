"""Which layers are shown, with which parameters, and what that means for each node.

With what goes with it: the quick views, the stones that searches found dead, and what is kept from
one start to the next.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct, field
from PySide6.QtCore import QObject, Signal

from irgo_app.errors import LayerError
from irgo_app.go.position import Position
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.window import Preferences, WindowLayout
from irgo_app.layers import layer_of_text
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.results import Field, Result
from irgo_app.service.as_shown import request_as_shown
from irgo_app.service.figures import CURVE_LAYERS, FiguresRequest
from irgo_app.service.request import LayerRequest
from irgo_app.settings import ParamValue
from irgo_app.sgf.game_tree import Node
from irgo_app.words import noted

ISHIDA: Final = "ishida"
"""The name of the Ishida view among layers that are kept, and in the setting `start_layer`."""


class DeadStones(QObject):
    """What was found, and whether the user wants it off the maps.

    changed -- other stones of some node are dead
    """

    changed = Signal()

    def __init__(self, review: Review, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._preferences = review, preferences
        self._known: dict[int, tuple[Position, str]] = {}
        review.game_changed.connect(self._known.clear)

    def note(self, node: Node, stones: str) -> None:
        """Keep what was found on a node as it stands now; vertices of dead stones."""
        self._known[node.id] = self._review.replay.position_at(node), stones
        self.changed.emit()

    def of(self, node: Node) -> str:
        """Return the dead stones of a node as the layers take them; mostly none."""
        known = self._known.get(node.id)
        if known is None or not self._preferences["life_dead_off"]:
            return ""
        position, stones = known
        return stones if position == self._review.replay.position_at(node) else ""


_MOST_NODES: Final = 4000
"""Of so many nodes the requests are kept; each holds on to a position."""
_KEYS = "1234567890."
"""The keys of the layers in their order; the full stop is where other programs estimate."""
_MODIFIERS = ("", "Alt+", "Ctrl+Alt+Shift+")


def layer_key(index: int) -> str:
    """Return the key that switches a computed layer by its number from 0, "" when all are used."""
    round_number, place = divmod(index, len(_KEYS))
    return _MODIFIERS[round_number] + _KEYS[place] if round_number < len(_MODIFIERS) else ""


class ShownLayer(Struct):
    """A layer as the user wants to see it; `opacity` is 0 to 1."""

    layer: Layer
    is_on: bool = False
    opacity: float = 1.0
    params: dict[str, ParamValue] = field(default_factory=dict)


class LayerState(QObject):
    """The layers in the order of the table: those computed here, and those an engine tells.

    is_ishida -- in place of computed layers the Ishida view is shown
    changed -- another choice of layers, opacities, parameters or dead stones
    """

    changed = Signal()

    def __init__(
        self, review: Review, service: ServiceBridge, dead: DeadStones, preferences: Preferences,
        layers: Sequence[Layer]
    ) -> None:
        super().__init__()
        self._review, self._service = review, service
        self._dead, self._preferences = dead, preferences
        self._requests: dict[int, tuple[Position, str, int, dict[str, LayerRequest]]] = {}
        self.layers = [
            ShownLayer(layer, layer.name == preferences["start_layer"], 1.0, layer.full_params({}))
            for layer in layers if not layer.uses_engine]
        self.engine_layers = [
            ShownLayer(layer, bool(preferences[f"engine_{layer.name}"]), 1.0, layer.full_params({}))
            for layer in layers if layer.uses_engine]
        self.is_ishida, self._is_bare = preferences["start_layer"] == ISHIDA, False
        review.game_changed.connect(self._requests.clear)
        dead.changed.connect(self.changed)
        preferences.changed.connect(self._follow_preferences)

    def named(self, name: str) -> ShownLayer | None:
        """Return the computed layer of a name, shown or not; None if there is none."""
        return next((shown for shown in self.layers if shown.layer.name == name), None)

    @property
    def is_awaited(self) -> bool:
        """Return whether a layer that is on has no result on the current node yet."""
        return any(shown.is_on and self.result_for(shown) is None for shown in self.layers)

    @property
    def of_groups(self) -> ShownLayer:
        """Return the layer whose regions have names along the game; there is always one."""
        return next(shown for shown in self.layers if shown.layer.has_names)

    @property
    def with_curves(self) -> tuple[ShownLayer, ...]:
        """Return the layers whose numbers are drawn over the moves, shown or not."""
        return tuple(shown for shown in self.layers if shown.layer.name in CURVE_LAYERS)

    @property
    def first_field(self) -> ShownLayer | None:
        return next((shown for shown in self.layers
                     if shown.is_on and shown.layer.kind is Field), None)

    def change(self, shown: ShownLayer, **changes: object) -> None:
        """Change a layer's `is_on`, `opacity` or `params`; an engine's are kept in the settings."""
        if "params" in changes:
            self._requests.clear()
        for name, value in changes.items():
            setattr(shown, name, value)
        if changes.get("is_on"):
            self.is_ishida &= shown.layer.uses_engine
            self._is_bare = False
        if shown.layer.uses_engine and "is_on" in changes:
            self._preferences.set(f"engine_{shown.layer.name}", shown.is_on)
        self._follow_preferences()

    def choose(self, shown: ShownLayer) -> None:
        """Show a computed layer in place of the others, or the bare board where it is shown alone.

        Who set `several_layers` adds it to the others instead, or takes it off.
        """
        if self._preferences["several_layers"]:
            self.change(shown, is_on=not shown.is_on)
            return
        is_alone = shown.is_on and not any(
            other.is_on for other in self.layers if other is not shown)
        self.show_only({} if is_alone else {shown.layer.name: shown.params}, is_bare=is_alone)

    def show_only(
        self, wanted: Mapping[str, Params], *, is_ishida: bool = False, is_bare: bool = False
    ) -> None:
        """Show the computed layers that are named, with the parameters given and no others on.

        is_ishida -- with none of them: the Ishida view
        is_bare -- with none of them, and none of an engine's until another is shown
        """
        self._requests.clear()
        self.is_ishida, self._is_bare = is_ishida, is_bare
        self._follow_engines()
        for shown in self.layers:
            given = wanted.get(shown.layer.name)
            shown.is_on = given is not None
            if given is not None:
                shown.params = shown.layer.full_params(given)
        self.changed.emit()

    def show_start(self) -> None:
        """Show what is shown at the first start: one layer, every parameter at its default."""
        for shown in self.layers:
            shown.opacity, shown.params = 1.0, shown.layer.full_params({})
        name = str(self._preferences["start_layer"])
        self.show_only({name: {}}, is_ishida=name == ISHIDA)

    def requests(self, node: Node) -> Mapping[str, LayerRequest]:
        """Return what each computed layer asks on a node, by the layers' names.

        They are the same objects as long as neither node, game info, parameters nor dead stones
        change, so that a step and looking ahead through a long game cost little.
        """
        position = self._review.replay.position_at(node)
        dead, edition = self._dead.of(node), self._review.info_edition
        known = self._requests.get(node.id)
        # By identity: comparing boards node by node is what this is to save.
        if known is None or known[0] is not position or known[1:3] != (dead, edition):
            if len(self._requests) > _MOST_NODES:
                self._requests.clear()
            known = self._requests[node.id] = (position, dead, edition, {
                shown.layer.name: request_as_shown(
                    shown.layer, shown.params, position, self._review.game, dead,
                    self._review.node)
                for shown in self.layers})
        return known[3]

    def request_for(self, shown: ShownLayer, node: Node) -> LayerRequest:
        """Return what a computed layer asks on a node."""
        return self.requests(node)[shown.layer.name]

    def figures_for(self, shown: ShownLayer, node: Node) -> FiguresRequest:
        """Return what asks for the numbers that a layer comes to on a node, as it is set."""
        return FiguresRequest(self.request_for(shown, node))

    def plain_request_for(self, shown: ShownLayer, node: Node) -> LayerRequest:
        """Return the same with nothing taken off that a search found dead."""
        if not self._dead.of(node):
            return self.request_for(shown, node)
        return request_as_shown(shown.layer, shown.params,
                                self._review.replay.position_at(node), self._review.game,
                                node=self._review.node)

    def request_on(self, shown: ShownLayer, position: Position) -> LayerRequest:
        """Return what a computed layer asks on a position that is no node of the record."""
        return request_as_shown(shown.layer, shown.params, position, self._review.game,
                                node=self._review.node)

    def result_for(self, shown: ShownLayer, node: Node | None = None) -> Result | None:
        """Return a computed layer's result on a node if it is there already."""
        return self._service.cached(self.request_for(shown, node or self._review.node))

    def _follow_preferences(self) -> None:
        self._follow_engines()
        self.changed.emit()

    def _follow_engines(self) -> None:
        for shown in self.engine_layers:
            shown.is_on = not self._is_bare and bool(
                self._preferences[f"engine_{shown.layer.name}"])


class QuickView(Struct, frozen=True):
    """A choice of layers by one click: its name, title and key.

    layers -- the parameters of the layers that are on, by their names
    is_ishida -- it is the Ishida view, which is drawn of a judgement and not of layers
    """

    id: str
    title: str
    key: str
    layers: Mapping[str, Params] = field(default_factory=dict)
    is_ishida: bool = False


BARE: Final = QuickView("bare", noted("Bare"), "Q")
QUICK_VIEWS: Final = (
    QuickView("ishida", noted("Ishida"), "G", is_ishida=True),
    QuickView("influence", noted("Influence"), "R", {"influence.shadow": {}}),
    QuickView("territory", noted("Territory"), "T", {"territory": {}}),
    QuickView("moyo", noted("Moyo"), "Y", {"moyo": {}}),
    QuickView("groups", noted("Groups"), "D", {"groups": {}}),
    BARE,
)


def show_view(shown: LayerState, view: QuickView) -> None:
    """Show the layers of a view and no others; engines' layers stay, but on the bare board."""
    shown.show_only(view.layers, is_ishida=view.is_ishida,
                    is_bare=not view.layers and not view.is_ishida)


def is_shown(shown: LayerState, view: QuickView) -> bool:
    """Return whether just the layers of a view are on."""
    on = {layer.layer.name for layer in shown.layers if layer.is_on}
    return shown.is_ishida == view.is_ishida and on == set(view.layers)


_KEY: Final = "layers"
_ON: Final = "+"


class KeptLayers(QObject):
    """Keeps each computed layer as a line of text: on or off, per cent, and as `--layer` takes it.

    What cannot be read any more is left as it was: layers and parameters come and go.
    """

    def __init__(self, shown: LayerState, layout: WindowLayout) -> None:
        super().__init__()
        self._shown, self._layout = shown, layout
        self._restore()
        shown.changed.connect(self._keep)
        layout.was_reset.connect(shown.show_start)

    def _restore(self) -> None:
        for line in self._layout.texts.get(_KEY, "").splitlines():
            if line == ISHIDA:
                self._shown.show_only({}, is_ishida=True)
            head, _, text = line.partition(" ")
            with suppress(LayerError, ValueError):
                layer, params = layer_of_text(text)
                shown = self._shown.named(layer.name)
                if shown is not None:
                    self._shown.change(shown, is_on=head[:1] == _ON, params=params,
                                       opacity=min(max(int(head[1:]) / 100, 0.1), 1.0))

    def _keep(self) -> None:
        self._layout.texts[_KEY] = "\n".join(
            f"{_ON if shown.is_on else '-'}{round(100 * shown.opacity)} "
            f"{shown.layer.text_of(shown.layer.full_params(shown.params))}"
            for shown in self._shown.layers) + (f"\n{ISHIDA}" if self._shown.is_ishida else "")
