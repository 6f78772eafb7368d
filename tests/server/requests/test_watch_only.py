"""A connection that is only for watching takes no seat and plays none; it watches, chats and moderates."""

import pytest

from pente_core.identity import PlayerKind, RoomId
from pente_core.room import BotPolicy, OfferKind, Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Error
from pente_protocol.messages.rooms import Create, Watch
from tests.support.games.live_rooms import live_rooms
from tests.support.peer import Peer, Served, a_game, creating, peers

PLAYING = (
    cmd.Play(Point(5)),
    cmd.Resign(),
    cmd.Offer(OfferKind.DRAW),
    cmd.Leave(),
    cmd.Ready(),
    cmd.Say("hello"),
    cmd.Join(),
)


async def aside(peer: Peer, of: Peer) -> Peer:
    """A connection of another peer's player that only watches."""
    await peer.hello(credential=of.credential, watch_only=True)
    return peer


async def test_it_opens_no_room(served: Served) -> None:
    async with peers(served.url, "alice") as (alice,), Peer(served.url) as other:
        await aside(other, alice)
        assert await other.code(Create, **creating()) == ErrorCode.WATCH_ONLY
        assert not await live_rooms(served.node.store)


async def test_it_joins_no_room(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as other:
        await aside(other, bob)
        room = await alice.create(options=Options(bots=BotPolicy.ANYBODY))
        await other.ok(Watch, room=room)
        assert await other.refusal(room, cmd.Join()) == ErrorCode.WATCH_ONLY
        await bob.act(room, cmd.Join())


@pytest.mark.parametrize("command", PLAYING, ids=repr)
async def test_it_does_nothing_with_a_seat(served: Served, command: cmd.PlayerCommand) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as other:
        room = await a_game(alice, bob)
        await aside(other, alice)
        await other.ok(Watch, room=room)
        assert await other.refusal(room, command) == ErrorCode.WATCH_ONLY
        await alice.act(room, cmd.Play(Point(180)))


async def test_the_reason_says_what_to_do(served: Served) -> None:
    async with Peer(served.url) as peer:
        await peer.hello(watch_only=True)
        error = await peer.told(Error, Create, **creating())
        assert error.text == "This connection is only for watching. Connect without watch_only to play."


async def test_a_viewer_chats_and_a_host_without_a_seat_moderates(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol), Peer(served.url) as other:
        room = await a_game(alice, bob)
        await aside(other, carol)
        await other.ok(Watch, room=room)
        await other.act(room, cmd.Say("hello"))
        assert (await alice.happened(ev.Said)).text == "hello"
        assert await other.refusal(room, cmd.Ban(alice.welcome.player.id)) != ErrorCode.WATCH_ONLY


async def test_a_room_that_is_not_there_is_that_first(served: Served) -> None:
    async with Peer(served.url) as peer:
        await peer.hello(kind=PlayerKind.BOT, watch_only=True)
        assert await peer.refusal(RoomId("nowhere1"), cmd.Say("hello")) == ErrorCode.UNKNOWN_ROOM


async def test_what_was_done_is_answered_again_after_the_player_took_a_seat(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as other:
        room = await alice.create(options=Options(bots=BotPolicy.ANYBODY))
        await aside(other, bob)
        await other.ok(Watch, room=room)
        done = await other.act(room, cmd.Say("hello"), command_id="said-once")
        await bob.act(room, cmd.Join())
        assert (await other.act(room, cmd.Say("hello"), command_id="said-once")).version == done.version
        assert await other.refusal(room, cmd.Say("again")) == ErrorCode.WATCH_ONLY
