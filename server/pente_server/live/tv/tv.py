"""TV: shows its followers a game that is worth watching, and another one when that goes dull.

Every node ranks the games that move, and tells the others of the best by its presence page. Nothing is asked
of the store, and no node looks at all games.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.lists import ListedRoom
from pente_protocol.messages.tv import Featured
from pente_server.live.listening.frames import MessageFrames
from pente_server.live.listening.listeners import Listener
from pente_server.live.tv.candidate import (
    Candidate,
    candidate_in,
    candidate_of,
    packed_candidate,
    unpacked_candidate,
)
from pente_server.live.tv.followers import Followers
from pente_server.live.tv.ranking import NodeId, Ranking
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.store import StoreUnavailable

HERE: Final = NodeId("")
SWEPT_EVERY: Final = 1.0
"""Seconds between two looks for games that have gone dull."""
AWAY_AFTER: Final = Millis(5_000)
"""A game of which a player is missing for so long is not on TV."""
MOST_AWAITED: Final = 1000
"""Games without all their players that are remembered, until these come."""


class Tv(RoomObserver):
    """The games on TV, and those who follow them. Mutable.

    ``is_here`` and ``is_present`` tell whether a player with a seat is connected to a room at this node, and
    at any; ``count_viewers`` how many watch a room. ``publish`` tells the other nodes of a game, or with
    nothing that it is not on TV any more. ``read`` gives some games to begin with, and raises
    StoreUnavailable.
    """

    def __init__(
        self,
        *,
        now: Callable[[], Instant],
        is_here: Callable[[RoomId, PlayerId], bool],
        is_present: Callable[[RoomId, PlayerId], bool],
        count_viewers: Callable[[RoomId], int],
        publish: Callable[[RoomId, bytes], None],
        read: Callable[[], Awaitable[Sequence[ListedRoom]]],
    ) -> None:
        self._now = now
        self._is_here = is_here
        self._is_present = is_present
        self._count_viewers = count_viewers
        self._publish = publish
        self._read = read
        self._ranking = Ranking()
        self._followers = Followers()
        self._featured: dict[TvChannel, RoomId] = {}
        """The game that new followers of a channel are shown: the same for all, as long as it lasts."""
        self._awaited: dict[RoomId, Candidate] = {}
        """Games that wait for some of their players."""
        self._missing: dict[RoomId, Instant] = {}
        """Since when a player of a game on TV is missing."""
        self._is_read = False
        """Whether there was a beginning."""

    def __len__(self) -> int:
        """The number of games on TV."""
        return len(self._ranking)

    # Followers

    def follow(
        self,
        session: Listener,
        channel: TvChannel = BEST,
        beside: RoomId | None = None,
        *,
        back: bool = False,
    ) -> RoomId | None:
        """Show a session a game of a channel, and then always another one when that goes dull.

        ``beside``: the one that is ranked next to this game, or with ``back`` before it.
        """
        found = self._beside(session, channel, beside, back=back) if beside else None
        room = found or self._choice(session, channel)
        self._followers.tune(session, channel, room)
        return room

    def leave(self, session: Listener) -> None:
        """Show a session no more games."""
        self._followers.leave(session)

    def _choice(self, session: Listener, channel: TvChannel) -> RoomId | None:
        """The featured game, or for one of its players the next best."""
        featured = self._ranking.get(self._featured.get(channel, RoomId("")))
        if featured is None or channel not in featured.channels:
            featured = next(self._ranking.best(channel), None)
            self._featured.pop(channel, None)
        if featured is None:
            return None
        self._featured[channel] = featured.room
        if session.player.id not in featured.players:
            return featured.room
        others = self._shown_to(session, channel)
        return next(others, None)

    def _shown_to(self, session: Listener, channel: TvChannel) -> Iterator[RoomId]:
        player = session.player.id
        return (each.room for each in self._ranking.best(channel) if player not in each.players)

    def _beside(self, session: Listener, channel: TvChannel, beside: RoomId, *, back: bool) -> RoomId | None:
        """The neighbour of a game in the ranking, which goes round; the first game if it has no place."""
        rooms = list(self._shown_to(session, channel))
        if not rooms:
            return None
        if beside not in rooms:
            return rooms[-1 if back else 0]
        return rooms[(rooms.index(beside) + (-1 if back else 1)) % len(rooms)]

    # What happens to games

    def advanced(self, advance: Advance) -> None:
        before, after = advance.before, advance.after
        if before is not None and not _may_matter(before, after):
            return
        room_id = advance.room_id
        candidate = candidate_of(room_id, after, advance.events, self._count_viewers(room_id))
        if candidate is None:
            self._end(room_id)
        elif any(self._is_here(room_id, player) for player in candidate.players):
            self._consider(candidate)

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:  # noqa: ARG002
        self._end(room_id)

    def lost(self, room_id: RoomId, why: UnknownRoom) -> None:  # noqa: ARG002
        self._end(room_id)

    def forget(self) -> None:
        """Forget all games: the store is another one."""
        for room in tuple(self._featured.values()):
            self._end(room)
        self._ranking, self._featured = Ranking(), {}
        self._awaited.clear()
        self._missing.clear()
        self._is_read = False

    def presence_changed(self, room_id: RoomId) -> None:
        """Note that players have come to a room, or have left it, at this node or another."""
        if (awaited := self._awaited.get(room_id)) is not None:
            self._consider(awaited)
        elif (known := self._ranking.of_node(HERE, room_id)) is not None:
            if self._are_present(known):
                self._missing.pop(room_id, None)
            else:
                self._missing.setdefault(room_id, self._now())

    def told(self, node: NodeId, room_id: RoomId, body: bytes) -> None:
        """Note what another node tells of a game; nothing: it is not on TV there any more."""
        candidate = unpacked_candidate(room_id, body) if body else None
        if candidate is not None and candidate.dull_at > self._now():
            self._put(node, candidate)
        elif self._ranking.remove(node, room_id):
            self._move_on(room_id)

    def _consider(self, candidate: Candidate) -> None:
        """Put a game on TV that has all its players, else wait for these."""
        self._awaited.pop(candidate.room, None)
        if candidate.dull_at <= self._now():
            return
        if self._are_present(candidate):
            self._missing.pop(candidate.room, None)
            self._put(HERE, candidate)
            if self._ranking.is_ranked(candidate.room):
                self._publish(candidate.room, packed_candidate(candidate))
            return
        self._awaited[candidate.room] = candidate
        if len(self._awaited) > MOST_AWAITED:
            del self._awaited[next(iter(self._awaited))]

    def _are_present(self, candidate: Candidate) -> bool:
        return all(self._is_present(candidate.room, player) for player in candidate.players)

    def _put(self, node: NodeId, candidate: Candidate) -> None:
        self._ranking.put(node, candidate)
        for session, channel in self._followers.waiting(candidate.channels):
            if (room := self._choice(session, channel)) is not None:
                self._show(session, channel, room)

    def _end(self, room_id: RoomId) -> None:
        """Take a game off TV: it is over, or nobody should watch it."""
        self._awaited.pop(room_id, None)
        self._missing.pop(room_id, None)
        if room_id in self._ranking:
            self._ranking.drop(room_id)
            self._publish(room_id, b"")
        self._move_on(room_id)

    def _move_on(self, room_id: RoomId) -> None:
        """Show those who follow TV something else than this game."""
        for channel in [channel for channel, room in self._featured.items() if room == room_id]:
            del self._featured[channel]
        for session, channel in self._followers.of(room_id):
            room = self._choice(session, channel)
            if room is None:
                self._followers.tune(session, channel, None)
            else:
                self._show(session, channel, room)

    def _show(self, session: Listener, channel: TvChannel, room: RoomId) -> None:
        self._followers.tune(session, channel, room)
        session.send(MessageFrames(Featured(room, channel)))

    # As time goes by

    async def run(self) -> None:
        """Take games off TV that have gone dull, until cancelled."""
        while True:
            if not self._is_read:
                with suppress(StoreUnavailable):
                    await self.begin()
            self.sweep()
            await asyncio.sleep(SWEPT_EVERY)

    async def begin(self) -> None:
        """Consider games that were there before this node. Raises StoreUnavailable."""
        self._is_read = True  # first, as `forget` may be called meanwhile
        try:
            rows = await self._read()
        except StoreUnavailable:
            self._is_read = False
            raise
        for candidate in filter(None, map(candidate_in, rows)):
            if candidate.room not in self._ranking:
                self._consider(candidate)

    def sweep(self) -> None:
        """Take games off TV without a move for a minute, or without one of their players."""
        now = self._now()
        gone = [room for room, since in self._missing.items() if later(since, AWAY_AFTER) <= now]
        for room in (*self._ranking.dull(now), *gone):
            self._end(room)


def _may_matter(before: Room, after: Room) -> bool:
    """Whether a change of a room may change what it is worth on TV; its chat does not."""
    return (
        before.active != after.active
        or before.status is not after.status
        or before.absent != after.absent
        or before.paused != after.paused
        or before.watch is not after.watch
        or after.status is not ev.Status.PLAYING
    )
