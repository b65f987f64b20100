"""What a process of its own does for the window: fetches games, and brings the index up to date."""

from multiprocessing.connection import Connection
from pathlib import Path

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.games.links import OgsSite
from irgo_app.report.report_process import progress_told


class GamesErrand(Struct, frozen=True):
    """What is to be done besides looking for what is new in the folders.

    folders -- that are added; players -- of OGS whose games are fetched
    """

    folders: tuple[Path, ...] = ()
    players: tuple[str, ...] = ()
    site: OgsSite = OgsSite()


def run_errand(connection: Connection, flag: CancelFlag, errand: GamesErrand) -> int:
    """Fetch and index what is new; return how many games are. Raises NetworkError, GamesError."""
    from irgo_app.games.folders import bring_up_to_date
    from irgo_app.games.index import GamesIndex
    from irgo_app.games.ogs import fetch_player

    tell = progress_told(connection)
    with GamesIndex() as index:
        for folder in errand.folders:
            index.add_source(folder)
        before = index.count()
        try:
            for name in errand.players:
                fetch_player(index, name, errand.site,
                             lambda done: tell(done.listed, done.total), lambda: bool(flag))
        finally:
            bring_up_to_date(index, tell=lambda done: tell(done.files, done.total),
                             is_stopped=lambda: bool(flag))
        return index.count() - before
