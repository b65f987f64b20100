"""What an assistant can call: the tools by name, and a call as it goes from process to process.

Cheap to import: the protocol's process knows this table, the worker what answers (`answers.py`).
"""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct

from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.words import visible

Json = object
MOST_TEXT: Final = 300
"""Letters of a text, unless a parameter says otherwise."""
MOST_RECORD: Final = 5_000_000
"""Bytes of a record, and letters of one given as a text."""
_QUOTED: Final = 60


class JsonType(Enum):
    """What a parameter is, as JSON Schema names it; TEXTS is an array of strings."""

    TEXT = "string"
    NUMBER = "integer"
    CHOICE = "boolean"
    TEXTS = "array"


class Parameter(Struct, frozen=True):
    """One argument of a tool.

    least, most -- of a number, or how many texts; most -- letters of a text
    choices -- of a text, all there are
    """

    key: str
    kind: JsonType
    text: str
    least: int = 0
    most: int = MOST_TEXT
    choices: tuple[str, ...] = ()
    is_needed: bool = False

    def schema(self) -> dict[str, Json]:
        """Return what the parameter may be, as JSON Schema."""
        found: dict[str, Json] = {"type": self.kind.value, "description": self.text}
        if self.choices:
            found["enum"] = list(self.choices)
        elif self.kind is JsonType.TEXT:
            found["maxLength"] = self.most
        if self.kind is JsonType.NUMBER:
            found |= {"minimum": self.least, "maximum": self.most}
        if self.kind is JsonType.TEXTS:
            found |= {"items": {"type": "string", "maxLength": MOST_TEXT},
                      "minItems": self.least, "maxItems": self.most}
        return found

    def checked(self, value: Json) -> Json:
        """Return a value that fits; raises UsageError."""
        if self.kind is JsonType.NUMBER:
            if type(value) is not int or not self.least <= value <= self.most:
                raise UsageError("{key} takes a whole number from {least} to {most}.",
                                 key=self.key, least=self.least, most=self.most)
        elif self.kind is JsonType.CHOICE:
            if type(value) is not bool:
                raise UsageError("{key} takes true or false.", key=self.key)
        elif self.kind is JsonType.TEXTS:
            if not isinstance(value, list) or not self.least <= len(value) <= self.most or not all(
                    isinstance(each, str) and len(each) <= MOST_TEXT for each in value):
                raise UsageError(
                    "{key} takes a list of texts, {least} at least and {most} at most, each of up "
                    "to {letters} letters.", key=self.key, least=self.least, most=self.most,
                    letters=MOST_TEXT)
        elif not isinstance(value, str) or len(value) > self.most:
            raise UsageError("{key} takes a text of up to {most} letters.", key=self.key,
                             most=self.most)
        elif self.choices and value not in self.choices:
            raise UsageError("{key} takes one of {choices}.", key=self.key,
                             choices=", ".join(self.choices))
        return value


