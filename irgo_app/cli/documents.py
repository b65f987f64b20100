"""The JSON documents that commands print, as types: `irgo schema` publishes them as JSON Schema.

A point is a vertex such as `Q16`, a colour `B` or `W`, a move a pair of both. What a layer tells
beside its kind, the page of the layer says.
"""

from collections.abc import Mapping
from typing import Any as Json
from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

Letter = Literal["B", "W"]
Vertex = str
Move = tuple[Letter, Vertex]


class _Part(Struct, forbid_unknown_fields=True):
    """A part of a document, which has these members and no others."""


class _Head(_Part):
    """What a document about a node begins with; node -- child indices from the root."""

    file: str
    game: int
    size: tuple[int, int]
    warnings: list[str]
    node: str
    move_number: int
    last_move: Move | None
    to_play: Letter
    stones: list[str]


class SaidByJson(_Part):
    """What another program wrote into the record: Black's lead in points, Black's chance."""

    program: str
    lead: float | None
    chance: float | None


class NodeJson(_Part):
    """A node of `analyze`; layers -- by name: `kind` with what the layer finds, and `params`.

    seconds -- how long the move took, where the record tells
    """

    node: str
    move_number: int
    last_move: Move | None
    to_play: Letter
    stones: list[str]
    layers: dict[str, dict[str, Json]]
    seconds: float | UnsetType = UNSET
    said_by: SaidByJson | UnsetType = UNSET
    explain: dict[str, Json] | UnsetType = UNSET


class AnalysisJson(_Part, tag_field="format", tag="irgo-analysis/1"):
    """irgo analyze --json"""

    file: str
    game: int
    size: tuple[int, int]
    warnings: list[str]
    nodes: list[NodeJson]


class AnswerJson(_Part):
    """What becomes of a group if one side moves first."""

    result: str
    move: Vertex | None
    line: list[Move]
    method: str
    exact: bool
    kill: float
    needs_threat: Letter | UnsetType = UNSET
    lost: list[Vertex] | UnsetType = UNSET


class LifeJson(_Part):
    """What one method says of a group."""

    status: str
    black_first: AnswerJson
    white_first: AnswerJson
    method: str
    exact: bool
    seconds: float
    nodes: int


class GroupJson(_Part):
    """A group of `lifedeath`; time_ran_out -- it could not be read as deep as it might be."""

    id: int
    name: str
    colour: Letter
    stones: list[Vertex]
    status: str
    black_first: AnswerJson
    white_first: AnswerJson
    method: str
    exact: bool
    seconds: float
    nodes: int
    time_ran_out: bool
    others: list[LifeJson] | UnsetType = UNSET
    contradicted: bool | UnsetType = UNSET


class LifeDeathJson(_Head, tag_field="format", tag="irgo-lifedeath/1"):
    """irgo lifedeath --json"""

    time_ran_out: bool
    groups: list[GroupJson]


class ReasonJson(_Part):
    """A reason, with its share of the points."""

    kind: str
    colour: Letter
    points: float
    sure: float
    proved: bool
    text: str
    name: str | UnsetType = UNSET
    stones: list[Vertex] | UnsetType = UNSET
    points_at: list[Vertex] | UnsetType = UNSET
    where: str | UnsetType = UNSET
    move: str | UnsetType = UNSET
    instead: str | UnsetType = UNSET


class BeforeJson(_Part):
    """The node whose board a move is explained on."""

    node: str
    move_number: int
    last_move: Move | None
    to_play: Letter
    stones: list[str]


class WhyJson(_Head, tag_field="format", tag="irgo-why/1"):
    """irgo why --json"""

    before: BeforeJson
    move: Vertex
    instead: Vertex
    evaluator: str
    visits: int
    loss: float
    lead: dict[Literal["move", "instead"], float]
    lines: dict[Literal["move", "instead"], list[Move]]
    reasons: list[ReasonJson]
    rest: float
    text: str


class JudgementJson(_Part):
    """Who leads; open -- both scores of a finished board on which lives are open."""

    judge: str
    visits: int
    lead: float
    range: tuple[float, float]
    chance: float | None
    counted: bool
    open: tuple[float, float] | UnsetType = UNSET


