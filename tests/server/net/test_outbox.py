"""What goes out to a peer: in order, in few writes, and never more than it reads."""

import asyncio

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from pente_protocol.forms import FORMS, MSGPACK
from pente_server.limits.limits import OUTBOX_BYTES, WRITE_HIGH
from pente_server.net.sessions.outbox import Outbox


class Writes:
    """A connection that keeps what is written. Mutable."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.unread = 0

    def write(self, frames: bytes) -> int:
        self.written.append(frames)
        return self.unread

    def messages(self) -> list[bytes | str]:
        """What websockets reads from it as a client."""
        client = ClientProtocol(parse_uri("ws://localhost"), state=State.OPEN)
        client.receive_data(b"".join(self.written))
        frames = [event for event in client.events_received() if isinstance(event, Frame)]
        assert all(frame.fin for frame in frames)
        contents = [(bytes(frame.data), frame.opcode is Opcode.TEXT) for frame in frames]
        return [content.decode() if is_text else content for content, is_text in contents]


def nothing() -> None:
    """Nobody reads too slowly."""


async def turn() -> None:
    """Let what was put off to the end of this turn happen."""
    await asyncio.sleep(0)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 100_000])
async def test_a_frame_of_any_length_arrives(size: int) -> None:
    writes = Writes()
    outbox = Outbox(writes, nothing)
    for form in FORMS:
        outbox.put(form.packet(b"x" * size))
    outbox.flush()
    assert writes.messages() == [b"x" * size, "x" * size]


async def test_the_frames_of_one_turn_arrive_in_order_from_one_write() -> None:
    frames, writes = [b"frame %d" % n for n in range(20)], Writes()
    outbox = Outbox(writes, nothing)
    for frame in frames:
        outbox.put(MSGPACK.packet(frame))
    assert writes.written == []
    await turn()
    assert writes.messages() == frames
    assert len(writes.written) == 1


async def test_what_was_put_can_be_written_at_once() -> None:
    writes = Writes()
    outbox = Outbox(writes, nothing)
    outbox.put(MSGPACK.packet(b"last words"))
    outbox.end()
    assert writes.messages() == [b"last words"]
    await turn()
    assert len(writes.written) == 1


async def test_a_long_turn_is_not_waited_for() -> None:
    writes = Writes()
    outbox = Outbox(writes, nothing)
    while not writes.written:
        outbox.put(MSGPACK.packet(bytes(1000)))
    assert WRITE_HIGH < len(writes.written[0]) < WRITE_HIGH + 2000


async def test_a_peer_that_does_not_read_is_told_of() -> None:
    overflown: list[int] = []
    writes = Writes()
    outbox = Outbox(writes, lambda: overflown.append(writes.unread))
    for unread in (0, OUTBOX_BYTES, OUTBOX_BYTES + 1):
        writes.unread = unread
        outbox.put(MSGPACK.packet(b"?"))
        await turn()
    assert overflown == [OUTBOX_BYTES + 1]
