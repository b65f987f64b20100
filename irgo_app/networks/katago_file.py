"""KataGo's network files: `.bin.gz` and `.txt.gz` of versions 8 to 17, as frozen values.

A file is a list of words, packed by gzip. Where weights stand a `.bin.gz` has the mark `@BIN@` and
behind it little-endian float32 values, whose number the words before say; a `.txt.gz` has them as
words. A file may come from anywhere: every number is checked, what is unpacked is bounded by the
size of the file, and whatever does not fit ends in one ReaderError.
"""

from __future__ import annotations

import hashlib
import math
import re
import zlib
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.errors import ReaderError
from irgo_app.words import message, visible

Floats: TypeAlias = npt.NDArray[np.float32]

OLDEST_VERSION: Final = 8
NEWEST_VERSION: Final = 17
PLANES: Final = 22
GLOBALS: Final = 19
_MARK: Final = b"@BIN@"
_CHUNK: Final = 1 << 20
MAX_FILE_BYTES: Final = 1 << 30
"""KataGo's largest networks so far have a third of it."""
_MAX_RATIO: Final = 16
"""Weights hardly shrink when they are packed, and weights in words to a third: a file that becomes
so many times as large, besides a megabyte, is no network."""
_FREE_BYTES: Final = 1 << 20
_SPACES: Final = re.compile(rb"\s*")
_WORD: Final = re.compile(rb"\S*")
_MAX_WORD: Final = 200
_MAX_CHANNELS: Final = 8192
_MAX_BLOCKS: Final = 512
_MAX_DEPTH: Final = 4
"""Levels of blocks within blocks."""
_MAX_NAME: Final = 60


class Conv(Struct, frozen=True, eq=False):
    """A convolution without bias; weights -- float32 (rows, columns, channels in, channels out)."""

    weights: Floats

    @property
    def channels_in(self) -> int:
        return int(self.weights.shape[2])

    @property
    def channels_out(self) -> int:
        return int(self.weights.shape[3])


class Affine(Struct, frozen=True, eq=False):
    """A batch norm as it computes: times `scale`, plus `shift`, each float32 (channels)."""

    scale: Floats
    shift: Floats


class RootMeanSquareNorm(Struct, frozen=True, eq=False):
    """A division by the root of the mean square, times `scale`, plus `shift`.

    is_spatial -- the mean is over channels and points, not over channels alone
    """

    epsilon: float
    scale: Floats
    shift: Floats
    is_spatial: bool


class Activation(Struct, frozen=True):
    """What follows a norm: `identity`, `relu`, `mish` or `silu`."""

    kind: str


class OrdinaryBlock(Struct, frozen=True, eq=False):
    """Two convolutions beside a short cut."""

    norm: Affine
    activation: Activation
    first: Conv
    middle_norm: Affine
    middle_activation: Activation
    second: Conv


class PoolingBlock(Struct, frozen=True, eq=False):
    """An ordinary block whose first convolution is told a summary of the whole board."""

    norm: Affine
    activation: Activation
    first: Conv
    pooled: Conv
    pooled_norm: Affine
    pooled_activation: Activation
    summary: Floats
    middle_norm: Affine
    middle_activation: Activation
    second: Conv


class NestedBlock(Struct, frozen=True, eq=False):
    """Blocks of fewer channels between two convolutions, beside a short cut."""

    norm: Affine
    activation: Activation
    narrow: Conv
    blocks: tuple[Block, ...]
    last_norm: Affine
    last_activation: Activation
    widen: Conv


class AttentionBlock(Struct, frozen=True, eq=False):
    """Attention of a transformer, each point to all.

    query, key, value, out -- float32 (channels in, channels out), channels head by head
    frequencies -- float32 (key heads, pairs, 2) of the column and row, None without rotation
    """

    heads: int
    key_heads: int
    query_channels: int
    value_channels: int
    norm: RootMeanSquareNorm
    query: Floats
    key: Floats
    value: Floats
    out: Floats
    frequencies: Floats | None


class FeedForwardBlock(Struct, frozen=True, eq=False):
    """The feed-forward half of a transformer, its activation (SiLU) gated."""

    norm: RootMeanSquareNorm
    first: Floats
    gate: Floats
    second: Floats


Block: TypeAlias = OrdinaryBlock | PoolingBlock | NestedBlock | AttentionBlock | FeedForwardBlock


