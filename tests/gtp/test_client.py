"""The GTP client against an engine that misbehaves in every way known, and against real ones."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from irgo_app.errors import EngineError
from irgo_app.gtp.client import GtpClient
from tests.go.gnugo import PROGRAM

FAKE = str(Path(__file__).with_name("fake_engine.py"))
ROOT = Path(__file__).parents[2]


def fake(mode: str = "ok") -> GtpClient:
    return GtpClient([sys.executable, FAKE, mode], name="Fake 7")


@pytest.fixture
def client() -> Iterator[GtpClient]:
    found = fake()
    yield found
    found.close()


def is_alive(process_id: int) -> bool:
    """Return whether a process runs (a zombie does not)."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until_gone(process_id: int) -> None:
    end = time.monotonic() + 20
    while is_alive(process_id):
        assert time.monotonic() < end, f"process {process_id} outlives irgo"
        time.sleep(0.02)


def test_commands_are_answered_in_order(client: GtpClient) -> None:
    futures = [client.send(command) for command in ("name", "version", "nonsense", "name")]
    replies = [future.result(timeout=20) for future in futures]
    assert [(reply.is_success, reply.text) for reply in replies] == [
        (True, "Fake"), (True, "1.0"), (False, "unknown command"), (True, "Fake")]
    assert client.ask("list_commands").split("\n")[-1] == "quit"
    with pytest.raises(EngineError, match="Fake 7 refused 'nonsense': unknown command"):
        client.ask("nonsense")


def test_many_threads_may_ask(client: GtpClient) -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(client.ask("name")))
               for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert found == ["Fake"] * 20


def test_noise_before_the_first_answer_is_dropped() -> None:
    client = fake("noise")
    assert client.ask("name") == "Fake"
    client.close()


@pytest.mark.parametrize("command, text", [("blank_inside", "first"), ("twice", "one")])
def test_blank_lines_and_double_answers_do_not_put_us_out_of_step(
    command: str, text: str, client: GtpClient
) -> None:
    assert client.ask(command) == text
    assert client.ask("version") == "1.0"
    assert client.ask("name") == "Fake"


def test_an_answer_left_out_is_an_error_and_the_next_is_right(client: GtpClient) -> None:
    skipped, later = client.send("skip"), client.send("version")
    assert later.result(timeout=20).text == "1.0"
    with pytest.raises(EngineError, match="left out the answer to 'skip'"):
        skipped.result(timeout=20)


def test_a_stream_ends_when_the_next_command_comes(client: GtpClient) -> None:
    lines: list[str] = []
    enough = threading.Event()

    def on_line(line: str) -> None:
        lines.append(line)
        if len(lines) == 5:
            enough.set()

    stream = client.send("analyze", None, on_line)
    assert enough.wait(20)
    assert client.send("name").result(timeout=20).text == "after"
    assert stream.result(timeout=20).text == "" and len(lines) == 5
    assert lines[4].startswith("info move D4 visits 5")
    assert client.ask("name") == "Fake"


@pytest.mark.parametrize("manner", ["talking", "silent"])
def test_a_stream_that_does_not_stop_is_ended(manner: str, client: GtpClient) -> None:
    begun = threading.Event()
    stream = client.send(f"analyze_on {manner}", None, lambda line: begun.set())
    assert begun.wait(20)
    later = client.send("name", time_limit_s=0.3)
    for future in (stream, later):
        with pytest.raises(EngineError, match="did not stop 'analyze_on' in time"):
            future.result(timeout=20)
    wait_until_gone(client.process.process_id)


def test_a_stream_that_falls_silent_is_ended(client: GtpClient) -> None:
    stream = client.send("analyze_on silent", 0.3, lambda line: None)
    with pytest.raises(EngineError, match=r"did not answer .analyze_on. within 0\.3 s"):
        stream.result(timeout=20)


def test_a_crash_fails_everything_that_waits_with_the_engines_words(client: GtpClient) -> None:
    futures = [client.send("crash"), client.send("name")]
    for future in futures:
        with pytest.raises(EngineError, match=r"signal 11.*CUDA error: out of memory"):
            future.result(timeout=20)
    assert not client.is_running
    with pytest.raises(EngineError, match="CUDA"):
        client.send("name").result(timeout=20)


def test_a_program_that_ends_at_once_says_why() -> None:
    client = fake("exit")
    with pytest.raises(EngineError, match=r"exit code 1.*Could not open weights file"):
        client.send("name").result(timeout=20)
    client.close()


@pytest.mark.parametrize("mode, command", [("ok", "hang"), ("silent", "name")])
def test_a_hanging_engine_is_ended(mode: str, command: str) -> None:
    client = fake(mode)
    with pytest.raises(EngineError, match=r"did not answer '\w+' within 0.3 s"):
        client.send(command, time_limit_s=0.3).result(timeout=20)
    wait_until_gone(client.process.process_id)
    client.close()


def test_an_endless_answer_is_cut_off(client: GtpClient) -> None:
    with pytest.raises(EngineError, match="does not end"):
        client.send("flood").result(timeout=60)
    wait_until_gone(client.process.process_id)


