"""A command_id stands for one command: the same one sent again is known, and another one is refused."""

import pytest

from pente_core.room import OfferKind
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import CommandId
from pente_protocol.messages.rooms import Create
from tests.support.peer import Peer, Served, a_command, a_game, creating, peers


@pytest.fixture
def id_() -> CommandId:
    return a_command()


async def test_the_same_command_again_gets_its_answer_again(served: Served, id_: CommandId) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob)
        first = await alice.act(room, cmd.Play(Point(0)), command_id=id_)
        await bob.act(room, cmd.Play(Point(1)))
        again = await alice.act(room, cmd.Play(Point(0)), command_id=id_)
        assert again.version == first.version


@pytest.mark.parametrize(
    "command", [cmd.Play(Point(1)), cmd.Resign(), cmd.Say("hello"), cmd.Offer(OfferKind.DRAW)], ids=repr
)
async def test_another_one_is_refused(served: Served, id_: CommandId, command: cmd.PlayerCommand) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob)
        await alice.act(room, cmd.Play(Point(0)), command_id=id_)
        for _ in range(2):
            assert await alice.refusal(room, command, command_id=id_) == ErrorCode.COMMAND_ID_REUSED
            await bob.act(room, cmd.Play(Point(1)), command_id=id_)
            await alice.act(room, cmd.Play(Point(0)), command_id=id_)


async def test_a_refused_command_uses_up_no_id(served: Served, id_: CommandId) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob)
        await bob.refusal(room, cmd.Play(Point(0)), command_id=id_)
        await bob.act(room, cmd.Say("hello"), command_id=id_)


async def test_a_room_is_opened_once_for_an_id(served: Served, id_: CommandId) -> None:
    async with Peer(served.url) as peer:
        await peer.hello("alice")
        room = await peer.create(command_id=id_, password="one")
        assert await peer.create(command_id=id_, password="another") == room, "passwords are not compared"
        changed = creating(command_id=id_, ruleset="keryo-pente")
        assert await peer.code(Create, **changed) == ErrorCode.COMMAND_ID_REUSED


async def test_a_join_is_the_same_with_another_password(served: Served, id_: CommandId) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        room = await alice.create(password="secret")
        await bob.act(room, cmd.Join(password="secret"), command_id=id_)
        await bob.act(room, cmd.Join(password="other"), command_id=id_)
        assert await bob.refusal(room, cmd.Say("hello"), command_id=id_) == ErrorCode.COMMAND_ID_REUSED
