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


class MemoryCodes:
    """A `CodeStore` in memory."""

    def __init__(self, data: MemoryCodeData, now: Callable[[], Instant]) -> None:
        """``now`` is the common clock of the stores that share the data."""
        self._data = data
        self._now = now

    async def claim(self, room: RoomId, code: JoinCode, kept: Millis) -> JoinCode | None:
        self._forget()
        held = self._data.codes.get(room, code)
        if self._data.rooms.get(held, room) != room:
            return None
        self._data.codes[room], self._data.rooms[held] = held, room
        self._data.until[held] = later(self._now(), kept)
        return held

    async def room(self, code: JoinCode) -> RoomId | None:
        self._forget()
        return self._data.rooms.get(code)

    def _forget(self) -> None:
        """Delete the codes whose time is over."""
        now, data = self._now(), self._data
        for code in [code for code, until in data.until.items() if until <= now]:
            del data.codes[data.rooms.pop(code)], data.until[code]
