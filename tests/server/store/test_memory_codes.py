"""Join codes in memory: what a look costs."""

from collections.abc import Iterator
from typing import Any

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import RoomId
from pente_protocol.join_codes import JoinCode
from pente_server.store.memory.codes import MemoryCodeData, MemoryCodes


class Counted(dict[JoinCode, Instant]):
    """The ends of codes, which counts how many were looked at one after the other. Mutable."""

    looked_at = 0

    def __iter__(self) -> Iterator[JoinCode]:
        for code in super().__iter__():
            self.looked_at += 1
            yield code

    def items(self) -> Any:
        self.looked_at += len(self)
        return super().items()


async def test_a_look_does_not_go_through_all_codes() -> None:
    until, now = Counted(), Instant(0)
    codes = MemoryCodes(MemoryCodeData(until=until), lambda: now)
    for number in range(1000):
        now = Instant(number)
        assert await codes.claim(RoomId(f"room-{number:04}"), JoinCode(f"C{number:05}"), Millis(10_000))
    until.looked_at = 0
    assert await codes.room(JoinCode("C00500")) == "room-0500"
    assert until.looked_at <= 1
    now = Instant(10_499)
    assert await codes.room(JoinCode("C00500")) == "room-0500"
    assert len(until) == 500
    until.looked_at = 0
    await codes.claim(RoomId("room-0700"), JoinCode("C99999"), Millis(10_000))
    assert until.looked_at <= 1
    now = Instant(20_499 - 1)
    assert await codes.room(JoinCode("C00700")) == "room-0700"
    assert len(until) == 1
