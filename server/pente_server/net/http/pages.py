"""The pages of a server, made by aiohttp: how to join, health checks, and the read side."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final, Protocol

from aiohttp import web

from pente_core.identity import RoomId
from pente_protocol.join_codes import parse_join_code
from pente_server.heartbeat.problems import StoreProblem
from pente_server.net.http.api.answers import ApiAnswer
from pente_server.net.http.api.api import ApiRequest
from pente_server.net.http.exchange import PageExchange
from pente_server.net.http.landing import code_page, landing_page, room_page
from pente_server.net.http.refusals import SECURITY_HEADERS
from pente_server.net.http.request_head import RequestHead
from pente_server.net.http.sites import Site

ANSWERED_WITHIN: Final = 1.0
"""Seconds for requests that are being answered when the server stops."""
NO_STORE: Final = {"Cache-Control": "no-store"}
_SCHEME: Final = "X-Forwarded-Proto"
_CLIENT: Final = "X-Forwarded-For"
"""The address of the client for limits; empty if it is exempt from them."""
_FOR_THE_DOOR: Final = frozenset(
    {"connection", "content-length", "expect", "forwarded", "host", "http2-settings", "keep-alive"}
    | {"proxy-connection", "te", "trailer", "upgrade", "via", "x-real-ip"}
)
"""Headers that are for the connection, or about proxies."""
_PREFIXES: Final = ("sec-websocket-", "x-forwarded-")


class HealthPort(Protocol):
    """The health of a server."""

    @property
    def trouble(self) -> StoreProblem | None:
        """Why requests of players are not carried out; None while they are."""
        ...

    def report(self) -> dict[str, object]:
        """The content of /healthz."""
        ...


class ApiPort(Protocol):
    """The read side of a server."""

    async def answer(self, request: ApiRequest) -> ApiAnswer:
        """What a request gets. Raises nothing."""
        ...


class Pages:
    """The pages, while they are served. Mutable."""

    def __init__(self, health: HealthPort, needs_password: Callable[[], bool], api: ApiPort) -> None:
        """``needs_password``: whether players need the server's password at present."""
        self._health = health
        self._needs_password = needs_password
        self._api = api
        self._server: Callable[[], asyncio.Protocol]

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        """ApiAnswer requests until the end of the block, then give those that are being answered a moment."""
        runner = web.AppRunner(
            self._application(), access_log=None, shutdown_timeout=ANSWERED_WITHIN, tcp_keepalive=False
        )
        await runner.setup()
        assert runner.server is not None
        self._server = runner.server
        try:
            yield
        finally:
            await runner.cleanup()

    def exchange(
        self, head: RequestHead, site: Site, client: str, on_lost: Callable[[], None]
    ) -> asyncio.Protocol:
        """A protocol that answers a request and closes the connection, and then calls ``on_lost``.

        ``client`` is the address for limits; empty if it is exempt from them.
        """
        return PageExchange(self._server(), _for_pages(head, site, client), on_lost)

    def _application(self) -> web.Application:
        application = web.Application()
        application.router.add_get("/", self._show_landing_page)
        application.router.add_get(r"/{_:[jJ]}/{code}", self._show_code_page)
        application.router.add_get(r"/{_:[rR]}/{room:[A-Za-z0-9_-]{8,40}}", self._show_room_page)
        application.router.add_get("/healthz", self._report_health)
        application.router.add_get("/readyz", self._tell_balancer)
        for path in ("/api", r"/api/{path:[\s\S]*}"):
            application.router.add_route("*", path, self._answer_api)
        application.router.add_route("*", r"/{path:[\s\S]*}", _say_what_there_is)
        application.on_response_prepare.append(_complete)
        return application

    async def _show_landing_page(self, request: web.Request) -> web.Response:
        text = landing_page(_site(request), needs_password=self._needs_password())
        return web.Response(text=text, headers=NO_STORE)

    async def _show_code_page(self, request: web.Request) -> web.Response:
        code = parse_join_code(request.match_info["code"])
        if code is None:
            return await _say_what_there_is(request)
        text = code_page(_site(request), code, needs_password=self._needs_password())
        return web.Response(text=text, headers=NO_STORE)

    async def _show_room_page(self, request: web.Request) -> web.Response:
        room = RoomId(request.match_info["room"])
        text = room_page(_site(request), room, needs_password=self._needs_password())
        return web.Response(text=text, headers=NO_STORE)

    async def _report_health(self, _: web.Request) -> web.Response:
        text = json.dumps(self._health.report()) + "\n"
        return web.json_response(text=text, status=self._status(), headers=NO_STORE)

    async def _tell_balancer(self, _: web.Request) -> web.Response:
        """For load balancers, which ask often and only read the status."""
        trouble = self._health.trouble
        text = "ready\n" if trouble is None else f"{trouble.code}: {trouble.text}\n"
        return web.Response(text=text, status=self._status(), headers=NO_STORE)

    async def _answer_api(self, request: web.Request) -> web.Response:
        answer = await self._api.answer(
            ApiRequest(
                method=request.method,
                path=request.match_info.get("path", ""),
                query=tuple(request.query.items()),
                known=",".join(request.headers.getall("If-None-Match", ())),
                client=request.headers[_CLIENT],
            )
        )
        kind = {"Content-Type": answer.type} if answer.type else {}
        return web.Response(body=answer.body, status=answer.status, headers={**kind, **answer.headers})

    def _status(self) -> HTTPStatus:
        return HTTPStatus.OK if self._health.trouble is None else HTTPStatus.SERVICE_UNAVAILABLE


def _site(request: web.Request) -> Site:
    return Site(request.headers[_SCHEME], request.host)


async def _say_what_there_is(_: web.Request) -> web.Response:
    """For all other paths. aiohttp's own answer is an error that only the garbage collector frees."""
    text = "There is no such page here. This server has /, /api, /healthz and /readyz, and links to rooms.\n"
    return web.Response(text=text, status=HTTPStatus.NOT_FOUND, headers=NO_STORE)


async def _complete(_: web.Request, response: web.StreamResponse) -> None:
    """Add what every answer has, and drop the names and versions of programs."""
    for name, value in SECURITY_HEADERS:
        response.headers.setdefault(name, value)
    response.headers.pop("Server", None)


def _for_pages(head: RequestHead, site: Site, client: str) -> bytes:
    """A request as the pages get it: the headers for the connection and about proxies are replaced with what
    the front door has made of them.
    """
    kept = [(name, value) for name, value in head.headers.raw_items() if not _is_for_the_door(name.lower())]
    about = (("Host", site.host), ("Connection", "close"), (_SCHEME, site.scheme), (_CLIENT, client))
    headers = (*about, *kept)
    lines = (f"{head.method} {head.target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers))
    return "\r\n".join((*lines, "", "")).encode("latin-1")


def _is_for_the_door(name: str) -> bool:
    return name in _FOR_THE_DOOR or name.startswith(_PREFIXES)
