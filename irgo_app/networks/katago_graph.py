"""A network of KataGo's as a graph for onnxruntime, for boards of one size.

A graph of one size needs no masks. Convolutions over points want the channels first, transformers
last: a tensor is passed on as it lies, and laid otherwise only where the next layer asks for it.
The layers' formulas: D. J. Wu, "Accelerating Self-Play Learning in Go" (2020), appendix A, and
KataGo's documentation of its networks.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.networks.katago_file import (GLOBALS, PLANES, Activation, Affine, AttentionBlock,
                                           Block, Conv, FeedForwardBlock, Floats, KataGoModel,
                                           NestedBlock, OrdinaryBlock, PoolingBlock,
                                           RootMeanSquareNorm)
from irgo_app.networks.onnx_writer import MICROSOFT, Graph
from irgo_app.networks.whole_numbers import GIVEN, INNER, Ranges, in_whole_numbers, smoothed

OUTPUTS: Final = ("policy", "pass", "result", "scores", "ownership")
MIDDLE_SIDE: Final = 14.0


class Tensor(Struct, frozen=True):
    """A tensor of the graph: channels at every point.

    is_last -- (boards, points, channels), else (boards, channels, rows, columns)
    """

    name: str
    channels: int
    is_last: bool


def graph_of(
    model: KataGoModel, columns: int, rows: int, *, ranges: Ranges | None = None,
    watches: bool = False,
) -> bytes:
    """Return the ONNX model of a network for boards of one size.

    ranges -- the products of transformers compute in whole numbers of eight bits, smoothed by these
        (`whole_numbers.py`), except in the first block: what the whole board adds comes in there,
        and rounding it there does most of the harm
    watches -- besides, there is an output for each of the ranges

    Inputs: `planes`, float32 (boards, PLANES, rows, columns), and `globals`, float32 (boards,
    GLOBALS). Outputs, all of the side to move: `policy`, logits (boards, points), `pass`, logits
    (boards, 1), `result`, logits of win, loss and no result (boards, 3), `scores` (boards, 4 or 6)
    and `ownership` (boards, points), its hyperbolic tangent being the ownership.
    """
    return _Builder(model, columns, rows, ranges, watches=watches).build()


def has_transformer(model: KataGoModel) -> bool:
    """Return whether all blocks of a network are those of a transformer, nested or not."""
    return not any(map(_has_convolutions, model.blocks))


class _Builder:
    """The graph of one network, which grows from the planes to the heads."""

    def __init__(
        self, model: KataGoModel, columns: int, rows: int, ranges: Ranges | None, *, watches: bool
    ) -> None:
        self._model = model
        self._ranges, self._watches = ranges, watches
        self._place = ""
        self._may_round = self._is_whole = False
        self._columns, self._rows = columns, rows
        self._points = columns * rows
        self._graph = Graph(model.name)

    def build(self) -> bytes:
        """Return the whole model."""
        graph, model = self._graph, self._model
        planes = Tensor(graph.input("planes", ("n", PLANES, self._rows, self._columns)), PLANES,
                        False)
        numbers = graph.input("globals", ("n", GLOBALS))
        board = self._conv(planes, model.start)
        board = self._plus_each(board, self._matmul(numbers, model.start_globals))
        if has_transformer(model):
            board = self._last(board)
        for at, block in enumerate(model.blocks):
            self._place, self._may_round = f"{at}", at > 0
            board = self._block(board, block)
        board = self._normed(board, model.tip, model.tip_activation)
        self._policy(board)
        self._value(board)
        return graph.to_bytes()

    def _last(self, board: Tensor) -> Tensor:
        if board.is_last:
            return board
        graph = self._graph
        flat = graph.apply("Reshape", board.name, self._shape(0, board.channels, self._points))
        return Tensor(graph.apply("Transpose", flat, perm=(0, 2, 1)), board.channels, True)

    def _first(self, board: Tensor) -> Tensor:
        if not board.is_last:
            return board
        graph = self._graph
        turned = graph.apply("Transpose", board.name, perm=(0, 2, 1))
        shape = self._shape(0, board.channels, self._rows, self._columns)
        return Tensor(graph.apply("Reshape", turned, shape), board.channels, False)

    def _shape(self, *sizes: int) -> str:
        return self._graph.constant(np.array(sizes, np.int64))

    def _conv(self, board: Tensor, conv: Conv) -> Tensor:
        graph = self._graph
        rows, columns, _, channels = conv.weights.shape
        if board.is_last and rows == columns == 1:
            return Tensor(self._matmul(board.name, conv.weights[0, 0]), channels, True)
        down, right = rows // 2, columns // 2
        name = graph.apply(
            "Conv", self._first(board).name, graph.constant(conv.weights.transpose(3, 2, 0, 1)),
            kernel_shape=(rows, columns), pads=(down, right, down, right))
        return Tensor(name, channels, False)

    def _matmul(self, name: str, weights: Floats) -> str:
        graph = self._graph
        if not self._is_whole:
            return graph.apply("MatMul", name, graph.constant(weights))
        whole, step = in_whole_numbers(weights)
        return graph.apply("DynamicQuantizeMatMul", name, graph.constant(whole),
                           graph.constant(step), domain=MICROSOFT)

    def _watch(self, name: str, what: str) -> None:
        """Put out how large each channel of a tensor becomes."""
        if self._watches:
            graph = self._graph
            most = graph.apply("ReduceMax", graph.apply("Abs", name), axes=(0, 1), keepdims=0)
            graph.output(f"{self._place} {what}", most, ("channels",))

    def _scaled(self, board: Tensor, scale: Floats, shift: Floats) -> Tensor:
        graph, name = self._graph, board.name
        shape = (-1,) if board.is_last else (-1, 1, 1)
        if not (scale == 1).all():
            name = graph.apply("Mul", name, graph.constant(scale.reshape(shape)))
        if shift.any():
            name = graph.apply("Add", name, graph.constant(shift.reshape(shape)))
        return Tensor(name, board.channels, board.is_last)

    def _normed(
        self, board: Tensor, norm: Affine | RootMeanSquareNorm, activation: Activation
    ) -> Tensor:
        if isinstance(norm, RootMeanSquareNorm):
            scaled = self._root_normed(board, norm)
        elif board.is_last:
            scaled = self._scaled(board, norm.scale, norm.shift)
        else:
            graph, channels = self._graph, board.channels
            zeros = graph.constant(np.zeros(channels, np.float32))
            ones = graph.constant(np.ones(channels, np.float32))
            scaled = Tensor(graph.apply(
                "BatchNormalization", board.name, graph.constant(norm.scale),
                graph.constant(norm.shift), zeros, ones, epsilon=0.0), channels, False)
        return self._activated(scaled, activation)

    def _root_normed(self, board: Tensor, norm: RootMeanSquareNorm) -> Tensor:
        graph, board = self._graph, self._last(board)
        if norm.is_spatial:
            square = graph.apply("Mul", board.name, board.name)
            mean = graph.apply("ReduceMean", square, axes=(1, 2), keepdims=1)
            epsilon = graph.constant(norm.epsilon)
            root = graph.apply("Sqrt", graph.apply("Add", mean, epsilon))
            scaled = Tensor(graph.apply("Div", board.name, root), board.channels, True)
            return self._scaled(scaled, norm.scale, norm.shift)
        name = graph.apply("SimplifiedLayerNormalization", board.name,
                           graph.constant(norm.scale), axis=-1, epsilon=norm.epsilon)
        ones = np.ones(board.channels, np.float32)
        return self._scaled(Tensor(name, board.channels, True), ones, norm.shift)

    def _activated(self, board: Tensor, activation: Activation) -> Tensor:
        return Tensor(self._activated_name(board.name, activation), board.channels, board.is_last)

    def _activated_name(self, name: str, activation: Activation) -> str:
        graph = self._graph
        if activation.kind == "relu":
            return graph.apply("Relu", name)
        if activation.kind == "silu":
            return graph.apply("QuickGelu", name, domain=MICROSOFT, alpha=1.0)
        if activation.kind == "mish":
            # x·tanh(ln(1 + eˣ)) = x·(1 - t²)/(1 + t²) with t = 1/(1 + eˣ): nothing overflows.
            one = graph.constant(1.0)
            away = graph.apply("Sigmoid", graph.apply("Neg", name))
            square = graph.apply("Mul", away, away)
            share = graph.apply("Div", graph.apply("Sub", one, square),
                                graph.apply("Add", one, square))
            return graph.apply("Mul", name, share)
        return name

    def _plus(self, board: Tensor, other: Tensor) -> Tensor:
        other = self._last(other) if board.is_last else self._first(other)
        return Tensor(self._graph.apply("Add", board.name, other.name), board.channels,
                      board.is_last)

    def _plus_each(self, board: Tensor, name: str) -> Tensor:
        shape = (-1, 1, board.channels) if board.is_last else (-1, board.channels, 1, 1)
        each = self._graph.apply("Reshape", name, self._shape(*shape))
        return Tensor(self._graph.apply("Add", board.name, each), board.channels, board.is_last)

    def _pooled(self, board: Tensor, weights: Floats, *, for_value: bool = False) -> str:
        """Return a summary of the board times a matrix: (boards, channels out).

        weights -- of the mean, of the mean by the size of the board, and of the maximum, or in the
        value head of the mean by the size in another way. The first two are one sum.
        """
        graph, channels = self._graph, board.channels
        off = math.sqrt(self._points) - MIDDLE_SIDE
        mean = weights[:channels] + np.float32(0.1 * off) * weights[channels:2 * channels]
        axes = (1,) if board.is_last else (2, 3)
        found = graph.apply("ReduceMean", board.name, axes=axes, keepdims=0)
        if for_value:
            mean = mean + np.float32(0.01 * off * off - 0.1) * weights[2 * channels:]
            return self._matmul(found, mean)
        most = graph.apply("ReduceMax", board.name, axes=axes, keepdims=0)
        both = graph.apply("Concat", found, most, axis=1)
        return self._matmul(both, np.concatenate([mean, weights[2 * channels:]]))

    def _block(self, board: Tensor, block: Block) -> Tensor:
        if isinstance(block, OrdinaryBlock):
            inner = self._conv(self._normed(board, block.norm, block.activation), block.first)
            inner = self._normed(inner, block.middle_norm, block.middle_activation)
            return self._plus(board, self._conv(inner, block.second))
        if isinstance(block, PoolingBlock):
            return self._pooling_block(board, block)
        if isinstance(block, NestedBlock):
            inner = self._conv(self._normed(board, block.norm, block.activation), block.narrow)
            place = self._place
            for at, part in enumerate(block.blocks):
                self._place = f"{place}.{at}"
                inner = self._block(inner, part)
            self._place = place
            inner = self._normed(inner, block.last_norm, block.last_activation)
            return self._plus(board, self._conv(inner, block.widen))
        return self._transformer_block(self._last(board), block)

    def _transformer_block(
        self, board: Tensor, block: AttentionBlock | FeedForwardBlock
    ) -> Tensor:
        if self._ranges is not None and self._may_round:
            block, self._is_whole = smoothed(block, self._ranges, self._place), True
        found = (self._attention(board, block) if isinstance(block, AttentionBlock)
                 else self._feed_forward(board, block))
        self._is_whole = False
        return self._plus(board, found)

    def _pooling_block(self, board: Tensor, block: PoolingBlock) -> Tensor:
        given = self._normed(board, block.norm, block.activation)
        inner = self._conv(given, block.first)
        pooled = self._normed(self._conv(given, block.pooled), block.pooled_norm,
                              block.pooled_activation)
        inner = self._plus_each(inner, self._pooled(pooled, block.summary))
        inner = self._normed(inner, block.middle_norm, block.middle_activation)
        return self._plus(board, self._conv(inner, block.second))

    def _feed_forward(self, board: Tensor, block: FeedForwardBlock) -> Tensor:
        normed = self._root_normed(board, block.norm)
        self._watch(normed.name, GIVEN)
        hidden = self._activated_name(self._matmul(normed.name, block.first), Activation("silu"))
        hidden = self._graph.apply("Mul", hidden, self._matmul(normed.name, block.gate))
        self._watch(hidden, INNER)
        return Tensor(self._matmul(hidden, block.second), board.channels, True)

    def _attention(self, board: Tensor, block: AttentionBlock) -> Tensor:
        graph = self._graph
        normed = self._root_normed(board, block.norm).name
        self._watch(normed, GIVEN)
        shared = block.heads // block.key_heads
        # A key that several heads share is computed once for each of them: no published network
        # shares keys.
        key = _repeated(block.key, block.key_heads, shared)
        value = _repeated(block.value, block.key_heads, shared)
        query = block.query
        if block.frequencies is None:
            query_name, key_name = self._matmul(normed, query), self._matmul(normed, key)
        else:
            angles = np.repeat(self._angles(block.frequencies), shared, axis=1)
            turned = [graph.constant(found.astype(np.float32).reshape(-1, angles.shape[2]))
                      for found in (np.cos(angles), np.sin(angles))]
            query_name, key_name = (
                self._turned(self._matmul(normed, _pairs_apart(weights, block.heads)),
                             block, *turned) for weights in (query, key))
        seen = graph.apply("MultiHeadAttention", query_name, key_name, self._matmul(normed, value),
                           domain=MICROSOFT, num_heads=block.heads)
        self._watch(seen, INNER)
        return Tensor(self._matmul(seen, block.out), board.channels, True)

    def _turned(self, name: str, block: AttentionBlock, cosine: str, sine: str) -> str:
        """Return queries or keys with each pair of channels turned by its angle at each point.

        The operator turns all heads of a place alike: each head is told to be a place of its own.
        """
        graph, width = self._graph, block.query_channels
        apart = graph.apply("Reshape", name, self._shape(-1, self._points * block.heads, width))
        first = graph.constant(np.zeros(1, np.int64))
        turned = graph.apply("RotaryEmbedding", apart, first, cosine, sine, domain=MICROSOFT)
        return graph.apply("Reshape", turned, self._shape(-1, self._points, block.heads * width))

    def _angles(self, frequencies: Floats) -> npt.NDArray[np.float64]:
        """Return (points, heads, pairs): by how much each pair is turned at each point."""
        row, column = np.divmod(np.arange(self._points), self._columns)
        pairs = frequencies.astype(np.float64)
        return np.asarray(column[:, None, None] * pairs[None, :, :, 0]
                          + row[:, None, None] * pairs[None, :, :, 1])

    def _policy(self, board: Tensor) -> None:
        head, graph = self._model.policy, self._graph
        pooled = self._normed(self._conv(board, head.pooled), head.pooled_norm,
                              head.pooled_activation)
        inner = self._plus_each(self._conv(board, head.points),
                                self._pooled(pooled, head.summary))
        inner = self._normed(inner, head.norm, head.activation)
        # Only the first kind of policy is wanted: the others are for training and for optimism.
        last = Conv(np.ascontiguousarray(head.last.weights[..., :1]))
        policy = self._conv(inner, last)
        graph.output("policy", graph.apply("Reshape", policy.name, self._shape(-1, self._points)),
                     ("n", self._points))
        if head.pass_hidden is None or head.pass_last is None:
            passing = self._pooled(pooled, head.pass_first[:, :1])
        else:
            bias, activation = head.pass_hidden
            hidden = graph.apply("Add", self._pooled(pooled, head.pass_first),
                                 graph.constant(bias))
            passing = self._matmul(self._activated_name(hidden, activation), head.pass_last[:, :1])
        graph.output("pass", passing, ("n", 1))

    def _value(self, board: Tensor) -> None:
        head, graph = self._model.value, self._graph
        first = self._normed(self._conv(board, head.first), head.norm, head.activation)
        hidden = graph.apply("Add", self._pooled(first, head.hidden, for_value=True),
                             graph.constant(head.hidden_bias))
        hidden = self._activated_name(hidden, head.hidden_activation)
        for name, weights, bias in (("result", head.result, head.result_bias),
                                    ("scores", head.scores, head.scores_bias)):
            found = graph.apply("Add", self._matmul(hidden, weights), graph.constant(bias))
            graph.output(name, found, ("n", weights.shape[1]))
        owned = self._conv(first, head.ownership)
        graph.output("ownership",
                     graph.apply("Reshape", owned.name, self._shape(-1, self._points)),
                     ("n", self._points))


def _has_convolutions(block: Block) -> bool:
    """Return whether a block looks at the neighbours of a point by a convolution."""
    if isinstance(block, NestedBlock):
        return any(map(_has_convolutions, block.blocks))
    return isinstance(block, (OrdinaryBlock, PoolingBlock))


def _pairs_apart(weights: Floats, heads: int) -> Floats:
    """Return a projection whose heads have the first channels of all pairs before the second ones.

    A product of queries and keys is the same in whatever order both have their channels.
    """
    parts = weights.reshape(len(weights), heads, -1, 2)
    return np.ascontiguousarray(parts.swapaxes(2, 3)).reshape(len(weights), -1)


def _repeated(weights: Floats, heads: int, times: int) -> Floats:
    """Return a projection with the channels of every head so many times one after the other."""
    if times == 1:
        return weights
    parts = weights.reshape(len(weights), heads, 1, -1)
    return np.repeat(parts, times, axis=2).reshape(len(weights), -1)
