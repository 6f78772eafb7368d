"""Advice in games on a server: only where the room allows it, which both sides are told."""

from pathlib import Path

import pytest

from pente_client.connection import Client, RequestRejected
from pente_core.room import Options
from tests.support.processes import JsonProcess, serving

NEW = ("--new", "--seat", "0", "--name", "anna")


async def test_hints_by_an_option_that_both_sides_see(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, "--json")
        async with JsonProcess(*play, *NEW, "--hints", state=tmp_path / "a") as anna:
            room = (await anna.until("room"))["room"]
            async with JsonProcess(*play, "--room", room, "--name", "boris", state=tmp_path / "b") as boris:
                assert (await boris.until("room"))["options"]["hints"]
                await anna.until("started")
                await anna.type("/hint")
                advice = await anna.until("advice")
                assert (advice["points"][0]["point"], advice["kind"]) == ("K10", "hint")


async def test_no_hints_without_the_option_until_the_game_is_over(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, "--json", "--stay")
        async with JsonProcess(*play, *NEW, state=tmp_path / "a") as anna:
            room = (await anna.until("room"))["room"]
            async with JsonProcess(*play, "--room", room, "--name", "boris", state=tmp_path / "b") as boris:
                await anna.until("started")
                await anna.type("/hint")
                assert (await anna.until("error"))["code"] == "no-advice"
                await boris.type("/resign")
                await anna.until("finished")
                await anna.type("/hint")
                await anna.until("advice")


async def test_a_server_refuses_rated_rooms_with_hints(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server, Client(server.url, name="anna") as client:
        with pytest.raises(RequestRejected) as rejected:
            await client.create("pente", "5+3", options=Options(rated=True, hints=True))
        assert rejected.value.code == "hints-rated"
        await client.create("pente", "5+3", options=Options(hints=True))
