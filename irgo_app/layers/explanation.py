"""The hidden layer `explanation`: what the reading and the fields say of one point, in sentences.

Built from the reading and from the layers it is given; runs where the kernels run, so that the
window can ask for it like for any map.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.coordinates import vertex, vertex_order
from irgo_app.go.point import EMPTY, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.topology import topology
from irgo_app.layers.layer import Layer, Params, Share, layer_of_need
from irgo_app.layers.params import DEAD
from irgo_app.layers.reading import reason_words
from irgo_app.layers.results import (
    Cluster,
    ColourMap,
    Explanation,
    Field,
    Group,
    Reading,
    Result,
    Status,
)
from irgo_app.settings.param import Param, ParamValue

EXPLANATION: Final = "explanation"
_ADJECTIVES = {1: "black", -1: "white"}
_COUNTS = ("none", "one", "two", "three", "four")
_MOST_SHARES = 6


class Explainer:
    """Finds the sentences about a point of a position, and the points they name."""

    def __init__(self, position: Position, reading: Reading, point: Point) -> None:
        self._position, self._reading, self._point = position, reading, point
        self.highlights: set[Point] = set()

    def sentences(self) -> list[str]:
        """Return what the reading says, from the colour of the point to its group."""
        found = [self._colour_sentence()]
        number = next((number for number, cluster in enumerate(self._reading.clusters, start=1)
                       if self._point in cluster.points and cluster.status is not Status.DEAD), 0)
        if self._point in self._reading.dead:
            number = next(number for number, cluster in enumerate(self._reading.clusters, start=1)
                          if cluster.status is Status.DEAD and self._point in cluster.stones)
        if number:
            found.append(self._cluster_sentence(self._reading.clusters[number - 1]))
            group = next((group for group in self._reading.groups if number in group.clusters),
                         None)
            found += self._group_sentences(group, number) if group else []
        shadow = float(self._reading.shadow[self._point])
        found.append(f"The shadows of the clusters add up to {shadow:+.2f} here.")
        return found

    def _name(self, point: Point) -> str:
        return vertex(point, self._position.columns, self._position.rows)

    def _names(self, points: list[Point]) -> str:
        ordered = sorted(points, key=lambda point: vertex_order(point, self._position.columns))
        return ", ".join(map(self._name, ordered))

    def _colour_sentence(self) -> str:
        """Say which colour the point has and by which rule of the colour map."""
        here, found = self._name(self._point), self._reading.final_map
        stone = self._position.colour_at(self._point)
        if stone != EMPTY and self._point not in self._reading.dead:
            return f"{here} is a {_ADJECTIVES[stone]} stone."
        start = here
        if stone != EMPTY:
            start = f"{here} holds a dead {_ADJECTIVES[stone]} stone and counts as vacant; it"
        colour = int(found.points[self._point])
        links = self._links(found)
        if colour:
            when = int(found.point_step[self._point])
            own = [near for near, (link, step) in links.items() if link == colour and step < when]
            self.highlights.update(own)
            return (f"{start} is {_ADJECTIVES[colour]} by rule 2: {_COUNTS[len(own)]} of its "
                    f"{_COUNTS[len(links)]} links are {_ADJECTIVES[colour]} ({self._names(own)}).")
        parts = []
        for link_colour in _ADJECTIVES:
            own = [near for near, (link, _) in links.items() if link == link_colour]
            if own:
                self.highlights.update(own)
                verb = "is" if len(own) == 1 else "are"
                parts.append(f"{_COUNTS[len(own)]} of its {_COUNTS[len(links)]} links {verb} "
                             f"{_ADJECTIVES[link_colour]} ({self._names(own)})")
        if not parts:
            return f"{start} is open: none of its links is coloured."
        why = "contested" if len(parts) == 2 else "not coloured itself"
        return f"{start} is {why}: {' and '.join(parts)}."

    def _links(self, found: ColourMap) -> dict[Point, tuple[Colour, int]]:
        """Return each neighbour with the colour and the step of the link to it."""
        columns = self._position.columns
        result = {}
        for near in topology(columns, self._position.rows).neighbours[self._point]:
            first = min(near, self._point)
            way = 0 if abs(near - self._point) == 1 and columns > 1 else 1
            result[near] = int(found.links[way, first]), int(found.link_step[way, first])
        return result

    def _cluster_sentence(self, cluster: Cluster) -> str:
        size = f"{len(cluster.stones)} stones" if len(cluster.stones) != 1 else "one stone"
        if not cluster.stones:
            size = "no stone"
        reason = reason_words(cluster, self._position.columns, self._position.rows)
        status = "of unknown life" if cluster.status is Status.UNKNOWN else cluster.status.value
        at = self._name((cluster.stones or cluster.points)[0])
        return (f"It belongs to the {_ADJECTIVES[cluster.colour]} cluster at {at} ({size}), which "
                f"is {status}: {reason}.")

    def _group_sentences(self, group: Group, number: int) -> list[str]:
        """Say with which other clusters the point's cluster is one group, and where they meet."""
        found = []
        own = self._reading.clusters[number - 1]
        for other_number in group.clusters:
            if other_number == number:
                continue
            other = self._reading.clusters[other_number - 1]
            meeting = self._meeting_point(own, other, group)
            first, second = (self._name((cluster.stones or cluster.points)[0])
                             for cluster in (own, other))
            where = f" at {self._name(meeting)}" if meeting is not None else ""
            if meeting is not None:
                self.highlights.add(meeting)
            found.append(f"The clusters at {first} and at {second} are one group: their shadows "
                         f"meet{where}.")
        return found

    def _meeting_point(self, own: Cluster, other: Cluster, group: Group) -> Point | None:
        """Return the faintest point of a shortest way from one cluster to another in the group."""
        neighbours = topology(self._position.columns, self._position.rows).neighbours
        inside, targets = set(group.points), set(other.points)
        came_from: dict[Point, Point | None] = dict.fromkeys(own.points)
        queue = deque(own.points)
        while queue:
            point = queue.popleft()
            if point in targets:
                way: list[Point] = []
                place: Point | None = point
                while place is not None:
                    way.append(place)
                    place = came_from[place]
                between = [step for step in way if step not in targets
                           and step not in own.points] or way
                return min(between, key=lambda step: (abs(self._reading.shadow[step]), step))
            for near in neighbours[point]:
                if near in inside and near not in came_from:
                    came_from[near] = point
                    queue.append(near)
        return None


