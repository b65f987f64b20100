"""The hidden layer `explanation`: what the reading and the fields say of one point, in sentences.

Built from the reading and from the layers it is given; runs where the kernels run, so that the
window can ask for it like for any map.
"""

import re
from collections import deque
from collections.abc import Mapping
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.coordinates import vertex_order
from irgo_app.go.point import BLACK, EMPTY, WHITE, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.layers.layer import DEAD, Layer, Params, Share
from irgo_app.layers.reading import ReadingInTables, linked, reason_of
from irgo_app.layers.results import Cluster, ColourMap, Explanation, Field, Group, Result, Status
from irgo_app.settings import Param, ParamValue
from irgo_app.words import Listing, Message, counted, listed, message, noted

EXPLANATION: Final = "explanation"
_COUNTS = (noted("none"), noted("one"), noted("two"), noted("three"), noted("four"))
_STONE = {BLACK: noted("{point} is a black stone."), WHITE: noted("{point} is a white stone.")}
_DEAD_STONE = {
    BLACK: noted("{point} holds a dead black stone and counts as vacant; {what}."),
    WHITE: noted("{point} holds a dead white stone and counts as vacant; {what}.")}
_COLOURED = {
    BLACK: noted("{point} is black by rule 2: {number} of its {links} links are black ({points})"),
    WHITE: noted("{point} is white by rule 2: {number} of its {links} links are white ({points})")}
_CLUSTER = {
    BLACK: noted("It belongs to the black cluster at {place} ({size}), which is {status}: "
                 "{reason}."),
    WHITE: noted("It belongs to the white cluster at {place} ({size}), which is {status}: "
                 "{reason}.")}
_STATUS = {Status.ALIVE: noted("alive"), Status.DEAD: noted("dead"),
           Status.UNKNOWN: noted("of unknown life")}
_MOST_SHARES = 4


class Explainer:
    """Finds the sentences about a point of a position, and the points they name."""

    def __init__(self, position: Position, reading: ReadingInTables, point: Point) -> None:
        self._position, self._reading, self._point = position, reading, point
        self.highlights: set[Point] = set()

    def sentences(self, *, has_sum: bool) -> list[Message]:
        """Return what the reading says, from the colour of the point to its group.

        has_sum -- whether it says the sum of the clusters' shadows, too
        """
        found = [self._colour_sentence()]
        number = next((number for number, cluster in enumerate(self._reading.clusters, start=1)
                       if self._point in cluster.points and cluster.status is not Status.DEAD), 0)
        if self._point in self._reading.dead:
            number = next(number for number, cluster in enumerate(self._reading.clusters, start=1)
                          if cluster.status is Status.DEAD and self._point in cluster.stones)
        if number:
            found.append(self._cluster_sentence(self._reading.clusters[number - 1]))
            groups = linked(self._position, self._reading)
            group = next((group for group in groups if number in group.clusters), None)
            found += self._group_sentences(group, number) if group else []
        if has_sum:
            shadow = float(self._reading.shadow[self._point])
            found.append(message("The shadows of the clusters add up to {shadow:+.2f} here.",
                                 shadow=shadow))
        return found

    def _names(self, points: list[Point]) -> Listing:
        ordered = sorted(points, key=vertex_order(self._position.columns))
        return listed(map(self._position.vertex, ordered))

    def _colour_sentence(self) -> Message:
        """Say which colour the point has and by which rule of the colour map."""
        here = self._position.vertex(self._point)
        stone = self._position.colour_at(self._point)
        if stone == EMPTY:
            return message("{what}.", what=self._colour_clause(here))
        if self._point not in self._reading.dead:
            return message(_STONE[stone], point=here)
        return message(_DEAD_STONE[stone], point=here, what=self._colour_clause(message("it")))

    def _colour_clause(self, point: object) -> Message:
        """Say why a vacant point has its colour; `point` is how the clause names it."""
        found = self._reading.final_map
        colour, links = int(found.points[self._point]), self._links(found)
        all_links = message(_COUNTS[len(links)])
        if colour:
            when = int(found.point_step[self._point])
            own = [near for near, (link, step) in links.items() if link == colour and step < when]
            self.highlights.update(own)
            return message(_COLOURED[colour], point=point, number=message(_COUNTS[len(own)]),
                           links=all_links, points=self._names(own))
        parts = []
        for link_colour in (BLACK, WHITE):
            own = [near for near, (link, _) in links.items() if link == link_colour]
            if own:
                self.highlights.update(own)
                parts.append(_links_clause(link_colour, len(own), all_links, self._names(own)))
        if not parts:
            return message("{point} is open: none of its links is coloured", point=point)
        if len(parts) == 1:
            return message("{point} is not coloured itself: {links}", point=point, links=parts[0])
        return message("{point} is contested: {black} and {white}", point=point, black=parts[0],
                       white=parts[1])

    def _links(self, found: ColourMap) -> dict[Point, tuple[Colour, int]]:
        """Return each neighbour with the colour and the step of the link to it."""
        columns = self._position.columns
        result = {}
        for near in topology(columns, self._position.rows).neighbours[self._point]:
            first = min(near, self._point)
            way = 0 if abs(near - self._point) == 1 and columns > 1 else 1
            result[near] = int(found.links[way, first]), int(found.link_step[way, first])
        return result

    def _cluster_sentence(self, cluster: Cluster) -> Message:
        count = len(cluster.stones)
        size = counted("one stone", "{count} stones", count) if count else message("no stone")
        return message(
            _CLUSTER[cluster.colour],
            place=self._position.vertex((cluster.stones or cluster.points)[0]),
            size=size, status=message(_STATUS[cluster.status]),
            reason=reason_of(cluster, self._position.columns, self._position.rows))

    def _group_sentences(self, group: Group, number: int) -> list[Message]:
        """Say with which other clusters the point's cluster is one group, and where they meet."""
        found = []
        own = self._reading.clusters[number - 1]
        for other_number in group.clusters:
            if other_number == number:
                continue
            other = self._reading.clusters[other_number - 1]
            meeting = self._meeting_point(own, other, group)
            first, second = (self._position.vertex((cluster.stones or cluster.points)[0])
                             for cluster in (own, other))
            if meeting is None:
                found.append(message("The clusters at {first} and at {second} are one group: their "
                                     "shadows meet.", first=first, second=second))
            else:
                self.highlights.add(meeting)
                found.append(message(
                    "The clusters at {first} and at {second} are one group: their shadows meet at "
                    "{place}.", first=first, second=second, place=self._position.vertex(meeting)))
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


