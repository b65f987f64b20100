"""Tiny networks of KataGo's kind with random weights, and the files that hold them.

A network is a tree of lists and dictionaries, which `tests.oracles.plain_katago` computes as it
stands; `file_of` writes it as KataGo's own files are written. Weights come from `random.Random`,
whose numbers are the same in every version of Python: KataGo has been asked about these very
networks, and tests/data/katago_networks.json has its answers.
"""

import gzip
import math
import random
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

PLANES: Final = 22
GLOBALS: Final = 19
Network = dict[str, Any]


class RandomNetwork:
    """Makes the parts of a network; every part is a dictionary with its `kind`."""

    def __init__(self, seed: int, version: int, activation: str) -> None:
        self._random = random.Random(seed)
        self.version, self._activation = version, activation

    def array(self, *shape: int, size: float = 1.0, middle: float = 0.0) -> np.ndarray:
        """Return weights evenly spread, of a standard deviation `size`."""
        count, width = math.prod(shape), size * math.sqrt(12)
        values = [middle + width * (self._random.random() - 0.5) for _ in range(count)]
        return np.array(values, np.float32).reshape(shape)

    def conv(self, inside: int, outside: int, side: int = 3) -> Network:
        weights = self.array(side, side, inside, outside, size=1 / math.sqrt(inside * side * side))
        return {"kind": "conv", "weights": weights}

    def matrix(self, inside: int, outside: int, size: float = 1.0) -> Network:
        return {"kind": "matrix",
                "weights": self.array(inside, outside, size=size / math.sqrt(inside))}

    def bias(self, channels: int) -> Network:
        return {"kind": "bias", "weights": self.array(channels, size=0.3)}

    def norm(self, channels: int, has_scale: bool = True, has_bias: bool = True) -> Network:
        return {
            "kind": "norm", "epsilon": 1e-3, "mean": self.array(channels, size=0.3),
            "variance": self.array(channels, size=0.2, middle=1.0),
            "scale": self.array(channels, size=0.2, middle=1.0) if has_scale else None,
            "bias": self.array(channels, size=0.3) if has_bias else None}

    def act(self) -> Network:
        return {"kind": "activation", "name": self._activation}

    def root_norm(self, channels: int) -> Network:
        return {"kind": "transformer norm", "epsilon": 1e-5,
                "scale": self.array(channels, size=0.2, middle=1.0)}

    def ordinary(self, channels: int, inner: int) -> Network:
        return {"kind": "ordinary_block", "parts": [
            self.norm(channels), self.act(), self.conv(channels, inner),
            self.norm(inner, has_scale=False), self.act(), self.conv(inner, channels)]}

    def pooling(self, channels: int, regular: int, pooled: int) -> Network:
        return {"kind": "gpool_block", "parts": [
            self.norm(channels), self.act(), self.conv(channels, regular),
            self.conv(channels, pooled), self.norm(pooled, has_bias=False), self.act(),
            self.matrix(3 * pooled, regular), self.norm(regular), self.act(),
            self.conv(regular, channels)]}

    def nested(self, channels: int, inner: int, blocks: Sequence[Network]) -> Network:
        return {"kind": "nested_bottleneck_block", "blocks": list(blocks), "parts": [
            self.norm(channels), self.act(), self.conv(channels, inner, 1), self.norm(inner),
            self.act(), self.conv(inner, channels, 1)]}

    def attention(
        self, channels: int, heads: int = 2, key_heads: int = 2, width: int = 4, value: int = 4,
        turns: str = "learnt",
    ) -> Network:
        """turns -- `learnt` frequencies, a `fixed` theta, or `no`"""
        return {
            "kind": "transformer_attention_block", "heads": heads, "key_heads": key_heads,
            "width": width, "value": value, "turns": turns, "norm": self.root_norm(channels),
            "matrices": [self.matrix(channels, heads * width, 2.0),
                         self.matrix(channels, key_heads * width, 2.0),
                         self.matrix(channels, key_heads * value),
                         self.matrix(heads * value, channels)],
            "frequencies": self.array(key_heads, width // 2, 2), "theta": 100.0}

    def feed_forward(self, channels: int, hidden: int) -> Network:
        return {
            "kind": "transformer_ffn_block", "channels": channels, "hidden": hidden,
            "norm": self.root_norm(channels),
            "matrices": [self.matrix(channels, hidden), self.matrix(channels, hidden),
                         self.matrix(hidden, channels)]}

    def whole(
        self, channels: int, blocks: Sequence[Network], tip: str = "norm",
        with_suicide: bool = False, more_outputs: int = 2,
    ) -> Network:
        """Return a network; tip -- `norm`, `spatial` or `root` mean squares"""
        outputs = {True: 1, False: 2}[self.version < 12]
        if self.version == 16:
            outputs = 4
        if self.version >= 17:
            outputs = more_outputs
        pooled, points, values, hidden = 4, 5, 6, 7
        tip_norm = self.norm(channels) if tip == "norm" else {
            "kind": "tip norm", "epsilon": 1e-5, "is_spatial": tip == "spatial",
            "scale": self.array(channels, size=0.2, middle=1.0),
            "bias": self.array(channels, size=0.3)}
        return {
            "version": self.version, "with_suicide": with_suicide, "channels": channels,
            "multipliers": (20.0, 19.0, 21.0, 18.0, 40.0, 0.25, 150.0),
            "start": self.conv(PLANES, channels), "globals": self.matrix(GLOBALS, channels),
            "blocks": list(blocks), "tip": tip_norm, "tip_activation": self.act(),
            "policy_outputs": outputs,
            "policy": [
                self.conv(channels, points, 1), self.conv(channels, pooled, 1), self.norm(pooled),
                self.act(), self.matrix(3 * pooled, points), self.norm(points), self.act(),
                self.conv(points, outputs, 1),
                *([self.matrix(3 * pooled, outputs)] if self.version < 15 else
                  [self.matrix(3 * pooled, points), self.bias(points), self.act(),
                   self.matrix(points, outputs)])],
            "value": [
                self.conv(channels, values, 1), self.norm(values, has_scale=False), self.act(),
                self.matrix(3 * values, hidden), self.bias(hidden), self.act(),
                self.matrix(hidden, 3), self.bias(3),
                self.matrix(hidden, 4 if self.version < 9 else 6, 0.3),
                self.bias(4 if self.version < 9 else 6), self.conv(values, 1, 1)]}


def sample_networks() -> dict[str, Network]:
    """Return a network of every version and of every kind of block, by name."""
    found = dict[str, Network]()
    for version in range(8, 18):
        made = RandomNetwork(version, version, "RELU" if version < 11 else "MISH")
        found[f"version {version}"] = made.whole(
            8, [made.ordinary(8, 6), made.pooling(8, 5, 3), made.ordinary(8, 6)])
    made = RandomNetwork(30, 14, "MISH")
    found["nested convolutions"] = made.whole(10, [
        made.nested(10, 6, [made.ordinary(6, 6), made.ordinary(6, 6)]),
        made.nested(10, 6, [made.pooling(6, 4, 2), made.ordinary(6, 6)])])
    made = RandomNetwork(31, 15, "SILU")
    found["transformer"] = made.whole(10, [
        made.nested(10, 8, [made.attention(8), made.feed_forward(8, 12)]),
        made.nested(10, 8, [made.attention(8), made.feed_forward(8, 12)])], "spatial")
    made = RandomNetwork(32, 15, "SILU")
    found["attention without turns"] = made.whole(
        8, [made.attention(8, width=3, value=5, turns="no"), made.feed_forward(8, 12)], "root")
    made = RandomNetwork(33, 16, "SILU")
    found["attention by fixed angles"] = made.whole(
        8, [made.attention(8, width=8, turns="fixed"), made.feed_forward(8, 12)], "spatial")
    made = RandomNetwork(34, 17, "SILU")
    found["shared keys"] = made.whole(
        8, [made.attention(8, 4, 2), made.ordinary(8, 6), made.feed_forward(8, 12)], "spatial",
        more_outputs=4)
    made = RandomNetwork(35, 15, "RELU")
    found["area with suicide"] = made.whole(8, [made.ordinary(8, 6)], with_suicide=True)
    return found


def file_of(network: Network, *, as_text: bool = False) -> bytes:
    """Return the bytes of a network's file, `.txt.gz` or else `.bin.gz`."""
    return gzip.compress(unpacked_file_of(network, as_text=as_text), 6, mtime=0)


def unpacked_file_of(network: Network, *, as_text: bool = False) -> bytes:
    """Return what a network's file has before it is packed."""
    return _Writer(network["version"], as_text=as_text).network(network)


class _Writer:
    def __init__(self, version: int, *, as_text: bool) -> None:
        self._version, self._as_text = version, as_text
        self._out = bytearray()

    def network(self, network: Network) -> bytes:
        version = self._version
        self._words("tiny", version, PLANES, GLOBALS)
        if version >= 13:
            self._words(*network["multipliers"])
        if version >= 15:
            self._words(0, int(network["with_suicide"]), *[0] * 6)
        channels, blocks = network["channels"], network["blocks"]
        self._words("trunk", len(blocks), channels, *_widths(blocks))
        if version >= 15:
            self._words(int(network["tip"]["kind"] != "norm"), *[0] * 5)
        for part in (network["start"], network["globals"], *blocks, network["tip"],
                     network["tip_activation"]):
            self._part(part)
        self._words("policyhead")
        if version >= 17:
            self._words(network["policy_outputs"], 0, 0, 0)
        for part in network["policy"]:
            self._part(part)
        self._words("valuehead")
        if version >= 17:
            self._words(0, 0, 0)
        for part in network["value"]:
            self._part(part)
        return bytes(self._out)

    def _words(self, *words: object) -> None:
        self._out += "".join(f"{word}\n" for word in words).encode()

    def _floats(self, values: np.ndarray) -> None:
        flat = values.astype("<f4").ravel()
        if self._as_text:
            self._words(*(repr(float(value)) for value in flat))
        else:
            self._out += b"@BIN@" + flat.tobytes() + b"\n"

    def _part(self, part: Network) -> None:
        kind = part["kind"]
        if kind == "conv":
            rows, columns, inside, outside = part["weights"].shape
            self._words("conv", rows, columns, inside, outside, 1, 1)
            self._floats(part["weights"])
        elif kind == "matrix":
            self._words("matrix", *part["weights"].shape)
            self._floats(part["weights"])
        elif kind == "bias":
            self._words("bias", len(part["weights"]))
            self._floats(part["weights"])
        elif kind == "norm":
            self._words("norm", len(part["mean"]), part["epsilon"],
                        int(part["scale"] is not None), int(part["bias"] is not None))
            for name in ("mean", "variance", "scale", "bias"):
                if part[name] is not None:
                    self._floats(part[name])
        elif kind == "tip norm":
            self._words("tip", len(part["scale"]), part["epsilon"], int(part["is_spatial"]), 0)
            self._floats(part["scale"])
            self._floats(part["bias"])
        elif kind == "transformer norm":
            self._words("norm", len(part["scale"]), part["epsilon"])
            self._floats(part["scale"])
        elif kind == "activation":
            self._words("act", *([f"ACTIVATION_{part['name']}"] if self._version >= 11 else []))
        else:
            self._block(part)

    def _block(self, block: Network) -> None:
        kind = block["kind"]
        self._words(kind, "block")
        if kind == "transformer_attention_block":
            self._words(block["heads"], block["key_heads"], block["width"], block["value"],
                        int(block["turns"] != "no"), int(block["turns"] == "learnt"))
            for part in (block["norm"], *block["matrices"]):
                self._part(part)
            if block["turns"] == "learnt":
                self._words("frequencies", *block["frequencies"].shape)
                self._floats(block["frequencies"])
            elif block["turns"] == "fixed":
                self._words("theta", block["theta"])
        elif kind == "transformer_ffn_block":
            self._words(block["channels"], block["hidden"], 1)
            for part in (block["norm"], *block["matrices"]):
                self._part(part)
        elif kind == "nested_bottleneck_block":
            self._words(len(block["blocks"]))
            for part in (*block["parts"][:3], *block["blocks"], *block["parts"][3:]):
                self._part(part)
        else:
            for part in block["parts"]:
                self._part(part)


def _widths(blocks: Sequence[Network]) -> list[int]:
    """Return what a trunk says of its blocks' widths: middle, regular, dilated, pooled."""
    middle = regular = dilated = pooled = 1
    for block in blocks:
        if block["kind"] == "ordinary_block":
            middle = block["parts"][2]["weights"].shape[3]
        elif block["kind"] == "gpool_block":
            regular = block["parts"][2]["weights"].shape[3]
            pooled = block["parts"][3]["weights"].shape[3]
        elif block["kind"] == "nested_bottleneck_block":
            middle = block["parts"][2]["weights"].shape[3]
            return [middle, *_widths(block["blocks"])[1:]]
    return [middle, regular, dilated, pooled]
