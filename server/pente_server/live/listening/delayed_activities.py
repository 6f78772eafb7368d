"""Delayed activities: what players do in games that viewers see some seconds later, in the eyes of others.

Whoever leaves such a game, or the server, seems to play until the viewers are as far. So it is no news to
them whether it was over by then.
"""

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room, end_shown_at, hides_end, is_seen_later
from pente_core.room import events as ev
from pente_server.live.presence.presence_page import Occupation


@dataclass(slots=True)
class _Game:
    """Who plays a game, in the eyes of others. Mutable."""

    delay: float
    """Seconds by which others are behind."""
    players: dict[PlayerId, Occupation] = field(default_factory=dict)
    leaving: dict[PlayerId, TimerHandle] = field(default_factory=dict)
    """When those who have left are seen to do so."""
    ending: TimerHandle | None = None
    """When all may know the end, if there is one."""

    def stay(self, player: PlayerId) -> None:
        """Show nobody that a player has left."""
        if (timer := self.leaving.pop(player, None)) is not None:
            timer.cancel()


class DelayedActivities:
    """The games that viewers see some seconds later, with who plays at this node. Mutable.

    Time needs one timer for each player who has left such a game, and for each end.
    """

    def __init__(
        self, now: Callable[[], Instant], on_changed: Callable[[RoomId, Iterable[PlayerId]], None]
    ) -> None:
        """``on_changed`` is called with a room, and those who seemed to play there, and do not any more."""
        self._now = now
        self._on_changed = on_changed
        self._games: dict[RoomId, _Game] = {}

    def has_unshown_end(self, room_id: RoomId) -> bool:
        """Whether a game is over, and others take it for going on."""
        return room_id in self._games and self._games[room_id].ending is not None

    def of(self, player: PlayerId) -> list[Occupation]:
        """What a player does in these games, in the eyes of others."""
        return [game.players[player] for game in self._games.values() if player in game.players]

    def note(self, room_id: RoomId, room: Room, players: Mapping[PlayerId, Occupation]) -> None:
        """Note who is in a room to play, and what they do there as others see it."""
        is_over = hides_end(room, self._now())
        is_played = room.status is ev.Status.PLAYING and is_seen_later(room.created.options)
        if not (is_over or (is_played and players)):
            return
        delay = end_shown_at(room.created.options, Instant(0)) / 1000
        game = self._games.setdefault(room_id, _Game(delay))
        game.players |= players
        for player in players:
            game.stay(player)
        if is_over and game.ending is None:
            left = (end_shown_at(room.created.options, room.active) - self._now()) / 1000
            game.ending = asyncio.get_running_loop().call_later(left, self._end, room_id)

    def leave(self, room_id: RoomId, player: PlayerId) -> None:
        """Note that somebody has left a room, which others see later; without effect for its viewers."""
        game = self._games.get(room_id)
        if game is not None and player in game.players and player not in game.leaving:
            loop = asyncio.get_running_loop()
            game.leaving[player] = loop.call_later(game.delay, self._show_leaving, room_id, game, player)

    def _show_leaving(self, room_id: RoomId, game: _Game, player: PlayerId) -> None:
        del game.leaving[player], game.players[player]
        if not game.players and game.ending is None:
            del self._games[room_id]
        self._on_changed(room_id, (player,))

    def _end(self, room_id: RoomId) -> None:
        game = self._games.pop(room_id)
        for player in game.players:
            game.stay(player)
        self._on_changed(room_id, game.players)
