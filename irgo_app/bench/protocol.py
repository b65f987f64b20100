"""How fast `irgo gtp` plays: random games over a pipe, each answer waited for."""

from __future__ import annotations

import time

from irgo_app.bench.measurement import Measurement
from irgo_app.bench.sample_games import random_games
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.gtp.client import GtpClient
from irgo_app.own_program import own_command


def plays_per_second() -> list[Measurement]:
    """Play over a pipe on `irgo gtp`."""
    commands = []
    for changes in random_games(12, 200):
        commands += [f"play {LETTER_OF_COLOUR[colour]} {vertex(point, 19, 19)}"
                     for point, colour in changes if colour]
        commands.append("clear_board")
    client = GtpClient([*own_command(), "gtp"])
    rates = []
    try:
        client.ask("name", 120.0)
        for _ in range(5):
            start = time.perf_counter()
            for command in commands:
                client.ask(command)
            rates.append(len(commands) / (time.perf_counter() - start))
    finally:
        client.close()
    return [Measurement.of("gtp.play_per_second", "/s", rates,
                           "random games over a pipe, each answer waited for")]
