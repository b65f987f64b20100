"""The networks known on this machine, and which of them irgo reads with.

Those that irgo fetched or copied lie in a folder of its own, each with a note of where it is from.
A program may bring one along. Networks that KaTrain, Lizzie, Sabaki, q5Go or KataGo keep are used
where they lie. The setting `reading_network` holds the choice: "" for the best there is, OWN for
irgo's own network alone, the name of a network in irgo's folder, or the path of a file.
"""

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Final, cast

from msgspec import Struct

from irgo_app.engines.profile import found_networks
from irgo_app.errors import NetworkError, ResourceError
from irgo_app.file_names import path_of_text, text_of_path
from irgo_app.networks.header import ENDING, read_header
from irgo_app.networks.katago_file import read_model
from irgo_app.networks.published import RECOMMENDED, sha256_of
from irgo_app.resource_files import resources_root
from irgo_app.settings import FOLDER_VARIABLE, Settings, own_path
from irgo_app.whole_file import whole_file, why_unwritten, write_whole
from irgo_app.words import Message, message, noted, visible

SETTING: Final = "reading_network"
OWN: Final = "own"
"""The name of irgo's own network, which is always there."""
BEST: Final = ""
FOLDER: Final = "networks"
"""Irgo's folder of networks in the user's data, and in the resources of a program that brings one.
"""
_NOTE: Final = ".json"
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]")
_MAX_SHOWN_LETTERS: Final = 60
_MAX_NAME_LETTERS: Final = 100


class NetworkOrigin(Enum):
    """Where a network is from; the value is its name in JSON."""

    OWN = "irgo"
    FETCHED = "fetched"
    COPIED = "copied"
    PLACED = "placed"
    BROUGHT = "brought along"
    NAMED = "named"
    FOUND = "found"


ORIGIN_WORDS: Final = {
    NetworkOrigin.OWN: noted("irgo's own"),
    NetworkOrigin.FETCHED: noted("fetched by irgo"),
    NetworkOrigin.COPIED: noted("added from a file"),
    NetworkOrigin.PLACED: noted("in irgo's folder"),
    NetworkOrigin.BROUGHT: noted("came with irgo"),
    NetworkOrigin.NAMED: noted("a file that you named"),
    NetworkOrigin.FOUND: noted("found with another program"),
}


class KnownNetwork(Struct, frozen=True):
    """A network on this machine.

    path -- None for irgo's own
    version -- of the file's format, 0 for irgo's own; size -- in bytes
    blocks, channels -- of its trunk, 0 where its header does not tell
    source -- the address or file it was made from, "" where nothing is noted
    sha256 -- as noted when it was fetched or copied, else ""
    """

    name: str
    path: Path | None
    origin: NetworkOrigin
    version: int = 0
    size: int = 0
    blocks: int = 0
    channels: int = 0
    source: str = ""
    sha256: str = ""

    @property
    def is_removable(self) -> bool:
        """Return whether irgo made the file, so that irgo may remove it."""
        return self.origin in (NetworkOrigin.FETCHED, NetworkOrigin.COPIED)


_OWN_NETWORK: Final = KnownNetwork(OWN, None, NetworkOrigin.OWN)


def networks_folder() -> Path:
    """Return irgo's folder of networks, which need not be there yet.

    Raises NetworkError without a home.
    """
    folder = own_path("data", FOLDER)
    if folder is None:
        raise NetworkError("There is no home folder to keep networks in; name a folder in {name}.",
                           name=FOLDER_VARIABLE)
    return folder


def network_in_use(settings: Settings) -> Path | None:
    """Return the file of the network that irgo reads with, None for irgo's own.

    The file has a header of a format that irgo runs; whether its weights are whole is seen when it
    is loaded. Costs a few milliseconds, and where nothing is chosen and irgo's folder is empty as
    much as looking for the networks of other programs.
    """
    return in_use(settings).path


def in_use(settings: Settings) -> KnownNetwork:
    """Return the network that irgo reads with; a choice that is not there is the best there is."""
    chosen = str(settings[SETTING])
    if chosen == OWN:
        return _OWN_NETWORK
    return (_chosen(chosen) if chosen != BEST else None) or _best()


def why_not_used(settings: Settings) -> Message | None:
    """Return why the network that was chosen is not the one in use, None where it is."""
    chosen = str(settings[SETTING])
    if chosen in (BEST, OWN) or _chosen(chosen) is not None:
        return None
    return message("The network {name} is no longer there; choose another in Preferences → "
                   "Reading.", name=visible(chosen, _MAX_SHOWN_LETTERS))


def known_networks(settings: Settings) -> list[KnownNetwork]:
    """Return all networks on this machine, each once: irgo's own first, other programs' last.

    Files that irgo cannot run are left out.
    """
    chosen = str(settings[SETTING])
    named = [path_of_text(chosen)] if _is_path(chosen) else []
    networks = [*_kept(), *_brought(), *_of_files(found_networks(), NetworkOrigin.FOUND),
                *_of_files(named, NetworkOrigin.NAMED)]
    by_place = {os.path.realpath(cast(Path, network.path)): network for network in networks[::-1]}
    return [_OWN_NETWORK, *list(by_place.values())[::-1]]