def _links_clause(colour: Colour, count: int, links: Message, points: Listing) -> Message:
    number = message(_COUNTS[count])
    if colour == BLACK:
        return counted("{number} of its {links} links is black ({points})",
                       "{number} of its {links} links are black ({points})", count,
                       number=number, links=links, points=points)
    return counted("{number} of its {links} links is white ({points})",
                   "{number} of its {links} links are white ({points})", count,
                   number=number, links=links, points=points)


def shares_sentence(layer: Layer, shares: tuple[Share, ...], position: Position) -> Message:
    """Return a field's value at a point with the stones that give most of it."""
    value = sum(amount for _, amount in shares)
    parts = [_part(position.vertex(stone), amount) for stone, amount in shares[:_MOST_SHARES]]
    rest = shares[_MOST_SHARES:]
    if rest:
        parts.append(counted(
            "{count} other {amount:+.2f}", "{count} others {amount:+.2f}", len(rest),
            amount=sum(amount for _, amount in rest)))
    return _value_sentence(layer, value, parts)


def _part(what: object, amount: float) -> Message:
    return message("{what} {amount:+.2f}", what=what, amount=amount)


def _value_sentence(layer: Layer, value: float, parts: list[Message]) -> Message:
    """Say whose a point is by a field, by how much, and from what that adds up."""
    title, shown = message(layer.title), round(value, 2) or 0.0
    if not parts:
        return message("{layer} {value:+.2f}.", layer=title, value=shown)
    if not shown:
        return message("{layer} {value:+.2f} (nobody's) = {parts}.", layer=title, value=shown,
                       parts=listed(parts))
    if shown > 0:
        return message("{layer} {value:+.2f} (Black's) = {parts}.", layer=title, value=shown,
                       parts=listed(parts))
    return message("{layer} {value:+.2f} (White's) = {parts}.", layer=title, value=shown,
                   parts=listed(parts))


def explanation_layer(layers: tuple[Layer, ...]) -> Layer:
    """Return the hidden layer that explains points, with the values of some of `layers`."""
    by_name = {layer.name: layer for layer in layers if layer.kind is Field}

    def compute(
        position: Position, inputs: Mapping[str, Result], params: Params,
        cancel: CancelFlag | None,
    ) -> Explanation:
        """Return the sentences and the points to highlight."""
        reading, point = inputs["reading"], int(params["point"])
        assert isinstance(reading, ReadingInTables)
        if point >= len(position.cells):
            raise LayerError("That point is not on this board; choose another.")
        explainer = Explainer(position, reading, point)
        fields, stones = list[Message](), tuple[Point, ...]()
        wanted = str(params["fields"]).split()
        for text in wanted:
            try:
                layer, own = _field_of(text, by_name, params)
                said = layer.opinion(position, own, point) if layer.opinion else None
                if said is not None:
                    fields.append(said)
                elif layer.shares:
                    shares = layer.explain(position, own, point)
                    fields.append(shares_sentence(layer, shares, position))
                    stones = stones or tuple(stone for stone, _ in shares[:_MOST_SHARES])
            except LayerError as error:
                fields.append(error.message)
        # One sum is enough: where a field is taken apart, that is it.
        sentences = (*explainer.sentences(has_sum=not wanted), *fields)
        return Explanation(point, sentences, tuple(sorted(explainer.highlights)),
                           int(reading.final_map.points[point]), tuple(fields), stones)

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
        raise LayerError("There is no field {name!r} to explain; see `irgo layers`.", name=name)
    layer = by_name[name]
    given = dict(pair.split("=", 1) for pair in tail.split(",") if pair)
    if DEAD in layer.params:
        given.setdefault(DEAD.key, str(params[DEAD.key]))
    return layer, layer.parse_params(given)
