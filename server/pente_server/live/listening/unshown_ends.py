"""Games that are over, while viewers may not know that yet: until then their players seem to play on."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room, Status, end_shown_at
from pente_server.live.presence.presence_page import Occupation


class UnshownEnds:
    """The ends of delayed games that this node keeps from others, with who played. Mutable.

    Time needs one timer for each of these games.
    """

    def __init__(
        self, now: Callable[[], Instant], on_shown: Callable[[RoomId, Iterable[PlayerId]], None]
    ) -> None:
        """``on_shown`` is called with a room, and those who played there, when all may know the end."""
        self._now = now
        self._on_shown = on_shown
        self._playing: dict[RoomId, dict[PlayerId, Occupation]] = {}

    def __contains__(self, room_id: RoomId) -> bool:
        return room_id in self._playing

    def keeps(self, room_id: RoomId, room: Room) -> bool:
        """Keep the end of a room's game from others, if there is one that they may not know yet."""
        left = end_shown_at(room.created.options, room.active) - self._now()
        if room.status is not Status.FINISHED or left <= 0:
            return False
        if room_id not in self._playing:
            self._playing[room_id] = {}
            _ = asyncio.get_running_loop().call_later(left / 1000, self._show, room_id)
        return True

    def note(self, room_id: RoomId, players: Mapping[PlayerId, Occupation]) -> None:
        """Note what players do in the eyes of others, in a game whose end is kept from these."""
        self._playing[room_id] |= players

    def of(self, player: PlayerId) -> Iterator[Occupation]:
        """What a player seems to do in games that are over."""
        return (playing[player] for playing in self._playing.values() if player in playing)

    def _show(self, room_id: RoomId) -> None:
        self._on_shown(room_id, self._playing.pop(room_id))