def use(settings: Settings, wanted: str) -> KnownNetwork:
    """Choose the network of a name or of a file, OWN, or BEST; return the one in use now.

    A file is used where it lies. Raises NetworkError; the caller saves the settings.
    """
    if wanted in (OWN, BEST):
        settings.set(SETTING, wanted)
        return in_use(settings)
    network = _named(wanted, known_networks(settings))
    if network is None:
        path = Path(os.path.abspath(os.path.expanduser(wanted)))
        if not path.exists():
            raise NetworkError("There is no network {name!r}; `irgo network` lists those known.",
                               name=visible(wanted, _MAX_SHOWN_LETTERS))
        network = _of_file(path, NetworkOrigin.NAMED)
    settings.set(SETTING, choice_of(network))
    return network


def add_file(path: Path) -> KnownNetwork:
    """Copy a network into irgo's folder and return the copy: the file may be a passing download.

    Raises NetworkError or ReaderError for a file that is no network, is damaged, or cannot be
    copied.
    """
    target = networks_folder() / file_name(path, read_header(path).name)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if not (target.exists() and target.samefile(path)):
            digest = read_model(path).digest
            target = _free_place(target, text_of_path(path.absolute()), digest)
            with whole_file(target) as fresh:
                shutil.copyfile(path, fresh)
                if sha256_of(fresh) != digest:
                    raise NetworkError("{file} changes while it is copied; try again.",
                                       file=path.name)
            note_origin(target, NetworkOrigin.COPIED, text_of_path(path.absolute()), digest)
    except OSError as error:
        raise NetworkError(why_unwritten(target, error)) from None
    return _of_file(target, NetworkOrigin.PLACED)


def adopt(made: Path, name: str, source: str, sha256: str) -> KnownNetwork:
    """Give a file that was fetched into irgo's folder its name there, and note where it is from.

    Raises NetworkError.
    """
    try:
        target = _free_place(made.with_name(name), source, sha256)
    except OSError as error:
        raise NetworkError(why_unwritten(made, error)) from None
    try:
        with made.open("r+b") as file:
            os.fsync(file.fileno())
        os.replace(made, target)
    except OSError as error:
        raise NetworkError(why_unwritten(target, error)) from None
    note_origin(target, NetworkOrigin.FETCHED, source, sha256)
    return _of_file(target, NetworkOrigin.PLACED)


def kept_file(name: str) -> KnownNetwork | None:
    """Return the network of a file in irgo's folder, None where there is none."""
    return next(_of_files([networks_folder() / name], NetworkOrigin.PLACED), None)


def note_origin(path: Path, origin: NetworkOrigin, source: str, sha256: str) -> None:
    """Write beside a network where it is from; raises NetworkError."""
    note = {"origin": origin.value, "source": source, "sha256": sha256}
    place = path.with_name(path.name + _NOTE)
    try:
        write_whole(place, json.dumps(note, indent=1).encode())
    except OSError as error:
        raise NetworkError(why_unwritten(place, error)) from None


def remove(settings: Settings, wanted: str) -> KnownNetwork:
    """Remove a network that irgo fetched or copied, and return it; the caller saves the settings.

    Where it was in use, the best one there is is used from now on. Raises NetworkError.
    """
    network = _named(wanted, known_networks(settings))
    if network is None:
        raise NetworkError("There is no network {name!r}; `irgo network` lists those known.",
                           name=visible(wanted, _MAX_SHOWN_LETTERS))
    path = network.path
    if path is None or not network.is_removable:
        raise NetworkError(
            "irgo did not put {name} on this machine and does not remove it; `irgo network use "
            "own` reads without it.", name=network.name)
    was_chosen = str(settings[SETTING]) == choice_of(network)
    try:
        if not _is_as_noted(network):
            raise NetworkError("{path} is another file than irgo put there; remove it yourself.",
                               path=path)
        path.unlink()
        path.with_name(path.name + _NOTE).unlink(missing_ok=True)
    except OSError as error:
        raise NetworkError("{path} cannot be removed ({reason}); remove it yourself.", path=path,
                           reason=error.strerror) from None
    if was_chosen:
        settings.set(SETTING, BEST)
    return network


def _is_as_noted(network: KnownNetwork) -> bool:
    """Return whether a file is the one that irgo put there, by the sum in its note."""
    return (network.is_removable and network.path is not None
            and not network.path.is_symlink() and sha256_of(network.path) == network.sha256)