class PolicyHead(Struct, frozen=True, eq=False):
    """Where to move.

    pass_hidden -- the pass has a hidden layer from version 15 on: its bias and activation
    """

    points: Conv
    pooled: Conv
    pooled_norm: Affine
    pooled_activation: Activation
    summary: Floats
    norm: Affine
    activation: Activation
    last: Conv
    pass_first: Floats
    pass_hidden: tuple[Floats, Activation] | None
    pass_last: Floats | None


class ValueHead(Struct, frozen=True, eq=False):
    """Who wins, by how much, and whose the points are."""

    first: Conv
    norm: Affine
    activation: Activation
    hidden: Floats
    hidden_bias: Floats
    hidden_activation: Activation
    result: Floats
    result_bias: Floats
    scores: Floats
    scores_bias: Floats
    ownership: Conv


class Multipliers(Struct, frozen=True):
    """Points (or other units) that one of a network's outputs stands for."""

    score_mean: float = 20.0
    score_deviation: float = 20.0
    lead: float = 20.0
    variance_time: float = 40.0
    win_error: float = 0.25
    score_error: float = 30.0


class KataGoModel(Struct, frozen=True, eq=False):
    """A network as its file has it.

    name -- as its maker calls it; digest -- SHA-256 of the file, in hexadecimal
    finds_area_with_suicide -- pass-alive area is always found as where suicide is legal
    """

    name: str
    digest: str
    version: int
    multipliers: Multipliers
    finds_area_with_suicide: bool
    start: Conv
    start_globals: Floats
    blocks: tuple[Block, ...]
    tip: Affine | RootMeanSquareNorm
    tip_activation: Activation
    policy: PolicyHead
    value: ValueHead


class _NoNetworkError(Exception):
    """What is wrong with a file, as a clause: a Message."""


class _UnsupportedError(Exception):
    """What a network needs that irgo does not have, as a clause: a Message."""


def read_model(path: Path) -> KataGoModel:
    """Return the network of a file; raises ReaderError if it holds none that irgo can run."""
    name = visible(path.name, _MAX_NAME)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise ReaderError("{name} is too large for a network of KataGo's.", name=name)
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise ReaderError("The network file {name} cannot be read: {error}.", name=name,
                          error=getattr(error, "strerror", None) or error) from None
    return model_of(data, path.name)


def model_of(data: bytes, file_name: str) -> KataGoModel:
    """Return the network of a file's bytes; raises ReaderError if irgo cannot run it.

    file_name -- ends in .txt.gz where weights are words
    """
    name = visible(file_name, _MAX_NAME)
    try:
        words = _Words(data, has_binary=not file_name.lower().endswith((".txt.gz", ".txt")))
        return _model(words, hashlib.sha256(data).hexdigest())
    except _UnsupportedError as error:
        raise ReaderError("irgo cannot run the network {name}: {reason}.", name=name,
                          reason=error.args[0]) from None
    except (_NoNetworkError, zlib.error) as error:
        raise ReaderError("{name} is damaged or no network of KataGo's ({reason}).", name=name,
                          reason=error.args[0]) from None


