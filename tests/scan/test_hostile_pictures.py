"""Pictures that were made to do harm, or are only half there: one sentence each."""

import io
import os
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from irgo_app.cli.main import run_command
from irgo_app.errors import UsageError
from irgo_app.scan.reading import decode_picture, open_picture


def png(width: int, height: int, data: bytes) -> bytes:
    """Return a PNG that says it is so large, whatever its data are."""
    def chunk(kind: bytes, body: bytes) -> bytes:
        return (struct.pack(">I", len(body)) + kind + body
                + struct.pack(">I", zlib.crc32(kind + body)))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data))
            + chunk(b"IEND", b""))


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    held = io.BytesIO()
    image.save(held, kind, **options)
    return held.getvalue()


BOARD = Image.effect_noise((400, 300), 60).convert("RGB")


@pytest.mark.parametrize(("data", "words"), [
    (png(60_000, 60_000, b"\0" * 1000), "million pixels"),
    (png(6_000, 6_000, b"\0" * 1000), "million pixels"),
    (png(2_000, 2_000, b"\0" * 1000), "damaged"),
    (png(0, 10, b""), "damaged|no picture"),
    (saved(BOARD, "JPEG")[:4000], "damaged"),
    (saved(BOARD, "PNG")[:4000], "damaged"),
    (saved(BOARD, "WEBP")[:2000], "damaged|no picture"),
    (saved(BOARD, "GIF")[:4000], "damaged"),
    (saved(BOARD.resize((20, 20)), "PNG"), "too small"),
    (b"", "no picture"),
    (b"(;GM[1]SZ[19])", "no picture"),
    (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "no picture"),
    (saved(BOARD, "TIFF"), "no picture"),
    (saved(BOARD, "JPEG", progressive=True) + b"\xff\xda" * 200, "damaged"),
])
def test_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        decode_picture(data, "strange.png")


def test_a_large_photograph_is_opened_small() -> None:
    large = saved(Image.new("RGB", (7000, 5000), (200, 180, 120)), "JPEG")
    assert max(decode_picture(large, "large.jpg").shape[:2]) <= 2400


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(UsageError, match="no ordinary file"):
        open_picture(tmp_path / "pipe.png")


def test_the_command_line_says_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (("bomb.png", png(60_000, 60_000, b"")), ("missing.png", None)):
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        assert run_command(["scan", str(path)]) == 1
        said = capsys.readouterr()
        assert said.out == "" and said.err.count("\n") == 1
    assert run_command(["scan", str(tmp_path), "-o", "a.sgf"]) == 1
    assert run_command(["scan", str(tmp_path / "bomb.png"), "-o", "a.txt"]) == 1
