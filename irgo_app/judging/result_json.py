"""Results as JSON: the only place that writes them, of layers, verdicts, studies and playouts.

Points are vertices, colours are "B" and "W". In what layers found, a set of points is sorted by
column, then row from the bottom, and what a layer's own class of result holds beside its kind
follows under the fields' names. Verdicts and studies keep their stones in the board's order.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias, get_type_hints

import numpy as np
from msgspec import Struct

from irgo_app.errors import LayerError
from irgo_app.file_names import text_of_path
from irgo_app.go.coordinates import vertex_order
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.fate import Fate
from irgo_app.judging.future import Move
from irgo_app.judging.ishida import Area, IshidaView, StoneBody
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.study import PlayoutStep, Study
from irgo_app.judging.study_words import expert_words
from irgo_app.layers.results import (Field, FieldChange, JsonForm, Links, Points, Region, Regions,
                                     Result, Values)
from irgo_app.lifedeath.verdict import Answer, Verdict
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.navigation import address_of
from irgo_app.sgf.parser import GameFile
from irgo_app.words import Message

Json: TypeAlias = object
"""What the module `json` can write."""
BUILTIN: Final = "builtin"
"""What the documents call irgo itself, where no engine was named."""
_PLAIN = JsonForm()


def head_as_json(
    form: str, file: Path, game: int, game_file: GameFile, tree: GameTree
) -> dict[str, Json]:
    """Return the members every document begins with.

    form -- the format's name and version; file, game -- as the user named them
    """
    return {"format": form, "file": text_of_path(file), "game": game,
            "size": [tree.columns, tree.rows],
            "warnings": [str(diagnostic) for diagnostic in game_file.diagnostics]}


def node_as_json(tree: GameTree, node: Node, position: Position) -> dict[str, Json]:
    """Return where in the game something was found, and the stones there."""
    return {"node": address_of(node), "move_number": tree.printed_number(node),
            "last_move": node.move and _move_as_json(node.move, position),
            "to_play": LETTER_OF_COLOUR[position.to_play], "stones": position.diagram()}


def as_json(
    result: Result, position: Position, names: Sequence[str] | None = None
) -> dict[str, Json]:
    """Return a result as the command line prints it.

    names -- those of its regions along the game, where they have some. Raises LayerError for what
    others show: the reading, and sentences about a point.
    """
    writer = _Writer(position)
    if isinstance(result, Field):
        document: dict[str, Json] = {
            "kind": "field", "unit": result.unit, "values": _plain_numbers(result.values)}
        return document | writer.members(result, Field)
    if isinstance(result, Links):
        document = {
            "kind": "links",
            "points": {LETTER_OF_COLOUR[colour]: writer.names(result.points[colour])
                       for colour in (BLACK, WHITE)},
            "links": {LETTER_OF_COLOUR[colour]: writer.links(result.links[colour])
                      for colour in (BLACK, WHITE)}}
        return document | writer.members(result, Links)
    if isinstance(result, Regions):
        regions = [
            {"id": number, "colour": LETTER_OF_COLOUR[region.colour],
             "points": writer.names(region.points), **writer.members(region, Region)}
            for number, region in enumerate(result.regions, start=1)]
        for region, name in zip(regions, names, strict=True) if names else ():
            region["name"] = name
        return {"kind": "regions", "regions": regions, **writer.members(result, Regions)}
    raise LayerError("This is shown by others: the reading by colourmap, clusters, groups.")


def ishida_as_json(view: IshidaView) -> dict[str, Json]:
    """Return the regions of an Ishida view.

    The `count` of a framework is how many of its points its side is expected to have in the end.
    """
    writer = _Writer(view.position)

    def area(found: Area) -> dict[str, Json]:
        return {"colour": LETTER_OF_COLOUR[found.colour], "points": writer.names(found.points),
                "count": found.count}

    def body(found: StoneBody) -> dict[str, Json]:
        return {"colour": LETTER_OF_COLOUR[found.colour], "stones": writer.names(found.stones)}

    return {"kind": "ishida",
            "territory": [area(found) for found in view.areas if found.is_sure],
            "frameworks": [area(found) for found in view.areas if not found.is_sure],
            "weak": [body(found) for found in view.bodies if found.fate is Fate.WEAK],
            "dead": [body(found) for found in view.bodies if found.fate is Fate.DEAD],
            "seki": [body(found) for found in view.bodies if found.fate is Fate.SEKI]}


def change_as_json(change: FieldChange, against: str, position: Position) -> dict[str, Json]:
    """Return how a layer differs from the one at the node `against`."""
    return {
        "node": against, "difference": as_json(change.change, position)["values"],
        "regions": [{"colour": LETTER_OF_COLOUR[part.colour], "sum": part.total,
                     "points": _names(part.points, position)} for part in change.parts]}


def shares_as_json(
    point: Point, shares: Iterable[tuple[Point, float]] | str, position: Position
) -> dict[str, Json]:
    """Return what each stone gives a point; a text tells why there is nothing to say."""
    document: dict[str, Json] = {"point": position.vertex(point)}
    if isinstance(shares, str):
        return document | {"reason": shares}
    return document | {"shares": [[position.vertex(stone), amount] for stone, amount in shares]}


def verdict_as_json(verdict: Verdict, position: Position) -> dict[str, Json]:
    """Return the life of a group, and what other methods said of it if they did."""
    document = _verdict_alone(verdict, position)
    if verdict.others:
        document["others"] = [_verdict_alone(other, position) for other in verdict.others]
        document["contradicted"] = verdict.contradicted
    return document


def _verdict_alone(verdict: Verdict, position: Position) -> dict[str, Json]:
    return {
        "status": verdict.status.value,
        "black_first": _answer_as_json(verdict.black_first, position),
        "white_first": _answer_as_json(verdict.white_first, position),
        "method": verdict.method, "exact": verdict.exact,
        "seconds": round(verdict.seconds, 3), "nodes": verdict.nodes}


def _answer_as_json(answer: Answer, position: Position) -> dict[str, Json]:
    document: dict[str, Json] = {
        "result": answer.outcome.value,
        "move": None if answer.move is None else position.vertex(answer.move),
        "line": _line_as_json(answer.line, position),
        "method": answer.method, "exact": answer.exact, "kill": round(answer.kill, 3)}
    if answer.needs_threat is not None:
        document["needs_threat"] = LETTER_OF_COLOUR[answer.needs_threat]
    if answer.lost:
        document["lost"] = _names(answer.lost, position)
    return document


def group_as_json(
    number: int, name: str, colour: Colour, stones: Sequence[Point], position: Position
) -> dict[str, Json]:
    """Return which group is spoken of: its number from 1, its name along the game, its stones."""
    return {"id": number, "name": name, "colour": LETTER_OF_COLOUR[colour],
            "stones": _names(stones, position)}


def points_as_json(points: float) -> float:
    """Return points with one decimal, without a minus before zero."""
    return round(points, 1) + 0.0


def judgement_as_json(said: Judgement) -> dict[str, Json]:
    """Return who leads by how much, who says so and how far it was read."""
    return {
        "judge": said.judge, "visits": said.visits, "lead": points_as_json(said.lead),
        "range": [points_as_json(end) for end in said.range],
        "chance": None if said.chance is None else round(said.chance, 3),
        "counted": said.is_counted,
        **({} if said.either is None else {"open": [round(lead, 1) for lead in said.either]})}


def study_as_json(study: Study, position: Position, engine: str, name: str) -> dict[str, Json]:
    """Return what moving first is worth in a place.

    engine -- the engine the user named, BUILTIN without one; name -- of the group, if it is one
    """
    # Experts' numbers are counted on the boards at the ends of the lines; where the searches tell
    # more than these, they would contradict the swing.
    is_counted = expert_words(study) is not None
    document: dict[str, Json] = {
        "group": study.group, "at": position.vertex(study.at),
        "black_first": _play_as_json(study, BLACK, position),
        "white_first": _play_as_json(study, WHITE, position),
        "swing": round(study.swing, 1), "engine": engine, "evaluator": study.engine,
        "initiative": study.initiative.value if is_counted else None,
        "deiri": round(study.deiri, 1) if is_counted else None,
        "miai": round(study.miai, 1) if is_counted else None, "visits": study.visits,
        "rest": round(study.rest, 1)}
    if study.group is not None:
        document["name"] = name
        document["method"] = study.method
    elif study.place.at is None:
        document["region"] = _names(study.place.region, position)
    return document


def _play_as_json(study: Study, first: Colour, position: Position) -> dict[str, Json]:
    play = study.if_first(first)
    document: dict[str, Json] = {
        "moves": _line_as_json(play.local, position),
        "line": _line_as_json(play.line, position),
        "territory": {LETTER_OF_COLOUR[colour]: round(play.territory[colour], 1)
                      for colour in (BLACK, WHITE)},
        "influence": round(play.influence, 1), "lead": round(play.lead, 1),
        "count": round(play.count, 1), "keeps_sente": play.keeps_sente,
        "threat": round(play.threat, 1)}
    if play.outcome is not None:
        document["result"] = play.outcome.value
        document["dead"] = _names(play.dead, position)
    return document


def step_as_json(step: PlayoutStep, position: Position) -> dict[str, Json]:
    """Return a move of a playout, and Black's lead after it with komi counted."""
    return {"move": _move_as_json(step.move, position), "lead": round(step.lead, 1)}