class PlayJson(_Part):
    """A place if one side moves first."""

    moves: list[Move]
    line: list[Move]
    territory: dict[Letter, float]
    influence: float
    lead: float
    count: float
    keeps_sente: bool
    threat: float
    result: str | UnsetType = UNSET
    dead: list[Vertex] | UnsetType = UNSET


class StudyJson(_Part):
    """What moving first is worth in a place."""

    group: int | None
    at: Vertex
    black_first: PlayJson
    white_first: PlayJson
    swing: float
    engine: str
    evaluator: str
    initiative: str | None
    deiri: float | None
    miai: float | None
    visits: int
    rest: float
    reasons: list[ReasonJson]
    rest_of_swing: float
    name: str | UnsetType = UNSET
    method: str | UnsetType = UNSET
    region: list[Vertex] | UnsetType = UNSET


class FirstJson(_Part):
    """The line of a place if one side moves first."""

    moves: list[Move]
    lead: float


class FirstMoveJson(_Part):
    """A first move of a place, and what it loses against the best there."""

    move: Vertex
    loses: float


class PlaceJson(_Part):
    """A part of the board where moving first changes something."""

    at: list[Vertex]
    where: str
    groups: list[str]
    swing: float
    gain: float
    behind: float
    black_first: FirstJson
    white_first: FirstJson
    first_moves: dict[Letter, list[FirstMoveJson]]
    initiative: dict[Letter, Letter | None]
    multipurpose: bool
    evaluator: str
    visits: int
    reasons: list[ReasonJson]
    rest_of_swing: float
    text: str


class WhatIfJson(_Head, tag_field="format", tag="irgo-whatif/1"):
    """irgo whatif --json"""

    studies: list[StudyJson]
    judgement: JudgementJson | UnsetType = UNSET
    places: list[PlaceJson] | UnsetType = UNSET


class StepJson(_Part):
    """A move of a playout."""

    move: Move
    lead: float


class PlayoutJson(_Head, tag_field="format", tag="irgo-playout/1"):
    """irgo whatif --playout --json"""

    evaluator: str
    visits: int
    moves: list[StepJson]


class WarnedJson(_Part):
    """What was repaired, or a move against the rules, which has no place in the file."""

    line: int | None
    column: int | None
    text: str


class CheckedJson(_Part):
    """A file that was checked; error -- why it could not be read."""

    file: str
    error: str | None
    games: int
    nodes: int
    encoding: str | None
    warnings: list[WarnedJson]


class CheckJson(_Part, tag_field="format", tag="irgo-check/1"):
    """irgo check --json"""

    files: list[CheckedJson]


class ParameterJson(_Part):
    """A parameter of a layer."""

    key: str
    type: str
    default: str | float | bool
    low: float | None
    high: float | None
    choices: list[str]
    help: str


class LayerJson(_Part):
    """A layer."""

    name: str
    title: str
    kind: str
    unit: str
    source: str
    needs_engine: bool
    params: list[ParameterJson]


class LayersJson(_Part, tag_field="format", tag="irgo-layers/1"):
    """irgo layers --json"""

    layers: list[LayerJson]


class EnginesJson(_Part, tag_field="format", tag="irgo-engines/1"):
    """irgo engines --json"""

    engines: list[dict[str, str | float | bool]]


class EngineTestJson(_Part, tag_field="format", tag="irgo-engine-test/1"):
    """irgo engines test --json"""

    command: list[str]
    name: str
    version: str
    kind: str
    can: list[str]
    cannot: list[str]
    commands: list[str]
    first_answer_s: float | None
    errors: list[str]
    failure: str


class OtherSideJson(_Part):
    """The move by which the other side missed the same, a mistake of its own."""

    move_number: int
    label: int
    colour: Letter
    move: Vertex
    loss: float


