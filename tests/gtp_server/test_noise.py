"""`irgo gtp` and what no controller should send."""

import pytest

from tests.gtp_server.noise import is_command, lines_of_noise, make_noise


def test_noise_is_of_all_kinds() -> None:
    lines = list(lines_of_noise(5000, 1, ["play", "owl_attack", "quit"]))
    commands = [line for line in lines if is_command(line)]
    assert 1000 < len(commands) < 4900 and max(map(len, lines)) > 50_000
    assert not any(line.split()[:1] == [b"quit"] for line in lines)
    assert any(b"\x1b" in line for line in lines) and any(b"\xff" in line for line in lines)


@pytest.mark.parametrize("seed", range(2))
def test_every_command_in_the_noise_is_answered_and_irgo_goes_on(seed: int) -> None:
    assert make_noise(1000, seed) > 200
