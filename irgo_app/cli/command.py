"""What a command of the command line is."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from irgo_app.service.analysis_service import AnalysisService


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its name, one line of help (`noted`), its arguments and what it does.

    run -- (parsed arguments, service) -> exit code; raises IrgoError on bad input
    """

    name: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, AnalysisService], int]
