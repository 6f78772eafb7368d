"""Players get what a server keeps about them, and delete it, by the real command line at a real server."""

import io
import json
import stat
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pente_client.cli.steps import personal_data
from pente_client.connection import CredentialStore
from pente_core.identity import PlayerKind, RoomId
from pente_core.rating import Rating
from pente_core.room import OfferKind, Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.login.keys import key_to_text
from pente_protocol.messages.archive import GameFilter, GameList, Games
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.people import Block, DeleteAccount, LeaderList, Leaders, Rename
from pente_protocol.messages.rooms import Act, Create, Watch
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.store.redis.store import RedisStore
from tests.e2e.accounts.test_account import Shell
from tests.support.peer import Peer, Served, a_game, creating, peers, play, serving
from tests.support.ratings import give_rating
from tests.support.valkey import ALWAYS, running_valkey
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("patient_stores")

PRIVATE = Options(private=True)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    for name in ("PENTE_URL", "PENTE_NAME", "PENTE_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    return Shell(tmp_path / "home", monkeypatch, capsys)


@pytest.fixture(params=["memory", "valkey"])
async def served(request: pytest.FixtureRequest) -> AsyncIterator[Served]:
    if request.param == "memory":
        async with serving() as running:
            yield running
        return
    with running_valkey(*ALWAYS) as valkey:
        async with serving(await RedisStore.connect(valkey.url)) as running:
            yield running


async def credential_of(shell: Shell, served: Served, name: str) -> str:
    """Claim a name with the command line; what signs in with its secret."""
    await shell.lines("account", "create", name, served.url)
    known = CredentialStore.default().find(served.node.identity.server_id, PlayerKind.PERSON, name)
    assert known is not None
    return f"{known.player}.{key_to_text(known.secret)}"


async def played(served: Served, credential: str) -> tuple[RoomId, RoomId]:
    """A rated and a private game that anna has lost against boris."""
    async with Peer(served.url) as anna, Peer(served.url) as boris:
        await anna.hello(credential=credential)
        await boris.hello("boris")
        rated = await anna.create("pente", "5+3", options=Options(rated=True))
        await boris.act(rated, cmd.Join())
        await play(anna, rated, 180)
        await play(boris, rated, 0)
        await anna.act(rated, cmd.Resign())
        await anna.happened(ev.RatingsChanged)
        private = await anna.create("gomoku", "5+3", options=PRIVATE)
        await boris.act(private, cmd.Join())
        await anna.act(private, cmd.Resign())
        await until(lambda: _is_filed(served))
        return rated, private


async def _is_filed(served: Served) -> bool:
    return not await served.node.store.archive.unfiled(served.node.heartbeat.now())


async def test_all_that_a_server_keeps(served: Served, shell: Shell, tmp_path: Path) -> None:
    credential = await credential_of(shell, served, "anna")
    rated, private = await played(served, credential)
    await shell.lines("account", "rename", "annika", served.url, "--name", "anna")
    await shell.lines("account", "block", "boris", served.url, "--name", "annika")
    file = tmp_path / "anna.jsonl"
    assert await shell.run("account", "data", str(file), served.url, "--name", "annika") == 0, shell.complaint
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    lines: list[dict[str, Any]] = [json.loads(line) for line in file.read_text().splitlines()]
    account, score, counted = lines[:3]
    assert (account["t"], account["name"], account["earlier_names"]) == ("account", "annika", ["anna"])
    assert account["blocked"] == ["boris"]
    assert (score["t"], score["ruleset"], score["losses"], score["rated"]) == ("score", "pente", 1, 1)
    assert (counted["t"], counted["room"], counted["result"]) == ("counted", rated, "loss")
    assert {line["room"] for line in lines if line["t"] == "log"} == {rated, private}
    assert sum(line["t"] == "finished" for line in lines) == 2
    assert credential.partition(".")[2] not in file.read_text()
    assert await shell.run("account", "data", str(file), served.url) == 1
    assert "already exists" in shell.complaint


async def test_what_is_kept_about_correspondence(served: Served, shell: Shell) -> None:
    credential = await credential_of(shell, served, "anna")
    async with Peer(served.url) as anna, Peer(served.url) as boris:
        await anna.hello(credential=credential)
        await boris.hello("boris")
        room = await a_game(boris, anna, "freestyle", "3d/move")
        await play(boris, room, 200)
        await play(anna, room, 201)
        await anna.act(room, cmd.SetConditions(((Point(180), Point(181)),)))
        await shell.lines("account", "vacation", "on", "2", "--server", served.url)
        await shell.lines("account", "notify", "on", "--server", served.url)
        lines = [json.loads(line) for line in await shell.lines("account", "data", "-", served.url)]
    account, planned, *others = lines
    ((start, end),) = account["vacations"]
    assert end - start == 2 * 24 * 60 * 60 * 1000
    assert account["notify"]
    assert planned == {"t": "planned", "room": room, "lines": [["K10", "L10"]]}
    assert not [line for line in others if line["t"] == "planned"]


async def test_no_part_of_it_is_left_when_the_server_says_no(
    served: Served, shell: Shell, tmp_path: Path
) -> None:
    credential = await credential_of(shell, served, "anna")
    async with Peer(served.url) as anna:
        await anna.hello(credential=credential)
        await anna.ok(DeleteAccount, name="anna")
    file = tmp_path / "anna.jsonl"
    assert await shell.run("account", "data", str(file), served.url, "--name", "anna") == 4
    assert "was deleted" in shell.complaint
    assert not file.exists()


async def test_nothing_is_asked_of_a_server_without_a_name_of_yours(served: Served, shell: Shell) -> None:
    for action in (["data", "-"], ["delete", "--yes"]):
        assert await shell.run("account", *action, served.url, "--name", "anna") == 1
        assert "No such name here" in shell.complaint
    async with peers(served.url, "anna") as (anna,):
        assert anna.welcome.player.name == "anna"


async def test_a_deleted_account_is_gone_and_its_games_stay(served: Served, shell: Shell) -> None:
    credential = await credential_of(shell, served, "anna")
    rated, _ = await played(served, credential)
    async with Peer(served.url) as other:
        await other.hello(credential=credential)
        await give_rating(served.node.store, other, Rating(1700, 60, 0.06), "gomoku/rapid")
        anna = other.welcome.player.id
        assert await shell.lines("account", "delete", served.url, "--name", "anna", "--yes") == [
            f"Deleted anna at {served.url}."
        ]
        await assert_gone(served, anna, rated)
        assert await other.closed() == (CloseCode.ACCOUNT_DELETED, "this account was deleted")
    async with Peer(served.url) as again:
        assert await _code_of_hello(again, "anna", credential) == "account-deleted"
    async with Peer(served.url) as stranger:
        assert await _code_of_hello(stranger, "Anna") == "name-taken"
    assert "no names yet" in (await shell.lines("account"))[0]


async def assert_gone(served: Served, player: str, game: RoomId) -> None:
    """Nobody finds the player; the opponent finds the game, with the name."""
    async with Peer(served.url) as boris:
        await boris.hello("cyd")
        board = await boris.told(LeaderList, Leaders, ruleset="gomoku")
        assert player not in {leader.player.id for each in board.boards for leader in each.leaders}
        for text in ("anna", player):
            assert await boris.code(Games, which=GameFilter(player=text)) == "unknown-player"
        found = await boris.told(GameList, Games, which=GameFilter(player="boris"))
        assert [(each.id, {one.name for one in each.players}) for each in found.games] == [
            (game, {"anna", "boris"})
        ]


async def _code_of_hello(peer: Peer, name: str, credential: str = "") -> str:
    return await peer.code(Hello, **await peer.introduced(name, credential=credential))


async def test_not_while_a_game_goes_on(served: Served, shell: Shell) -> None:
    credential = await credential_of(shell, served, "anna")
    async with Peer(served.url) as anna:
        await anna.hello(credential=credential)
        await anna.create()
        assert await anna.code(DeleteAccount, name="boris") == "bad-name"
        assert await shell.run("account", "delete", served.url, "--name", "anna", "--yes") == 4
        assert "you have seats in 1 room" in shell.complaint


async def test_again_after_an_answer_was_lost(served: Served, shell: Shell) -> None:
    credential = await credential_of(shell, served, "anna")
    async with Peer(served.url) as anna:
        await anna.hello(credential=credential)
        await anna.ok(DeleteAccount, name="anna")
    said = await shell.json("account", "delete", served.url, "--name", "anna", "--yes")
    assert (said["t"], said["name"]) == ("deleted", "anna")


async def test_all_connections_end(served: Served) -> None:
    async with peers(served.url, "anna", "boris") as (anna, boris), Peer(served.url) as other:
        await other.hello(credential=anna.credential)
        room = await boris.create()
        await other.ok(Watch, room=room)
        await anna.ok(DeleteAccount, name="anna")
        for peer in (anna, other):
            assert await peer.closed() == (CloseCode.ACCOUNT_DELETED, "this account was deleted")
        await boris.act(room, cmd.Say("hello"))
        await boris.happened(ev.Said)


async def test_nothing_is_done_that_was_asked_after_a_deletion(served: Served) -> None:
    async with peers(served.url, "anna", "boris") as (anna, boris):
        room, me = await boris.create(), anna.welcome.player.id
        _ = await anna.post(DeleteAccount, name="anna")
        _ = await anna.post(Block, player="boris")
        _ = await anna.post(Act, **anna.acting(room, cmd.Say("still here")))
        assert (await anna.closed())[0] == CloseCode.ACCOUNT_DELETED
        assert not any(isinstance(event, ev.Said) for _, event in boris.events(room))
        assert not await served.node.store.accounts.blocked(me)


async def test_the_player_can_do_nothing_at_another_node() -> None:
    memory = MemoryDatabase()
    async with (
        serving(MemoryStore(memory)) as here,
        serving(MemoryStore(memory)) as there,
        peers(here.url, "anna", "boris") as (anna, boris),
        Peer(there.url) as other,
    ):
        await other.hello(credential=anna.credential)
        room = await a_game(anna, boris)
        await anna.act(room, cmd.Resign())
        await boris.act(room, cmd.Offer(OfferKind.REMATCH))
        await anna.ok(DeleteAccount, name="anna")
        await other.ok(Watch, room=room)
        for command in (cmd.Say("still here"), cmd.Accept(OfferKind.REMATCH)):
            assert await other.refusal(room, command) == ErrorCode.ACCOUNT_DELETED
        assert await other.code(Block, player="boris") == ErrorCode.ACCOUNT_DELETED
        assert await other.code(Rename, name="annika") == ErrorCode.ACCOUNT_DELETED
        assert await other.code(Create, **creating()) == ErrorCode.ACCOUNT_DELETED
        assert not await here.node.store.accounts.blocked(anna.welcome.player.id)


async def test_no_rematch_with_who_has_gone() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris):
        room = await a_game(anna, boris)
        await anna.act(room, cmd.Resign())
        await anna.act(room, cmd.Offer(OfferKind.REMATCH))
        await anna.ok(DeleteAccount, name="anna")
        await boris.happened(ev.Offered)
        assert await boris.refusal(room, cmd.Accept(OfferKind.REMATCH)) == ErrorCode.NOT_AVAILABLE


@pytest.mark.parametrize(("typed", "status"), [("anna\n", 0), ("yes\n", 1), ("", 1)])
async def test_a_person_is_asked(
    served: Served, shell: Shell, monkeypatch: pytest.MonkeyPatch, typed: str, status: int
) -> None:
    await credential_of(shell, served, "anna")
    assert await shell.run("account", "delete", served.url, "--name", "anna") == 2
    assert "add --yes" in shell.complaint
    monkeypatch.setattr(personal_data, "is_interactive", lambda _: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert await shell.run("account", "delete", served.url, "--name", "anna") == status
    assert "The name is free for others after 30 days." in shell.complaint
