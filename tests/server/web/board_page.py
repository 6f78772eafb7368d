"""A page with one board, from the product's own files and with its policy, for tests and for looking at."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from aiohttp import web

import pente_server
from pente_server.net.http.page.assets import SENTENCES, load_assets
from pente_server.net.http.page.document import PAGE_HEADERS

WEB = Path(pente_server.__file__).with_name("web")
FOLDERS = {"web": WEB, "page": Path(__file__).with_name("page")}
TYPES = {".css": "text/css", ".js": "text/javascript"}
STYLES = ("tokens", "base", "board")
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/">{styles}<script type="module" src="/page/board.js"></script></head>
<body><main id="main"><h1 class="unseen">Board</h1></main></body></html>"""


class BoardSite:
    """Where the page is."""

    def __init__(self, port: int) -> None:
        self._port = port

    def url(self, **rules: Any) -> str:
        """The page with a game of these rules; pente where nothing is said."""
        return f"http://127.0.0.1:{self._port}/?{quote(json.dumps(rules))}"


@asynccontextmanager
async def board_site() -> AsyncIterator[BoardSite]:
    """The page, for the time of the block."""
    styles = "".join(f'<link rel="stylesheet" href="/web/style/{name}.css">' for name in STYLES)
    sentences = load_assets().by_path[SENTENCES].body.plain  # which the server makes, and no file has

    async def answer(request: web.BaseRequest) -> web.Response:
        if request.path == "/":
            return web.Response(
                text=PAGE.replace("{styles}", styles), content_type="text/html", headers=PAGE_HEADERS
            )
        _, folder, path = request.path.split("/", 2)
        file = FOLDERS[folder] / path
        body = sentences if path == SENTENCES else file.read_bytes()
        return web.Response(body=body, content_type=TYPES[file.suffix])

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield BoardSite(runner.addresses[0][1])
    finally:
        await runner.cleanup()