class _Words:
    """The words and weights of a packed file, unpacked as they are read."""

    def __init__(self, data: bytes, *, has_binary: bool) -> None:
        self._packed = memoryview(data)
        self._at = 0
        self._is_packed = data[:2] == b"\x1f\x8b"
        self._inflater = zlib.decompressobj(wbits=31)
        self._buffer = bytearray()
        self._begin = 0
        self._left = _MAX_RATIO * len(data) + _FREE_BYTES
        self._has_binary = has_binary

    def word(self) -> str:
        """Return the next word."""
        self._skip_spaces()
        while True:
            end = _matched(_WORD, self._buffer, self._begin, self._begin + _MAX_WORD + 1)
            if end - self._begin > _MAX_WORD:
                raise _NoNetworkError(message("a word is too long"))
            if end < len(self._buffer) or not self._try_more():
                break
        found = bytes(self._buffer[self._begin:end])
        self._begin = end
        try:
            return found.decode("utf-8")
        except UnicodeDecodeError:
            raise _NoNetworkError(message("weights where a word should be")) from None

    def whole(self, least: int, most: int) -> int:
        """Return the next word as a whole number within bounds."""
        word = self.word()
        try:
            number = int(word) if len(word) <= 12 else None
        except ValueError:
            number = None
        if number is None or not least <= number <= most:
            raise _NoNetworkError(message(
                "{word} where a whole number from {least} to {most} should be",
                word=visible(word, 20), least=least, most=most))
        return number

    def flag(self) -> bool:
        return bool(self.whole(0, 1))

    def real(self, least: float, most: float) -> float:
        """Return the next word as a number within bounds."""
        word = self.word()
        try:
            number = float(word)
        except ValueError:
            number = math.nan
        if not least <= number <= most:
            raise _NoNetworkError(message(
                "{word} where a number from {least} to {most} should be",
                word=visible(word, 20), least=f"{least:g}", most=f"{most:g}"))
        return number

    def floats(self, *shape: int) -> Floats:
        """Return the next weights; raises _NoNetworkError if one is no finite number."""
        count = math.prod(shape)
        if 4 * count > self._left + len(self._buffer):
            raise _NoNetworkError(message("it ends too early"))
        if self._has_binary:
            self._skip_mark()
            raw = self._take(4 * count)
            values = np.frombuffer(raw, "<f4").astype(np.float32, copy=False)
        else:
            values = self._numbers(count)
        if not np.isfinite(values).all():
            raise _NoNetworkError(message("a weight is no number"))
        values = values.reshape(shape)
        values.flags.writeable = False
        return values

    def _numbers(self, count: int) -> Floats:
        """Return so many words as weights."""
        parts = list[npt.NDArray[np.float32]]()
        missing = count
        while missing:
            whole = max(map(self._buffer.rfind, (b" ", b"\n"))) + 1
            if whole <= self._begin or not self._buffer[self._begin:whole].strip():
                # The last word of a file may have nothing behind it.
                words = [self.word().encode()]
            else:
                words = bytes(self._buffer[self._begin:whole]).split(None, missing)
                rest = words.pop() if len(words) > missing else b""
                self._begin = whole - len(rest)
            try:
                parts.append(np.array(words).astype(np.float32))
            except ValueError:
                raise _NoNetworkError(message("a word where a weight should be")) from None
            missing -= len(words)
        return np.concatenate(parts)

    def _skip_spaces(self) -> None:
        """Go on to the next word or mark; raises _NoNetworkError at the end of the file."""
        while True:
            self._begin = _matched(_SPACES, self._buffer, self._begin, len(self._buffer))
            if self._begin < len(self._buffer):
                return
            self._more()

    def _skip_mark(self) -> None:
        self._skip_spaces()
        while len(self._buffer) - self._begin < len(_MARK):
            self._more()
        if self._buffer[self._begin:self._begin + len(_MARK)] != _MARK:
            raise _NoNetworkError(message("no weights where weights should be"))
        self._begin += len(_MARK)

    def _take(self, size: int) -> bytes:
        parts = [bytes(self._buffer[self._begin:self._begin + size])]
        self._begin += len(parts[0])
        missing = size - len(parts[0])
        while missing:
            self._more()
            parts.append(bytes(self._buffer[self._begin:self._begin + missing]))
            self._begin += len(parts[-1])
            missing -= len(parts[-1])
        return b"".join(parts)

    def _more(self) -> None:
        if not self._try_more():
            raise _NoNetworkError(message("it ends too early"))

    def _try_more(self) -> bool:
        chunk = b""
        while not chunk:
            if not self._is_packed:
                chunk = bytes(self._packed[self._at:self._at + _CHUNK])
                self._at += len(chunk)
                if not chunk:
                    return False
            elif self._inflater.eof:
                return False
            else:
                given = self._inflater.unconsumed_tail
                if not given:
                    given = bytes(self._packed[self._at:self._at + _CHUNK])
                    self._at += len(given)
                chunk = self._inflater.decompress(given, _CHUNK)
                if not chunk and not given:
                    return False
        self._left -= len(chunk)
        if self._left < 0:
            raise _NoNetworkError(message("it unpacks to far more than a network"))
        del self._buffer[:self._begin]
        self._begin = 0
        self._buffer += chunk
        return True


def _matched(pattern: re.Pattern[bytes], data: bytearray, begin: int, end: int) -> int:
    """Return where a pattern that matches everywhere ends."""
    found = pattern.match(data, begin, end)
    return begin if found is None else found.end()


