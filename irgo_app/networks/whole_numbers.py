"""Transformers of KataGo's in whole numbers of eight bits: half the time, nearly the same answers.

Weights are rounded column by column, activations anew for each position. Channels whose activations
are large are made smaller before and their weights larger, which changes nothing but what is lost
by rounding (G. Xiao et al., "SmoothQuant", 2023, with alpha 0.5). How large they become is seen on
positions of one game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.networks.katago_file import AttentionBlock, FeedForwardBlock, Floats
from irgo_app.networks.onnx_writer import MICROSOFT, Graph

Ranges: TypeAlias = Mapping[str, Floats]
"""How large the channels become that go into a product: by block and `GIVEN` or `INNER`."""
GIVEN: Final = "given"
"""The normed input of a block."""
INNER: Final = "inner"
"""What its last product is given."""
_LARGEST: Final = 127
_LEAST: Final = 1e-6
_PAYS: Final = 1.5
"""A product in whole numbers has to be so many times as fast."""
_SIZE: Final = 19
_WATCHED: Final = (10, 30, 50, 70, 90, 110, 130, 150)
_GAME: Final = (
    "qddcqpdpopdeodmcjcpcocobpdqbqcpbpimegcpgqgqhphqiqjrjrgpqppqkpjriogpkrlqmrmrkqnnkmqpncqdqcp"
    "cobobncndobmbpanbqcgcibedgdhchdfegcfefcdddcccbbbebcaejlbmblcldkdkejekfjfidjdlqlpkqmrkploko"
    "lnjmdnenemfmcrbreofndreqerfqfrgqbscsdsgrfshbicpfofhchdgdhegegbhfiejgllniohkkmjnjlkkjminhlg"
    "mhlhnflflengmgmfnelikgqfqlronn")
"""The moves of a game as SGF names the points, Black first."""


def watched_positions() -> Iterator[Position]:
    """Yield positions of 19x19 on which ranges are seen: opening, middle game, endgame."""
    position = Position.empty(_SIZE)
    for at in range(0, len(_GAME), 2):
        column, row = (ord(letter) - ord("a") for letter in _GAME[at:at + 2])
        position = play(position, position.to_play, row * _SIZE + column)
        if at // 2 + 1 in _WATCHED:
            yield position


def in_whole_numbers(weights: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """Return a matrix rounded, and what one stands for in each column."""
    largest = np.maximum(np.abs(weights).max(axis=0), _LEAST)
    step = (largest / _LARGEST).astype(np.float32)
    return np.rint(weights / step).astype(np.int8), step


def smoothed(
    block: AttentionBlock | FeedForwardBlock, ranges: Ranges, place: str
) -> AttentionBlock | FeedForwardBlock:
    """Return a block that computes the same and loses less by rounding."""
    given, inner = ranges[f"{place} {GIVEN}"], ranges[f"{place} {INNER}"]
    if isinstance(block, AttentionBlock):
        factor = _factors(given, block.query, block.key, block.value)
        norm = replace(block.norm, scale=block.norm.scale / factor)
        query, key, value = (
            factor[:, None] * weights for weights in (block.query, block.key, block.value))
        if block.heads != block.key_heads:
            return replace(block, norm=norm, query=query, key=key, value=value)
        factor = _factors(inner, block.out)
        return replace(block, norm=norm, query=query, key=key, value=value / factor,
                       out=factor[:, None] * block.out)
    factor = _factors(given, block.first, block.gate)
    last = _factors(inner, block.second)
    return replace(
        block, norm=replace(block.norm, scale=block.norm.scale / factor),
        first=factor[:, None] * block.first, gate=factor[:, None] * block.gate / last,
        second=last[:, None] * block.second)


def _factors(found: Floats, *matrices: Floats) -> Floats:
    """Return what the weights of each channel are multiplied by, its activations divided."""
    largest = np.max([np.abs(weights).max(axis=1) for weights in matrices], axis=0)
    factor = np.sqrt(np.maximum(found, _LEAST) / np.maximum(largest, _LEAST))
    return np.asarray(factor / np.exp(np.log(factor).mean()), np.float32)


@lru_cache(maxsize=1)
def whole_numbers_pay(run: Callable[[bytes], Callable[[Floats], Floats]]) -> bool:
    """Return whether this processor gains by whole numbers and computes them right; 20 ms once.

    Without instructions for them (VNNI, or ARM's products) x86 processors saturate sums of two
    products, and gain little.

    run -- makes of a model of one input and one output what computes it
    """
    inside, outside, points = 192, 512, _SIZE * _SIZE
    exact, whole = (run(_product(inside, outside, points, is_whole=is_whole))
                    for is_whole in (False, True))
    most = np.ones((1, points, inside), np.float32)
    # Of so many products each is as large as it can be: none may be cut off.
    if abs(float(whole(most)[0, 0, 0]) - inside) > 1:
        return False
    times = dict.fromkeys((exact, whole), 1e9)
    for _ in range(5):
        for compute in times:
            begin = time.perf_counter()
            compute(most)
            times[compute] = min(times[compute], time.perf_counter() - begin)
    return times[exact] > _PAYS * times[whole]


def _product(inside: int, outside: int, points: int, *, is_whole: bool) -> bytes:
    """Return the model of one product with weights of one."""
    graph = Graph("product")
    given = graph.input("given", ("n", points, inside))
    weights = np.ones((inside, outside), np.float32)
    if is_whole:
        rounded, step = in_whole_numbers(weights)
        found = graph.apply("DynamicQuantizeMatMul", given, graph.constant(rounded),
                            graph.constant(step), domain=MICROSOFT)
    else:
        found = graph.apply("MatMul", given, graph.constant(weights))
    graph.output("found", found, ("n", points, outside))
    return graph.to_bytes()