class MistakeJson(_Part):
    """A mistake at the move it is told of, with all moves that missed what was better.

    label -- the move's number as texts have it, which a record may count on from elsewhere (MN)
    seconds -- how long the move took, null where the record does not tell
    """

    move_number: int
    label: int
    colour: Letter
    move: Vertex
    loss: float
    moves: list[int]
    worth: float
    sure: bool
    seconds: float | None
    other_side: OtherSideJson | None
    first: int = field(name="from")
    last: int = field(name="to")
    visits: int | UnsetType = UNSET
    better: Vertex | UnsetType = UNSET
    lines: dict[Literal["move", "better"], list[Move]] | UnsetType = UNSET
    reasons: list[ReasonJson] | UnsetType = UNSET
    rest: float | UnsetType = UNSET
    text: str | UnsetType = UNSET


class FateJson(_Part):
    """A group that died, or that was in danger and lived."""

    colour: Letter
    stones: list[Vertex]
    fate: Literal["dies", "lives"]
    move_number: int
    label: int
    caused: bool
    left: bool
    text: str


class DriftJson(_Part):
    """Moves over which the lead moved without one that did it."""

    colour: Letter
    points: float
    points_at: list[Vertex]
    likeliest: int | None
    text: str
    first: int = field(name="from")
    last: int = field(name="to")


class LeftJson(_Part):
    """A point that was passed by more than once."""

    colour: Letter
    moves: list[Move]
    move_numbers: list[int]
    at: Vertex
    points: float
    costs_at: int
    taken: int | None
    text: str
    first: int = field(name="from")
    last: int = field(name="to")


class TurnJson(_Part):
    """A turning point as the story tells it."""

    kind: str
    move_number: int
    label: int
    colour: Letter | None
    points: float
    moves: list[int]
    sentences: list[str]
    first: int | None = field(name="from")
    last: int | None = field(name="to")


class GroupAtEndJson(_Part):
    """What became of a group."""

    name: str
    colour: Letter
    stones: list[Vertex]
    end: str


class ReportJson(_Part, tag_field="format", tag="irgo-report/1"):
    """irgo report --json; turning_points -- those of the mistakes and fates that decided most"""

    file: str
    warnings: list[str]
    result: str
    judge: str
    remark: str | None
    visits: int
    mistake_points: float
    level: str
    side: Letter | None
    lead: list[float]
    curve: list[float]
    lead_visits: list[int]
    decided: int | None
    story: list[TurnJson]
    turning_points: list[dict[str, Json]]
    mistakes: list[MistakeJson]
    fates: list[FateJson]
    drifts: list[DriftJson]
    left: list[LeftJson]
    groups: list[GroupAtEndJson]
    text: str


class LossJson(_Part):
    """A move, and the points it loses; null where it works or fails and no points count."""

    move: Vertex
    loss: float | None


class AskedMoveJson(_Part):
    """A move of a card, judged."""

    move: Vertex
    loss: float | None
    works: bool | None
    mark: str | int
    line: list[Move]
    reasons: list[str]


class OriginJson(_Part):
    """Where a card comes from."""

    black: str
    white: str
    date: str
    name: str
    after_move: int
    file: str
    text: str


class CardJson(_Part):
    """A card of a deck."""

    id: str
    file: str
    move_number: int
    to_play: Letter
    rows: list[str]
    mistake: LossJson | None
    good: list[LossJson]
    themes: list[str]
    due: str
    reviews: int
    kind: str
    question: str
    hint: str
    board: list[str]
    moves: list[AskedMoveJson]
    played: Vertex | None
    group: list[Vertex]
    origin: OriginJson = field(name="from")
    judge: str
    added: str
    is_new: bool
    seen: int
    lapses: int
    stability_days: float | None


class CardsJson(_Part, tag_field="format", tag="irgo-practice/1"):
    """irgo practice add, list, stats, due --json: each has some of these members."""

    deck: str
    cards: list[CardJson] | int | UnsetType = UNSET
    new: int | list[str] | UnsetType = UNSET
    known: int | UnsetType = UNSET
    reviews: list[str] | UnsetType = UNSET
    waiting: int | UnsetType = UNSET
    answered_today: int | UnsetType = UNSET
    next: str | UnsetType | None = UNSET
    learnt: int | UnsetType = UNSET
    due: int | UnsetType = UNSET
    themes: list[dict[str, Json]] | UnsetType = UNSET
    days: list[dict[str, Json]] | UnsetType = UNSET
    games: list[dict[str, Json]] | UnsetType = UNSET


