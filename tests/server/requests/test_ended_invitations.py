"""Invitations that come to nothing: those who were invited are told."""

from pente_core.room import commands as cmd
from pente_protocol.messages.lists import InvitationEnded, Invited
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.peer import Peer, Served, peers, serving
from tests.support.waiting import until


def ended(peer: Peer) -> list[str]:
    return [message.room for message in peer.said if isinstance(message, InvitationEnded)]


async def test_when_the_host_leaves(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        room = await alice.create(invite=("bob",))
        await bob.heard(Invited)
        await alice.act(room, cmd.Leave())
        over = await bob.heard(InvitationEnded)
        assert (over.room, over.host.name) == (room, "alice")
        assert ended(alice) == []


async def test_when_the_room_was_filled_without_one_who_was_invited(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        room = await alice.create({"base": "pente", "sides": 3}, invite=("bob",))
        await bob.heard(Invited)
        await carol.act(room, cmd.Join())
        assert ended(bob) == []
        await alice.act(room, cmd.Leave())
        await carol.act(room, cmd.Leave())
        await until(lambda: ended(bob) == [room])


async def test_not_when_it_is_accepted(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        room = await alice.create(invite=("bob",))
        await bob.act(room, cmd.Join())
        await bob.act(room, cmd.Resign())
        await alice.create(invite=("bob",))
        await bob.heard(Invited, lambda news: news.room.id != room)
        assert ended(bob) == []


async def test_one_who_declines_is_told_on_other_devices(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as again:
        await again.hello(credential=bob.credential)
        room = await alice.create(invite=("bob",))
        await again.heard(Invited)
        await bob.act(room, cmd.Decline())
        assert (await again.heard(InvitationEnded)).room == room


async def test_crosses_nodes() -> None:
    memory = MemoryDatabase()
    async with (
        serving(MemoryStore(memory)) as one,
        serving(MemoryStore(memory)) as other,
        peers(one.url, "alice") as (alice,),
        peers(other.url, "bob") as (bob,),
    ):
        room = await alice.create(invite=("bob",))
        await bob.heard(Invited)
        await alice.act(room, cmd.Leave())
        assert (await bob.heard(InvitationEnded)).room == room
