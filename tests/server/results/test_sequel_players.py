"""Ratings as they are shown in every game of a set, and after its end."""

from pente_core.identity import RoomId
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.people import Profile
from pente_protocol.messages.rooms import Happened, Synced, Watch
from tests.support.peer import Peer, peers, play, serving


async def ratings(peer: Peer, room: RoomId) -> dict[str, int | None]:
    """The ratings in a snapshot of a room, by name."""
    peer.said.clear()
    peer._next = 0
    await peer.ok(Watch, room=room)
    shot = (await peer.heard(Synced, lambda synced: synced.room == room)).snapshot
    return {player.name: player.rating for player in shot.seats if player is not None}


async def rated(peer: Peer, room: RoomId) -> dict[int, int]:
    """The ratings after a game, by seat."""
    news = await peer.heard(Happened, lambda n: n.room == room and isinstance(n.event, ev.RatingsChanged))
    assert isinstance(news.event, ev.RatingsChanged)
    return {change.seat: change.after for change in news.event.changes}


async def test_a_rated_set_is_one_result_told_after_its_second_game() -> None:
    async with serving() as served, peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        room = await alice.create("pente", "5+0", options=Options(rated=True, games=2))
        await bob.act(room, cmd.Join())
        await play(alice, room, 180)
        await play(bob, room, 0)
        await alice.act(room, cmd.Resign())
        again = (await bob.happened(ev.Continued)).room
        for peer in (alice, bob):
            await peer.ok(Watch, room=again)
        await play(bob, again, 180)
        await play(alice, again, 0)
        await bob.act(again, cmd.Resign())  # one each
        assert await rated(bob, again) == {0: 1500, 1: 1500}
        assert not any(isinstance(event, ev.RatingsChanged) for _, event in bob.events(room))
        assert (await ratings(carol, again)) == {"alice": 1500, "bob": 1500}
        assert [score.rated_games for score in (await alice.ok(Profile)).scores] == [1]


async def test_a_rematch_shows_what_other_games_have_changed_meanwhile() -> None:
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        casual = await alice.create("pente", "5+0", options=Options(games=2))
        await bob.act(casual, cmd.Join())
        room = await alice.create("pente", "5+0", options=Options(rated=True))
        await bob.act(room, cmd.Join())
        await play(alice, room, 180)
        await play(bob, room, 0)
        await bob.act(room, cmd.Resign())
        after = await rated(alice, room)
        await bob.act(casual, cmd.Resign())
        again = (await alice.happened(ev.Continued)).room
        assert await ratings(alice, again) == {"alice": after[0], "bob": after[1]}
