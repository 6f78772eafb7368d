"""Messages to many listeners, each encoded once for every form that some of them use."""

from abc import ABC, abstractmethod

from pente_core.identity import RoomId
from pente_core.room import TurnDue
from pente_protocol.codec import decode_event, event_frame
from pente_protocol.forms import MSGPACK, Form
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.checkpoint import Mark
from pente_protocol.messages.rooms import Happened


class Frames(ABC):
    """A message to any number of connections. Mutable: it keeps the packets that were made."""

    __slots__ = ("_packets",)

    def __init__(self) -> None:
        self._packets: dict[Form, bytes] = {}

    def packet(self, form: Form) -> bytes:
        """The message in a form, with the header of its WebSocket frame."""
        packet = self._packets.get(form)
        if packet is None:
            packet = self._packets[form] = form.packet(self.of(form))
        return packet

    @abstractmethod
    def of(self, form: Form) -> bytes:
        """The message in a form, encoded anew."""


class MessageFrames(Frames):
    """The frames of a message."""

    __slots__ = ("_message",)

    def __init__(self, message: ServerMessage) -> None:
        super().__init__()
        self._message = message

    def of(self, form: Form) -> bytes:
        return form.encode(self._message)


class EventFrames(Frames):
    """The frames of an event of a room, made of the body that is stored."""

    __slots__ = ("_body", "_due", "_mark", "_room", "_version")

    def __init__(self, room: RoomId, version: int, mark: Mark, body: bytes, due: TurnDue) -> None:
        super().__init__()
        self._room = room
        self._version = version
        self._mark = mark
        self._body = body
        self._due = due

    def hidden(self, body: bytes) -> "EventFrames":
        """The frames of another event, which stands in for this one."""
        return EventFrames(self._room, self._version, self._mark, body, self._due)

    def of(self, form: Form) -> bytes:
        if form is MSGPACK:
            return event_frame(self._room, self._version, self._mark, self._body, self._due)
        event, due = decode_event(self._body), self._due._asdict()
        return form.encode(Happened(self._room, self._version, self._mark, event, **due))