def _free_place(wanted: Path, source: str, sha256: str) -> Path:
    """Return where a network may go: only the same one, or an earlier one from the same source,
    that irgo put there is written over.
    """
    target = wanted
    for number in count(2):
        kept = next(_of_files([target], NetworkOrigin.PLACED), None)
        if not os.path.lexists(target) or (
                kept is not None and (kept.source == source or kept.sha256 == sha256)
                and _is_as_noted(kept)):
            return target
        # Before the ending, which may have two parts: `.bin.gz`.
        stem = wanted.name.removesuffix(".gz")
        target = wanted.with_name(f"{Path(stem).stem}-{number}{wanted.name[len(Path(stem).stem):]}")
    raise AssertionError("numbers do not end")


def sum_of(network: KnownNetwork) -> str:
    """Return the SHA-256 of a network's file, as noted or by reading it; "" where it has none."""
    if network.path is not None and not network.sha256:
        with suppress(OSError):
            return sha256_of(network.path)
    return network.sha256


def _best() -> KnownNetwork:
    """Return the network to read with where nothing was chosen.

    Of other programs' networks only the recommended one is taken without being asked for: a large
    one would be too slow, a small one no gain.
    """
    own = [*_kept(), *_brought()]
    for network in own:
        if network.name == RECOMMENDED.name:
            return network
    if own:
        return own[0]
    return next((network for network in _of_files(found_networks(), NetworkOrigin.FOUND)
                 if network.name == RECOMMENDED.name), _OWN_NETWORK)


def _chosen(choice: str) -> KnownNetwork | None:
    """Return the network that a choice in the settings means, None if it is not there."""
    if not _is_path(choice):
        return _named(choice, [*_kept(), *_brought()])
    return next(_of_files([path_of_text(choice)], NetworkOrigin.NAMED), None)


def _is_path(choice: str) -> bool:
    return choice not in (OWN, BEST) and os.path.isabs(choice)


def choice_of(network: KnownNetwork) -> str:
    """Return what the settings hold for a network: its name in irgo's own folders, else its path.
    """
    if network.origin in (NetworkOrigin.FOUND, NetworkOrigin.NAMED):
        return text_of_path(cast(Path, network.path))
    return OWN if network.path is None else network.path.name


def _named(wanted: str, networks: Iterable[KnownNetwork]) -> KnownNetwork | None:
    """Return the network of a name, else of a file's name with or without its ending, or a path."""
    known = list(networks)
    for key in (wanted.lower(), os.path.abspath(os.path.expanduser(wanted)).lower()):
        for network in known:
            file = str(network.path).lower()
            base = os.path.basename(file)
            if key in (network.name.lower(), file, base, base.split(".bin")[0],
                       base.split(".txt")[0]):
                return network
    return None


def _kept() -> list[KnownNetwork]:
    folder = own_path("data", FOLDER)
    return _in_folder(folder, NetworkOrigin.PLACED) if folder is not None else []


def _brought() -> list[KnownNetwork]:
    with suppress(ResourceError):
        return _in_folder(resources_root() / FOLDER, NetworkOrigin.BROUGHT)
    return []


def _in_folder(folder: Path, origin: NetworkOrigin) -> list[KnownNetwork]:
    try:
        files = [(entry.stat().st_mtime, Path(entry.path)) for entry in os.scandir(folder)
                 if entry.name.endswith(ENDING) and not entry.name.startswith(".")]
    except OSError:
        return []
    return list(_of_files([path for _, path in sorted(files, reverse=True)], origin))


def _of_files(paths: Iterable[Path], origin: NetworkOrigin) -> Iterator[KnownNetwork]:
    for path in paths:
        with suppress(NetworkError):
            yield _of_file(path, origin)


def _of_file(path: Path, origin: NetworkOrigin) -> KnownNetwork:
    header = read_header(path)
    note = _note_of(path) if origin is NetworkOrigin.PLACED else {}
    known = {kind.value: kind for kind in (NetworkOrigin.FETCHED, NetworkOrigin.COPIED)}
    try:
        size = path.stat().st_size
    except OSError as error:
        raise NetworkError("{path} cannot be read ({reason}); choose another file.", path=path,
                           reason=error.strerror) from None
    return KnownNetwork(
        header.name, path, known.get(note.get("origin", ""), origin), header.version, size,
        header.blocks, header.channels, note.get("source", ""),
        note.get("sha256", ""))


def _note_of(path: Path) -> dict[str, str]:
    """Return what was noted of a network in irgo's folder; nothing where a note is unreadable."""
    try:
        note: object = json.loads(path.with_name(path.name + _NOTE).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return {str(key): str(value) for key, value in note.items()} if isinstance(note, dict) else {}


def file_name(path: Path, name: str) -> str:
    """Return the name of a network's copy: the file's own, without letters that a disk refuses."""
    kind = ".txt.gz" if path.name.endswith(".txt.gz") else ".bin.gz"
    stem = path.name.removesuffix(".gz").removesuffix(".bin").removesuffix(".txt") or name
    return _UNSAFE.sub("_", stem)[:_MAX_NAME_LETTERS].lstrip(".") + kind
