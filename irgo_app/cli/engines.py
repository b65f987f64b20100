"""`irgo engines`: the engines irgo knows; `test` starts one and tells all; `add`, `remove`."""

import argparse
import os
import shlex
import shutil
from pathlib import Path

from msgspec.structs import replace

from irgo_app.cli.terminal import json_text, tell, warn
from irgo_app.engines.profile import (KINDS, MOST_VISITS, EngineProfile, found_engines,
                                      kind_of_command, profile_named, profiles_of_settings,
                                      without_known)
from irgo_app.engines.trial import KIND_TITLES, EngineReport, report_on
from irgo_app.errors import EngineError, SettingsError, WrongUsageError
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.settings import FOLDER_VARIABLE, Settings, load_settings
from irgo_app.words import Message, listed, message, noted, translated, visible

_JSON_HELP = noted("print one JSON document")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=translated(_JSON_HELP))
    parser.set_defaults(act=_list)
    actions = parser.add_subparsers(metavar="ACTION", dest="action")
    test = actions.add_parser(
        "test", help=translated("start an engine, ask who it is, and tell how that went"))
    test.add_argument("name", metavar="NAME",
                      help=translated("its name, its kind, or its program's name"))
    test.add_argument("--json", action="store_true", default=argparse.SUPPRESS,
                      help=translated(_JSON_HELP))
    test.set_defaults(act=_test)
    add = actions.add_parser("add", help=translated("put an engine into the settings"))
    add.add_argument("--kind", choices=KINDS,
                     help=translated("what it is, if its name does not tell"))
    add.add_argument("--folder", default="", help=translated("where it runs"))
    add.add_argument("--visits", type=int, default=0,
                     help=translated("how far a position is searched"))
    add.add_argument("name", metavar="NAME")
    add.add_argument("command_words", metavar="COMMAND", nargs=argparse.REMAINDER,
                     help=translated("its command line; options of irgo's stand before NAME"))
    add.set_defaults(act=_add)
    remove = actions.add_parser("remove", help=translated("take an engine out of the settings"))
    remove.add_argument("name", metavar="NAME")
    remove.set_defaults(act=_remove)


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """List, test, add or remove; returns 1 if a test failed."""
    settings = load_settings()
    if settings.path is None and arguments.act in (_add, _remove):
        raise SettingsError("There is no home folder to keep engines in; name a folder in {name}.",
                            name=FOLDER_VARIABLE)
    for warning in settings.warnings:
        warn(str(warning))
    code: int = arguments.act(arguments, settings)
    return code


def _known(settings: Settings) -> tuple[list[EngineProfile], list[EngineProfile]]:
    own = profiles_of_settings(settings.engines)
    return own, without_known(found_engines(), own)


def _list(arguments: argparse.Namespace, settings: Settings) -> int:
    own, found = _known(settings)
    if arguments.json:
        rows = [{**profile.as_settings(), "source": source}
                for source, profiles in (("settings", own), ("found", found))
                for profile in profiles]
        print(json_text({"format": "irgo-engines/1", "engines": rows}, indent=1))
        return 0
    for title, profiles in ((message("In the settings:"), own),
                            (message("Found on this machine:"), found)):
        if profiles:
            print(title)
        for profile in profiles:
            print(f"    {visible(profile.name)}  [{profile.kind}]  {visible(profile.command)}")
    if not own and not found:
        print(message("No engine is known. Install one (GNU Go: apt install gnugo), or add one "
                      "with irgo engines add NAME COMMAND, or in the window: Engine → Engines …"))
    return 0


def _test(arguments: argparse.Namespace, settings: Settings) -> int:
    own, found = _known(settings)
    report = report_on(profile_named(arguments.name, [*own, *found]), tell)
    if arguments.json:
        print(json_text({"format": "irgo-engine-test/1", **_as_json(report)}, indent=1))
    else:
        _print(report)
    return int(bool(report.failure))


def _add(arguments: argparse.Namespace, settings: Settings) -> int:
    """Add an engine; a name that the settings have already is refused."""
    name, words = arguments.name.strip(), arguments.command_words
    if not name or not words:
        raise WrongUsageError("Write `irgo engines add NAME COMMAND`, such as "
                              "`irgo engines add \"GNU Go 10\" gnugo --mode gtp --level 10`.")
    if any(profile.name.lower() == name.lower()
           for profile in profiles_of_settings(settings.engines)):
        raise EngineError("There is an engine {name!r} already; remove it first, or take another "
                          "name.", name=name)
    if not 0 <= arguments.visits <= MOST_VISITS:
        raise WrongUsageError("--visits takes 0 to {most}, 0 for no limit.", most=MOST_VISITS)
    # One word is a whole command line as the settings have it; several come from a shell.
    command = words[0] if len(words) == 1 else shlex.join(words)
    profile = EngineProfile(name, command, arguments.folder, visits=arguments.visits)
    if profile.working_folder is not None and not profile.working_folder.is_dir():
        raise EngineError("There is no folder {folder}; name another.", folder=arguments.folder)
    program = next(iter(profile.words), "")
    place = (profile.working_folder or Path()) / program if os.sep in program else program
    if not program or shutil.which(place) is None:
        raise EngineError("There is no program {program!r}; write where it lies.", program=program)
    profile = replace(profile, kind=arguments.kind or kind_of_command(profile.words))
    settings.engines.append(profile.as_settings())
    settings.save()
    print(message("Added {name} [{kind}]; irgo engines test {quoted} tries it.",
                  name=visible(name), kind=profile.kind, quoted=shlex.quote(visible(name))))
    return 0


def _remove(arguments: argparse.Namespace, settings: Settings) -> int:
    try:
        name = profile_named(arguments.name, profiles_of_settings(settings.engines)).name
    except EngineError:
        raise EngineError("No engine in the settings is named {name!r}; `irgo engines` lists those "
                          "that are.", name=arguments.name) from None
    settings.engines = [row for row in settings.engines if row.get("name") != name]
    settings.save()
    print(message("Removed {name}.", name=visible(name)))
    return 0


def _as_json(report: EngineReport) -> dict[str, object]:
    return {"command": list(report.command), "name": report.name, "version": report.version,
            "kind": report.kind, "can": list(report.can), "cannot": list(report.cannot),
            "commands": list(report.commands), "first_answer_s": report.first_answer_s,
            "errors": list(report.errors), "failure": report.failure}


def _print(report: EngineReport) -> None:
    _print_row(message("command:"), visible(shlex.join(report.command)))
    if report.first_answer_s is not None:
        _print_row(message("first answer:"),
                   message("after {seconds:.2f} s", seconds=report.first_answer_s))
    if report.name:
        _print_row(message("name:"), f"{report.name} {report.version}")
    if report.kind:
        _print_row(message("kind:"), f"{KIND_TITLES[report.kind]} [{report.kind}]")
    if report.can:
        _print_row(message("use it for:"), listed(report.can))
    if report.cannot:
        _print_row(message("not for:"), listed(report.cannot))
    if report.commands:
        _print_row(message("commands:"), len(report.commands))
    if report.errors:
        print(message("standard error ended with:"))
        for line in report.errors:
            print(f"    {line}")
    _print_row(message("result:"), report.failure or message("the engine works"))


def _print_row(label: Message, value: object) -> None:
    print(f"{label:14} {value}")