_ACTIVATIONS: Final = {
    "ACTIVATION_IDENTITY": "identity", "ACTIVATION_RELU": "relu", "ACTIVATION_MISH": "mish",
    "ACTIVATION_SILU": "silu"}


def _model(words: _Words, digest: str) -> KataGoModel:
    name = words.word()
    version = words.whole(0, 10 ** 6)
    if version < OLDEST_VERSION:
        raise _UnsupportedError(message(
            "it is of version {version}, and the oldest that irgo runs is {oldest}",
            version=version, oldest=OLDEST_VERSION))
    if version > NEWEST_VERSION:
        raise _UnsupportedError(message(
            "it is of version {version}, and the newest that irgo runs is {newest}",
            version=version, newest=NEWEST_VERSION))
    planes, numbers = words.whole(1, 1000), words.whole(1, 1000)
    if (planes, numbers) != (PLANES, GLOBALS):
        raise _UnsupportedError(message(
            "it wants {planes} planes and {numbers} numbers", planes=planes, numbers=numbers))
    return _Reader(words, version).model(name, digest)


class _Reader:
    """Reads the parts of a network, one after the other."""

    def __init__(self, words: _Words, version: int) -> None:
        self._words, self._version = words, version

    def model(self, name: str, digest: str) -> KataGoModel:
        words = self._words
        multipliers = Multipliers()
        if self._version >= 13:
            _, mean, deviation, lead, time, win_error, score_error = (
                words.real(0, 1e6) for _ in range(7))
            multipliers = Multipliers(mean, deviation, lead, time, win_error, score_error)
        finds_area_with_suicide = False
        if self._version >= 15:
            if words.whole(0, 100):
                raise _UnsupportedError(message(
                    "it imitates people of a rank instead of judging as well as it can"))
            finds_area_with_suicide = words.flag()
            self._unused(6)
        words.word()
        count, channels, _, _, _, _ = (
            words.whole(1, _MAX_BLOCKS), *(words.whole(1, _MAX_CHANNELS) for _ in range(5)))
        has_root_norm = False
        if self._version >= 15:
            has_root_norm = words.flag()
            self._unused(5)
        start = self.conv(PLANES, channels)
        start_globals = self.matrix(GLOBALS, channels)
        blocks = self.blocks(count, channels, 1)
        tip = self.root_norm(channels) if has_root_norm else self.norm(channels)
        activation = self.activation()
        policy, value = self.policy(channels), self.value(channels)
        return KataGoModel(
            visible(name, _MAX_NAME), digest, self._version, multipliers, finds_area_with_suicide,
            start, start_globals, blocks, tip, activation, policy, value)

    def _unused(self, count: int) -> None:
        for _ in range(count):
            if self._words.word() != "0":
                raise _UnsupportedError(message("it uses something newer than irgo knows"))

    def conv(self, channels_in: int, channels_out: int | None = None) -> Conv:
        words = self._words
        words.word()
        rows, columns = words.whole(1, 19), words.whole(1, 19)
        if rows % 2 == 0 or columns % 2 == 0:
            raise _NoNetworkError(message("a convolution of even size"))
        found_in, found_out = words.whole(1, _MAX_CHANNELS), words.whole(1, _MAX_CHANNELS)
        _check_fit(found_in, channels_in)
        if channels_out is not None:
            _check_fit(found_out, channels_out)
        if (words.whole(1, 99), words.whole(1, 99)) != (1, 1):
            raise _UnsupportedError(message("its convolutions leave out points"))
        return Conv(words.floats(rows, columns, found_in, found_out))

    def norm(self, channels: int) -> Affine:
        words = self._words
        words.word()
        _check_fit(words.whole(1, _MAX_CHANNELS), channels)
        epsilon = words.real(1e-30, 1e3)
        has_scale, has_bias = words.flag(), words.flag()
        mean, variance = words.floats(channels), words.floats(channels)
        scale = words.floats(channels) if has_scale else np.ones(channels, np.float32)
        bias = words.floats(channels) if has_bias else np.zeros(channels, np.float32)
        with np.errstate(all="ignore"):
            factor = scale.astype(np.float64) / np.sqrt(variance.astype(np.float64) + epsilon)
            shift = bias - factor * mean
        merged = factor.astype(np.float32), shift.astype(np.float32)
        if not (np.isfinite(merged[0]).all() and np.isfinite(merged[1]).all()):
            raise _NoNetworkError(message("a norm divides by nothing"))
        return Affine(*merged)

    def root_norm(self, channels: int) -> RootMeanSquareNorm:
        words = self._words
        words.word()
        _check_fit(words.whole(1, _MAX_CHANNELS), channels)
        epsilon = words.real(1e-30, 1e3)
        is_spatial = words.flag()
        if words.whole(0, _MAX_CHANNELS):
            raise _UnsupportedError(message("it norms groups of channels"))
        return RootMeanSquareNorm(
            epsilon, words.floats(channels), words.floats(channels), is_spatial)

    def transformer_norm(self, channels: int) -> RootMeanSquareNorm:
        words = self._words
        words.word()
        _check_fit(words.whole(1, _MAX_CHANNELS), channels)
        epsilon = words.real(1e-30, 1e3)
        return RootMeanSquareNorm(
            epsilon, words.floats(channels), np.zeros(channels, np.float32), False)

    def activation(self) -> Activation:
        self._words.word()
        if self._version < 11:
            return Activation("relu")
        kind = self._words.word()
        if kind not in _ACTIVATIONS:
            raise _UnsupportedError(message(
                "it has an activation that irgo does not know, {kind}", kind=visible(kind, 40)))
        return Activation(_ACTIVATIONS[kind])

    def matrix(self, channels_in: int, channels_out: int | None = None) -> Floats:
        words = self._words
        words.word()
        found_in, found_out = words.whole(1, _MAX_CHANNELS), words.whole(1, _MAX_CHANNELS)
        _check_fit(found_in, channels_in)
        if channels_out is not None:
            _check_fit(found_out, channels_out)
        return words.floats(found_in, found_out)

    def bias(self, channels: int) -> Floats:
        self._words.word()
        _check_fit(self._words.whole(1, _MAX_CHANNELS), channels)
        return self._words.floats(channels)

    def blocks(self, count: int, channels: int, depth: int) -> tuple[Block, ...]:
        return tuple(self.block(channels, depth) for _ in range(count))

    def block(self, channels: int, depth: int) -> Block:
        kind = self._words.word()
        self._words.word()
        if kind == "ordinary_block":
            norm, activation = self.norm(channels), self.activation()
            first = self.conv(channels)
            middle, middle_activation = self.norm(first.channels_out), self.activation()
            return OrdinaryBlock(norm, activation, first, middle, middle_activation,
                                 self.conv(first.channels_out, channels))
        if kind == "gpool_block":
            return self._pooling_block(channels)
        if kind == "nested_bottleneck_block":
            if depth >= _MAX_DEPTH:
                raise _UnsupportedError(message("its blocks are nested too deep"))
            count = self._words.whole(1, _MAX_BLOCKS)
            norm, activation = self.norm(channels), self.activation()
            narrow = self.conv(channels)
            inner = self.blocks(count, narrow.channels_out, depth + 1)
            last, last_activation = self.norm(narrow.channels_out), self.activation()
            return NestedBlock(norm, activation, narrow, inner, last, last_activation,
                               self.conv(narrow.channels_out, channels))
        if kind == "transformer_attention_block":
            return self._attention_block(channels)
        if kind == "transformer_ffn_block":
            return self._feed_forward_block(channels)
        raise _UnsupportedError(message(
            "it has a block of a kind that irgo does not know, {kind}", kind=visible(kind, 40)))

    def _pooling_block(self, channels: int) -> PoolingBlock:
        norm, activation = self.norm(channels), self.activation()
        first, pooled = self.conv(channels), self.conv(channels)
        pooled_norm, pooled_activation = self.norm(pooled.channels_out), self.activation()
        summary = self.matrix(3 * pooled.channels_out, first.channels_out)
        middle, middle_activation = self.norm(first.channels_out), self.activation()
        return PoolingBlock(
            norm, activation, first, pooled, pooled_norm, pooled_activation, summary, middle,
            middle_activation, self.conv(first.channels_out, channels))

    def _attention_block(self, channels: int) -> AttentionBlock:
        words = self._words
        heads, key_heads = words.whole(1, 256), words.whole(1, 256)
        query_channels, value_channels = words.whole(1, 1024), words.whole(1, 1024)
        rotates, has_own_frequencies = words.flag(), words.flag()
        if heads % key_heads:
            raise _NoNetworkError(message("heads that do not share their keys evenly"))
        if rotates and query_channels % 2:
            raise _NoNetworkError(message("an odd number of channels to turn in pairs"))
        norm = self.transformer_norm(channels)
        query = self.matrix(channels, heads * query_channels)
        key = self.matrix(channels, key_heads * query_channels)
        value = self.matrix(channels, key_heads * value_channels)
        out = self.matrix(heads * value_channels, channels)
        frequencies = None
        if rotates:
            words.word()
            pairs = query_channels // 2
            if has_own_frequencies:
                _check_fit(words.whole(1, 256), key_heads)
                _check_fit(words.whole(1, 1024), pairs)
                _check_fit(words.whole(1, 16), 2)
                frequencies = words.floats(key_heads, pairs, 2)
            else:
                frequencies = _fixed_frequencies(words.real(1e-6, 1e9), key_heads, pairs)
        return AttentionBlock(heads, key_heads, query_channels, value_channels, norm, query, key,
                              value, out, frequencies)

    def _feed_forward_block(self, channels: int) -> FeedForwardBlock:
        words = self._words
        _check_fit(words.whole(1, _MAX_CHANNELS), channels)
        hidden = words.whole(1, _MAX_CHANNELS)
        if not words.flag():
            raise _UnsupportedError(message("its feed-forward blocks have no gates"))
        norm = self.transformer_norm(channels)
        first, gate = self.matrix(channels, hidden), self.matrix(channels, hidden)
        return FeedForwardBlock(norm, first, gate, self.matrix(hidden, channels))

    def policy(self, channels: int) -> PolicyHead:
        words = self._words
        words.word()
        outputs = 1 if self._version < 12 else 4 if self._version == 16 else 2
        if self._version >= 17:
            outputs = words.whole(1, 16)
            self._unused(3)
        points, pooled = self.conv(channels), self.conv(channels)
        pooled_norm, pooled_activation = self.norm(pooled.channels_out), self.activation()
        summary = self.matrix(3 * pooled.channels_out, points.channels_out)
        norm, activation = self.norm(points.channels_out), self.activation()
        last = self.conv(points.channels_out, outputs)
        if self._version < 15:
            return PolicyHead(points, pooled, pooled_norm, pooled_activation, summary, norm,
                              activation, last, self.matrix(3 * pooled.channels_out, outputs),
                              None, None)
        first = self.matrix(3 * pooled.channels_out)
        hidden = self.bias(first.shape[1]), self.activation()
        return PolicyHead(points, pooled, pooled_norm, pooled_activation, summary, norm,
                          activation, last, first, hidden, self.matrix(first.shape[1], outputs))

    def value(self, channels: int) -> ValueHead:
        self._words.word()
        if self._version >= 17:
            self._unused(3)
        first = self.conv(channels)
        norm, activation = self.norm(first.channels_out), self.activation()
        hidden = self.matrix(3 * first.channels_out)
        hidden_bias, hidden_activation = self.bias(hidden.shape[1]), self.activation()
        result, result_bias = self.matrix(hidden.shape[1], 3), self.bias(3)
        count = 4 if self._version < 9 else 6
        scores, scores_bias = self.matrix(hidden.shape[1], count), self.bias(count)
        ownership = self.conv(first.channels_out, 1)
        return ValueHead(first, norm, activation, hidden, hidden_bias, hidden_activation, result,
                         result_bias, scores, scores_bias, ownership)


def _check_fit(found: int, expected: int) -> None:
    if found != expected:
        raise _NoNetworkError(message(
            "{found} channels where {expected} should be", found=found, expected=expected))


def _fixed_frequencies(theta: float, heads: int, pairs: int) -> Floats:
    """Return the frequencies of a rotation that was not learnt.

    The first half of the pairs turns with the row, the second with the column, each from one
    radian a line down to nearly one in `theta` lines.
    """
    if pairs % 2:
        raise _NoNetworkError(message("an odd number of pairs to turn by rows and columns"))
    half = pairs // 2
    angles = theta ** -(np.arange(half) / half)
    frequencies = np.zeros((heads, pairs, 2), np.float32)
    frequencies[:, half:, 0] = angles
    frequencies[:, :half, 1] = angles
    return frequencies
