"""Whom the open seats of a room are for, as typed by people and asked for by bots at a real server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pente_client.connection import Client, InvitationReceived, RequestRejected
from pente_core.identity import PlayerKind
from pente_core.room import commands as cmd
from tests.support.processes import JsonProcess, Line, serving


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
                await bot.act(opened["room"], cmd.Join())
            join = ("play", server.url, "--room", opened["room"], "--json")
            async with JsonProcess(*join, state=tmp_path / "guest") as guest:
                assert await guest.ended() == 4
                assert "pente account rename NAME" in guest.said[-1]
        async with JsonProcess(*new, "--bots", "anybody", state=tmp_path) as anna:
            opened = await anna.until("room")
            assert opened["options"]["bots"] == "anybody"
            await bot.act(opened["room"], cmd.Join())
            assert (await anna.until("joined"))["player"]["name"] == "hexa"


@asynccontextmanager
async def a_bot(url: str, name: str, declines: str = "") -> AsyncIterator[Client]:
    """A bot that takes the seat to which it is invited; or ``declines``, and says that."""

    async def answer() -> None:
        async for update in bot.updates():
            if isinstance(update, InvitationReceived):
                await bot.watch(update.summary.id)
                if declines:
                    await bot.act(update.summary.id, cmd.Say(declines))
                await bot.act(update.summary.id, cmd.Decline() if declines else cmd.Join())

    async with Client(url, name=name, kind=PlayerKind.BOT) as bot:
        answering = asyncio.create_task(answer())
        try:
            yield bot
        finally:
            answering.cancel()


def _is_on(room: Line) -> bool:
    return bool(room["status"] == "playing")


async def test_who_waits_alone_is_offered_the_easiest_bot_and_later_the_one_they_have_played(
    tmp_path: Path,
) -> None:
    async with (
        serving(tmp_path / "data") as server,
        a_bot(server.url, "patterns-bot"),
        a_bot(server.url, "random-bot") as weakest,
    ):
        new = ("play", server.url, "--new", "--time", "-", "--json")
        await weakest.create("pente", "-")  # where it plays with somebody
        async with JsonProcess(
            "play", server.url, "--time", "-", "--json", state=tmp_path / "boris"
        ) as boris:
            await boris.until("room", _is_on)
            async with JsonProcess(*new, "--name", "anna", state=tmp_path / "anna") as anna:
                assert "to play random-bot" in (await anna.until("notice"))["text"]
                await anna.type("/bot patterns")
                await anna.until("room", _is_on)
                await anna.type("/resign")
                await anna.until("finished")
            async with JsonProcess(*new, "--name", "anna", state=tmp_path / "anna") as anna:
                assert "to play patterns-bot" in (await anna.until("notice"))["text"]


async def test_a_bot_is_played_by_all_terms_of_the_room_that_waited(tmp_path: Path) -> None:
    terms = (
        "--seat",
        "1",
        "--time-odds",
        "5+3,2+1",
        "--give",
        "K10,L12",
        "--games",
        "2",
        "--hints",
        "--ready-check",
    )
    more = ("--watch", "invited", "--viewer-delay", "30s", "--captures", "4", "--no-takebacks")
    async with serving(tmp_path / "data") as server, a_bot(server.url, "random-bot"):
        play = ("play", server.url, "--new", "--json", "--name", "anna", *terms, *more)
        async with JsonProcess(*play, state=tmp_path / "anna") as anna:
            waited = await anna.until("room")
            await anna.type("/bot")
            played = await anna.until("room", lambda room: room["room"] != waited["room"])
            own = {"room", "code", "link", "version", "seats", "invited"}
            assert {name: value for name, value in played.items() if name not in own} == {
                name: value for name, value in waited.items() if name not in own
            }
            assert played["seats"][1] == waited["seats"][1]


async def test_who_asked_a_bot_that_declines_waits_on_and_knows_why(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "data") as server,
        a_bot(server.url, "random-bot", "I play blitz only.") as bot,
    ):
        play = ("play", server.url, "--new", "--json", "--name", "anna")
        async with JsonProcess(*play, state=tmp_path / "anna") as anna:
            waited = await anna.until("room")
            await anna.type("/bot")
            why = await anna.until("error")
            assert why["text"] == "random-bot declines: I play blitz only. Your room stays open."
            assert [row.room.id for row in await bot.list_rooms()] == [waited["room"]]
