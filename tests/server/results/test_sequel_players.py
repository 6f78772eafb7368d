"""Ratings as they are shown in every game of a set, and after its end."""

from pente_core.identity import RoomId
from pente_core.room import Continued, Join, Options, RatingsChanged, Resign
from pente_protocol.messages import Happened, RoomFilter, Rooms, Synced, Watch
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
    news = await peer.heard(Happened, lambda n: n.room == room and isinstance(n.event, RatingsChanged))
    assert isinstance(news.event, RatingsChanged)
    return {change.seat: change.after for change in news.event.changes}


async def test_ratings_are_current_in_every_game_of_a_set_and_after_its_end() -> None:
    async with serving() as served, peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        room = await alice.create("pente", "5+0", options=Options(rated=True, games=2))
        await bob.act(room, Join())
        await play(alice, room, 180)
        await play(bob, room, 0)
        await alice.act(room, Resign())
        after = await rated(bob, room)
        assert (await ratings(carol, room)) == {"alice": after[0], "bob": after[1]} != {}

        again = next(event.room for _, event in bob.events(room) if isinstance(event, Continued))
        assert (await ratings(carol, again)) == {"alice": after[0], "bob": after[1]}
        (row,) = (await carol.ok(Rooms, which=RoomFilter())).rooms
        assert [player and player.rating for player in row.room.seats] == [after[1], after[0]]

        await bob.ok(Watch, room=again)
        await bob.act(again, Resign())
        last = await rated(bob, again)
        assert (await ratings(carol, again)) == {"bob": last[0], "alice": last[1]}
        assert last[0] < after[1]


async def test_a_rematch_shows_what_other_games_have_changed_meanwhile() -> None:
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        casual = await alice.create("pente", "5+0", options=Options(games=2))
        await bob.act(casual, Join())
        room = await alice.create("pente", "5+0", options=Options(rated=True))
        await bob.act(room, Join())
        await bob.act(room, Resign())
        after = await rated(alice, room)
        await bob.act(casual, Resign())
        again = (await alice.happened(Continued)).room
        assert await ratings(alice, again) == {"alice": after[0], "bob": after[1]}
