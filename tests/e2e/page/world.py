"""A server with something of everything, for pictures of its pages and for what holds on all of them."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from pente_protocol.messages.rooms import ShareCode
from tests.e2e.page.games import WON_BY_LINE, ShownGame, shown_game
from tests.support.processes import ServerProcess, serving

LONG: Final = "K10 L11 N10 L10 L9 M8 K11 K12 J10 H10 M10 O10 N9 L7 L8 M9 K9 K8 J9 M12 H8 G7 J11 J12 H12 G13"
_ROUTE: Final = re.compile(r'^  \["(/[^"]*)"', re.MULTILINE)
_EMBEDDED: Final = "/embed/ROOM"


@dataclass(frozen=True, slots=True)
class World:
    """A server, its games, and the addresses of its pages."""

    server: ServerProcess
    live: ShownGame
    finished: ShownGame
    addresses: Mapping[str, str]
    """Paths by a short name."""


@asynccontextmanager
async def world(data: Path) -> AsyncIterator[World]:
    """Such a server for the time of the block: games that run, wait and are over, with chat."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(data))
        live = await stack.enter_async_context(shown_game(server.url, "anna", "boris"))
        await live.play(LONG)
        for seat, text in enumerate(
            ("Good luck!", "You too. That row of three on the right looks dangerous.")
        ):
            await live.say(seat, text)
        finished = await stack.enter_async_context(shown_game(server.url, "clara", "dmitri"))
        await finished.play(WON_BY_LINE)
        await finished.say(1, "Well played!")
        many = shown_game(
            server.url, *("emma", "felix", "greta", "hugo"), ruleset={"base": "pente", "sides": 4}, time="-"
        )
        await (await stack.enter_async_context(many)).play("K10 L11 K12 M9 Q4 L10 J11")
        waiting = shown_game(
            server.url, "ingrid", ruleset={"base": "keryo-pente", "size": 13}, time="3d/move"
        )
        open_room = await stack.enter_async_context(waiting)
        shared = await open_room.players[0].ok(ShareCode, room=open_room.room)
        paths = _addresses(live.room, finished.room, shared.code)
        paths |= {
            "scrubbed": f"/r/{live.room}#7",
            "over": f"/r/{finished.room}",
            "open": f"/r/{open_room.room}",
        }
        yield World(server, live, finished, paths)


def _patterns() -> dict[str, str]:
    """Every address of the page by a short name."""
    table = (files("pente_server") / "web" / "app" / "routes.js").read_text(encoding="utf-8")
    patterns = (*_ROUTE.findall(table), _EMBEDDED, "/nowhere")
    return {re.sub(r"\W", "-", pattern).strip("-").lower() or "home": pattern for pattern in patterns}


NAMES: Final = (*_patterns(), "scrubbed", "over", "open")
"""The short names of a world's addresses."""


def _addresses(room: str, game: str, code: str) -> dict[str, str]:
    """Those of the table, with what is on the server in the place of its words."""
    words = {"ROOM": room, "GAME": game, "CODE": code, "NAME": "anna"}
    named = _patterns().items()
    return {name: re.sub("[A-Z]+", lambda word: words[word[0]], pattern) for name, pattern in named}
