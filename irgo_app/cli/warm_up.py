"""`irgo warm-up`: compile every kernel into the disk cache, once after an installation."""

import argparse
import time

from irgo_app.lifedeath.solver import warm_up_lifedeath
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.processes import Preparers
from irgo_app.service.warm_up import warm_up
from irgo_app.words import message


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes no arguments."""


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Compile what is missing in several processes, run every layer and search once, say how long.
    """
    start = time.perf_counter()
    preparers = Preparers()
    try:
        preparers.start()
        preparers.wait()
    finally:
        preparers.close()
    warm_up()
    warm_up_lifedeath()
    print(message("Kernels ready in {seconds:.1f} s.", seconds=time.perf_counter() - start))
    return 0
