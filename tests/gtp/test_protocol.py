"""The text form of GTP, and the dispatcher of irgo's own engine."""

import io
import os
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irgo_app.errors import GtpError
from irgo_app.gtp.protocol import (Dispatcher, GtpAnswer, GtpCommand, Interruption, answer_of_line,
                                   command_of_line, line_of_command, text_of_answer)


@pytest.mark.parametrize("line, command", [
    ("play B D4\n", GtpCommand(None, "play", ("B", "D4"))),
    ("12 PLAY b d4\r\n", GtpCommand(12, "play", ("b", "d4"))),
    ("2147483648000 name\n", GtpCommand(2147483648000, "name", ())),
    ("\tname # who are you\n", GtpCommand(None, "name", ())),
    ("na\x07me\x1b\n", GtpCommand(None, "name", ())),
    ("# only a comment\n", None), ("\n", None), ("  \t \r\n", None), ("7\n", None)])
def test_lines_of_controllers(line: str, command: GtpCommand | None) -> None:
    assert command_of_line(line) == command


@pytest.mark.parametrize("line, answer", [
    ("=", GtpAnswer(True, None, "")), ("=3 E5", GtpAnswer(True, 3, "E5")),
    ("?4 unknown command", GtpAnswer(False, 4, "unknown command")),
    ("= \t2", GtpAnswer(True, None, "\t2")), ("info move D4", None), ("", None)])
def test_first_lines_of_answers(line: str, answer: GtpAnswer | None) -> None:
    assert answer_of_line(line) == answer


def test_a_command_is_one_line() -> None:
    assert line_of_command("play b D4", 5) == "5 play b D4\n"
    with pytest.raises(ValueError):
        line_of_command("name\nquit", 1)


@given(st.text(max_size=80), st.integers(0, 99999))
def test_an_answer_ends_only_at_its_end(text: str, number: int) -> None:
    found = text_of_answer(text, number)
    assert (found.endswith("\n\n") and "\n\n" not in found[:-2].rstrip("\n")) or not text.strip()
    first = answer_of_line(found.split("\n", 1)[0].rstrip("\r"))
    assert first is not None and first.is_success and first.number == number


def engine() -> Dispatcher:
    def fail(arguments: tuple[str, ...]) -> str:
        raise GtpError("not today")

    return Dispatcher("toy", "1", {"echo": " ".join, "fail": fail, "two": lambda _: "a\n\nb"})


def test_the_dispatcher_answers_as_gtp_says() -> None:
    source = io.StringIO("1 name\nprotocol_version\n\n# x\nknown_command ECHO\nknown_command no\n"
                         "list_commands\n3 fail\n4 nothing\necho a b\ntwo\n9 quit\nname\n")
    sink = io.StringIO()
    engine().run(source, sink)
    assert sink.getvalue() == (
        "=1 toy\n\n= 2\n\n= true\n\n= false\n\n"
        "= protocol_version\nname\nversion\nknown_command\nlist_commands\nquit\necho\nfail\ntwo\n\n"
        "?3 not today\n\n?4 unknown command\n\n= a b\n\n= a\nb\n\n=9\n\n")


def counter(arguments: tuple[str, ...], interruption: Interruption) -> Iterator[str]:
    """Count until something comes in, at least to one."""
    if arguments:
        raise GtpError("counts nothing")
    number = 0
    while not number or not interruption:
        number += 1
        yield str(number)


def test_a_stream_runs_until_the_next_line() -> None:
    answers = Dispatcher("toy", "1", {}, {"count": counter})
    assert answers.answer("7 count") == "=7\n1\n\n"
    assert answers.answer("8 count x") == "?8 counts nothing\n\n"
    assert answers.answer("known_command count") == "= true\n\n"
    assert answers.answer("list_commands").splitlines()[-2] == "count"


def test_a_stream_is_sent_line_by_line_and_stopped_by_any_line() -> None:
    reading, writing = os.pipe()
    sink = io.StringIO()
    with os.fdopen(reading, encoding="ascii") as source, os.fdopen(writing, "w") as commands:
        runner = threading.Thread(
            target=Dispatcher("toy", "1", {}, {"count": counter}).run, args=(source, sink))
        runner.start()
        commands.write("count\n")
        commands.flush()
        while "\n3\n" not in sink.getvalue():
            pass
        commands.write("\n2 name\nquit\n")
        commands.flush()
        runner.join()
    counted, name, goodbye, rest = sink.getvalue().split("\n\n")
    assert counted.splitlines()[:4] == ["=", "1", "2", "3"]
    assert (name, goodbye, rest) == ("=2 toy", "=", "")


def test_the_end_of_the_input_ends_the_engine() -> None:
    sink = io.StringIO()
    engine().run(io.StringIO("name"), sink)
    assert sink.getvalue() == "= toy\n\n"