def shares_sentence(
    layer: Layer, shares: tuple[Share, ...], position: Position, point: Point
) -> str:
    """Return a field's value at a point with the stones that give most of it."""
    columns, rows = position.columns, position.rows
    value = sum(amount for _, amount in shares)
    parts = [f"{vertex(stone, columns, rows)} {amount:+.2f}"
             for stone, amount in shares[:_MOST_SHARES]]
    rest = sum(amount for _, amount in shares[_MOST_SHARES:])
    if shares[_MOST_SHARES:]:
        parts.append(f"{len(shares) - _MOST_SHARES} others {rest:+.2f}")
    of = f" = {', '.join(parts)}" if parts else ""
    return f"{layer.title} {value:+.2f}{of}."


def reasons_sentence(layer: Layer, reasons: tuple[tuple[str, float], ...]) -> str:
    """Return a field's value at a point with what brings it about, in words."""
    value = sum(amount for _, amount in reasons)
    parts = [f"{words} {amount:+.2f}" for words, amount in reasons if round(amount, 2)]
    of = f" = {', '.join(parts)}" if parts else ""
    return f"{layer.title} {value:+.2f}{of}."


def _needed(
    layer: Layer, position: Position, by_name: Mapping[str, Layer], cancel: CancelFlag | None
) -> dict[str, Result]:
    """Return the fields that a layer needs, computed."""
    found = {}
    for need in layer.needs:
        if need.partition(":")[0] in by_name:
            needed, params = layer_of_need(need, by_name)
            found[need] = needed.compute(position, {}, params, cancel)
    return found


def explanation_layer(layers: tuple[Layer, ...]) -> Layer:
    """Return the hidden layer that explains points, with the values of some of `layers`."""
    by_name = {layer.name: layer for layer in layers if layer.kind is Field}

    def compute(
        position: Position, inputs: Mapping[str, Result], params: Params,
        cancel: CancelFlag | None,
    ) -> Explanation:
        """Return the sentences and the points to highlight."""
        reading, point = inputs["reading"], int(params["point"])
        assert isinstance(reading, Reading)
        if point >= len(position.cells):
            raise LayerError("That point is not on this board; choose another.")
        explainer = Explainer(position, reading, point)
        sentences = explainer.sentences()
        for text in str(params["fields"]).split():
            try:
                layer, own = _field_of(text, by_name, params)
                said = layer.words(position, own, point) if layer.words else None
                if said is not None:
                    sentences.append(said)
                elif layer.reasons is None:
                    shares = layer.explain(position, own, point)
                    sentences.append(shares_sentence(layer, shares, position, point))
                else:
                    found = {"reading": reading, **_needed(layer, position, by_name, cancel)}
                    reasons = layer.reasons(position, found, own, point)
                    sentences.append(reasons_sentence(layer, reasons))
            except LayerError as error:
                sentences.append(str(error))
        return Explanation(point, tuple(sentences), tuple(sorted(explainer.highlights)),
                           int(reading.final_map.points[point]))

    return Layer(
        name=EXPLANATION, title="Explanation", kind=Explanation, unit="", source="irgo",
        compute=compute,
        params=(Param("point", int, 0, "Point", "The point to explain.", 0, 52 * 52),
                Param("fields", str, "", "Fields",
                      "Fields to take apart, with spaces between them: name:param=value,..."),
                DEAD),
        needs=("reading",))


def explained_field(layer: Layer, params: Params) -> str:
    """Return a field as the parameter `fields` takes it, as it is shown with these parameters."""
    pairs = [key + "=" + re.sub(r"[\s,;]+", "+", str(value)) for key, value in params.items()]
    return f"{layer.name}:{','.join(pairs)}"


def _field_of(
    text: str, by_name: Mapping[str, Layer], params: Params
) -> tuple[Layer, dict[str, ParamValue]]:
    """Return a field of `fields` with all its parameters; the stones dead to all are its default.

    Raises LayerError for a name or parameter that there is not.
    """
    name, _, tail = text.partition(":")
    if name not in by_name:
        raise LayerError(f"There is no field {name!r} to explain; see `irgo layers`.")
    layer = by_name[name]
    given = dict(pair.split("=", 1) for pair in tail.split(",") if pair)
    if DEAD in layer.params:
        given.setdefault(DEAD.key, str(params[DEAD.key]))
    return layer, layer.parse_params(given)
