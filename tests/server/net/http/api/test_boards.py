"""Boards as pictures over HTTP: of what everybody may see, at any moment of a game."""

from xml.etree import ElementTree as ET

import pytest

from pente_core.room import BotPolicy, Options, ViewerDelay
from pente_core.room import commands as cmd
from tests.server.net.http.api.reading import EMPTY, a_finished_game, filed, play_in_turn, raw, read
from tests.server.net.http.test_pages import exchange, get
from tests.support.peer import Peer, Served

SVG = "{http://www.w3.org/2000/svg}"


async def drawn(served: Served, path: str) -> ET.Element:
    status, headers, body = await exchange(served, get(path))
    assert (status, headers["content-type"]) == (200, "image/svg+xml; charset=utf-8"), body
    assert headers["content-security-policy"].startswith("default-src 'none'")
    return ET.fromstring(body)


def stones(root: ET.Element) -> list[str]:
    return [each.text or "" for circle in root.iter(f"{SVG}circle") for each in circle.iter(f"{SVG}title")]


def texts(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text") if len(each.text or "") > 2]


async def test_a_live_game(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    options = Options(bots=BotPolicy.ANYBODY, viewer_delay=ViewerDelay(moves=2))
    room = await alice.create("freestyle", "-", seat=0, options=options)
    await bob.act(room, cmd.Join())
    await play_in_turn(room, (alice, bob), 180, 0, 1)
    root = await drawn(served, f"/api/rooms/{room}.svg")
    assert stones(root) == ["K10"]  # the others are seen later
    assert texts(root) == ["alice – bob", "freestyle, 19x19", "1 move so far, bob to move."]
    head, body = await raw(served, f"/api/rooms/{room}.png")
    assert b"Content-Type: image/png" in head
    assert body.startswith(b"\x89PNG")

    await bob.act(room, cmd.Resign())
    await filed(served)
    for path in (f"/api/rooms/{room}.svg", f"/api/games/{room}.svg"):
        root = await drawn(served, path)
        assert sorted(stones(root)) == ["A1", "B1", "K10"]
        assert texts(root)[-1] == "alice won by resignation after 3 moves."
        root = await drawn(served, f"{path}?ply=2")
        assert sorted(stones(root)) == ["A1", "K10"]
        assert texts(root)[-1] == "After 2 moves."


async def test_a_preview_is_wide(served: Served, trio: list[Peer]) -> None:
    game = await a_finished_game(served, trio[0], trio[1], 180)
    sizes = {}
    for query in ("", "?preview=true", "?preview=false&ply=0"):
        _, body = await raw(served, f"/api/games/{game}.png{query}")
        sizes[query] = tuple(int.from_bytes(body[start : start + 4]) for start in (16, 20))
    assert sizes == {"": (640, 640), "?preview=true": (1200, 630), "?preview=false&ply=0": (640, 640)}


async def test_any_position(served: Served) -> None:
    assert stones(await drawn(served, f"/api/position.svg?position={EMPTY}")) == []
    small = '3/1X1/2O 0,0 0X1 - - 2 {"base":"freestyle","size":3,"line":3}'.replace(" ", "%20")
    assert stones(await drawn(served, f"/api/position.svg?position={small}")) == ["B2", "C1"]


@pytest.mark.parametrize("suffix", ["svg", "png"])
async def test_who_has_the_picture_is_sent_none(served: Served, trio: list[Peer], suffix: str) -> None:
    game = await a_finished_game(served, trio[0], trio[1], 180)
    head, _ = await raw(served, f"/api/games/{game}.{suffix}")
    tag = next(line for line in head.decode().split("\r\n") if line.lower().startswith("etag: "))[6:]
    again = get(f"/api/games/{game}.{suffix}", f"If-None-Match: {tag}")
    assert (await exchange(served, again))[::2] == (304, "")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("rooms/abcdefgh.svg", 404, "unknown-room"),
        ("rooms/abcdefgh.png", 404, "unknown-room"),
        ("games/abcdefgh.png", 404, "unknown-room"),
        ("games/GAME.svg?ply=2", 404, "no-such-move"),
        ("games/GAME.svg?ply=x", 400, "bad-parameter"),
        ("games/GAME.svg?preview=true", 400, "bad-parameter"),
        ("games/GAME.png?preview=yes", 400, "bad-parameter"),
        ("position.svg", 400, "bad-parameter"),
        ("position.svg?position=nice", 400, "bad-position"),
    ],
)
async def test_what_can_not_be_drawn(
    served: Served, trio: list[Peer], path: str, status: int, code: str
) -> None:
    game = await a_finished_game(served, trio[0], trio[1], 180)
    found, said = await read(served, f"/api/{path.replace('GAME', game)}")
    assert (found, said["error"]) == (status, code)


async def test_a_private_game_is_not_drawn(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    room = await alice.create("freestyle", "-", invite=("bob",), options=Options(private=True))
    await bob.act(room, cmd.Join())
    for suffix in ("svg", "png", "png?preview=true"):
        assert (await read(served, f"/api/rooms/{room}.{suffix}"))[0] == 403
        assert (await read(served, f"/api/games/{room}.{suffix}"))[0] == 404
