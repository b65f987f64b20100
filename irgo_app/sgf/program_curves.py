"""What other programs wrote into a record of who leads: Sabaki's, Ogatak's and Lizzie's figures.

Sabaki and Ogatak write Black's chance in percent (SBKV) and Black's lead (SBKS, OGSC); Lizzie
writes the chance of whoever moved last at the head of LZ. None of them says how far it read.
"""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from irgo_app.go.point import BLACK
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.values import number_of, text_of

_CHANCE: Final = "SBKV"
_LEADS: Final = ("SBKS", "OGSC")
_LIZZIE: Final = "LZ"
_LIZZIE_HEAD: Final = re.compile(r"\S{1,40} (\d{1,3}(?:\.\d{1,4})?) \S")
_LARGEST_LEAD: Final = 1_000.0
PROPERTIES: Final = (_CHANCE, *_LEADS, _LIZZIE)
"""The properties that are read."""


class ProgramWord(Struct, frozen=True):
    """What a program said of a node: Black's lead in points and chance (0 to 1), None if not told.
    """

    program: str
    lead: float | None
    chance: float | None


class ProgramCurve(Struct, frozen=True):
    """What a program said along a line.

    name -- of the program; words -- node by node, None where it said nothing
    """

    name: str
    words: tuple[ProgramWord | None, ...]


def word_of_program(node: Node) -> ProgramWord | None:
    """Return what another program said of a node, None if nothing that can be read."""
    if not any(node.says(name) for name in PROPERTIES):
        return None
    properties = node.properties
    percent = number_of(properties[_CHANCE][0]) if _CHANCE in properties else None
    if percent is None and _LIZZIE in properties:
        percent = _percent_of_lizzie(node)
    leads = [number_of(properties[name][0]) for name in _LEADS if name in properties]
    lead = next((lead for lead in leads if lead is not None and abs(lead) < _LARGEST_LEAD), None)
    chance = round(percent / 100, 6) if percent is not None and 0 <= percent <= 100 else None
    return None if lead is None and chance is None else ProgramWord(_name_of(node), lead, chance)


def curve_of_program(line: Sequence[Node]) -> ProgramCurve | None:
    """Return what another program said along a line, None if it said nothing."""
    words = tuple(map(word_of_program, line))
    said = next((word for word in words if word is not None), None)
    return None if said is None else ProgramCurve(said.program, words)


def _percent_of_lizzie(node: Node) -> float | None:
    found = _LIZZIE_HEAD.match(text_of(node.properties[_LIZZIE][0][:100]))
    if found is None or node.move is None:
        return None
    of_mover = float(found[1])
    return of_mover if node.move[0] == BLACK else 100 - of_mover


def _name_of(node: Node) -> str:
    """Return which program it was: the one that wrote the record, if it is one of these."""
    program = " ".join(node.tree.root.properties.get("AP", ())).casefold()
    for name in ("Ogatak", "Sabaki", "LizzieYzy", "Lizzie", "LizGoban"):
        if name.casefold() in program:
            return name
    if node.says("OGSC"):
        return "Ogatak"
    return "Sabaki" if node.says(_CHANCE) or node.says("SBKS") else "Lizzie"