class AssistantTool(Struct, frozen=True):
    """A tool; text -- what an assistant reads to choose it; writes -- it may make a file."""

    name: str
    title: str
    text: str
    parameters: tuple[Parameter, ...]
    writes: bool = False

    def schema(self) -> dict[str, Json]:
        """Return the arguments as JSON Schema."""
        return {"type": "object", "additionalProperties": False,
                "properties": {each.key: each.schema() for each in self.parameters},
                "required": [each.key for each in self.parameters if each.is_needed]}

    def checked(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """Return the arguments that were given, where they fit; raises UsageError.

        What is null counts as not given.
        """
        known = {each.key: each for each in self.parameters}
        found = {key: value for key, value in given.items() if value is not None}
        for key in found:
            if key not in known:
                raise UsageError("{tool} takes no {key}; it takes {keys}.", tool=self.name,
                                 key=visible(key, _QUOTED), keys=", ".join(known))
        for key, parameter in known.items():
            if parameter.is_needed and key not in found:
                raise UsageError("{tool} needs {key}.", tool=self.name, key=key)
        return {key: known[key].checked(value) for key, value in found.items()}


def tool_named(name: str) -> AssistantTool:
    """Return the tool of a name; raises UsageError."""
    for tool in TOOLS:
        if tool.name == name:
            return tool
    raise UsageError("There is no tool {name}; there are {names}.", name=visible(name, _QUOTED),
                     names=", ".join(tool.name for tool in TOOLS))


_GAME: Final = Parameter("game", JsonType.TEXT, "the game, as open_game or play named it: g1",
                         is_needed=True)
_MOVE: Final = Parameter(
    "move", JsonType.NUMBER, "the position after so many moves of the main line (0: the start); "
    "without it and without node the last one", most=MOST_RECORD)
_NODE: Final = Parameter(
    "node", JsonType.TEXT,
    "instead of move a place in a variation, as `children` of position name it")
_VISITS: Final = Parameter(
    "visits", JsonType.NUMBER, "how many positions to look at, for more certainty and more time; "
    "without it as far as irgo usually reads", least=1, most=20_000)
_PICTURE: Final = Parameter("picture", JsonType.CHOICE, "whether to add a picture (PNG)")
_SAVE: Final = "only if the owner allowed a folder to write to; a new name without folders, " \
    "ending in "
MY_GAMES: Final = ("list", "stats", "find")
FIND: Final = ("captures", "kos", "ladders", "deaths")

TOOLS: Final = (
    AssistantTool("open_game", "Open a game record",
         "Open a record (SGF, GIB, NGF, UGF) and return its name for the other tools, its size, "
         "komi, moves and what the record says of the players. Begin with this.",
         (Parameter("file", JsonType.TEXT, "a file below the folder that irgo may read",
             most=4_096),
          Parameter("sgf", JsonType.TEXT, "instead of file the text of a record", most=MOST_RECORD),
          Parameter("index", JsonType.NUMBER, "which game of a collection, from 0",
                    most=MOST_RECORD))),
    AssistantTool("position", "Look at a position",
         "Return the board after a move as text (X Black, O White) and as a picture, who is to "
         "move, prisoners, ko, the groups with their names, and what follows in the record. "
         "Never work out a board from a list of moves; ask this.",
         (_GAME, _MOVE, _NODE, _PICTURE)),
    AssistantTool("places", "Where to play",
         "Return the parts of the board where moving first changes something, the best first: "
         "what each is worth in points, both sides' first moves, and the reasons.",
         (_GAME, _MOVE, _NODE, _VISITS)),
    AssistantTool("why", "Why a move is good or bad",
         "Return what a move loses or gains in points against another, and by what reasons. "
         "Without play it is the move that led to the position; with it a move of the side to "
         "play there. Without instead it is held against the best move.",
         (_GAME, _MOVE, _NODE,
          Parameter("play", JsonType.TEXT, "a move at the position, such as D4, or pass"),
          Parameter("instead", JsonType.TEXT, "what it is held against, such as Q16"), _VISITS)),
    AssistantTool("what_if", "What moving first is worth in one place",
         "Return what happens at a vacant point, or at the group of a stone, if Black moves first "
         "and if White does, and how many points lie between.",
         (_GAME, _MOVE, _NODE,
          Parameter("at", JsonType.TEXT, "a vacant point, or a stone of a group", is_needed=True),
          _VISITS)),
    AssistantTool("life_and_death", "Whether groups live",
         "Return whether the group of a stone lives if either side moves first, with the line "
         "and whether that is proved; without a stone all groups, at a quick look.",
         (_GAME, _MOVE, _NODE, Parameter("stone", JsonType.TEXT, "a stone of the group"))),
    AssistantTool("score", "Who leads",
         "Return who leads by how many points, and how far off that may be; a finished board is "
         "counted.",
         (_GAME, _MOVE, _NODE, _VISITS)),
    AssistantTool("story", "Review the whole game",
         "Return what the game was about: who led when, the mistakes that hold when they are "
         "searched again, with what was better and why, groups that died or lived, and turning "
         "points. Takes about half a minute and reports progress; it is kept, so asking again is "
         "free.",
         (_GAME, Parameter("save_as", JsonType.TEXT, _SAVE + ".html, .pdf or .sgf")), writes=True),
    AssistantTool("map", "A map of the board",
         "Return one map: influence.shadow, territory, moyo, groups, estimate and others, with "
         "its legend in words; or ishida: territory, frameworks, weak and dead stones, what is in "
         "seki and where to play, at once (takes seconds).",
         (_GAME, _MOVE, _NODE,
          Parameter("layer", JsonType.TEXT, "its name, with parameters where wanted: "
                    "moyo:function=tables", is_needed=True), _PICTURE)),
    AssistantTool("play", "Try moves",
         "Play moves on a copy and return the copy's name, for all other tools; the record and "
         "the game stay as they are.",
         (_GAME, _MOVE, _NODE,
          Parameter("moves", JsonType.TEXTS, "vertices or pass, colours in turn: D4; or with the "
                    "colour: B D4", most=400, is_needed=True), _PICTURE)),
    AssistantTool("draw", "Draw a diagram",
         "Return a picture of a position: with maps over it, with the Ishida view (territory, "
         "frameworks, life and places at once; takes seconds), with numbered moves, or of a part "
         "of the board.",
         (_GAME, _MOVE, _NODE,
          Parameter("layers", JsonType.TEXTS, "maps to draw over the board", most=8),
          Parameter("ishida", JsonType.CHOICE, "whether to draw the Ishida view"),
          Parameter("moves", JsonType.TEXT, "instead of move and node moves of the main line to "
                    "number, such as 51-62"),
          Parameter("part", JsonType.TEXTS, "two corners of the part to show, such as A1 and K10",
                    least=2, most=2),
          Parameter("size", JsonType.NUMBER, "pixels of the longer side", least=100, most=2_000),
          Parameter("save_as", JsonType.TEXT, _SAVE + ".png, .svg or .pdf")), writes=True),
    AssistantTool("find_in_game", "Find what happened",
         "Return where stones were taken (captures), kos fought (kos), ladders played (ladders), "
         "or where a group died or was saved (deaths: takes as long as story).",
         (_GAME, Parameter("what", JsonType.TEXT, "what to look for", choices=FIND,
                           is_needed=True))),
    AssistantTool("my_games", "The owner's own games",
         "Return games of the owner's index (list: the newest first, ten at a time; words limit "
         "them), what keeps going wrong in them (stats: points lost by theme, phase and clock, "
         "with ranges), or which of them had a position of an open game (find). Reads only what "
         "the owner has indexed.",
         (Parameter("what", JsonType.TEXT, "what to tell", choices=MY_GAMES, is_needed=True),
          Parameter("words", JsonType.TEXT, "for list: a name, a year, won"),
          Parameter("last", JsonType.NUMBER, "for stats: only so many of the last games",
                    most=100_000),
          Parameter("game", JsonType.TEXT, "for find: the game, as open_game named it"), _MOVE,
          _NODE, Parameter("box", JsonType.TEXT, "for find: a box such as A19-J11"))),
)


class Permits(Struct, frozen=True):
    """What the owner allows.

    root -- the folder whose files may be read, without links in its own path
    write -- where files may be made, None for nowhere; engine -- who judges, None for irgo itself
    """

    root: Path
    write: Path | None = None
    engine: EngineProfile | None = None


class Call(Struct, frozen=True):
    """A tool is called; arguments -- checked, by name."""

    number: int
    tool: str
    arguments: dict[str, object]


class CallOff(Struct, frozen=True):
    """A call is no longer wanted."""

    number: int


class CallProgress(Struct, frozen=True):
    """How far a call is: so many of so many."""

    number: int
    done: int
    total: int


class Answered(Struct, frozen=True):
    """The answer to a call; document -- JSON; pictures -- PNG files."""

    number: int
    document: dict[str, object]
    pictures: tuple[bytes, ...] = ()


class Refused(Struct, frozen=True):
    """No answer to a call, and why, in a sentence."""

    number: int
    sentence: str


News: TypeAlias = CallProgress | Answered | Refused
