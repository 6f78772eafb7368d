"""The read side of a server: finds what a path names, and has it read by a viewer without an account."""

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from math import ceil
from time import monotonic
from typing import Final

from pente_core.clock.instant import Millis
from pente_protocol.errors import ErrorCode
from pente_server.access.access_control import AccessControl
from pente_server.diagnostics.peer_log import PeerLog
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.limits.token_bucket import TokenBucket, TokenBuckets
from pente_server.net.http.api.answers import (
    JSON,
    Content,
    HttpAnswer,
    Unanswerable,
    error_answer,
    failure,
    json_content,
    permission,
)
from pente_server.net.http.api.boards import BOARDS
from pente_server.net.http.api.feeds import FEEDS
from pente_server.net.http.api.games import GAMES
from pente_server.net.http.api.link_preview import CODES, NOWHERE, LinkPreview, preview_of
from pente_server.net.http.api.oembed import EMBEDS
from pente_server.net.http.api.openapi import openapi
from pente_server.net.http.api.players import PLAYERS
from pente_server.net.http.api.puzzles import PUZZLES
from pente_server.net.http.api.reader import AnonymousReader, ReaderParts
from pente_server.net.http.api.resource import Query, ReaderPort, Resource
from pente_server.net.http.api.rooms import ROOMS
from pente_server.net.http.pictures.renderer import PictureRenderer
from pente_server.net.sessions.request_replies import error_reply
from pente_server.net.sessions.sign_in import PATIENCE
from pente_server.requests.costs import cost_of_sending
from pente_server.store import DamagedKey


async def _describe(_: ReaderPort, query: Query) -> Content:
    """All of this for programs. It takes a tenth of a second to make at first, so not in the loop."""
    return json_content(await asyncio.to_thread(openapi, RESOURCES, query.origin), _INDEX_KEPT)


_ABOUT: Final = Resource(
    "/api/openapi.json", r"openapi\.json", (), _describe, "This description of the resources.", JSON
)
RESOURCES: Final = (*ROOMS, *GAMES, *PLAYERS, *BOARDS, *CODES, *FEEDS, *EMBEDS, *PUZZLES, _ABOUT)

_INDEX_KEPT: Final = 60
_NOT_FOR_ALL: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN)
"""The statuses of what there is not, or not for everybody."""
_PREVIEWED_WITHIN: Final = 1.0
"""Seconds that a page waits for what it says about itself."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiRequest:
    """A request to the read side."""

    method: str
    path: str
    """What comes after `/api/`, decoded."""
    query: Sequence[tuple[str, str]] = ()
    known: str = ""
    """The contents that the client has: If-None-Match."""
    client: str = ""
    """The address of the client for limits; empty: it is exempt from them."""
    origin: str = ""
    """The address of the server for links, such as `https://pente.example.org`; empty: it is not known."""
    reached: str = ""
    """Where the client has found the server; empty: it did not say."""


class Api:
    """The read side. Mutable: it counts what addresses have asked."""

    def __init__(
        self,
        parts: ReaderParts,
        *,
        allowance: Allowance,
        access_control: AccessControl,
        heartbeat: Heartbeat,
        peer_log: PeerLog,
        server_id: Callable[[], str],
    ) -> None:
        """``server_id`` returns the id of the server, which stays the same wherever it is reached."""
        self._parts = parts
        self._access_control = access_control
        self._heartbeat = heartbeat
        self._peer_log = peer_log
        self._server_id = server_id
        self._renderer = PictureRenderer()
        self._units = TokenBuckets(*allowance.questions, monotonic)
        """Of each address, what a connection has for its questions."""

    async def answer(self, request: ApiRequest) -> HttpAnswer:
        """What a request gets. Raises nothing."""
        if request.method == "OPTIONS":
            return permission()
        try:
            content = await self._content(request)
        except Unanswerable as error:
            return failure(error.status, error.code, str(error))
        except Exception as error:  # noqa: BLE001 -- a bug in one answer must not affect other clients
            return self._failure(error)
        return content.answer(request.known)

    async def link_preview(self, path: str, client: str) -> LinkPreview | None:
        """What the page at a path is about, such as `/r/ROOM`, for a client as in `ApiRequest`.

        NOWHERE: there is no such thing, or not for everybody, which is not told apart. None: there is nothing
        particular to say, or not now, or not by a server that admits nobody without an account. Raises
        nothing, and does not wait for a store that is away: the page comes all the same.
        """
        if not self._access_control.is_open:
            return None
        try:
            await self._heartbeat.check(0)
            async with asyncio.timeout(_PREVIEWED_WITHIN):
                return await preview_of(self._reader(client), path)
        except TimeoutError:
            return None
        except Exception as error:  # noqa: BLE001 -- a bug in a preview must not cost the page
            status = error.status if isinstance(error, Unanswerable) else self._failure(error).status
            return NOWHERE if status in _NOT_FOR_ALL else None

    async def _content(self, request: ApiRequest) -> Content:
        self._access_control.check_anonymous()  # first, so that a closed server tells nothing at all
        if not request.path:
            return _index()
        resource, named = _found(request.path)
        reader = self._reader(request.client)
        await self._heartbeat.check(PATIENCE)
        query = Query(request.query, named, request.origin, self._server_id(), request.reached)
        content = await resource.read(reader, query)
        reader.charge(cost_of_sending(len(content.body)))
        return content

    def _reader(self, client: str) -> AnonymousReader:
        """The reader of one question, which is counted. Raises RequestDenied if those were too many."""
        return AnonymousReader(
            self._parts,
            client,
            charge=self._admitted(client),
            note=partial(self._peer_log.note, address=client, bucket=client),
            renderer=self._renderer,
        )

    def _admitted(self, client: str) -> Callable[[float], None]:
        """Take the cost of a question from an address, on credit; what charges it more. Raises RequestDenied.

        Connections wait until their debt is paid. A request over HTTP does not, as it would keep its socket.
        """
        if not client:
            return lambda _: None
        units = self._units.of(client)
        if wait := units.try_take():
            text = "Too many questions come from your network. Ask again in a moment."
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(ceil(wait * 1000)))
        return partial(_charge, units)

    def _failure(self, error: Exception) -> HttpAnswer:
        """The answer in place of one that failed."""
        if isinstance(error, DamagedKey):
            _log.error("damaged data: %s; pente admin check", error)
        reply = error_reply(0, error)
        if reply is not None:
            return error_answer(reply)
        _log.error("an answer over HTTP failed", exc_info=error)
        text = "The server has failed. Its log has details."
        return failure(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", text)


def _found(path: str) -> tuple[Resource, str]:
    """The resource at a path, and the value that the path names. Raises Unanswerable."""
    for resource in RESOURCES:
        if match := re.fullmatch(resource.pattern, path):
            return resource, "".join(match.groups())
    text = "There is no such page here. GET /api says what there is."
    raise Unanswerable(HTTPStatus.NOT_FOUND, "not-found", text)


def _index() -> Content:
    """What there is, with the parameters of each."""
    resources = [
        {
            "path": resource.path,
            "about": resource.about,
            "parameters": [parameter.name for parameter in resource.parameters],
        }
        for resource in RESOURCES
    ]
    return json_content({"resources": resources}, _INDEX_KEPT)


def _charge(units: TokenBucket, cost: float) -> None:
    """Take units on credit: the next question is refused until they are paid."""
    _ = units.take(cost)
