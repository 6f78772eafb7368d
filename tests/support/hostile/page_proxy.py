"""A proxy between a page and a server, which changes what the server says: a server that says anything."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import ClientSession, ClientWebSocketResponse, DummyCookieJar, web
from multidict import CIMultiDict

Wire = dict[str, Any]
Spoil = Callable[[Wire], Iterable[str]]
"""What a page gets in place of a message of the server: frames, in their order."""

_OF_CONNECTIONS: Final = frozenset(
    {"connection", "upgrade", "transfer-encoding", "content-length", "keep-alive"}
)


def honest(message: Wire) -> Iterable[str]:
    """What the server said."""
    yield json.dumps(message)


class PageProxy:
    """Passes on what a page and a server say. Mutable: what it makes of messages may change at any time."""

    def __init__(self, server: str, spoil: Spoil) -> None:
        """``server``: the URL of its pages."""
        self._server = server
        self.spoil = spoil
        self.url = ""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer a page as the server does, but for the messages of its WebSocket."""
        async with ClientSession(auto_decompress=False, cookie_jar=DummyCookieJar()) as session:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await self._connected(session, request)
            kept = {
                name: text for name, text in request.headers.items() if name.lower() not in _OF_CONNECTIONS
            }
            url = self._server + request.path_qs
            async with session.request(request.method, url, headers=kept, allow_redirects=False) as answer:
                heads = [(n, t) for n, t in answer.headers.items() if n.lower() not in _OF_CONNECTIONS]
                return web.Response(
                    status=answer.status, headers=CIMultiDict(heads), body=await answer.read()
                )

    async def _connected(self, session: ClientSession, request: web.Request) -> web.StreamResponse:
        names = [name.strip() for name in request.headers.get("Sec-WebSocket-Protocol", "").split(",")]
        page = web.WebSocketResponse(protocols=names)
        await page.prepare(request)
        kept = {"Host": request.host, "Origin": request.headers["Origin"]}
        async with session.ws_connect(
            self._server + request.path_qs, protocols=names, headers=kept
        ) as server:
            sending = asyncio.create_task(_copied(page, server))
            await self._spoiled(server, page)
            await page.close(code=server.close_code or 1001)
            await sending
        return page

    async def _spoiled(self, server: ClientWebSocketResponse, page: web.WebSocketResponse) -> None:
        async for frame in server:
            for text in self.spoil(json.loads(frame.data)):
                if page.closed:
                    return
                await page.send_str(text)


async def _copied(page: web.WebSocketResponse, server: ClientWebSocketResponse) -> None:
    async for frame in page:
        await server.send_str(frame.data)
    await server.close()


@asynccontextmanager
async def page_proxy(server: str, spoil: Spoil = honest) -> AsyncIterator[PageProxy]:
    """A proxy in front of a server, for the time of the block."""
    proxy = PageProxy(server, spoil)
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", proxy.answer)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    proxy.url = site.name
    try:
        yield proxy
    finally:
        await runner.cleanup()
