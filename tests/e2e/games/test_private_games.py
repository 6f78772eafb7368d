"""Private games, with the real command line: nobody else finds, counts or computes them."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.support.processes import JsonProcess, Process, ServerProcess, serving

PRIVATE = ("--new", "--private", "--time", "5+3", "--json", "--stay")


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    async with serving(tmp_path / "data") as running:
        yield running


def player(server: ServerProcess, directory: Path, name: str, *arguments: str) -> JsonProcess:
    return JsonProcess("play", server.url, "--name", name, *arguments, state=directory / name)


async def said_by(server: ServerProcess, directory: Path, *arguments: str) -> list[str]:
    """What a command of a stranger says."""
    async with Process(*arguments, "--name", "stranger", state=directory / "stranger") as process:
        assert await process.ended() == 0, process.said
        return list(process.said)


async def health(server: ServerProcess) -> dict[str, Any]:
    url = server.url.replace("ws", "http", 1) + "/healthz"
    body: dict[str, Any] = json.loads(await asyncio.to_thread(lambda: urlopen(url).read()))
    return body


async def begun(host: JsonProcess, guest: JsonProcess) -> None:
    for one in (host, guest):
        await one.until("started")


async def test_strangers_see_nothing_of_a_private_game(server: ServerProcess, tmp_path: Path) -> None:
    async with player(server, tmp_path, "ann", *PRIVATE) as ann:
        room = (await ann.until("room"))["room"]
        async with player(server, tmp_path, "bob", "--room", room, "--json", "--stay") as bob:
            await begun(ann, bob)
            assert (await health(server))["rooms"] == 0
            listed = "\n".join(await said_by(server, tmp_path, "lobby", server.url, "--plain"))
            assert "No open rooms" in listed

            await ann.type("/resign")
            assert (await bob.until("finished"))["winners"] is not None
            await bob.type("/rematch")
            await ann.until("offered")
            await ann.type("/accept")
            following = (await bob.until("continued"))["next"]
            assert room not in following
            assert (await bob.until("room", lambda line: line["room"] == following))["follows"] == room
            profile = await said_by(server, tmp_path, "profile", "ann", "--server", server.url)
            assert "No finished games yet." in "\n".join(profile)
            assert await _status(tmp_path, "watch", server.url, f"{room}-2", "--plain") == 4


async def _status(directory: Path, *arguments: str) -> int:
    async with Process(*arguments, "--name", "stranger", state=directory / "stranger") as process:
        return await process.ended()


async def test_both_are_told_that_a_rating_shows_the_result(server: ServerProcess, tmp_path: Path) -> None:
    rated = (*PRIVATE, "--rated")
    async with player(server, tmp_path, "ann", *rated) as refused:
        assert await refused.ended() == 2
        assert "everyone can see its result in the players' ratings" in "\n".join(refused.said)
    async with player(server, tmp_path, "ann", *rated, "--accepts-rating", "--seat", "0") as ann:
        room = (await ann.until("room"))["room"]
        async with player(server, tmp_path, "bob", "--room", room, "--json") as refused:
            assert await refused.ended() == 4
            assert "accept that with --accepts-rating" in "\n".join(refused.said).lower()
        async with player(server, tmp_path, "bob", "--room", room, "--json", "--accepts-rating") as bob:
            await begun(ann, bob)
            await ann.type("K10")
            await bob.until("move")
            await bob.type("K11")
            await ann.until("move", lambda line: line["point"] == "K11")
            await ann.type("/resign")
            assert len((await bob.until("rated"))["changes"]) == 2
    profile = await said_by(server, tmp_path, "profile", "ann", "--server", server.url)
    assert "1 lost" in "\n".join(profile)


async def test_a_player_who_got_up_has_to_accept_again(server: ServerProcess, tmp_path: Path) -> None:
    invited = (*PRIVATE, "--rated", "--accepts-rating", "--sides", "2", "--ready-check")
    async with player(server, tmp_path, "ann", *invited) as ann:
        room = (await ann.until("room"))["room"]
        async with player(server, tmp_path, "bob", "--room", room, "--json", "--accepts-rating") as bob:
            await ann.until("joined")
            await bob.type("/leave")
            await bob.until("left")
            await bob.type("/join")
            error = await bob.until("error")
            assert (error["code"], "type /join accept" in error["text"]) == ("rating-shown", True)
            await bob.type("/join accept")
            await bob.until("joined")
