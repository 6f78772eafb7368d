"""What a page fetches and hears, as the browser saw it on the wire."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from tests.support.browser.devtools import DevTools, Fields

_NOWHERE: Final = ("data", "blob", "about", "chrome-error")
"""Schemes that ask no host for anything."""


@dataclass(slots=True)
class Request:
    """A request. Mutable until it is answered."""

    url: str
    kind: str
    """As DevTools has it: ``Document``, ``Script``, ``Fetch``, ``WebSocket``..."""
    status: int = 0
    bytes: int = 0
    """Head and body as they came, compressed; 0 from a cache."""
    headers: dict[str, str] = field(default_factory=dict)
    """Of the response, with names in lower case."""

    @property
    def host(self) -> str:
        """With its port; empty if no host is asked."""
        parts = urlsplit(self.url)
        return "" if parts.scheme in _NOWHERE else parts.netloc


class Traffic:
    """The requests of a page, and the frames of its WebSockets. Mutable: it grows."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.received: list[str] = []
        """Text frames from servers."""
        self.sent: list[str] = []
        self._by_id: dict[str, Request] = {}

    def listen(self, tools: DevTools, session: str) -> None:
        """Follow a page, once it has ``Network`` enabled."""
        for event, taken in (
            ("requestWillBeSent", self._asked),
            ("responseReceived", self._answered),
            ("loadingFinished", self._finished),
            ("webSocketCreated", self._opened),
            ("webSocketFrameReceived", lambda fields: self.received.append(_text(fields))),
            ("webSocketFrameSent", lambda fields: self.sent.append(_text(fields))),
        ):
            tools.listen(f"Network.{event}", session, taken)

    def _asked(self, fields: Fields) -> None:
        self._add(fields["requestId"], Request(fields["request"]["url"], fields.get("type", "Other")))

    def _opened(self, fields: Fields) -> None:
        self._add(fields["requestId"], Request(fields["url"], "WebSocket"))

    def _add(self, number: str, request: Request) -> None:
        self.requests.append(request)
        self._by_id[number] = request

    def _answered(self, fields: Fields) -> None:
        if request := self._by_id.get(fields["requestId"]):
            response = fields["response"]
            request.status = response["status"]
            request.headers = {name.lower(): value for name, value in response["headers"].items()}

    def _finished(self, fields: Fields) -> None:
        if request := self._by_id.get(fields["requestId"]):
            request.bytes = round(fields["encodedDataLength"])


def _text(fields: Fields) -> str:
    text: str = fields["response"]["payloadData"]
    return text
