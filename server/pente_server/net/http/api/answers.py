"""Answers of the read side, as values: their status, headers and content."""

from dataclasses import dataclass, field
from hashlib import sha256
from http import HTTPStatus
from math import ceil
from typing import Final

from msgspec.json import Encoder

from pente_core.room import Reason
from pente_protocol.errors import ErrorCode
from pente_protocol.json_codec import encode, unpack
from pente_protocol.messages import ServerMessage, Wire
from pente_protocol.messages.base import Error

FOR_EVERY_PAGE: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Which web pages may read the answers: all whose requests are taken (see `pente_server.net.http.sites`)."""
JSON: Final = "application/json"
_NEVER_KEPT: Final = {"Cache-Control": "no-store"}
_STATUSES: Final = {
    ErrorCode.ACCOUNT_NEEDED: HTTPStatus.FORBIDDEN,
    Reason.NOT_INVITED: HTTPStatus.FORBIDDEN,
    Reason.BANNED: HTTPStatus.FORBIDDEN,
    ErrorCode.UNKNOWN_ROOM: HTTPStatus.NOT_FOUND,
    ErrorCode.UNKNOWN_PLAYER: HTTPStatus.NOT_FOUND,
    ErrorCode.NOT_AVAILABLE: HTTPStatus.NOT_FOUND,
    ErrorCode.RATE_LIMITED: HTTPStatus.TOO_MANY_REQUESTS,
    ErrorCode.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    ErrorCode.DAMAGED: HTTPStatus.INTERNAL_SERVER_ERROR,
    ErrorCode.DAMAGED_ROOM: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The status of an error; all others are the fault of the request."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What a request gets."""

    status: HTTPStatus
    body: bytes = b""
    type: str = ""
    """The type of the body; empty if there is none."""
    headers: dict[str, str] = field(default_factory=dict)


def entity_tag(content: bytes) -> str:
    """The strong entity tag: equal contents have equal ones, on every node."""
    return f'"{sha256(content).hexdigest()[:32]}"'


def is_known(tag: str, known: str) -> bool:
    """Whether a client has the content of a tag, by the value of its If-None-Match (RFC 9110, 13.1.2).

    >>> is_known('W/"a"', '"b", "a"'), is_known('"a"', "*"), is_known('"a"', "")
    (True, True, False)
    """
    tags = [each.strip(" \t").removeprefix("W/") for each in known.split(",")]
    return tags == ["*"] or tag.removeprefix("W/") in tags


@dataclass(frozen=True, slots=True)
class Content:
    """What a resource has to say."""

    body: bytes
    type: str = JSON
    max_age: int = 0
    """Seconds for which it may be kept without asking again."""
    file: str = ""
    """The name of the file to save it as; empty: a browser shows it."""

    @property
    def tag(self) -> str:
        """Its entity tag."""
        return entity_tag(self.body)

    def answer(self, known: str) -> HttpAnswer:
        """The answer to a client that has the contents ``known``, the value of If-None-Match."""
        headers = {**FOR_EVERY_PAGE, "Cache-Control": f"public, max-age={self.max_age}", "ETag": self.tag}
        if is_known(self.tag, known):
            return HttpAnswer(HTTPStatus.NOT_MODIFIED, headers=headers)
        if self.file:
            headers["Content-Disposition"] = f'attachment; filename="{self.file}"'
        return HttpAnswer(HTTPStatus.OK, self.body, self.type, headers)


class Unanswerable(Exception):
    """A request that no resource can answer: a status, a code for programs, and a sentence for people."""

    def __init__(self, status: HTTPStatus, code: str, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.code = code


def wire_of(reply: ServerMessage) -> Wire:
    """A message in its JSON form, without the number of a request that nobody has numbered."""
    wire = unpack(encode(reply))
    wire.pop("id", None)
    return wire


def json_content(wire: object, max_age: int) -> Content:
    """A value as JSON, on one line."""
    return Content(_encode(wire) + b"\n", max_age=max_age)


def permission() -> HttpAnswer:
    """The answer to a browser that asks, for the page of another server, whether it may ask."""
    headers = {
        **FOR_EVERY_PAGE,
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Headers": "If-None-Match",
        "Access-Control-Max-Age": "86400",
        "Cache-Control": "public, max-age=86400",
    }
    return HttpAnswer(HTTPStatus.NO_CONTENT, headers=headers)


def error_answer(error: Error) -> HttpAnswer:
    """The answer in place of an error reply."""
    status = next((s for code, s in _STATUSES.items() if code == error.code), HTTPStatus.BAD_REQUEST)
    retry = {} if error.retry_ms is None else {"Retry-After": str(ceil(error.retry_ms / 1000))}
    return failure(status, str(error.code), error.text, retry)


def failure(status: HTTPStatus, code: str, text: str, headers: dict[str, str] | None = None) -> HttpAnswer:
    """An answer that only says what is wrong."""
    body = _encode({"error": code, "text": text}) + b"\n"
    return HttpAnswer(status, body, JSON, {**FOR_EVERY_PAGE, **_NEVER_KEPT, **(headers or {})})


_encode: Final = Encoder().encode
