"""What irgo found, as the lines controllers read: Leela Zero's `info` and KataGo's.

Sources: Leela Zero's README, "lz-analyze"; KataGo, docs/GTP_Extensions.md, "kata-analyze".
Everything is said for the side to move, as both engines do unless told otherwise.
"""

from __future__ import annotations

from irgo_app.go.coordinates import vertex
from irgo_app.reader.findings import Findings, MoveFinding

_LEELA_UNIT = 10_000


def leela_line(found: Findings, most: int) -> str:
    """Return the moves, win rates and priors in hundredths of a percent."""
    parts = []
    for order, move in enumerate(found.moves[:most]):
        numbers = " ".join(
            f"{name} {round(_LEELA_UNIT * number)}" for name, number in (
                ("winrate", _chance(found, move.black_wins)), ("prior", move.prior),
                ("lcb", _lower(found, move))))
        parts.append(f"info move {_name(found, move.point)} visits {move.visits} {numbers} "
                     f"order {order} pv {_line(found, move)}")
    return " ".join(parts)


def katago_line(found: Findings, most: int, *, with_ownership: bool, with_root: bool) -> str:
    """Return the moves with win rates and leads, and if asked for the root and its ownership."""
    mover = found.position.to_play
    parts = []
    for order, move in enumerate(found.moves[:most]):
        lead = mover * move.lead
        parts.append(
            f"info move {_name(found, move.point)} visits {move.visits} utility {move.value:.4f} "
            f"winrate {_chance(found, move.black_wins):.4f} scoreMean {lead:.2f} "
            f"scoreStdev {move.spread:.2f} scoreLead {lead:.2f} prior {move.prior:.4f} "
            f"lcb {_lower(found, move):.4f} utilityLcb {move.bound:.4f} order {order} "
            f"pv {_line(found, move)}")
    if with_root:
        parts.append(
            f"rootInfo winrate {_chance(found, found.black_wins):.4f} "
            f"scoreLead {mover * found.lead:.2f} scoreStdev {found.spread:.2f} "
            f"visits {found.visits}")
    if with_ownership:
        parts.append("ownership " + " ".join(f"{mover * value:.3f}" for value in found.ownership))
    return " ".join(parts)


def _chance(found: Findings, black_wins: float) -> float:
    return black_wins if found.position.to_play > 0 else 1 - black_wins


def _lower(found: Findings, move: MoveFinding) -> float:
    """Return a lower bound of the win rate: as far below it as that of the value is, in chances."""
    return max(_chance(found, move.black_wins) - (move.value - move.bound) / 2, 0.0)


def _name(found: Findings, point: int) -> str:
    return vertex(point, found.position.columns, found.position.rows)


def _line(found: Findings, move: MoveFinding) -> str:
    return " ".join(_name(found, point) for point in move.line)
