"""Reaches the internet: the one place of irgo that does, when its user has asked for it.

Answers are bounded in size and in time. A server that leads elsewhere is followed only to where it
is as safe.
"""

import http.client
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import IO, Final, TypeAlias, cast
from urllib.parse import quote, urlsplit

from msgspec import Struct

from irgo_app.errors import NetworkError
from irgo_app.own_program import __version__
from irgo_app.words import Message, message

WebAnswer: TypeAlias = http.client.HTTPResponse
PARTIAL_CONTENT: Final = http.HTTPStatus.PARTIAL_CONTENT
_TIMEOUT_S: Final = 20.0
"""Without a byte for so long a server counts as gone."""
_WHOLE_S: Final = 60.0
"""A document that takes longer than this is given up."""
_CHUNK_BYTES: Final = 1 << 16
_MAX_WAIT_S: Final = 600.0
"""The longest time that a server may ask irgo to wait."""
_BUNDLES: Final = (
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem")
"""Where systems keep the certificates they trust, for a Python that was built on another one."""


class StoppedError(NetworkError):
    """The user called a fetch off; what has come is kept for the next time."""


class RefusedError(NetworkError):
    """A server that answers with a status such as 404.

    status -- the number; wait_s -- how long it asks irgo to wait before it asks again, 0 where it
    says nothing of it
    """

    def __init__(self, status: int, reason: str, wait_s: float) -> None:
        super().__init__("it answers {code} ({reason}).", code=status, reason=reason)
        self.status, self.wait_s = status, wait_s


class PartRefusedError(NetworkError):
    """A server that sends files only as a whole."""


class Watch(Struct, frozen=True):
    """Who is told how a fetch goes, and may stop it.

    tell -- takes the bytes that are there and those wanted, 0 where nobody knows
    is_stopped -- asked between chunks
    """

    tell: Callable[[int, int], None]
    is_stopped: Callable[[], bool]


def host_of(address: str) -> str:
    """Return the name of the computer that an address leads to."""
    return urlsplit(address).hostname or ""


def quoted(text: str) -> str:
    """Return a text as a part of an address."""
    return quote(text, safe="")


def fetch_document(
    address: str, most: int, is_stopped: Callable[[], bool] = lambda: False
) -> bytes:
    """Return what lies at an address, at most so many bytes.

    Raises NetworkError with a reason that follows the server's name; RefusedError, StoppedError.
    """
    until = time.monotonic() + _WHOLE_S
    found = bytearray()
    with answered(address) as answer:
        promised = answer.headers.get("Content-Length", "")
        if promised.isdecimal() and int(promised) > most:
            raise NetworkError("it answers more than was asked for.")
        for chunk in chunks(answer):
            found += chunk
            if len(found) > most:
                raise NetworkError("it answers more than was asked for.")
            if is_stopped():
                raise StoppedError("Stopped; what has come is kept for the next time.")
            if time.monotonic() > until:
                raise NetworkError("it does not answer.")
    if promised.isdecimal() and len(found) < int(promised):
        raise NetworkError("the connection was lost.")
    return bytes(found)


def chunks(answer: WebAnswer) -> Iterator[bytes]:
    """Yield what a server sends, until it ends or is cut off."""
    with suppress(OSError, http.client.HTTPException):
        while chunk := answer.read1(_CHUNK_BYTES):
            yield chunk


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follows a server to another address, but never from an encrypted connection to an open one,
    nor to a file.
    """

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str,
        headers: http.client.HTTPMessage, newurl: str,
    ) -> urllib.request.Request | None:
        if not is_web(newurl) or (req.type == "https" and not newurl.startswith("https:")):
            raise NetworkError("it leads to an address that is not safe.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


@contextmanager
def answered(
    address: str, wanted: tuple[int, int | None] | None = None
) -> Iterator[WebAnswer]:
    """Lend a server's answer; `wanted` -- the first and the last byte, None for all of a file.

    Raises NetworkError with a reason that follows the server's name.
    """
    request = urllib.request.Request(address, headers={"User-Agent": f"irgo/{__version__}"})
    if wanted is not None:
        request.add_header("Range", f"bytes={wanted[0]}-{'' if wanted[1] is None else wanted[1]}")
    try:
        answer = cast(WebAnswer, _opener().open(request, timeout=_TIMEOUT_S))
    except urllib.error.HTTPError as error:
        said = error.headers.get("Retry-After", "") if error.headers else ""
        wait_s = min(float(said), _MAX_WAIT_S) if said.isdecimal() else 0.0
        error.close()
        if error.code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise PartRefusedError("it sends no parts of files.") from None
        raise RefusedError(error.code, str(error.reason), wait_s) from None
    except (urllib.error.URLError, OSError, http.client.HTTPException, ValueError) as error:
        raise NetworkError(_why(error)) from None
    with answer:
        yield answer


@cache
def _opener() -> urllib.request.OpenerDirector:
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"]:
        for bundle in _BUNDLES:
            with suppress(OSError):
                context.load_verify_locations(bundle)
                break
    return urllib.request.build_opener(
        urllib.request.HTTPSHandler(context=context), _SafeRedirects())


def _why(error: Exception) -> Message:
    reason = getattr(error, "reason", error)
    if isinstance(reason, TimeoutError):
        return message("it does not answer.")
    if isinstance(reason, ssl.SSLCertVerificationError):
        return message("its certificate is not trusted on this computer.")
    said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return message("it cannot be reached ({reason}).", reason=said)


def read_at_most(answer: WebAnswer, most: int) -> bytes:
    """Return an answer's content; raises NetworkError for one that is longer."""
    try:
        found = answer.read(most + 1)
    except (OSError, http.client.HTTPException):
        raise NetworkError("the connection was lost.") from None
    if len(found) > most:
        raise NetworkError("it answers more than was asked for.")
    return found


def is_web(address: str) -> bool:
    """Return whether an address is one that irgo fetches from: http or https, with a host."""
    try:
        return urlsplit(address).scheme in ("http", "https") and bool(host_of(address))
    except ValueError:
        return False
