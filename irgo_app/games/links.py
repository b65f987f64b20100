"""Records of an address: a game or review of OGS, or any file of a record on the internet.

Importing this is cheap: what reaches the internet is loaded when something is fetched.
"""

import re
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Final

from msgspec import Struct

from irgo_app.errors import GamesError, NetworkError, SgfError
from irgo_app.settings import own_path
from irgo_app.sgf.parser import read_games
from irgo_app.whole_file import why_unwritten, write_whole
from irgo_app.words import Message, message

OGS: Final = "https://online-go.com"
MAX_RECORD_BYTES: Final = 5_000_000
PRIVATE: Final = (401, 403, 404)
"""The statuses with which a server answers for a game that not everybody may see."""
_ADDRESS: Final = re.compile(
    r"https?://([a-z0-9.-]+)(?::\d{1,5})?([/?#][\x21-\x7e]*)?", re.IGNORECASE)
_OGS_PATH: Final = re.compile(
    r"/(?:api/v1/)?(game|games|review|reviews|demo)(?:/view)?/(\d{1,15})(?:/[\w/]*)?$")
_NO_NAME: Final = re.compile(r"[^\w.-]+")
_MAX_NAME: Final = 60


class OgsSite(Struct, frozen=True):
    """Where OGS is and how often it is asked.

    pause_s -- seconds between two requests
    patience_s -- seconds to wait where it is busy and does not say how long
    """

    base: str = OGS
    pause_s: float = 1.0
    patience_s: float = 30.0


class RecordLink(Struct, frozen=True):
    """Where a record is fetched from.

    address -- of the record itself; site -- "OGS" for a game of OGS, else ""
    """

    address: str
    site: str = ""

    @property
    def host(self) -> str:
        return _host_of(self.address)

    @property
    def file_name(self) -> str:
        """Return a name for its file that no other address has."""
        tail = _NO_NAME.sub("-", f"{self.host}{self.address.partition(self.host)[2]}").strip("-.")
        digest = blake2b(self.address.encode(), digest_size=4).hexdigest()
        return f"{tail.removesuffix('.sgf')[:_MAX_NAME]}-{digest}.sgf"


def looks_like_link(text: str) -> bool:
    """Return whether a text is an address of the internet and nothing else."""
    text = text.strip()
    return text.lower().startswith(("http://", "https://")) and not re.search(r"\s", text)


def link_of(text: str, ogs: str = OGS) -> RecordLink:
    """Return the link of an address as a browser shows it; raises NetworkError.

    ogs -- where OGS is
    """
    address = text.strip()
    if "://" not in address:
        address = f"https://{address}"
    parts = _ADDRESS.fullmatch(address)
    if parts is None:
        raise NetworkError("{address} is no address of a game; write it as a browser shows it.",
                           address=text.strip()[:200])
    if _host_of(address) in (_host_of(ogs), f"www.{_host_of(ogs)}"):
        found = _OGS_PATH.match(re.split(r"[?#]", parts[2] or "")[0].rstrip("/"))
        if found:
            kind = "games" if found[1].startswith("game") else "reviews"
            return RecordLink(f"{ogs}/api/v1/{kind}/{found[2]}/sgf", "OGS")
    return RecordLink(address)


def _host_of(address: str) -> str:
    parts = _ADDRESS.match(address)
    return parts[1].lower() if parts else ""


def where_link_goes(link: RecordLink) -> Message:
    """Return the sentence for a user who is about to reach the internet."""
    return message("irgo fetches {address} from {host}.", address=link.address, host=link.host)


def where_it_asks(name: str, site: OgsSite) -> Message:
    """Return the sentence for a user who is about to fetch a player's games."""
    return message("irgo asks {host} for the public games of {name}, one a second, and keeps them "
                   "in {folder}.", host=_host_of(site.base), name=name,
                   folder=own_games_folder(""))


def fetch_record(link: RecordLink, is_stopped: Callable[[], bool] = lambda: False) -> bytes:
    """Return the bytes of a link's record, which holds a game; raises NetworkError."""
    # What reaches the internet is loaded when something is fetched.
    from irgo_app.web import RefusedError, StoppedError, fetch_document

    try:
        data = fetch_document(link.address, MAX_RECORD_BYTES, is_stopped)
    except StoppedError:
        raise
    except NetworkError as error:
        if isinstance(error, RefusedError) and error.status in PRIVATE and link.site:
            raise NetworkError(
                "{site} does not show this game to everybody: it is private, or there is no such "
                "game. Download its SGF in your browser, where you are logged in, and open the "
                "file with irgo.", site=link.site) from None
        raise NetworkError("{address} could not be fetched: {host}: {reason}",
                           address=link.address, host=link.host, reason=error.message) from None
    try:
        read_games(data, link.host)
    except SgfError:
        raise NetworkError(
            "What lies at {address} is no game record. Look for a link to the SGF file on that "
            "page, and give irgo that one.", address=link.address) from None
    return data


def own_games_folder(name: str) -> Path:
    """Return a folder of fetched games in irgo's data folder; raises GamesError without a home."""
    path = own_path("data", "games")
    if path is None:
        raise GamesError("There is no home folder to keep games in.")
    return path / name


def keep_record(folder: Path, name: str, data: bytes) -> Path:
    """Write a fetched record into a folder, for its owner alone; raises GamesError."""
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, data, is_private=True)
    except OSError as error:
        raise GamesError(why_unwritten(path, error)) from None
    return path
