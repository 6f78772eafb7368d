"""The join codes of rooms, at a server."""

from functools import partial

from pente_client.connection.link.errors import RequestRejected
from pente_client.connection.reconnect import ReconnectingLink
from pente_core.identity import RoomId
from pente_protocol.join_codes import JoinCode, parse_join_code
from pente_protocol.messages.rooms import CodeFound, FindCode, RoomCreated, ShareCode


class JoinCodeClient:
    """Asks for join codes. Mutable: it remembers those of rooms.

    Its methods raise `RequestRejected` and `ConnectionEnded`.
    """

    def __init__(self, link: ReconnectingLink) -> None:
        self._link = link
        self._known: dict[RoomId, JoinCode] = {}

    def known(self, room: RoomId) -> str:
        """The code of a room, as far as it is known; else empty."""
        return self._known.get(room, "")

    def opened(self, created: RoomCreated) -> None:
        """Remember the code of a room that we have opened, if it has one."""
        code = parse_join_code(created.code)
        if code is not None:
            self._known[created.room] = code

    async def share(self, room: RoomId) -> str:
        """The code of a room that we are in, which gets one if it has none."""
        found = await self._link.ask_for(CodeFound, partial(ShareCode, room=room))
        return self._noted(found)

    async def find(self, text: str) -> RoomId:
        """The live room with a code, as somebody types it."""
        found = await self._link.ask_for(CodeFound, partial(FindCode, code=text))
        self._noted(found)
        return found.room

    def _noted(self, found: CodeFound) -> str:
        code = parse_join_code(found.code)
        if code is None:
            raise RequestRejected("bad-reply", "the server sent something that is no join code")
        self._known[found.room] = code
        return code
