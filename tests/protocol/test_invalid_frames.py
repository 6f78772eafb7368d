"""Whatever the bytes, they are a message or a ProtocolError, and never cost much."""

import json
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_core.room import BadSnapshot, restore
from pente_protocol.client_codec import decode_server
from pente_protocol.codec import (
    decode_client,
    decode_event,
    decode_game,
    decode_summary,
    encode,
    encode_event,
    encode_game,
    encode_summary,
    to_wire,
)
from pente_protocol.errors import ProtocolError
from pente_protocol.frames import CLIENT_FRAME_MAX, SERVER_FRAME_MAX
from pente_protocol.messages.rooms import Synced
from pente_protocol.spec.invalid_frames import REFUSED_FROM_CLIENT, REFUSED_FROM_SERVER, act
from pente_protocol.spec.samples.from_client import FROM_CLIENT
from pente_protocol.spec.samples.from_server import FROM_SERVER
from pente_protocol.untrusted_text import clean
from tests.support.hostile.spoiled_messages import FRAMES, bombs, spoiled

pytestmark = pytest.mark.usefixtures("untraced")


def survive(frame: bytes) -> bool:
    """Decode a frame in every way there is; whether it is a message of anybody."""
    read = [
        again(frame, decode_client, encode),
        again(frame, decode_server, encode),
        again(frame, decode_event, encode_event),
        again(frame, decode_summary, encode_summary),
        again(frame, decode_game, encode_game),
    ]
    return any(read)


def again(frame: bytes, decode: Callable[[bytes], Any], encode_: Callable[[Any], bytes]) -> bool:
    """Whether it can be decoded; then it is written and read back, told in JSON and restored."""
    try:
        value = decode(frame)
    except ProtocolError as error:
        text = str(error)
        assert text == clean(text)
        assert 0 < len(text) <= 200
        return False
    assert decode(encode_(value)) == value
    if encode_ is encode:
        json.dumps(to_wire(value), allow_nan=False)
    if isinstance(value, Synced):
        with suppress(BadSnapshot):
            restore(value.snapshot)
    return True


@pytest.mark.parametrize("name", REFUSED_FROM_CLIENT)
def test_a_client_that_sends_no_message_is_told_apart(name: str) -> None:
    with pytest.raises(ProtocolError):
        decode_client(REFUSED_FROM_CLIENT[name])


@pytest.mark.parametrize("name", REFUSED_FROM_SERVER)
def test_a_server_that_sends_no_message_is_told_apart(name: str) -> None:
    with pytest.raises(ProtocolError):
        decode_server(REFUSED_FROM_SERVER[name])


def test_a_text_frame_is_no_message() -> None:
    text: Any = '{"t": "rooms", "id": 1}'
    with pytest.raises(ProtocolError):
        decode_client(text)


def test_messages_of_the_other_side_are_refused() -> None:
    for message in FROM_SERVER.values():
        with pytest.raises(ProtocolError):
            decode_client(encode(message))
    for message_ in FROM_CLIENT.values():
        with pytest.raises(ProtocolError):
            decode_server(encode(message_))


def test_what_the_peer_sent_can_not_steer_the_log() -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(act({"t": "resign", "\x1b[2J\n\u202eevil": 1}))
    assert str(caught.value).isprintable()


@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_or_an_error(frame: bytes) -> None:
    survive(frame)


@settings(max_examples=120)
@given(st.sampled_from(FRAMES), st.data())
def test_any_byte_of_a_message_may_be_another(frame: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(frame) - 1))
    byte = data.draw(st.integers(0, 255))
    survive(frame[:place] + bytes([byte]) + frame[place + 1 :])


@pytest.mark.parametrize("frame", FRAMES)
def test_a_message_cut_anywhere_is_none(frame: bytes) -> None:
    for length in range(len(frame)):
        assert not survive(frame[:length])


def test_spoiled_messages_are_messages_or_errors() -> None:
    read = sum(survive(frame) for frame in spoiled(5000, seed=1))
    assert 100 < read < 4000, "spoil them more, or less"


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_hundred_thousand_spoiled_messages() -> None:
    for frame in spoiled(100_000, seed=2):
        survive(frame)


def peak(decode: Callable[[bytes], Any], frame: bytes) -> int:
    """The most memory that decoding a frame takes, in bytes."""
    tracemalloc.start()
    try:
        with pytest.raises(ProtocolError):
            decode(frame)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_no_frame_of_a_client_costs_the_server_much_memory() -> None:
    for frame in bombs(CLIENT_FRAME_MAX, 256):
        assert peak(decode_client, frame) < 3_000_000


def test_no_frame_of_a_server_costs_the_client_much_memory() -> None:
    for frame in bombs(SERVER_FRAME_MAX, 4096):
        assert peak(decode_server, frame) < 40_000_000


def test_a_frame_that_is_too_long_is_not_looked_at() -> None:
    assert peak(decode_client, b"\x90" * (CLIENT_FRAME_MAX + 1)) < 10_000
    assert peak(decode_server, b"\x90" * (SERVER_FRAME_MAX + 1)) < 10_000
