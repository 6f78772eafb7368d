"""Whoever waits in vain says for what, and what came instead."""

import asyncio
import sys
from collections.abc import Awaitable
from pathlib import Path

import pytest

from pente_protocol.messages.lists import Invited
from pente_protocol.messages.people import Profile
from tests.support import waiting
from tests.support.client.scripted_server import connected, scripted
from tests.support.hostile.raw_peer import Broken, RawPeer
from tests.support.peer import peers, serving
from tests.support.processes import JsonProcess, Process
from tests.support.waiting import PATIENCE, in_vain, patience, until


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.05)


async def complaint(wait: Awaitable[object]) -> str:
    with pytest.raises(AssertionError) as caught:
        await wait
    return str(caught.value)


@pytest.mark.usefixtures("impatient")
async def test_a_condition_says_what_its_parts_were_worth() -> None:
    moves = ["K10", "L11"]
    said = await complaint(until(lambda: len(moves) == 3 and not moves.count("K10")))
    assert said == (
        "waited 0.05 s for len(moves) == 3 and (not moves.count('K10')); heard last:"
        "\n  len(moves) = 2\n  moves.count('K10') = 1"
    )


@pytest.mark.usefixtures("impatient")
async def test_a_condition_with_a_name_says_its_name_and_variables() -> None:
    games = 7

    async def all_over() -> bool:
        return games == 0

    said = await complaint(until(all_over))
    assert "all_over; heard last:\n  games = 7" in said


@pytest.mark.usefixtures("impatient")
async def test_a_part_that_fails_is_named_with_its_error() -> None:
    rooms: dict[str, int] = {}
    said = await complaint(until(lambda: "a" in rooms and rooms["a"] == 1))
    assert "rooms['a'] = KeyError('a')" in said


@pytest.mark.usefixtures("impatient")
async def test_who_waits_in_a_block_says_what_was_heard_meanwhile() -> None:
    heard: list[str] = []

    async def wait() -> None:
        async with patience("the third move", lambda: heard):
            heard.append("the second move")
            await asyncio.Event().wait()

    assert await complaint(wait()) == "waited 0.05 s for the third move; heard last:\n  the second move"


async def test_the_timeout_of_somebody_else_stays_what_it_is() -> None:
    with pytest.raises(TimeoutError):
        async with patience("anything"):
            raise TimeoutError


def test_only_so_much_is_said() -> None:
    said = in_vain("an end", (f"{number}:" + "x" * 10_000 for number in range(100)), PATIENCE)
    assert "99:xxx" in said
    assert "91:xxx" not in said
    assert len(said) < 25_000
    assert "(10002 characters)" in in_vain("it", [["x" * 9_998]], 1)


def test_nothing_heard_is_said_too() -> None:
    assert in_vain("a word", (), 1) == "waited 1 s for a word; heard last: nothing"


async def test_a_peer_says_its_last_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as served, peers(served.url, "alice") as (alice,):
        with monkeypatch.context() as hurry:
            hurry.setattr(waiting, "PATIENCE", 0.05)
            said = await complaint(alice.heard(Invited))
        assert "for Invited that fits; heard last:" in said
        assert "Welcome(" in said
        await alice.connection.close()
        said = await complaint(alice.heard(Invited))
        assert "the connection ended" in said
        assert "Welcome(" in said


async def test_a_scripted_server_says_what_the_client_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    async with scripted() as server, connected(server) as (_, peer):
        monkeypatch.setattr(waiting, "PATIENCE", 0.05)
        said = await complaint(peer.expect(Profile))
        assert "for a Profile of the client" in said
        assert "Hello(" in said
        assert "for a client to connect; heard last: nothing" in await complaint(server.accept())


async def test_a_process_says_its_last_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process("-c", "print('one', flush=True); input()", state=tmp_path)
    process.command = (sys.executable,)
    async with process:
        assert await process.line() == "one"
        monkeypatch.setattr(waiting, "PATIENCE", 0.05)
        said = await complaint(process.line_with("two"))
        monkeypatch.setattr(waiting, "PATIENCE", PATIENCE)
    assert "for a line with 'two' from pente -c" in said
    assert said.endswith("heard last:\n  one")


async def test_a_process_that_ends_says_all_its_lines(tmp_path: Path) -> None:
    process = JsonProcess("-c", 'print(\'{"t": "one"}\')', state=tmp_path)
    process.command = (sys.executable,)
    async with process:
        said = await complaint(process.until("two"))
    assert "ended before a line 'two' that fits" in said
    assert '{"t": "one"}' in said


async def test_a_raw_peer_says_how_much_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as served:
        peer = await RawPeer.connect(served.port)
        await peer._greeting
        monkeypatch.setattr("tests.support.hostile.raw_peer.ANSWER_WITHIN", 0.05)
        monkeypatch.setattr(peer, "send", lambda _: None)
        with pytest.raises(Broken, match=r"for an answer to Hello\(.*\n  0 frames of 0 bytes"):
            await peer.hello()
        peer.close()
