"""Whom the open seats of a room are for, as typed by people and asked for by bots at a real server."""

from pathlib import Path

import pytest

from pente_client.connection import Client, RequestRejected
from pente_core.identity import PlayerKind
from pente_core.room import Join
from tests.support.processes import JsonProcess, serving


async def test_nobody_is_led_to_a_host_who_has_gone(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, "--json")
        async with JsonProcess(*play, "--new", "--name", "anna", state=tmp_path) as anna:
            room = (await anna.until("room"))["room"]
            async with JsonProcess("lobby", server.url, "--json", "--follow", state=tmp_path / "l") as lobby:
                assert (await lobby.until("room"))["host_present"] is True
                anna.process.kill()
                while (await lobby.until("room"))["host_present"]:
                    pass
            async with JsonProcess(*play, "--name", "bob", state=tmp_path / "b") as bob:
                opened = await bob.until("room")
                assert (opened["host"]["name"], opened["status"]) == ("bob", "waiting")
                await bob.type("/quit")
                assert "You left the room, and it is closed." in (await bob.until("notice"))["text"]
            async with JsonProcess(*play, "--room", room, state=tmp_path / "c") as carl:
                assert await carl.ended() == 4
                assert "host of this room is away" in carl.said[-1]


async def test_bots_join_where_the_room_says_so_and_guests_where_it_does_not_say_no(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "data") as server,
        Client(server.url, name="hexa", kind=PlayerKind.BOT) as bot,
    ):
        new = ("play", server.url, "--new", "--time", "-", "--json", "--name", "anna")
        async with JsonProcess(*new, "--named-only", state=tmp_path) as anna:
            opened = await anna.until("room")
            assert (opened["options"]["bots"], opened["options"]["named_only"]) == ("invited", True)
            with pytest.raises(RequestRejected, match="invitation"):
                await bot.act(opened["room"], Join())
            join = ("play", server.url, "--room", opened["room"], "--json")
            async with JsonProcess(*join, state=tmp_path / "guest") as guest:
                assert await guest.ended() == 4
                assert "pente account rename NAME" in guest.said[-1]
        async with JsonProcess(*new, "--bots", "anybody", state=tmp_path) as anna:
            opened = await anna.until("room")
            assert opened["options"]["bots"] == "anybody"
            await bot.act(opened["room"], Join())
            assert (await anna.until("joined"))["player"]["name"] == "hexa"
