"""`irgo diagnose`: what a report of a bug needs to know about this machine, and nothing private."""

import argparse

from irgo_app.cli.terminal import json_text
from irgo_app.diagnosis import as_text, diagnosis
from irgo_app.errors import IrgoError
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.processes import KernelRequest
from irgo_app.settings import load_settings
from irgo_app.words import translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=translated("print one JSON document"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print it; in English whatever irgo speaks, since others are to read it."""
    try:
        kernels = service.result(KernelRequest())
    except (IrgoError, ImportError, OSError):
        # Whatever is broken must not keep the rest from being told.
        kernels = None
    found = diagnosis(load_settings(), kernels)
    print(json_text(found, indent=1) if arguments.json else as_text(found).rstrip("\n"))
    return 0
