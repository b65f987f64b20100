"""Dask's distributed scheduler: the work of a batch is done by a cluster that runs already."""

import logging
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import dask
from distributed import Client, Future
from distributed.security import Security

from irgo_app.batch.crew import Crew
from irgo_app.batch.options import Tls
from irgo_app.errors import UsageError

__all__ = ("Client", "Future", "crew_at", "crew_of")
_PATIENCE_S: Final = 10.0
"""So long an address may take to answer, and to have workers."""


@contextmanager
def crew_at(address: str, tls: Tls | None) -> Iterator[Crew]:
    """Lend the crew of a scheduler.

    address -- such as tls://10.0.0.5:8786; tls -- who irgo is and whom it believes; None joins
    without encryption, and without knowing who answers
    Raises UsageError with one sentence where nobody answers, or has workers.
    """
    # What Dask has to say of a lost connection, irgo says in a sentence.
    for name in ("distributed", "distributed.client", "distributed.scheduler", "tornado",
                 "tornado.application", "bokeh"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with dask.config.set({"distributed.comm.timeouts.connect": _PATIENCE_S}), \
            _client_at(address, tls) as client:
        yield crew_of(client)


def crew_of(client: Client) -> Crew:
    """Return the workers that a client reaches."""
    return Crew(client.get_executor(pure=True, retries=0),
                lambda: max(1, sum(client.nthreads().values())))


class _QuietClient(Client):  # type: ignore[misc]
    """A client that is closed by who made it.

    One that never found its scheduler would wait for it again when Python takes it away, and print
    a traceback.
    """

    def __del__(self) -> None:
        pass


def _client_at(address: str, tls: Tls | None) -> Client:
    """Return a client of a scheduler that runs elsewhere."""
    security = None if tls is None else _security(tls)
    try:
        client = _QuietClient(address, timeout=_PATIENCE_S, set_as_default=False, security=security)
    except (TimeoutError, OSError, ValueError, TypeError, RuntimeError) as error:
        raise UsageError(
            "Nothing answers at {address}; start `dask scheduler` there, or leave the address out "
            "to use this machine.", address=address) from error
    try:
        client.wait_for_workers(1, timeout=_PATIENCE_S)
    except (TimeoutError, OSError) as error:
        client.close()
        raise UsageError(
            "The scheduler at {address} has no workers; start some with `dask worker {address}`.",
            address=address) from error
    return client


def _security(tls: Tls) -> Security:
    """Return what Dask needs for TLS; raises UsageError where the files are none of the kind."""
    security = Security(
        tls_ca_file=str(tls.authority), tls_client_cert=str(tls.certificate),
        tls_client_key=str(tls.key), require_encryption=True)
    try:
        security.get_connection_args("client")
    except (ssl.SSLError, OSError) as error:
        raise UsageError(
            "The files of --tls-ca, --tls-cert and --tls-key cannot be used ({reason}); they are "
            "PEM, and the key belongs to the certificate.", reason=error) from None
    return security