class IndexedGameJson(_Part):
    """A game of the index; read -- what irgo found when it read the game, None if it has not."""

    game: int
    date: str
    black: str
    white: str
    black_rank: str
    white_rank: str
    colour: Letter | None
    size: tuple[int, int]
    handicap: str
    result: str
    outcome: str | None
    event: str
    moves: int
    read: dict[str, Json] | None
    file: str
    move_number: int | UnsetType = UNSET
    next: Move | UnsetType | None = UNSET
    colours_exchanged: bool | UnsetType = UNSET


class ContinuationJson(_Part):
    """A move that followed a position in games, and how these went."""

    move: Move | None
    games: int
    black_won: int
    white_won: int


class MistakeExampleJson(_Part):
    """A mistake of a game in the index."""

    game: int
    move_number: int
    points: float
    opponent: str
    date: str


class LossShareJson(_Part):
    """Points lost under one head: a game, by the clock in 100 moves; low, high -- their range."""

    name: str
    points: float
    low: float
    high: float
    games: int
    examples: list[MistakeExampleJson]


class GamesJson(_Part, tag_field="format", tag="irgo-games/1"):
    """irgo games add, list, read, find, stats --json: each has some of these members."""

    index: str
    new: int | UnsetType = UNSET
    files: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    broken: list[dict[str, Json]] | UnsetType = UNSET
    found: int | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET
    games: list[IndexedGameJson] | UnsetType = UNSET
    next: list[ContinuationJson] | UnsetType = UNSET
    read: int | UnsetType = UNSET
    asked: int | UnsetType = UNSET
    least_games: int | UnsetType = UNSET
    enough: bool | UnsetType = UNSET
    lost: float | UnsetType = UNSET
    themes: list[LossShareJson] | UnsetType = UNSET
    phases: list[LossShareJson] | UnsetType = UNSET
    clock: list[LossShareJson] | UnsetType = UNSET
    worst: list[MistakeExampleJson] | UnsetType = UNSET
    cards: dict[str, int] | UnsetType = UNSET


class PictureJson(_Part, tag_field="format", tag="irgo-scan/1"):
    """irgo scan --json"""

    size: tuple[int, int]
    part: tuple[Vertex, Vertex]
    placed: bool
    rows: list[str]
    numbers: dict[Vertex, int]
    marks: dict[Vertex, str]
    unsure: list[Vertex]


class DiagnosisJson(Struct, tag_field="format", tag="irgo-diagnose/1"):
    """irgo diagnose --json: facts about this machine, which differ from system to system."""

    versions: dict[str, Json]
    system: dict[str, Json]
    display: dict[str, Json]
    settings: dict[str, Json]
    engines: dict[str, Json]
    networks: dict[str, Json]
    kernels: Json
    log: dict[str, Json]


class NetworkJson(_Part):
    """A network that irgo can read with."""

    name: str
    file: str | None
    kind: str
    version: int | None
    blocks: int | None
    channels: int | None
    size: int | None
    sha256: str | None
    origin: str
    source: str | None
    in_use: bool


class NetworksJson(_Part, tag_field="format", tag="irgo-networks/1"):
    """irgo network --json; removed -- by `network remove`"""

    networks: list[NetworkJson] | UnsetType = UNSET
    removed: str | UnsetType = UNSET


DOCUMENTS: Final[Mapping[str, type[Struct]]] = {
    kind.__struct_config__.tag: kind for kind in (
        AnalysisJson, LifeDeathJson, WhyJson, WhatIfJson, PlayoutJson, ReportJson, CheckJson,
        LayersJson, EnginesJson, EngineTestJson, CardsJson, GamesJson, PictureJson, DiagnosisJson,
        NetworksJson)
    if isinstance(kind.__struct_config__.tag, str)}
"""The documents by their formats."""


def schema_of(form: str) -> dict[str, Json]:
    """Return the JSON Schema of a format such as `irgo-why/1`; raises KeyError."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema",
            **msgspec.json.schema(DOCUMENTS[form])}


def file_of(form: str) -> str:
    """Return the name of the file that a format's schema is published in."""
    return f"{form.replace('/', '-')}.json"
