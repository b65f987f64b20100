"""The network that this process and those it starts read with.

The settings say which; a command may say otherwise for itself, and its workers have to know.
"""

import logging
import os
from functools import lru_cache
from typing import Final

from irgo_app.errors import NOTICE_LOGGER
from irgo_app.networks.known import BEST, OWN, in_use, use, why_not_used
from irgo_app.settings import Settings, load_settings

VARIABLE: Final = "IRGO_READS_WITH"
"""The environment variable that says it to processes: the path of a file, or OWN."""


def network_file() -> str:
    """Return the path of KataGo's network to read with, "" for irgo's own.

    Cheap after the first call. The settings count unless `read_with` said otherwise.
    """
    said = os.environ.get(VARIABLE, "")
    if said:
        return "" if said == OWN else said
    return _of_settings()


def read_with(choice: str) -> str:
    """Read with a network from now on, in this process and those it starts; return its path.

    choice -- as `irgo network use` takes it: a name, a file, OWN, or BEST for what the settings say
    Raises NetworkError where there is no such network. The settings stay as they are.
    """
    os.environ.pop(VARIABLE, None)
    if choice != BEST:
        settings = Settings()
        network = use(settings, choice)
        os.environ[VARIABLE] = OWN if network.path is None else str(network.path.resolve())
    return network_file()


def settings_changed() -> None:
    """Look at the settings again when the network is next asked for."""
    _of_settings.cache_clear()


@lru_cache(maxsize=1)
def _of_settings() -> str:
    settings = load_settings()
    why = why_not_used(settings)
    if why is not None:
        logging.getLogger(NOTICE_LOGGER).warning("%s", why)
    path = in_use(settings).path
    return "" if path is None else str(path)
