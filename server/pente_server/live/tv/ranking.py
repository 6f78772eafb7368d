"""The ranking of games for TV: in each channel the best few, of all nodes."""

from bisect import bisect_left, insort
from collections.abc import Iterator
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_protocol.choices.tv_channel import TvChannel
from pente_server.live.tv.candidate import Candidate

MOST_RANKED: Final = 50
"""Games in the ranking of a channel. Others come in with their next move, if there is a place."""

NodeId = str


class Ranking:
    """The candidates, as the nodes of their players tell of them. Mutable.

    A change costs the same however many games there are. It holds those with a move in the last minute, to
    which a player is connected here, and the ranked ones of other nodes.
    """

    def __init__(self) -> None:
        self._told: dict[RoomId, dict[NodeId, Candidate]] = {}
        """The candidates by room, the room with the latest move last."""
        self._ranks: dict[TvChannel, list[tuple[int, RoomId]]] = {}
        """By channel, the lowest score first."""

    def __len__(self) -> int:
        return len(self._told)

    def __contains__(self, room: object) -> bool:
        return room in self._told

    def get(self, room: RoomId) -> Candidate | None:
        """What is known of a game: the news of the node that knows its latest move."""
        told = self._told.get(room)
        return None if told is None else max(told.values(), key=lambda each: each.moved_at)

    def of_node(self, node: NodeId, room: RoomId) -> Candidate | None:
        """What one node tells of a game."""
        return self._told.get(room, {}).get(node)

    def put(self, node: NodeId, candidate: Candidate) -> None:
        """Note what a node tells of a game."""
        room = candidate.room
        self._unrank(room)
        told = self._told.pop(room, {})  # so that it comes last
        told[node] = candidate
        self._told[room] = told
        self._rank(room)

    def remove(self, node: NodeId, room: RoomId) -> bool:
        """Note that a node tells no longer of a game; whether nobody does."""
        told = self._told.get(room)
        if told is None or node not in told:
            return False
        self._unrank(room)
        del told[node]
        if told:
            self._rank(room)
            return False
        del self._told[room]
        return True

    def drop(self, room: RoomId) -> None:
        """Forget a game, whichever nodes tell of it."""
        self._unrank(room)
        self._told.pop(room, None)

    def dull(self, now: Instant) -> Iterator[RoomId]:
        """The games without a move for too long. Takes as long as there are such games."""
        for room in tuple(self._told):
            candidate = self.get(room)
            if candidate is None or candidate.dull_at > now:
                return
            yield room

    def best(self, channel: TvChannel) -> Iterator[Candidate]:
        """The games of a channel, the best first."""
        for _, room in reversed(self._ranks.get(channel, [])):
            if (candidate := self.get(room)) is not None:
                yield candidate

    def is_ranked(self, room: RoomId) -> bool:
        """Whether a game has a place in the ranking of any channel."""
        return any(self._place(channel, room) is not None for channel in self._channels(room))

    def _channels(self, room: RoomId) -> tuple[TvChannel, ...]:
        candidate = self.get(room)
        return () if candidate is None else candidate.channels

    def _place(self, channel: TvChannel, room: RoomId) -> int | None:
        candidate, ranks = self.get(room), self._ranks.get(channel, [])
        if candidate is None:
            return None
        place = bisect_left(ranks, (candidate.score, room))
        return place if place < len(ranks) and ranks[place][1] == room else None

    def _rank(self, room: RoomId) -> None:
        candidate = self.get(room)
        if candidate is None:
            return
        for channel in candidate.channels:
            ranks = self._ranks.setdefault(channel, [])
            insort(ranks, (candidate.score, room))
            if len(ranks) > MOST_RANKED:
                del ranks[0]

    def _unrank(self, room: RoomId) -> None:
        for channel in self._channels(room):
            if (place := self._place(channel, room)) is not None:
                del self._ranks[channel][place]
            if not self._ranks.get(channel):
                self._ranks.pop(channel, None)