def _line_as_json(line: Sequence[Move], position: Position) -> list[Json]:
    return [_move_as_json(move, position) for move in line]


def _move_as_json(move: Move, position: Position) -> Json:
    return [LETTER_OF_COLOUR[move[0]], position.vertex(move[1])]


def _names(points: Iterable[Point], position: Position) -> list[Json]:
    return [position.vertex(point) for point in points]


class _Writer:
    """Writes values of one board."""

    def __init__(self, position: Position) -> None:
        self._name = position.vertex
        self._rank = vertex_order(position.columns)

    def members(self, value: Struct, but_those_of: type[Struct] = Struct) -> dict[str, Json]:
        """Return the fields of a value under their names, but those of one of its bases."""
        known = but_those_of.__struct_fields__
        found: dict[str, Json] = {}
        for name, form in _forms_of(type(value)).items():
            held = getattr(value, name)
            if name not in known and not (held is None and form.is_optional):
                found[form.name or name] = self._written(held, form)
        return found

    def names(self, points: Sequence[Point]) -> list[str]:
        """Return points as sorted vertices."""
        return [self._name(point) for point in sorted(points, key=self._rank)]

    def links(self, links: Sequence[tuple[Point, Point]]) -> list[list[str]]:
        """Return links as sorted pairs of vertices."""
        pairs = sorted((sorted(link, key=self._rank) for link in links),
                       key=lambda pair: [self._rank(point) for point in pair])
        return [[self._name(point) for point in pair] for pair in pairs]

    def _written(self, value: object, form: JsonForm) -> Json:
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, Message):
            return str(value)
        if isinstance(value, np.ndarray):
            return value.tolist()
        if isinstance(value, Mapping):
            return {LETTER_OF_COLOUR[colour]: self._written(part, form)
                    for colour, part in value.items()}
        if isinstance(value, tuple):
            is_set = form.points is Points.SET and all(isinstance(part, int) for part in value)
            return self.names(value) if is_set else [self._written(part, form) for part in value]
        if isinstance(value, Struct):
            return self.members(value)
        is_point = form.points is not None and isinstance(value, int)
        return self._name(value) if is_point else value  # type: ignore[arg-type]


@cache
def _forms_of(kind: type[Struct]) -> dict[str, JsonForm]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: next((said for said in getattr(hints[name], "__metadata__", ())
                        if isinstance(said, JsonForm)), _PLAIN)
            for name in kind.__struct_fields__}


def _plain_numbers(values: Values) -> Json:
    if np.array_equal(values, np.rint(values)):
        return values.astype(np.int64).tolist()
    return values.tolist()
