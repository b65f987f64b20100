"""Workers killed under the window at random moments: all maps have to come back.

    python -m tests.gui.worker_kills --kills 50

starts the window (offscreen), asks for every map of new positions, kills the worker of the maps
meanwhile, and tells how long after the kill the last map was there; at the end whether a port was
open, and what stayed behind when the window was ended by SIGTERM.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from queue import Queue

import psutil

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_PATIENCE_S = 120.0
_WITHIN_S = 5.0


def main() -> None:
    """Be the window, and in a thread the one who kills."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        os.environ["IRGO_CONFIG_FOLDER"] = str(Path(folder) / "settings")
        failures = _window(arguments.kills, arguments.seed)
        left = [found.name for found in Path(folder).iterdir() if found.name != "settings"]
        children = psutil.wait_procs(psutil.Process().children(), timeout=_WITHIN_S)[1]
        own = [each for each in children if "resource_tracker" not in " ".join(each.cmdline())]
        print(f"left behind: {left or 'no file'}, {own or 'no process'}")
    sys.exit(bool(failures or left or own))


def _window(kills: int, seed: int) -> int:
    from irgo_app.__main__ import main as irgo
    from irgo_app.service import analysis_service, executors

    made: Queue[object] = Queue()
    service_class = analysis_service.AnalysisService
    begin, start = service_class.__init__, executors.start_worker

    def remembered(self: object, *given: object, **named: object) -> None:
        begin(self, *given, **named)  # type: ignore[arg-type]
        made.put(self)

    service_class.__init__ = remembered  # type: ignore[assignment, method-assign]
    worker: list[executors.WorkerExecutor] = []
    executors.start_worker = lambda: worker.append(start()) or worker[0]  # type: ignore[func-returns-value]
    failures: list[int] = []

    def kill() -> None:
        try:
            failures.append(_kill(made.get(timeout=_PATIENCE_S), worker[0], kills, seed))
        except BaseException:
            failures.append(kills)
            raise
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=kill, daemon=True).start()
    irgo([])
    return sum(failures) if failures else kills


def _kill(service: object, worker: object, kills: int, seed: int) -> int:
    """Kill so often; returns how often the maps were not back in time."""
    from irgo_app.go.position import Position
    from irgo_app.layers import COMPUTED
    from irgo_app.service.analysis_service import AnalysisService
    from irgo_app.service.executors import WorkerExecutor
    from irgo_app.service.request import Failure, LayerRequest, Urgency

    assert isinstance(service, AnalysisService) and isinstance(worker, WorkerExecutor)
    chance, times = random.Random(seed), list[float]()
    lost = ports = 0

    def all_maps(number: int) -> Queue[object]:
        answers: Queue[object] = Queue()
        points = random.Random(number).sample(range(361), 60)
        position = Position.empty(19).with_stones(
            {point: 1 if index % 2 else -1 for index, point in enumerate(points)})
        for layer in COMPUTED:
            service.submit(LayerRequest.of(position, layer.name, uses_order=layer.uses_order),
                           Urgency.VISIBLE, lambda _, found: answers.put(found))
        return answers

    warm = all_maps(seed - 1)
    for _ in COMPUTED:
        warm.get(timeout=600)
    for number in range(kills):
        # Now and then the worker is idle, mostly it is at one of the maps.
        answers = all_maps(seed + number) if number % 5 else None
        time.sleep(chance.random() * 0.3)
        process = worker.process_id
        if process is not None:
            os.kill(process, signal.SIGKILL)
        killed = time.monotonic()
        if answers is None:
            answers = all_maps(seed + number)
        found = [answers.get(timeout=_PATIENCE_S) for _ in COMPUTED]
        times.append(time.monotonic() - killed)
        lost += any(isinstance(each, Failure) for each in found)
        family = [psutil.Process(), *psutil.Process().children(recursive=True)]
        for each in family:
            try:
                ports += len(each.net_connections("inet"))
            except psutil.Error:
                continue
    late = sum(each > _WITHIN_S for each in times)
    times.sort()
    print(f"{kills} kills: all maps back after {times[len(times) // 2]:.1f} s (half), "
          f"{times[-1]:.1f} s (longest); {late} later than {_WITHIN_S:g} s, "
          f"{lost} with a map lost; {ports} ports", flush=True)
    return lost + late + ports


if __name__ == "__main__":
    main()
