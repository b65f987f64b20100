"""Gathers all texts that irgo's catalogues translate.

A text is the first argument of `message`, `counted`, `noted` and of irgo's errors, or stands in one
of the tables: layers, parameters, titles of edits. `python packaging/catalogues.py` writes the
catalogues.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TEXT_AT: Mapping[str, tuple[int, ...]] = {
    "message": (0,), "noted": (0,), "translated": (0,), "translated_in": (), "noted_in": (),
    "counted": (0,),
    "IrgoError": (0,), "SgfError": (0,), "IllegalMoveError": (0,), "LayerError": (0,),
    "SettingsError": (0,), "ResourceError": (0,), "UsageError": (0,), "WrongUsageError": (0,),
    "EngineError": (0,), "ReaderError": (0,), "NetworkError": (0,), "DeckError": (0,),
    "DamagedCardError": (0,),
    "Layer": (1, 3, 4), "Meaning": (1,), "Param": (3, 4), "Field": (1,), "set_properties": (2,),
    "Annotation": (2,), "InsertBranch": (0,), "RemoveBranch": (0,), "MoveBranch": (0,),
    "ReplaceProperties": (0,), "EditSequence": (0,),
}
"""Which arguments of which calls are texts."""
NAMED = {"Layer": ("title", "unit", "source", "legend", "short", "tells"),
         "Param": ("title", "help")}
"""The same for arguments given by name."""
METHODS: Mapping[str, int] = {"add": 1, "leave_out": 1}
"""The same for methods of what readers of records write their remarks to."""
_LOGS = ("log", "_log")
_WORDS = re.compile("[a-z ]+")
"""Choices of a setting that are words, not values such as `1/d`."""
_ONE_PLACE = re.compile(r"\{\w*\}")
ERRORS = tuple(name for name in TEXT_AT if name.endswith("Error"))


class Text(NamedTuple):
    """A text to be translated: English, what it is for several, and the context it has of its own.

    context -- told apart by it from the same English elsewhere; usually none
    """

    text: str
    several: str = ""
    context: str = ""


@cache
def texts(root: Path = ROOT / "irgo_app") -> dict[Text, list[str]]:
    """Return where each text stands; in the order of the files."""
    found: dict[Text, list[str]] = {}
    for path in sorted(root.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        constants = _constants(tree)
        place = path.relative_to(root.parent).as_posix()
        for text in (text for call in calls(tree) for text in _texts_of(call, constants)):
            places = found.setdefault(text, [])
            if place not in places:
                places.append(place)
    return found


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that take texts, in order."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and (
        (isinstance(node.func, ast.Name) and node.func.id in TEXT_AT) or _is_remark(node))]
    yield from sorted(nodes, key=lambda node: (node.lineno, node.col_offset))


def name_of(call: ast.Call) -> str:
    """Return the name of what is called."""
    assert isinstance(call.func, ast.Name | ast.Attribute)
    return call.func.id if isinstance(call.func, ast.Name) else call.func.attr


def _is_remark(call: ast.Call) -> bool:
    """Return whether a reader notes a remark."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in METHODS:
        return False
    owner = call.func.value
    return getattr(owner, "attr", getattr(owner, "id", "")) in _LOGS


def _texts_of(call: ast.Call, constants: Mapping[str, str]) -> Iterator[Text]:
    name = name_of(call)
    places = TEXT_AT[name] if isinstance(call.func, ast.Name) else (METHODS[name],)
    given = [call.args[index] for index in places if index < len(call.args)]
    given += [keyword.value for keyword in call.keywords if keyword.arg in NAMED.get(name, ())]
    given += [node for keyword in call.keywords if keyword.arg == "choices" and name == "Param"
              and isinstance(keyword.value, ast.Tuple) for node in keyword.value.elts
              if _WORDS.fullmatch(_text(node, {}))]
    if name in ("translated_in", "noted_in"):
        context, text = (_text(node, constants) for node in call.args[:2])
        if text:
            yield Text(text, context=context)
        return
    given = [part for node in given
             for part in ((node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,))]
    known = [_text(node, constants) for node in given]
    if name == "counted" and len(call.args) > 1:
        pair = known[0], _text(call.args[1], constants)
        if pair[0] and pair[1]:
            yield Text(*pair)
        return
    yield from (Text(text) for text in known if text and not _ONE_PLACE.fullmatch(text))


def _text(node: ast.expr, constants: Mapping[str, str]) -> str:
    """Return a constant text, also one that has a name in its module; else nothing."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return constants.get(node.id, "") if isinstance(node, ast.Name) else ""


def _constants(tree: ast.Module) -> dict[str, str]:
    """Return the texts that have a name in a module."""
    found = {}
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else \
            [node.target] if isinstance(node, ast.AnnAssign) else []
        for target in targets:
            value = getattr(node, "value", None)
            if isinstance(target, ast.Name) and isinstance(value, ast.Constant) \
                    and isinstance(value.value, str):
                found[target.id] = value.value
    return found
