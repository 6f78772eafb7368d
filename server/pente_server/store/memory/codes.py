"""Join codes in memory."""

from collections.abc import Callable
from dataclasses import dataclass, field

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId
from pente_protocol.join_codes import JoinCode


@dataclass(slots=True)
class MemoryCodeData:
    """The codes of the stores of one process. Mutable."""

    codes: dict[RoomId, JoinCode] = field(default_factory=dict)
    rooms: dict[JoinCode, RoomId] = field(default_factory=dict)
    until: dict[JoinCode, Instant] = field(default_factory=dict)
    """When each code ends; those that were asked for last are last."""


class MemoryCodes:
    """A `CodeStore` in memory."""

    def __init__(self, data: MemoryCodeData, now: Callable[[], Instant]) -> None:
        """``now`` is the common clock of the stores that share the data."""
        self._data = data
        self._now = now

    async def claim(self, room: RoomId, code: JoinCode, kept: Millis) -> JoinCode | None:
        self._forget(code, self._data.codes.get(room))
        held = self._data.codes.get(room, code)
        if self._data.rooms.get(held, room) != room:
            return None
        self._data.codes[room], self._data.rooms[held] = held, room
        self._data.until.pop(held, None)
        self._data.until[held] = later(self._now(), kept)
        return held

    async def room(self, code: JoinCode) -> RoomId | None:
        self._forget(code)
        return self._data.rooms.get(code)

    def _forget(self, *wanted: JoinCode | None) -> None:
        """Delete the oldest codes whose time is over, and those that are wanted if theirs is."""
        now, data = self._now(), self._data
        for code in filter(None, wanted):
            if code in data.until and data.until[code] <= now:
                self._delete(code)
        while data.until and data.until[oldest := next(iter(data.until))] <= now:
            self._delete(oldest)

    def _delete(self, code: JoinCode) -> None:
        data = self._data
        del data.codes[data.rooms.pop(code)], data.until[code]
