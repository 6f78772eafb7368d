"""The codec of servers and that of clients: the same bytes, the same values, and the same refusals."""

from collections.abc import Callable
from typing import Any, Final, get_args

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from pente_core.room import events as ev
from pente_core.value import tag_of
from pente_protocol import client_codec, codec
from pente_protocol.canonical_form import canonical
from pente_protocol.client_codec import SERVER_BOUNDS
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.spec.golden_vectors import SAMPLES
from pente_protocol.spec.invalid_frames import REFUSED_FROM_CLIENT, REFUSED_FROM_SERVER
from tests.protocol.value_strategies import values
from tests.support.hostile.spoiled_messages import FRAMES, bombs, scrambled, spoiled

pytestmark = pytest.mark.usefixtures("untraced")

SOME: Final = settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
MESSAGES: Final = (*get_args(ClientMessage), *get_args(ServerMessage))
DECODERS: Final[dict[str, tuple[Callable[[bytes], Any], Callable[[bytes], Any]]]] = {
    "client": (codec.decode_client, client_codec.decode_client),
    "server": (codec.decode_server, client_codec.decode_server),
}


def read(decode: Callable[[bytes], Any], frame: bytes) -> object:
    """What a frame is: a message, or nothing."""
    try:
        return decode(frame)
    except ProtocolError:
        return None


def assert_agreement(frame: bytes) -> None:
    """Both codecs read the same from a frame, except where the specification leaves them a choice."""
    for of_server, of_client in DECODERS.values():
        one, other = read(of_server, frame), read(of_client, frame)
        if repr(one) != repr(other):
            assert has_a_key_twice(frame) or (other is None and is_beyond_bounds(frame)), frame.hex()


def has_a_key_twice(frame: bytes) -> bool:
    """Whether a map in a frame has a key twice: then a reader may take the last value or refuse it."""
    found = []

    def note(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
        found.append(len(dict(pairs)) < len(pairs))
        return dict(pairs)

    msgpack.unpackb(frame, object_pairs_hook=note, strict_map_key=False)
    return any(found)


def is_beyond_bounds(frame: bytes) -> bool:
    """Whether something in a frame is longer than a client reads: a server bounds only the frame."""

    def is_long(value: object) -> bool:
        match value:
            case str():
                return len(value.encode()) > SERVER_BOUNDS.text
            case list():
                return len(value) > SERVER_BOUNDS.items or any(map(is_long, value))
            case dict():
                return len(value) > SERVER_BOUNDS.keys or any(map(is_long, (*value, *value.values())))
            case _:
                return False

    return is_long(msgpack.unpackb(frame, strict_map_key=False))


@pytest.mark.parametrize("type_", MESSAGES, ids=tag_of)
@SOME
@given(data=st.data())
def test_messages_have_the_same_bytes_and_the_same_values(type_: type, data: st.DataObject) -> None:
    message = data.draw(values(type_))
    frame = codec.encode(message)
    assert client_codec.encode(message) == frame
    assert_agreement(frame)
    sender = "client" if type_ in get_args(ClientMessage) else "server"
    assert [repr(read(decode, frame)) for decode in DECODERS[sender]] == [repr(message)] * 2


@pytest.mark.parametrize("name", SAMPLES)
def test_golden_vectors_have_the_same_bytes_and_the_same_values(name: str) -> None:
    frame = codec.encode(SAMPLES[name])
    assert client_codec.encode(SAMPLES[name]) == frame
    assert_agreement(frame)


@pytest.mark.parametrize("frame", [*REFUSED_FROM_CLIENT.values(), *REFUSED_FROM_SERVER.values()])
def test_what_the_one_refuses_so_does_the_other(frame: bytes) -> None:
    assert_agreement(frame)


def test_both_bound_what_is_only_announced() -> None:
    for frame in (*bombs(8192, 256), *bombs(262_144, 4096)):
        for decode in (*DECODERS["client"], *DECODERS["server"]):
            assert read(decode, frame) is None


@settings(max_examples=150)
@given(st.sampled_from(FRAMES), st.randoms(use_true_random=False))
def test_mutated_frames_are_read_alike(frame: bytes, chance: Any) -> None:
    assert_agreement(scrambled(frame, chance))


def test_spoiled_messages_are_read_alike() -> None:
    for frame in spoiled(3000, seed=3):
        assert_agreement(frame)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_hundred_thousand_spoiled_messages_are_read_alike() -> None:
    for frame in spoiled(100_000, seed=4):
        assert_agreement(frame)


# Equal values have equal bytes


def other_objects(value: Any) -> Any:
    """An equal value made of other objects wherever that is possible, with keys in another order."""
    match value:
        case Struct():
            parts = {name: other_objects(getattr(value, name)) for name in value.__struct_fields__}
            return type(value)(**parts)
        case tuple() if value:
            return tuple(map(other_objects, value))
        case dict():
            return {other_objects(key): other_objects(item) for key, item in reversed(value.items())}
        case str() if type(value) is str:
            return "".join(list(value))
        case int() if type(value) is int:
            return int(str(value))
        case _:
            return value


@pytest.mark.parametrize("type_", [*MESSAGES, *get_args(ev.Event)], ids=tag_of)
@SOME
@given(data=st.data())
def test_equal_messages_have_equal_bytes(type_: type, data: st.DataObject) -> None:
    message = data.draw(values(type_))
    other = other_objects(message)
    assert message == other
    assert codec.encode(message) == codec.encode(other)
    assert client_codec.encode(message) == client_codec.encode(other)


@pytest.mark.parametrize("name", SAMPLES)
def test_equal_samples_have_equal_bytes(name: str) -> None:
    other = other_objects(SAMPLES[name])
    assert codec.encode(other) == client_codec.encode(other) == codec.encode(SAMPLES[name])


def test_the_events_of_a_running_game_are_encoded_as_they_are() -> None:
    for event in (message.event for message in SAMPLES.values() if hasattr(message, "event")):
        if tag_of(type(event)) != "created":
            assert canonical(event) is event
    assert canonical(SAMPLES["acted"]) is SAMPLES["acted"]
    assert canonical(SAMPLES["happened: moved"]) is SAMPLES["happened: moved"]