def test_a_line_without_end_is_cut_off(client: GtpClient) -> None:
    with pytest.raises(EngineError, match="does not end"):
        client.send("never_ending_line").result(timeout=60)


def test_a_flood_of_errors_does_not_block() -> None:
    client = fake("stderr")
    assert client.ask("name") == "Fake"
    assert len(client.process.last_errors) == 200
    client.close()


def test_bytes_that_are_no_text(client: GtpClient) -> None:
    assert client.ask("bytes") == "\ufffd\ufffd ok"


@pytest.mark.parametrize("words", [["/no/such/program"], [""], []])
def test_a_missing_program(words: list[str]) -> None:
    with pytest.raises(EngineError, match="cannot be started"):
        GtpClient(words)


def test_a_command_of_two_lines_is_refused(client: GtpClient) -> None:
    with pytest.raises(EngineError, match="one line"):
        client.send("name\nquit").result(timeout=20)
    assert client.ask("name") == "Fake"


def test_closing_ends_what_the_engine_started(client: GtpClient) -> None:
    grandchild = int(client.ask("child"))
    assert is_alive(grandchild)
    client.close()
    wait_until_gone(grandchild)
    wait_until_gone(client.process.process_id)
    client.close()


def test_no_engine_outlives_irgo_even_when_irgo_is_killed() -> None:
    program = (
        "import sys, time\n"
        "from irgo_app.gtp.client import GtpClient\n"
        "client = GtpClient([sys.executable, sys.argv[1]])\n"
        "print(client.process.process_id, client.ask('child'), flush=True)\n"
        "client.send('hang', None)\n"
        "time.sleep(600)\n")
    irgo = subprocess.Popen([sys.executable, "-c", program, FAKE], stdout=subprocess.PIPE,
                            text=True, cwd=ROOT)
    assert irgo.stdout is not None
    engine, grandchild = (int(word) for word in irgo.stdout.readline().split())
    assert is_alive(engine) and is_alive(grandchild)
    os.kill(irgo.pid, signal.SIGKILL)
    irgo.wait()
    wait_until_gone(engine)
    wait_until_gone(grandchild)


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's child subreapers")


@LINUX
@pytest.mark.parametrize("kind", ["session", "orphan"])
@pytest.mark.parametrize("end", ["close", "kill", "crash", "irgo is killed"])
def test_nobody_leaves_the_family(kind: str, end: str) -> None:
    if end == "irgo is killed":
        program = ("import sys, time\n"
                   "from irgo_app.gtp.client import GtpClient\n"
                   "print(GtpClient([sys.executable, sys.argv[1]]).ask(sys.argv[2]), flush=True)\n"
                   "time.sleep(600)\n")
        irgo = subprocess.Popen([sys.executable, "-c", program, FAKE, kind], text=True, cwd=ROOT,
                                stdout=subprocess.PIPE)
        assert irgo.stdout is not None
        grandchild = int(irgo.stdout.readline())
        assert is_alive(grandchild)
        irgo.kill()
        irgo.wait()
        wait_until_gone(grandchild)
        return
    client = fake()
    grandchild = int(client.ask(kind))
    assert is_alive(grandchild)
    if end == "crash":
        with pytest.raises(EngineError, match="signal 11"):
            client.ask("crash")
    elif end == "kill":
        client.kill("enough")
    else:
        client.close()
    wait_until_gone(grandchild)
    wait_until_gone(client.process.process_id)
    client.close()


def test_one_engine_ends_and_another_goes_on() -> None:
    first, second = fake(), fake()
    children = [int(client.ask("orphan")) for client in (first, second)]
    first.close()
    wait_until_gone(children[0])
    assert is_alive(children[1]) and second.ask("name") == "Fake"
    second.close()
    wait_until_gone(children[1])


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"there is no folder .*gone"):
        GtpClient([sys.executable, FAKE], tmp_path / "gone")


@pytest.mark.gnugo
@pytest.mark.skipif(not PROGRAM, reason="GNU Go is not installed")
def test_gnu_go_answers() -> None:
    client = GtpClient([str(PROGRAM), "--mode", "gtp", "--quiet"])
    assert client.ask("name") == "GNU Go"
    assert client.ask("boardsize 9") == ""
    assert client.ask("play black E5") == ""
    with pytest.raises(EngineError, match="refused 'play'"):
        client.ask("play white E5")
    rows = client.ask("initial_influence black white_influence").splitlines()
    assert len(rows) == 9
    client.close()
    assert not client.is_running


def test_irgo_drives_itself() -> None:
    client = GtpClient([sys.executable, "-m", "irgo_app", "gtp"], ROOT)
    assert client.ask("name", 60) == "irgo"
    futures = [client.send(f"play b {column}{row}") for row in range(1, 20)
               for column in "ABCDEFGHJKLMNOPQRST"[:18]]
    assert all(future.result(timeout=60).is_success for future in futures)
    client.close()
