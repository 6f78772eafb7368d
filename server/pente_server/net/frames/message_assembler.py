"""Messages of the frames of a connection, and a limit on frames that peers send in any number."""

from time import monotonic
from typing import Final

from websockets.frames import Frame, Opcode

from pente_server.limits.limits import EXTRA_FRAMES, EXTRA_FRAMES_BURST
from pente_server.limits.token_bucket import TokenBucket

_EXTRA: Final = frozenset({Opcode.PING, Opcode.PONG, Opcode.CONT})
_MESSAGE: Final = frozenset({Opcode.BINARY, Opcode.TEXT, Opcode.CONT})


class MessageAssembler:
    """Joins frames, in an order that the parser has accepted, to messages. Mutable.

    The parser also limits the length of a message over all its frames.
    """

    __slots__ = ("_extras", "_is_text", "_parts")

    def __init__(self) -> None:
        self._extras = TokenBucket(EXTRA_FRAMES, EXTRA_FRAMES_BURST, monotonic)
        self._parts: list[bytes] = []
        """The frames of an incomplete message."""
        self._is_text = False

    def is_too_much(self, frame: Frame) -> bool:
        """Count a frame; whether there are too many pings, pongs and continuation frames with it."""
        return frame.opcode in _EXTRA and self._extras.try_take() > 0

    def message(self, frame: Frame) -> bytes | str | None:
        """The message that a frame completes, if any.

        A text message is a string. Raises UnicodeDecodeError if it is not UTF-8.
        """
        if frame.opcode not in _MESSAGE:
            return None
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        self._parts.append(bytes(frame.data))
        if not frame.fin:
            return None
        message = b"".join(self._parts)
        self._parts.clear()
        return message.decode() if self._is_text else message
