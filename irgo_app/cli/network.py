"""`irgo network`: the networks known; `get` fetches one, `use` chooses one, `remove`."""

import argparse
import sys

from irgo_app.cli.terminal import ProgressBar, json_text, tell, warn
from irgo_app.errors import SettingsError
from irgo_app.file_names import text_of_path
from irgo_app.networks.getting import GetTask, got, is_address, use_got, where_it_goes
from irgo_app.networks.known import (ORIGIN_WORDS, OWN, KnownNetwork, NetworkOrigin, in_use,
                                     known_networks, remove, sum_of, use, why_not_used)
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.settings import FOLDER_VARIABLE, Settings, load_settings
from irgo_app.words import message, noted, translated, visible

_JSON_HELP = noted("print one JSON document")
_MEGABYTE = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=translated(_JSON_HELP))
    parser.set_defaults(act=_list)
    actions = parser.add_subparsers(metavar="ACTION", dest="action")
    listing = actions.add_parser("list", help=translated("list the networks known"))
    get = actions.add_parser("get", help=translated(
        "fetch KataGo's network (38 MB) from the internet, and read with it from now on"))
    get.add_argument("--from", dest="source", default="", metavar="FILE|ADDRESS", help=translated(
        "another network: a file, which is copied, or its address"))
    get.add_argument("--yes", action="store_true", help=translated("do not ask first"))
    get.set_defaults(act=_get)
    choose = actions.add_parser("use", help=translated("choose what irgo reads with"))
    choose.add_argument("name", metavar="NAME|FILE|own", help=translated(
        "a network known, a file where it lies, or irgo's own"))
    choose.set_defaults(act=_use)
    gone = actions.add_parser("remove", help=translated("remove a network that irgo put there"))
    gone.add_argument("name", metavar="NAME")
    gone.set_defaults(act=_remove)
    for action in (listing, get, choose, gone):
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS,
                            help=translated(_JSON_HELP))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """List, get, use or remove; returns 1 where the user did not want to fetch."""
    settings = load_settings()
    if settings.path is None and arguments.act is not _list:
        raise SettingsError("There is no home folder to keep the choice in; name a folder in "
                            "{name}.", name=FOLDER_VARIABLE)
    for warning in settings.warnings:
        warn(str(warning))
    if arguments.act is _list and (why := why_not_used(settings)) is not None:
        warn(str(why))
    code: int = arguments.act(arguments, settings)
    return code


def _list(arguments: argparse.Namespace, settings: Settings) -> int:
    used, networks = in_use(settings), known_networks(settings)
    if arguments.json:
        print(json_text({"format": "irgo-networks/1", "networks": [
            _as_json(network, used) for network in networks]}, indent=1))
        return 0
    for network in networks:
        mark = "*" if network.path == used.path else " "
        print(f"{mark} {_title(network)}")
        if network.path is not None:
            print(f"      {_facts(network)}\n      {visible(str(network.path))}")
    if len(networks) == 1:
        print(message("irgo network get fetches KataGo's network, with which irgo reads like a "
                      "professional."))
    return 0


def _get(arguments: argparse.Namespace, settings: Settings) -> int:
    task = GetTask(arguments.source)
    if not task.source or is_address(task.source):
        tell(str(where_it_goes(task)))
        if not arguments.yes and not _is_wanted():
            tell(translated("Nothing was fetched."))
            return 1
    bar = ProgressBar(translated("Fetching"))

    def show(done: int, total: int) -> None:
        bar.show(done // _MEGABYTE, max(total, done) // _MEGABYTE, " MB")

    try:
        network = got(task, show, lambda: False)
    finally:
        bar.end()
    return _chosen(use_got(settings, network), settings, arguments)


def _use(arguments: argparse.Namespace, settings: Settings) -> int:
    return _chosen(use(settings, arguments.name), settings, arguments)


def _chosen(network: KnownNetwork, settings: Settings, arguments: argparse.Namespace) -> int:
    settings.save()
    if arguments.json:
        print(json_text({"format": "irgo-networks/1", "networks": [
            _as_json(network, network)]}, indent=1))
    else:
        print(message("irgo reads with {network} from now on.", network=_title(network)))
    return 0


def _remove(arguments: argparse.Namespace, settings: Settings) -> int:
    network = remove(settings, arguments.name)
    settings.save()
    if arguments.json:
        print(json_text({"format": "irgo-networks/1", "removed": network.name}, indent=1))
    else:
        print(message("Removed {name}; irgo reads with {network} from now on.",
                      name=network.name, network=_title(in_use(settings))))
    return 0


def _is_wanted() -> bool:
    """Return whether the user wants to fetch; who cannot be asked has said so by the command."""
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    print(message("Fetch it? [Y/n] "), end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    # Without a line end nobody answered: Ctrl-D.
    return bool(answer) and answer.strip().lower() in ("", "y", "yes", translated("yes").lower())


def _title(network: KnownNetwork) -> str:
    if network.origin is NetworkOrigin.OWN:
        return str(message("irgo's own network ({name})", name=OWN))
    return str(message("KataGo's network {name}", name=network.name))


def _facts(network: KnownNetwork) -> str:
    parts = [message("{size:.0f} MB", size=network.size / _MEGABYTE),
             message("format {version}", version=network.version)]
    if network.blocks:
        parts.append(message("{blocks} blocks of {channels} channels", blocks=network.blocks,
                             channels=network.channels))
    return ", ".join(map(str, [*parts, translated(ORIGIN_WORDS[network.origin])]))


def _as_json(network: KnownNetwork, used: KnownNetwork) -> dict[str, object]:
    is_own = network.path is None
    file = None if network.path is None else text_of_path(network.path)
    return {"name": network.name, "file": file,
            "kind": "irgo" if is_own else "katago", "version": None if is_own else network.version,
            "blocks": network.blocks or None, "channels": network.channels or None,
            "size": None if is_own else network.size, "sha256": sum_of(network) or None,
            "origin": network.origin.value, "source": network.source or None,
            "in_use": network.path == used.path}
