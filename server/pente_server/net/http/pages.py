"""The pages of a server, made by aiohttp: how to join, health checks, and the read side."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final, Protocol

from aiohttp import web

from pente_server.heartbeat.problems import StoreProblem
from pente_server.net.addresses.public_url import PublicUrl, is_loopback
from pente_server.net.http.api.answers import HttpAnswer
from pente_server.net.http.api.api import ApiRequest
from pente_server.net.http.api.link_preview import LinkPreview
from pente_server.net.http.exchange import PageExchange
from pente_server.net.http.landing import text_page
from pente_server.net.http.page.assets import FOLDER
from pente_server.net.http.page.document import MANIFEST
from pente_server.net.http.page.head import canonical_path
from pente_server.net.http.page.web_page import PageRequest, WebPage
from pente_server.net.http.refusals import SECURITY_HEADERS
from pente_server.net.http.request_head import RequestHead
from pente_server.net.http.sites import Site

ANSWERED_WITHIN: Final = 1.0
"""Seconds for requests that are being answered when the server stops."""
PREVIEWED_WITHIN: Final = 0.3
"""Seconds that a document waits for what it says about itself: without it, it is shown all the same."""
NO_STORE: Final = {"Cache-Control": "no-store"}
_SCHEME: Final = "X-Forwarded-Proto"
_CLIENT: Final = "X-Forwarded-For"
"""The address of the client for limits; empty if it is exempt from them."""
_FOR_THE_DOOR: Final = frozenset(
    {"connection", "content-length", "expect", "forwarded", "host", "http2-settings", "keep-alive"}
    | {"proxy-connection", "te", "trailer", "upgrade", "via", "x-real-ip"}
)
"""Headers that are for the connection, or about proxies."""
_NOWHERE_ELSE: Final = PublicUrl()
_READER: Final = re.compile("bot|crawl|spider|preview|embed|facebookexternalhit|whatsapp", re.IGNORECASE)
"""In the names of programs that show links, or search for pages."""
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


class AccessPort(Protocol):
    """Who is let in by a server."""

    @property
    def needs_password(self) -> bool:
        """Whether players need the server's password at present."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether everybody is let in at present."""
        ...


class ApiPort(Protocol):
    """The read side of a server."""

    async def link_preview(self, path: str, client: str) -> LinkPreview | None:
        """What the page at a path is about; None: nothing that everybody may know. Raises nothing."""
        ...

    async def answer(self, request: ApiRequest) -> HttpAnswer:
        """What a request gets. Raises nothing."""
        ...


class Pages:
    """The pages, while they are served. Mutable."""

    def __init__(
        self,
        health: HealthPort,
        access: AccessPort,
        api: ApiPort,
        web: WebPage | None,
        public: PublicUrl = _NOWHERE_ELSE,
    ) -> None:
        """``web``: the page for browsers; None: they get text, as all others do. ``public``: where links
        lead, or else to where the client has found the server.
        """
        self._health = health
        self._access = access
        self._api = api
        self._web = web
        self._public = public
        self._server: Callable[[], asyncio.Protocol]

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        """Answer requests until the end of the block, then give those that are being answered a moment."""
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
        application.router.add_get("/healthz", self._report_health)
        application.router.add_get("/readyz", self._tell_balancer)
        for path in ("/api", r"/api/{path:[\s\S]*}"):
            application.router.add_route("*", path, self._answer_api)
        if self._web is not None:
            application.router.add_get(MANIFEST, self._show_manifest)
            application.router.add_get("/sw.js", self._show_worker)
            application.router.add_get(FOLDER + r"/{path:[\s\S]*}", self._show_file)
        application.router.add_get(r"/{path:[\s\S]*}", self._show_page)
        application.on_response_prepare.append(_complete)
        return application

    async def _show_file(self, request: web.Request) -> web.Response:
        assert self._web is not None
        answer = self._web.file(self._for_page(request))
        return _response(answer) if answer else _say_what_there_is()

    async def _show_manifest(self, request: web.Request) -> web.Response:
        assert self._web is not None
        return _response(self._web.manifest(self._for_page(request)))

    async def _show_worker(self, request: web.Request) -> web.Response:
        assert self._web is not None
        return _response(self._web.worker(self._for_page(request)))

    async def _show_page(self, request: web.Request) -> web.Response:
        """The page for browsers; for others, such as curl, what to type in a terminal."""
        if self._web is not None and _shows_html(request):
            asked = self._for_page(request)
            return _response(self._web.document(asked, await self._preview(asked)))
        text = text_page(
            self._site(request),
            request.path,
            needs_password=self._access.needs_password,
            has_page=self._web is not None,
        )
        if text is None:
            return _say_what_there_is()
        return web.Response(text=text, headers={**NO_STORE, "Vary": "Accept"})

    async def _preview(self, asked: PageRequest) -> LinkPreview | None:
        """What the page at an address is about, if that is known in time."""
        path = canonical_path(asked.path)
        if path == "/" and self._web is not None:
            return self._web.home if self._access.is_open else None
        try:
            async with asyncio.timeout(PREVIEWED_WITHIN):
                return await self._api.link_preview(path, asked.client)
        except TimeoutError:
            return None

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
                origin=self._site(request).origin,
                reached=_reached(request).origin,
            )
        )
        return _response(answer)

    def _for_page(self, request: web.Request) -> PageRequest:
        return PageRequest(
            path=request.rel_url.raw_path,
            origin=self._site(request).origin,
            client=request.headers[_CLIENT],
            accepts=",".join(request.headers.getall("Accept-Encoding", ())),
            known=",".join(request.headers.getall("If-None-Match", ())),
        )

    def _site(self, request: web.Request) -> Site:
        """The server as answers name it: at its address for others, else as the client reached it."""
        own = request.get_extra_info("sockname")
        scheme, _, host = self._public.told(is_from_here=is_loopback(own)).partition("://")
        return Site(scheme, host) if host else _reached(request)

    def _status(self) -> HTTPStatus:
        return HTTPStatus.OK if self._health.trouble is None else HTTPStatus.SERVICE_UNAVAILABLE


def _shows_html(request: web.Request) -> bool:
    """Whether a client is a browser, or a program that reads pages to show links to them.

    Those say that they take anything, as `curl` does, but also who they are.
    """
    reader = request.headers.get("User-Agent", "")
    return "text/html" in request.headers.get("Accept", "") or _READER.search(reader) is not None


def _reached(request: web.Request) -> Site:
    """How the client reached the server."""
    return Site(request.headers[_SCHEME], request.host)


def _response(answer: HttpAnswer) -> web.Response:
    kind = {"Content-Type": answer.type} if answer.type else {}
    return web.Response(body=answer.body, status=answer.status, headers={**kind, **answer.headers})


def _say_what_there_is() -> web.Response:
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
