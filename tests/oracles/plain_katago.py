"""KataGo's networks in plain numpy, layer by layer as their documentation has them, in float64.

A network is the tree that `tests.networks.katago_files` makes. Boards are (rows, columns,
channels).
"""

import math
from typing import Any

import numpy as np

Network = dict[str, Any]
Board = np.ndarray


def plain_outputs(network: Network, planes: Board, numbers: np.ndarray) -> dict[str, np.ndarray]:
    """Return what a network says, all of the mover: logits, scores and ownership as they come out.

    planes -- (rows, columns, 22); numbers -- (19)
    """
    board = _conv(planes.astype(np.float64), network["start"])
    board = board + numbers @ network["globals"]["weights"].astype(np.float64)
    for block in network["blocks"]:
        board = _block(board, block)
    board = _act(_norm(board, network["tip"]), network["tip_activation"])
    policy, passing = _policy(board, network["policy"])
    result, scores, ownership = _value(board, network["value"])
    return {"policy": policy, "pass": passing, "result": result, "scores": scores,
            "ownership": ownership}


def _weights(part: Network) -> np.ndarray:
    return part["weights"].astype(np.float64)


def _conv(board: Board, part: Network) -> Board:
    weights = _weights(part)
    side = weights.shape[0] // 2
    rows, columns, _ = board.shape
    padded = np.pad(board, ((side, side), (side, side), (0, 0)))
    return sum(padded[row:row + rows, column:column + columns] @ weights[row, column]
               for row in range(2 * side + 1) for column in range(2 * side + 1))


def _norm(board: Board, part: Network) -> Board:
    if part["kind"] == "norm":
        found = (board - part["mean"]) / np.sqrt(part["variance"] + part["epsilon"])
        if part["scale"] is not None:
            found = found * part["scale"]
        return found if part["bias"] is None else found + part["bias"]
    square = board * board
    mean = square.mean() if part.get("is_spatial") else square.mean(axis=2, keepdims=True)
    found = board / np.sqrt(mean + part["epsilon"]) * part["scale"]
    return found + part["bias"] if "bias" in part else found


def _act(board: Board, part: Network) -> Board:
    name = part["name"]
    if name == "RELU":
        return np.maximum(board, 0)
    if name == "SILU":
        return _silu(board)
    return board * np.tanh(np.logaddexp(0, board))


def _silu(board: Board) -> Board:
    return board / (1 + np.exp(-board))


def _pooled(board: Board, *, for_value: bool = False) -> np.ndarray:
    off = math.sqrt(board.shape[0] * board.shape[1]) - 14
    mean = board.mean(axis=(0, 1))
    last = mean * (off * off / 100 - 0.1) if for_value else board.max(axis=(0, 1))
    return np.concatenate([mean, mean * off / 10, last])


def _block(board: Board, block: Network) -> Board:
    kind = block["kind"]
    if kind == "transformer_attention_block":
        return board + _attention(_norm(board, block["norm"]), block)
    if kind == "transformer_ffn_block":
        first, gate, last = map(_weights, block["matrices"])
        normed = _norm(board, block["norm"])
        return board + (_silu(normed @ first) * (normed @ gate)) @ last
    parts = block["parts"]
    given = _act(_norm(board, parts[0]), parts[1])
    inner = _conv(given, parts[2])
    if kind == "gpool_block":
        pooled = _act(_norm(_conv(given, parts[3]), parts[4]), parts[5])
        inner = inner + _pooled(pooled) @ _weights(parts[6])
    for part in block.get("blocks", ()):
        inner = _block(inner, part)
    norm, activation, last = parts[-3:]
    return board + _conv(_act(_norm(inner, norm), activation), last)


def _attention(board: Board, block: Network) -> Board:
    rows, columns, channels = board.shape
    heads, key_heads = block["heads"], block["key_heads"]
    query, key, value, out = map(_weights, block["matrices"])
    points = board.reshape(rows * columns, channels)
    made = []
    for head in range(heads):
        shared = head * key_heads // heads
        own = _slice(points @ query, head, block["width"])
        other = _slice(points @ key, shared, block["width"])
        if block["turns"] != "no":
            own, other = (_turned(part, block, shared, columns) for part in (own, other))
        likeness = own @ other.T / math.sqrt(block["width"])
        likeness = np.exp(likeness - likeness.max(axis=1, keepdims=True))
        likeness /= likeness.sum(axis=1, keepdims=True)
        made.append(likeness @ _slice(points @ value, shared, block["value"]))
    return (np.concatenate(made, axis=1) @ out).reshape(rows, columns, -1)


def _slice(points: np.ndarray, head: int, width: int) -> np.ndarray:
    return points[:, head * width:(head + 1) * width]


def _turned(points: np.ndarray, block: Network, head: int, columns: int) -> np.ndarray:
    found = points.copy()
    pairs = block["width"] // 2
    for point in range(len(points)):
        row, column = divmod(point, columns)
        for pair in range(pairs):
            if block["turns"] == "learnt":
                by_column, by_row = block["frequencies"][head, pair]
                angle = float(by_column) * column + float(by_row) * row
            else:
                half = pairs // 2
                line = row if pair < half else column
                angle = line / block["theta"] ** (pair % half / half)
            first, second = points[point, 2 * pair:2 * pair + 2]
            found[point, 2 * pair] = first * math.cos(angle) - second * math.sin(angle)
            found[point, 2 * pair + 1] = first * math.sin(angle) + second * math.cos(angle)
    return found


def _policy(board: Board, parts: list[Network]) -> tuple[np.ndarray, np.ndarray]:
    pooled = _pooled(_act(_norm(_conv(board, parts[1]), parts[2]), parts[3]))
    inner = _conv(board, parts[0]) + pooled @ _weights(parts[4])
    policy = _conv(_act(_norm(inner, parts[5]), parts[6]), parts[7])[:, :, 0]
    passing = pooled @ _weights(parts[8])
    if len(parts) > 9:
        passing = _act(passing + _weights(parts[9]), parts[10]) @ _weights(parts[11])
    return policy.ravel(), passing[:1]


def _value(board: Board, parts: list[Network]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    first = _act(_norm(_conv(board, parts[0]), parts[1]), parts[2])
    hidden = _pooled(first, for_value=True) @ _weights(parts[3])
    hidden = _act(hidden + _weights(parts[4]), parts[5])
    ownership = _conv(first, parts[10])[..., 0].ravel()
    return (hidden @ _weights(parts[6]) + _weights(parts[7]),
            hidden @ _weights(parts[8]) + _weights(parts[9]), ownership)
