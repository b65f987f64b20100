"""Dask's distributed scheduler: who does the work of a batch, here or at an address."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import dask
from distributed import Client, Future, LocalCluster

from irgo_app.errors import UsageError

__all__ = ("Client", "Future", "connected", "workers_of")
_PATIENCE_S: Final = 10.0
"""So long an address may take to answer, and to have workers."""
_MOST_DEATHS: Final = 3
"""A game whose worker dies so often is given up: it may be the game."""
_LOG_LENGTH: Final = 50
_SETTINGS: Final = {
    "distributed.scheduler.allowed-failures": _MOST_DEATHS,
    "distributed.comm.timeouts.connect": _PATIENCE_S,
    # One thread computes a game; its libraries shall not start more.
    "distributed.nanny.pre-spawn-environ": {
        "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    # Dask logs what passes through it, games and all: so much of it is kept that memory is flat.
    "distributed.admin.low-level-log-length": _LOG_LENGTH,
    "distributed.admin.log-length": _LOG_LENGTH,
    # A run whose scheduler is gone is started again by its user, who finds all that was done.
    "distributed.worker.daemon": True,
}


@contextmanager
def connected(workers: int, address: str | None) -> Iterator[Client]:
    """Lend a client of a scheduler with workers; it and a cluster of its own are ended afterwards.

    workers -- how many processes are started here, where no address is given
    address -- of a scheduler that runs already, such as tcp://10.0.0.5:8786
    Raises UsageError with one sentence where nobody answers, or has workers.
    """
    # What Dask has to say of a lost connection, irgo says in a sentence.
    for name in ("distributed", "distributed.client", "distributed.scheduler", "tornado",
                 "tornado.application", "bokeh"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with dask.config.set(_SETTINGS):
        if address is None:
            with _cluster_here(workers) as cluster, \
                    _QuietClient(cluster, set_as_default=False) as client:
                yield client
        else:
            with _client_of(address) as client:
                yield client


def workers_of(client: Client) -> int:
    """Return how many games are computed at once."""
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))


def _cluster_here(workers: int) -> LocalCluster:
    """Start processes on this machine, which leave Ctrl-C to this one.

    A process begins with the signals ignored that are ignored where it is started.
    """
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    try:
        return LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1",
            dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL)
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)


class _QuietClient(Client):  # type: ignore[misc]
    """A client that is closed by who made it.

    One that never found its scheduler would wait for it again when Python takes it away, and print
    a traceback.
    """

    def __del__(self) -> None:
        pass


def _client_of(address: str) -> Client:
    """Return a client of a scheduler that runs elsewhere."""
    try:
        client = _QuietClient(address, timeout=_PATIENCE_S, set_as_default=False)
    except (TimeoutError, OSError, ValueError, TypeError) as error:
        raise UsageError(
            "Nobody answers at {address}; start `dask scheduler` there, or leave the address out "
            "to use this machine.", address=address) from error
    try:
        client.wait_for_workers(1, timeout=_PATIENCE_S)
    except (TimeoutError, OSError) as error:
        client.close()
        raise UsageError(
            "The scheduler at {address} has no workers; start some with `dask worker {address}`.",
            address=address) from error
    return client
