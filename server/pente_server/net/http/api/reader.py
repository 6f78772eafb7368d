"""Who reads over HTTP: a viewer without an account, as the requests of players see one.

So HTTP can't show what the same viewer would not get over a connection: the same functions answer both.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from pente_core.clock.instant import Millis
from pente_core.drawing import BoardPicture
from pente_core.identity import Identity, RoomId
from pente_core.room import Room, Snapshot
from pente_core.room import events as ev
from pente_protocol.errors import CloseCode
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_protocol.messages.rooms import RoomPresence, Synced
from pente_server.limits.origin import Origin
from pente_server.live.listening.frames import Frames
from pente_server.net.http.pictures.png import Caption
from pente_server.net.http.pictures.renderer import PictureRenderer
from pente_server.net.sessions.sign_in import anonymous_viewer
from pente_server.requests.archive import ArchiveRequests
from pente_server.requests.dispatch import Handlers, dispatch
from pente_server.requests.rooms import RequestedRooms

R = TypeVar("R", bound=ServerMessage)
_NO_DEVICE: Final = DeviceId("")


class Note(Protocol):
    """Logs what a client does."""

    def __call__(self, level: int, event: str, **fields: object) -> None: ...


@dataclass(frozen=True, slots=True)
class ReaderParts:
    """What answers the questions of readers."""

    handlers: Handlers
    archive: ArchiveRequests
    rooms: RequestedRooms


class AnonymousReader:
    """The viewer of one request over HTTP, who listens to nothing. Mutable: it keeps the last reply."""

    def __init__(
        self,
        parts: ReaderParts,
        client: str,
        *,
        charge: Callable[[float], None],
        note: Note,
        renderer: PictureRenderer,
    ) -> None:
        """``client`` is the address for limits, empty if it is exempt from them."""
        self._renderer = renderer
        self._parts = parts
        self.player = anonymous_viewer()
        self.origin = Origin(self.player.id, client, is_exempt=not client)
        self.charge = charge
        self.note = note
        self._reply: ServerMessage | None = None

    is_aside = True
    is_anonymous = True
    device = _NO_DEVICE
    right = Right.PLAY
    round_trip = Millis(0)

    async def ask(self, request: ClientMessage, kind: type[R]) -> R:
        """The reply to a request that reads. Raises what `dispatch` raises."""
        work = dispatch(self._parts.handlers, self, request, _raise)
        if work is not None:
            await work
        assert isinstance(self._reply, kind)
        return self._reply

    async def png(self, picture: BoardPicture, caption: Caption | None) -> bytes:
        """A board as PNG, with what stands beside it. Raises RequestDenied while too many are asked for."""
        return await self._renderer.png(picture, caption, self.charge)

    async def read_room(self, room_id: RoomId) -> Synced:
        """A room as one who begins to watch it is sent it. Raises what `dispatch` raises."""
        await self._parts.rooms.shown.read_room(self, room_id)
        assert isinstance(self._reply, Synced)
        return self._reply

    async def whole_log(self, room_id: RoomId) -> tuple[ev.Event, ...]:
        """All events of a finished game that everybody may see. Raises what `dispatch` raises."""
        return await self._parts.archive.whole_log(self, room_id)

    async def current(self, room_id: RoomId) -> Room:
        """A room with all that there is of it, unlike what viewers see.

        Raises UnknownRoom, StoreUnavailable.
        """
        return await self._parts.rooms.keeper.current(room_id)

    def presence(self, room_id: RoomId, snapshot: Snapshot) -> RoomPresence:
        """Who is in a room."""
        return self._parts.rooms.hub.presence(room_id, snapshot)

    def send_message(self, message: ServerMessage) -> None:
        self._reply = message

    # There is no connection, so nothing comes or goes after the reply.

    def send(self, frames: Frames) -> None: ...

    def end(self, code: CloseCode, reason: str) -> None: ...

    def renamed(self, player: Identity) -> None: ...


def _raise(error: Exception | None) -> None:
    """Report the error of a request that was answered at once."""
    if error is not None:
        raise error
