"""Record and engine: a node as an engine can follow it, and what the record keeps of its words.

Evaluations are kept as irgo's own IRE, LZ for Lizzie, KT for KaTrain. IRE holds one line of JSON;
LZ holds `<program> <win rate of the other side> <visits>`, a line break, and the candidates as
`lz-analyze` writes them, for the side to move. KT holds three values in base64 of gzip: ownership
and policy as half floats (or nothing), and the rest as JSON, in Black's view; it is written only
where the engine tells a score, which KaTrain needs. All three are read; what cannot be read counts
as not there.
"""

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from irgo_app.engines.engine import Restriction
from irgo_app.engines.evaluation import (AnalysisForm, Candidate, EngineEvaluation,
                                         evaluation_of_line, winrate_of)
from irgo_app.engines.tracker import EngineGame, Move
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK
from irgo_app.go.position import Position
from irgo_app.sgf.edits import ChangeKind, Edit, EditSequence, set_properties
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.values import raw_of_text, text_of


def selected_points(node: Node) -> Restriction | None:
    """Return the points selected on a node (SL) as the only ones to search, None without any."""
    points = node.points("SL")
    return Restriction(tuple(points)) if points else None


def engine_game(node: Node, replay: Replay) -> EngineGame:
    """Return the position of a node with the moves behind it.

    Only the moves after the last setup or forbidden move are given as moves: what lies before
    becomes the position they start from, since engines refuse what records hold.
    """
    moves: list[Move] = []
    step: Node | None = node
    start: Position | None = None
    while step is not None and start is None:
        move = step.move
        if step.has_setup or not replay.is_playable(step) or "PL" in step.properties:
            start = replay.position_at(step)
        else:
            if move is not None:
                moves.append(move)
            if step.parent is None:
                start = Position.empty(node.tree.columns, node.tree.rows)
            step = step.parent
    assert start is not None
    game = game_rules(node.tree, node)
    return EngineGame(start, tuple(reversed(moves)), replay.position_at(node),
                      game.judged_komi, game.rules.engine_name)


OWN: Final = "IRE"
LIZZIE: Final = "LZ"
KATRAIN: Final = "KT"
SAVED: Final = (OWN, LIZZIE, KATRAIN)
"""The properties an evaluation is read from, in this order."""
BROKEN: Final = (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError,
                 RecursionError)
"""What reading JSON raises that is not as irgo writes it."""
_MOST_UNPACKED: Final = 2_000_000
_VERSION: Final = 1
_MOST_SAVED: Final = 10
_LIZZIE_FORM: Final = AnalysisForm(10_000.0, False)


def saved_evaluation(node: Node, position: Position) -> EngineEvaluation | None:
    """Return what the record holds of an engine's evaluation of a node, None if nothing."""
    if node.says(OWN):
        found = _of_json(text_of(node.properties[OWN][0]), position)
        if found is not None and node.says(KATRAIN):
            # Only KT holds the ownership.
            full = _of_katrain(node.properties[KATRAIN], position)
            return found if full is None else replace(found, ownership=full.ownership)
        return found
    if node.says(LIZZIE):
        _, _, moves = text_of(node.properties[LIZZIE][0]).partition("\n")
        line = moves if moves.startswith("info ") else f"info {moves}"
        return evaluation_of_line(
            line, position.to_play, position.columns, position.rows, _LIZZIE_FORM)
    if node.says(KATRAIN):
        return _of_katrain(node.properties[KATRAIN], position)
    return None


def save_evaluations(found: Iterable[tuple[Node, Position, EngineEvaluation]]) -> Edit | None:
    """Return the edit that writes evaluations into their nodes, None if there are none.

    What tells no win rate is not written: no program could read it.
    """
    edits = tuple(
        set_properties(node, {OWN: [raw_of_text(_as_json(evaluation, position))],
                              LIZZIE: [raw_of_text(_as_lizzie(evaluation, position))],
                              KATRAIN: _as_katrain(evaluation, position)},
                       "engine analysis", ChangeKind.INFO)
        for node, position, evaluation in found if evaluation.winrate is not None)
    return EditSequence("engine analysis", edits) if edits else None


