"""Boards in pages of others: links to this very server, and only to what everybody may see."""

from typing import Any
from urllib.parse import quote

import pytest

from pente_core.room import BotPolicy, Options
from pente_core.room import commands as cmd
from tests.server.net.http.api.reading import a_finished_game, read
from tests.support.peer import Peer, Served

ORIGIN = "http://127.0.0.1:8765"


async def embed(served: Served, url: str, more: str = "") -> tuple[int, Any]:
    return await read(served, f"/api/oembed?url={quote(url, safe='')}{more}")


async def test_a_game_and_a_room(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    game = await a_finished_game(served, alice, bob, 180)
    status, found = await embed(served, f"{ORIGIN}/g/{game}#1")
    assert status == 200
    assert found == {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Pente",
        "provider_url": ORIGIN,
        "title": "alice – bob",
        "html": (
            f'<iframe src="{ORIGIN}/embed/{game}" title="alice – bob" width="480" height="600"'
            ' style="border:0" loading="lazy" allow="fullscreen"></iframe>'
        ),
        "width": 480,
        "height": 600,
        "cache_age": 60,
        "thumbnail_url": f"{ORIGIN}/api/games/{game}.png?preview=true",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }
    room = await alice.create("freestyle", "-", options=Options(bots=BotPolicy.ANYBODY))
    await bob.act(room, cmd.Join())
    status, found = await embed(served, f"HTTP://127.0.0.1:8765/r/{room}?x=1", "&format=json")
    assert (status, found["title"]) == (200, "alice – bob")
    assert f'src="{ORIGIN}/embed/{room}"' in found["html"]


@pytest.mark.parametrize(
    ("room", "size", "thumbnail"),
    [
        ("maxwidth=300", (300, 600), None),
        ("maxheight=200", (480, 200), None),
        ("maxwidth=700&maxheight=700", (480, 600), 640),
        ("maxwidth=1200&maxheight=630", (480, 600), 1200),
    ],
)
async def test_there_is_only_so_much_room(
    served: Served, trio: list[Peer], room: str, size: tuple[int, int], thumbnail: int | None
) -> None:
    game = await a_finished_game(served, trio[0], trio[1], 180)
    _, found = await embed(served, f"{ORIGIN}/g/{game}", f"&{room}")
    assert (found["width"], found["height"]) == size
    assert found.get("thumbnail_width") == thumbnail
    assert ("thumbnail_url" in found) == (thumbnail is not None)


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1:8765/g/GAME",
        "http://127.0.0.1/g/GAME",
        "http://elsewhere.example/g/GAME",
        "http://127.0.0.1:8765@elsewhere.example/g/GAME",
        "//127.0.0.1:8765/g/GAME",
        "/g/GAME",
        f"{ORIGIN}/",
        f"{ORIGIN}/u/alice",
        f"{ORIGIN}/g/GAME/x",
        f"{ORIGIN}/g/GAME%22",
        f"{ORIGIN}/embed/GAME",
        "http://[::1/g/GAME",
        "javascript:alert(1)",
        "http://127.0.0.1:x/g/GAME",
    ],
)
async def test_links_to_other_things(served: Served, trio: list[Peer], url: str) -> None:
    game = await a_finished_game(served, trio[0], trio[1], 180)
    status, said = await embed(served, url.replace("GAME", game))
    assert (status, said["error"]) == (404, "not-found")


async def test_other_formats_and_hidden_games(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    room = await alice.create("freestyle", "-", invite=("bob",), options=Options(private=True))
    await bob.act(room, cmd.Join())
    assert (await embed(served, f"{ORIGIN}/r/{room}"))[0] == 403
    assert (await embed(served, f"{ORIGIN}/g/{room}"))[0] == 404
    assert (await embed(served, f"{ORIGIN}/r/{room}", "&format=xml"))[0] == 501
