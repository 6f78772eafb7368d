"""Answers to HTTP requests that nobody serves: a status, and a sentence that says what to do."""

import json
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Final, Self

from pente_protocol.errors import CloseCode
from pente_protocol.forms import FORMS
from pente_server.net.http.api.answers import FOR_EVERY_PAGE, JSON

RETRY_AFTER: Final = 10
"""Seconds after which a client may ask again whether its address has room for one more connection."""
SECURITY_HEADERS: Final = (
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
)
"""For every answer but a WebSocket: it loads nothing, and no other page may show or read it."""


@dataclass(frozen=True, slots=True)
class HttpRefusal:
    """Why a request is not served."""

    status: HTTPStatus
    text: str
    """For the person who reads the answer: plain text in ASCII. One sentence, or two."""
    reason: str
    """For the log and for programs, in a word."""
    headers: tuple[tuple[str, str], ...] = ()
    named: str = ""
    """For the log, the name that was refused."""
    close_code: CloseCode | None = None
    """For a handshake that is accepted and closed instead; None: it is refused by HTTP all the same."""
    is_json: bool = False
    """Whether a program reads the answer: then it is that of the read side for errors."""

    def for_api(self, *, is_for_all: bool) -> Self:
        """The same for a request to the read side; pages of others may read it if it ``is_for_all``."""
        shared = tuple(FOR_EVERY_PAGE.items()) if is_for_all else ()
        return replace(self, is_json=True, headers=(*shared, *self.headers))

    def answer(self, *, with_body: bool = True) -> bytes:
        """The whole answer, without its body for HEAD."""
        type_, text = "text/plain; charset=utf-8", self.text
        if self.is_json:
            type_, text = JSON, json.dumps({"error": self.reason, "text": self.text})
        body = f"{text}\n".encode()
        headers = {**dict(SECURITY_HEADERS), "Cache-Control": "no-store", **dict(self.headers)}
        lines = (
            f"HTTP/1.1 {self.status} {self.status.phrase}",
            f"Content-Type: {type_}",
            f"Content-Length: {len(body)}",
            "Connection: close",
            *(f"{name}: {value}" for name, value in headers.items()),
        )
        return "\r\n".join((*lines, "", "")).encode() + body * with_body


def too_many_connections(most: int) -> HttpRefusal:
    """The refusal of a handshake from an address with as many connections as it may have."""
    return _too_many(
        "too-many-sessions",
        f"Too many people are connected from your network ({most})."
        " Close one, or ask the host to raise --connections-per-address.",
    )


def too_many_new_connections() -> HttpRefusal:
    """The refusal of a handshake from an address that opens connections too fast."""
    return _too_many("too-fast", "Too many new connections come from your network. Try again in a moment.")


def too_many_requests() -> HttpRefusal:
    """The refusal of a request for a page from an address that sends too many."""
    return _too_many(
        "too-many-requests",
        "Too many requests come from your network. Try again in a moment, or ask the host to raise"
        " --http-requests-per-second or to exempt your network.",
    )


def full(most: int) -> HttpRefusal:
    """The refusal of a handshake by a server with as many connections as it may have."""
    return HttpRefusal(
        HTTPStatus.SERVICE_UNAVAILABLE,
        f"This server is full ({most} connections). Try again later.",
        "full",
        (("Retry-After", str(RETRY_AFTER)),),
        close_code=CloseCode.BUSY,
    )


def unknown_subprotocol(*, is_one_offered: bool) -> HttpRefusal:
    """The refusal of a handshake that offers no subprotocol that this server speaks."""
    what = "does not speak any subprotocol that you offer" if is_one_offered else "needs a subprotocol"
    return HttpRefusal(
        HTTPStatus.BAD_REQUEST,
        f"This server {what}. Offer {' or '.join(form.subprotocol for form in FORMS)}.",
        "subprotocol",
        close_code=CloseCode.BAD_SUBPROTOCOL,
    )


def _too_many(reason: str, text: str) -> HttpRefusal:
    """A refusal with status 429."""
    retry = ("Retry-After", str(RETRY_AFTER))
    return HttpRefusal(HTTPStatus.TOO_MANY_REQUESTS, text, reason, (retry,), close_code=CloseCode.BUSY)