def _as_json(evaluation: EngineEvaluation, position: Position) -> str:
    return json.dumps({
        "v": _VERSION, "visits": evaluation.visits, "winrate": _rounded(evaluation.winrate),
        "lead": None if evaluation.score_lead is None else round(evaluation.score_lead, 2),
        "moves": [[position.vertex(move.point), move.visits, _rounded(move.winrate),
                   None if move.score_lead is None else round(move.score_lead, 2),
                   " ".join(position.vertex(point) for point in move.line)]
                  for move in evaluation.candidates[:_MOST_SAVED]]}, separators=(",", ":"))


def _rounded(winrate: float | None) -> float | None:
    return None if winrate is None else round(winrate, 4)


def _of_json(text: str, position: Position) -> EngineEvaluation | None:
    try:
        found: dict[str, Any] = json.loads(text)
        candidates = tuple(_candidate(row, position) for row in found["moves"][:_MOST_SAVED])
        lead = found.get("lead")
        return EngineEvaluation(candidates, int(found["visits"]), winrate_of(found["winrate"]),
                                None if lead is None else float(lead))
    except BROKEN:
        return None


def _candidate(row: list[Any], position: Position) -> Candidate:
    def point(name: str) -> int:
        return point_of_vertex(name, position.columns, position.rows)

    place, visits, winrate, lead, line = row
    return Candidate(point(str(place)), int(visits), winrate_of(winrate),
                     None if lead is None else float(lead),
                     line=tuple(point(name) for name in str(line).split()))


def _as_lizzie(evaluation: EngineEvaluation, position: Position) -> str:
    is_black = position.to_play == BLACK

    def share(winrate: float | None) -> float:
        assert winrate is not None, "what tells no win rate is not written"
        return winrate if is_black else 1.0 - winrate

    moves = " info ".join(
        f"move {position.vertex(move.point)} visits {move.visits} "
        f"winrate {round(10_000 * share(move.winrate))} order {order} pv "
        + " ".join(position.vertex(point)
                   for point in (move.line or (move.point,)))
        for order, move in enumerate(evaluation.candidates[:_MOST_SAVED]))
    return f"irgo {100 - 100 * share(evaluation.winrate):.1f} {evaluation.visits}\n{moves}"


def _as_katrain(evaluation: EngineEvaluation, position: Position) -> list[str] | None:
    if evaluation.score_lead is None:
        return None

    moves = {
        position.vertex(move.point): {
            "move": position.vertex(move.point), "visits": move.visits, "winrate": move.winrate,
            "scoreLead": evaluation.score_lead if move.score_lead is None else move.score_lead,
            "order": order, "prior": move.prior or 0.0,
            "pv": [position.vertex(point) for point in (move.line or (move.point,))]}
        for order, move in enumerate(evaluation.candidates[:_MOST_SAVED])}
    root = {"winrate": evaluation.winrate, "scoreLead": evaluation.score_lead,
            "visits": evaluation.visits}
    owned = evaluation.ownership or ()
    main = json.dumps({"root": root, "moves": moves, "completed": True}).encode()
    return [base64.standard_b64encode(gzip.compress(part, mtime=0)).decode() for part in (
        struct.pack(f"{len(owned)}e", *owned), b"", main)]


def _of_katrain(raws: list[str], position: Position) -> EngineEvaluation | None:
    try:
        owned, _, main = (_unpacked(raw) for raw in raws[:3])
        found = json.loads(main)
        rows = sorted(found["moves"].values(), key=lambda row: int(row.get("order", 999)))
        candidates = tuple(
            _candidate([row["move"], row["visits"], row["winrate"], row.get("scoreLead"),
                        " ".join(row.get("pv", ()))], position) for row in rows[:_MOST_SAVED])
        root, count = found["root"], len(position.cells)
        ownership = struct.unpack(f"{count}e", owned) if len(owned) == 2 * count else None
        return EngineEvaluation(candidates, int(root.get("visits", 0)), winrate_of(root["winrate"]),
                                float(root["scoreLead"]), ownership)
    except (*BROKEN, zlib.error, struct.error):
        return None


def _unpacked(raw: str) -> bytes:
    """Return what a value packs; raises ValueError for what does not end or is far too large."""
    unpacker = zlib.decompressobj(wbits=31)
    data = unpacker.decompress(base64.standard_b64decode(raw), _MOST_UNPACKED)
    if not unpacker.eof:
        raise ValueError("cut or too large")
    return data
