"""The feed of finished games: valid Atom, with ids that stay, and only games that everybody may see."""

import re
from datetime import datetime
from xml.etree import ElementTree as ET

import pytest

from pente_core.identity import RoomId
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.http.sites import SitePolicy
from tests.server.net.http.api.reading import a_finished_game, filed, play_in_turn, read
from tests.server.net.http.test_pages import exchange, get
from tests.support.peer import Peer, Served, peers, serving

ATOM = "{http://www.w3.org/2005/Atom}"
ORIGIN = "http://127.0.0.1:8765"


async def feed(served: Served, query: str = "", *headers: str) -> ET.Element:
    status, found, body = await exchange(served, get(f"/api/games.atom{query}", *headers))
    assert (status, found["content-type"]) == (200, "application/atom+xml; charset=utf-8"), body
    assert body.startswith("<?xml version='1.0' encoding='utf-8'?>")
    assert "<feed xmlns=" in body
    return ET.fromstring(body.encode())


def text(element: ET.Element, name: str) -> str:
    (child,) = element.findall(f"{ATOM}{name}")
    assert child.text
    return child.text


def links(element: ET.Element) -> dict[str, str]:
    return {each.attrib["rel"]: each.attrib["href"] for each in element.findall(f"{ATOM}link")}


def assert_valid(root: ET.Element) -> None:
    """What RFC 4287 demands of a feed and its entries."""
    assert root.tag == f"{ATOM}feed"
    assert root.findall(f"{ATOM}author/{ATOM}name")
    ids = []
    for element in (root, *root.findall(f"{ATOM}entry")):
        ids.append(text(element, "id"))
        assert re.fullmatch("urn:uuid:[0-9a-f-]{36}", ids[-1])
        assert text(element, "title")
        assert datetime.fromisoformat(text(element, "updated")).tzinfo
        assert all(re.match("https?://", link) for link in links(element).values())
    assert len(set(ids)) == len(ids)


async def test_finished_games_newest_first(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    assert_valid(await feed(served))
    first = await a_finished_game(served, alice, bob, 180)
    second = await a_finished_game(served, carol, bob, 180, 0, 1)
    root = await feed(served)
    assert_valid(root)
    newest, oldest = root.findall(f"{ATOM}entry")
    assert [text(entry, "title") for entry in (newest, oldest)] == ["carol – bob", "alice – bob"]
    assert links(newest)["alternate"] == f"{ORIGIN}/g/{second}"
    assert links(oldest)["alternate"] == f"{ORIGIN}/g/{first}"
    assert links(root) == {"self": f"{ORIGIN}/api/games.atom", "alternate": f"{ORIGIN}/"}
    assert "<p>freestyle, 19x19. carol won by resignation after 3 moves.</p>" in text(newest, "content")
    assert f'src="{ORIGIN}/api/games/{second}.png"' in text(newest, "content")
    assert text(root, "updated") == text(newest, "updated")

    of_alice = await feed(served, "?player=ALICE")
    assert_valid(of_alice)
    assert [text(entry, "title") for entry in of_alice.findall(f"{ATOM}entry")] == ["alice – bob"]
    assert text(of_alice, "id") != text(root, "id")
    assert text(of_alice, "id") == text(await feed(served, "?player=alice"), "id")


async def test_ids_stay_wherever_the_server_is_reached() -> None:
    trusted = Networks([parse_network("127.0.0.1")])
    async with serving(sites=SitePolicy(trusted_proxies=trusted)) as served:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await a_finished_game(served, alice, bob, 180)
            here = await feed(served)
            forwarded = (
                "X-Forwarded-For: 198.51.100.7",
                "X-Forwarded-Proto: https",
                "X-Forwarded-Host: club.example",
            )
            there = await feed(served, "", *forwarded)
        entries = [root.findall(f"{ATOM}entry")[0] for root in (here, there)]
        assert text(here, "id") == text(there, "id")
        assert text(entries[0], "id") == text(entries[1], "id")
        assert links(entries[1])["alternate"].startswith("https://club.example/g/")
        assert text(entries[0], "id") != text(here, "id")


async def test_who_has_the_feed_is_sent_none(served: Served, trio: list[Peer]) -> None:
    await a_finished_game(served, trio[0], trio[1], 180)
    _, headers, _ = await exchange(served, get("/api/games.atom"))
    again = await exchange(served, get("/api/games.atom", f"If-None-Match: {headers['etag']}"))
    assert again[::2] == (304, "")


@pytest.mark.parametrize("query", ["?count=1", "?player=a&player=b"])
async def test_what_is_no_parameter(served: Served, query: str) -> None:
    assert (await read(served, f"/api/games.atom{query}"))[0] == 400


async def test_hidden_games_are_in_no_feed(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    room: RoomId = await alice.create("freestyle", "-", invite=("bob",), options=Options(private=True))
    await bob.act(room, cmd.Join())
    await play_in_turn(room, (alice, bob), 180)
    await bob.act(room, cmd.Resign())
    await filed(served)
    for query in ("", "?player=alice"):
        assert not (await feed(served, query)).findall(f"{ATOM}entry")
