"""The messages of a peer that wait for their turn."""

from typing import Protocol

from pente_server.limits.limits import QUEUED_MESSAGES


class Readable(Protocol):
    """A connection of which no more can be read for a while."""

    def pause_reading(self) -> None:
        """Stop reading, so that TCP stops the peer; what was parsed already still arrives."""
        ...

    def resume_reading(self) -> None:
        """Go on reading; messages may arrive before this returns."""
        ...


class Inbox:
    """A queue of messages. Mutable. While it is full, the peer is not read."""

    __slots__ = ("_connection", "_messages")

    def __init__(self, connection: Readable) -> None:
        self._connection = connection
        self._messages: list[bytes | str] = []

    def __bool__(self) -> bool:
        """Whether a message waits."""
        return bool(self._messages)

    def put(self, message: bytes | str) -> None:
        self._messages.append(message)
        if len(self._messages) == QUEUED_MESSAGES:
            self._connection.pause_reading()

    def take(self) -> bytes | str:
        """The message that has waited longest; there must be one."""
        message = self._messages.pop(0)
        if len(self._messages) == QUEUED_MESSAGES // 2:
            self._connection.resume_reading()
        return message

    def clear(self) -> None:
        self._messages.clear()
