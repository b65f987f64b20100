"""Files that are no networks, or none that irgo can run: one sentence each."""

import gzip
import random
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from irgo_app.errors import ReaderError
from irgo_app.networks.katago_file import MAX_FILE_BYTES, model_of, read_model

from .katago_files import RandomNetwork, file_of, sample_networks, unpacked_file_of


def small() -> bytes:
    """Return what the smallest useful network has before it is packed."""
    made = RandomNetwork(1, 15, "SILU")
    return unpacked_file_of(made.whole(3, [
        made.nested(3, 2, [made.attention(2, 1, 1, 2, 2), made.feed_forward(2, 3)])], "spatial"))


def sentence_of(unpacked: bytes, name: str = "net.bin.gz") -> str:
    """Return what is said of a file that is refused."""
    with pytest.raises(ReaderError) as error:
        model_of(gzip.compress(unpacked, 1), name)
    text = str(error.value)
    assert text.count(".") <= 4 and text.endswith(".") and "\n" not in text
    return text


def test_the_parts_are_there(tmp_path: Path) -> None:
    path = tmp_path / "b1.bin.gz"
    path.write_bytes(file_of(sample_networks()["transformer"]))
    model = read_model(path)
    assert (model.name, model.version, len(model.blocks)) == ("tiny", 15, 2)
    assert model.multipliers.score_error == 150
    assert len(model.digest) == 64


def test_a_file_may_be_unpacked() -> None:
    assert model_of(small(), "net.bin").name == "tiny"


def test_words_may_end_with_the_file() -> None:
    network = sample_networks()["version 9"]
    text = unpacked_file_of(network, as_text=True)
    one = model_of(gzip.compress(text.rstrip()), "net.txt.gz")
    other = model_of(gzip.compress(text.replace(b"\n", b"  ")), "net.txt.gz")
    assert one.value.ownership.weights.tobytes() == other.value.ownership.weights.tobytes()
    assert one.value.ownership.weights.tobytes() == network["value"][-1]["weights"].tobytes()


def test_a_file_cut_anywhere_is_no_network() -> None:
    data = small()
    for end in random.Random(1).sample(range(len(data) - 5), 300):
        sentence_of(data[:end])
    packed = gzip.compress(data)
    for end in range(0, len(packed) - 12, 41):
        with pytest.raises(ReaderError):
            model_of(packed[:end], "net.bin.gz")


def test_a_file_with_other_bytes_is_a_network_or_no_network() -> None:
    rng, data = random.Random(2), small()
    refused = 0
    for _ in range(400):
        wrong = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            wrong[rng.randrange(len(wrong))] = rng.randrange(256)
        try:
            model_of(bytes(wrong), "net.bin")
        except ReaderError:
            refused += 1
    assert refused > 50


def changed(old: str, new: str) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        assert old.encode() in data
        return data.replace(old.encode(), new.encode(), 1)
    return change


