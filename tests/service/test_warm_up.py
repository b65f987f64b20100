"""After the warm-up nothing is compiled any more, whatever the user asks."""

import subprocess
import sys

STEPS = """
from irgo_app.go.point import BLACK, EMPTY, WHITE
from irgo_app.go.position import Position
from irgo_app.kernels.compiler import KERNELS
from irgo_app.layers import COMPUTED
# A search loads it when it first asks a network, with the kernels of KataGo's planes.
from irgo_app.lifedeath import guided
from irgo_app.lifedeath.groups import verdict
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.solver import warm_up_lifedeath
from irgo_app.networks.network import encode
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest
from irgo_app.service.warm_up import warm_up

warm_up(has_network=False)
warm_up_lifedeath()
ready = [kernel.is_prepared for kernel in KERNELS]
names = [kernel.py_func.__qualname__ for kernel in KERNELS]
assert sum(ready) >= 25, sum(ready)  # A loaded kernel brings those it calls with it.

computer = Computer()
for columns, rows in ((9, 9), (19, 19), (13, 7), (2, 5)):
    empty = Position.empty(columns, rows)
    corner = {0: BLACK, 1: WHITE, columns: WHITE}
    game = [empty, empty.with_stones(corner), empty.with_stones({**corner, 0: EMPTY}),
            empty.with_stones({0: BLACK, columns * rows - 1: WHITE})]
    for position in (*game, *reversed(game)):
        for layer in COMPUTED:
            readings = [{param.key: choice} for param in layer.params for choice in param.choices]
            if position.cells[0] and any(param.key == "dead" for param in layer.params):
                readings.append({"dead": f"A{rows}"})
            if layer.name == "moyo":
                readings.append({"completion": True, "level": 40.0})
            if layer.name == "influence.paths":
                readings.append({"range": 8, "base": 0.3})
            for given in ({}, *readings):
                if not layer.uses_network:
                    computer.compute(LayerRequest.of(
                        position, layer.name, given, uses_order=layer.uses_order), None)
        fields = "influence.shadow influence.gnugo influence.paths"
        computer.compute(LayerRequest.of(
            position, "explanation", {"point": 1, "fields": fields}), None)
        encode([position], 6.5)
    verdict(game[-1], [0], Limits(500, 500, 200))
late = [name for name, kernel, was in zip(names, KERNELS, ready)
        if kernel.is_prepared and not was]
assert not late and len(KERNELS) == len(names), late
print("nothing")
"""


def test_nothing_is_compiled_after_the_warm_up() -> None:
    done = subprocess.run([sys.executable, "-c", STEPS], capture_output=True, text=True,
                          check=False)
    assert (done.stdout.strip(), done.returncode) == ("nothing", 0), done.stderr[-2000:]
