"""How near influence.gnugo is to GNU Go itself: what its page says."""

import numpy as np
import numpy.typing as npt
import pytest

import irgo_app as irgo
from tests.conftest import GAMES
from tests.go.gnugo import PROGRAM, GnuGo

SHARES = (0.25, 0.5, 0.8)


def field_of(gnugo: GnuGo) -> npt.NDArray[np.float64]:
    """Return GNU Go's influence, each colour taken when it is not to move."""
    black, white = (np.array([line.split() for line in gnugo.ask(
        f"initial_influence {mover} {colour}_influence").splitlines()], float)
        for mover, colour in (("white", "black"), ("black", "white")))
    return black - white


def dead_in(gnugo: GnuGo) -> list[str]:
    """Return the stones that GNU Go holds for dead."""
    found: dict[str, bool] = {}
    for stone in " ".join(map(gnugo.ask, ("list_stones black", "list_stones white"))).split():
        if stone not in found:
            is_dead = gnugo.ask(f"dragon_status {stone}").startswith("dead")
            found |= dict.fromkeys(gnugo.ask(f"dragon_stones {stone}").split(), is_dead)
    return [stone for stone, is_dead in found.items() if is_dead]


@pytest.mark.gnugo
@pytest.mark.skipif(PROGRAM is None, reason="GNU Go is not installed")
def test_it_is_as_near_as_its_page_says() -> None:
    near = []
    with GnuGo() as gnugo:
        for path in GAMES:
            game = irgo.open_game(path)
            for move in (int(share * len(game.moves)) for share in SHARES):
                gnugo.ask(f"loadsgf {path} {move + 1}")
                dead = " ".join(dead_in(gnugo))
                layer = f"influence.gnugo:dead={dead}" if dead else "influence.gnugo"
                near.append(np.corrcoef(
                    game.at(move).map(layer).ravel(), field_of(gnugo).ravel())[0, 1])
    assert len(near) == 36
    assert np.mean(near) >= 0.96 and np.min(near) >= 0.88