@pytest.mark.parametrize(("change", "said"), [
    (changed("tiny\n15", "tiny\n7"), "is of version 7, and the oldest that irgo runs is 8"),
    (changed("tiny\n15", "tiny\n18"), "is of version 18, and the newest that irgo runs is 17"),
    (changed("22\n19", "23\n19"), "it wants 23 planes and 19 numbers"),
    (changed("150.0\n0\n", "150.0\n1\n"), "it imitates people of a rank"),
    (changed("150.0\n", "nan\n"), "nan where a number"),
    (changed("150.0\n0\n0\n0\n", "150.0\n0\n0\n7\n"), "uses something newer than irgo knows"),
    (changed("trunk\n1\n", "trunk\n100000\n"), "100000 where a whole number from 1 to 512"),
    (changed("trunk\n1\n", "trunk\n9999999999999\n"), "where a whole number from 1 to 512"),
    (changed("trunk\n1\n3\n", "trunk\n1\n4\n"), "3 channels where 4 should be"),
    (changed("conv\n3\n3\n", "conv\n2\n3\n"), "a convolution of even size"),
    (changed("conv\n3\n3\n22\n3\n1\n", "conv\n3\n3\n22\n3\n2\n"), "leave out points"),
    (changed("ACTIVATION_SILU", "ACTIVATION_CUBE"), "does not know, ACTIVATION_CUBE"),
    (changed("transformer_ffn_block", "mixture_block"), "does not know, mixture_block"),
    (changed("block\n2\n3\n1\n", "block\n2\n3\n0\n"), "feed-forward blocks have no gates"),
    (changed("block\n1\n1\n2\n2\n", "block\n2\n1\n2\n2\n"), "2 channels where 4 should be"),
    (changed("block\n1\n1\n2\n2\n", "block\n3\n2\n2\n2\n"), "heads that do not share"),
    (changed("@BIN@", "@BAN@"), "no weights where weights should be"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_cannot_be_run_is_named(change: Callable[[bytes], bytes], said: str) -> None:
    assert said in sentence_of(change(small()))


def test_weights_that_are_no_numbers_are_refused() -> None:
    data = small()
    at = data.index(b"@BIN@") + len(b"@BIN@")
    for wrong in (np.nan, np.inf, -np.inf):
        bad = data[:at] + np.float32(wrong).tobytes() + data[at + 4:]
        assert "a weight is no number" in sentence_of(bad)


def test_huge_counts_take_no_memory() -> None:
    head = b"net 8 22 19 trunk 1 8192 1 1 1 1 conv 19 19 22 8192 1 1 @BIN@"
    tracemalloc.start()
    try:
        assert "it ends too early" in sentence_of(head + bytes(1000))
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_a_bomb_is_unpacked_no_further_than_a_network_could_be() -> None:
    head = b"net 8 22 19 trunk 1 64 1 1 1 1 conv 3 3 22 64 1 1 @BIN@"
    packer = zlib.compressobj(9, wbits=31)
    bomb = packer.compress(b" " * 100) + packer.compress(head[:-5])
    zeros = bytes(1 << 20)
    bomb += b"".join(packer.compress(b" " * (1 << 20)) for _ in range(200)) + packer.flush()
    tracemalloc.start()
    try:
        with pytest.raises(ReaderError, match="far more than a network"):
            model_of(bomb, "bomb.bin.gz")
        assert tracemalloc.get_traced_memory()[1] < 16 * len(zeros)
    finally:
        tracemalloc.stop()


def test_blocks_nested_without_end_are_refused() -> None:
    data = b"net 8 22 19 trunk 1 1 1 1 1 1 conv 1 1 22 1 1 1 @BIN@" + bytes(88)
    data += b" m 19 1 @BIN@" + bytes(76)
    level = (b" nested_bottleneck_block b 1 n 1 1 0 0 @BIN@" + bytes(4) + b" @BIN@" + bytes(4)
             + b" a c 1 1 1 1 1 1 @BIN@" + bytes(4))
    assert "nested too deep" in sentence_of(data + 2000 * level)


@pytest.mark.parametrize("data", [b"", b"\x1f\x8b", b"PK\x03\x04", b"(;GM[1])", bytes(5000),
                                  b"\xff" * 5000, b" " * 5000, b"a" * 5000])
def test_other_files_are_no_networks(data: bytes) -> None:
    for name in ("net.bin.gz", "net.txt.gz"):
        with pytest.raises(ReaderError):
            model_of(data, name)
        with pytest.raises(ReaderError):
            model_of(gzip.compress(data), name)


def test_a_file_that_cannot_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(ReaderError, match=r"nothing\.bin\.gz cannot be read"):
        read_model(tmp_path / "nothing.bin.gz")
    with pytest.raises(ReaderError, match="cannot be read"):
        read_model(tmp_path)


def test_a_file_too_large_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "large.bin.gz"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(ReaderError, match="too large"):
        read_model(path)
