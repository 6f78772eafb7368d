"""The storage interface for join codes: which room a code stands for, for some time."""

from typing import Protocol

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_protocol.join_codes import JoinCode


class CodeStore(Protocol):
    """Join codes. No two rooms have the same; a room has one, or two that nodes claimed at the same moment.

    Every method may raise StoreUnavailable; it is then safe to call it again. Codes are not exported.
    """

    async def claim(self, room: RoomId, code: JoinCode, kept: Millis) -> JoinCode | None:
        """The code of a room, from now on for ``kept``: the one that it has, else ``code``.

        None, with nothing changed, when another room has that code.
        """
        ...

    async def room(self, code: JoinCode) -> RoomId | None:
        """The room with a code, which may be over."""
        ...
