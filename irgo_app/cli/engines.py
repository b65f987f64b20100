"""`irgo engines`: the engines irgo knows; `irgo engines test NAME` starts one and tells all."""

from __future__ import annotations

import argparse
import shlex
from typing import Any

from irgo_app.cli.command import Command
from irgo_app.cli.terminal import json_text
from irgo_app.engines.profile import (
    EngineProfile,
    found_engines,
    profile_named,
    profiles_of_settings,
    without_known,
)
from irgo_app.engines.trial import EngineReport, report_on
from irgo_app.errors import UsageError
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.settings.store import load_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("what", metavar="test NAME", nargs="*",
                        help="start an engine, ask who it is, and tell how that went")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """List the engines, or test one; returns 1 if the test failed."""
    own = profiles_of_settings(load_settings().engines)
    found = without_known(found_engines(), own)
    if not arguments.what:
        _list(own, found, is_json=arguments.json)
        return 0
    if len(arguments.what) != 2 or arguments.what[0] != "test":
        raise UsageError("Write `irgo engines` or `irgo engines test NAME`.")
    report = report_on(profile_named(arguments.what[1], [*own, *found]))
    if arguments.json:
        print(json_text({"format": "irgo-engine-test/1", **_as_json(report)}, indent=1))
    else:
        _print(report)
    return int(bool(report.failure))


def _list(own: list[EngineProfile], found: list[EngineProfile], *, is_json: bool) -> None:
    if is_json:
        rows = [{**profile.as_settings(), "source": source}
                for source, profiles in (("settings", own), ("found", found))
                for profile in profiles]
        print(json_text({"format": "irgo-engines/1", "engines": rows}, indent=1))
        return
    for title, profiles in (("In the settings:", own), ("Found on this machine:", found)):
        if profiles:
            print(title)
        for profile in profiles:
            print(f"    {profile.name}  [{profile.kind}]  {profile.command}")
    if not own and not found:
        print("No engine is known. Install one (GNU Go: apt install gnugo), or add one in the "
              "window: Engines → Engines …")


def _as_json(report: EngineReport) -> dict[str, Any]:
    return {"command": list(report.command), "name": report.name, "version": report.version,
            "commands": list(report.commands), "first_answer_s": report.first_answer_s,
            "errors": list(report.errors), "failure": report.failure}


def _print(report: EngineReport) -> None:
    print(f"command:       {shlex.join(report.command)}")
    if report.first_answer_s is not None:
        print(f"first answer:  after {report.first_answer_s:.2f} s")
    if report.name:
        print(f"name:          {report.name} {report.version}")
        print(f"commands:      {len(report.commands)}")
    if report.errors:
        print("standard error ended with:")
        for line in report.errors:
            print(f"    {line}")
    print(f"result:        {report.failure or 'the engine works'}")


COMMAND = Command("engines", "list the engines irgo knows, or test one of them",
                  add_arguments, run)
