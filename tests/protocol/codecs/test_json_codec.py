"""JSON says the same as msgpack: the same messages, and the same refusals."""

import json
import re
from random import Random
from typing import Any, Final, get_args

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pente_core.value import tag_of
from pente_protocol import codec, json_codec
from pente_protocol.errors import ProtocolError
from pente_protocol.forms import FORMS, JSON, MSGPACK, form_offered
from pente_protocol.frames import CLIENT_FRAME_MAX, SERVER_FRAME_MAX
from pente_protocol.json_codec import LAST_EXACT
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.spec.golden_vectors import SAMPLES
from pente_protocol.spec.invalid_frames import REFUSED_FROM_CLIENT, REFUSED_FROM_SERVER
from pente_protocol.spec.json_schemas import schemas
from pente_protocol.spec.samples.from_client import FROM_CLIENT
from pente_protocol.spec.samples.values import DO, MARK, ROOM
from pente_protocol.untrusted_text import clean
from tests.protocol.test_invalid_frames import peak
from tests.protocol.value_strategies import values
from tests.support.hostile.spoiled_messages import WIRES, odd, spoiled_texts, text_bombs

pytestmark = pytest.mark.usefixtures("untraced")

SOME: Final = settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
MESSAGES: Final = (*get_args(ClientMessage), *get_args(ServerMessage))
DECODERS: Final = (
    (codec.decode_client, json_codec.decode_client),
    (codec.decode_server, json_codec.decode_server),
)


def read(decode: Any, frame: bytes | str) -> object:
    """What a frame is: a message, or nothing."""
    try:
        return decode(frame)
    except ProtocolError as error:
        text = str(error)
        assert text == clean(text)
        assert 0 < len(text) <= 200
        return None


def as_read(value: Any) -> Any:
    """A plain value as it comes back from JSON: integral floats are integers."""
    match value:
        case float() if value.is_integer() and abs(value) <= LAST_EXACT:
            return int(value)
        case dict():
            return {key: as_read(item) for key, item in value.items()}
        case list() | tuple():
            return [as_read(item) for item in value]
        case _:
            return value


def assert_lossless(message: ClientMessage | ServerMessage) -> None:
    """JSON holds what msgpack holds, and comes back as the same message."""
    frame = json_codec.encode(message)
    decode, decode_json = DECODERS[not isinstance(message, get_args(ClientMessage))]
    assert repr(decode_json(frame)) == repr(decode_json(frame.decode()))
    assert repr(decode_json(frame)) == repr(decode(msgpack.packb(as_read(codec.to_wire(message)))))
    assert decode_json(frame) == message
    assert json.loads(frame) == json.loads(json.dumps(codec.to_wire(message)))


@pytest.mark.parametrize("type_", MESSAGES, ids=tag_of)
@SOME
@given(data=st.data())
def test_a_message_comes_back(type_: type, data: st.DataObject) -> None:
    assert_lossless(data.draw(values(type_)))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_comes_back(name: str) -> None:
    assert_lossless(SAMPLES[name])


# What is no message


def by_another_parser(frame: bytes) -> bytes:
    """The msgpack of some JSON, read by the standard library. Raises ValueError and the like."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    wire = json.loads(
        frame.decode(), parse_float=lambda literal: as_read(float(literal)), parse_constant=refuse
    )
    packed: bytes = msgpack.packb(wire)
    return packed


def assert_agreement(frame: bytes) -> bool:
    """JSON is read as msgpack would be; whether it is a message."""
    try:
        packed = by_another_parser(frame)
    except (ValueError, OverflowError, RecursionError):
        packed = b""
    found = []
    for decode, decode_json in DECODERS:
        one, other = read(decode, packed), read(decode_json, frame)
        assert repr(one) == repr(other), frame
        found.append(one is not None)
    return any(found)


def test_spoiled_texts_are_read_as_in_msgpack() -> None:
    messages = sum(map(assert_agreement, spoiled_texts(6000, seed=5)))
    assert 100 < messages < 5000, "spoil them more, or less"


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_hundred_thousand_spoiled_texts_are_read_as_in_msgpack() -> None:
    for frame in spoiled_texts(100_000, seed=6):
        assert_agreement(frame)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_or_an_error(frame: bytes) -> None:
    assert_agreement(frame)


@given(st.text(max_size=300))
def test_any_text_is_a_message_or_an_error(text: str) -> None:
    for _, decode_json in DECODERS:
        read(decode_json, text)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_text_cut_anywhere_is_no_message(name: str) -> None:
    frame = json_codec.encode(SAMPLES[name])
    for length in range(len(frame)):
        for _, decode_json in DECODERS:
            assert read(decode_json, frame[:length]) is None


def has_json(packed: bytes) -> bool:
    """Whether the content of a frame can be said in JSON, and is as strange there."""
    try:
        wire = msgpack.unpackb(packed)
        return json.loads(json.dumps(wire, allow_nan=False)) == wire and as_read(wire) is not None
    except (ValueError, TypeError, msgpack.UnpackException):
        return False


@pytest.mark.parametrize("name", [name for name, frame in REFUSED_FROM_CLIENT.items() if has_json(frame)])
def test_what_is_refused_in_msgpack_is_refused_in_json(name: str) -> None:
    wire = msgpack.unpackb(REFUSED_FROM_CLIENT[name])
    assert (read(json_codec.decode_client, json.dumps(wire)) is None) == (name not in INTEGRAL)


INTEGRAL: Final = {"an id that is a float", "a version that is a float"}
"""Refused only in msgpack: they have a fraction of 0."""


@pytest.mark.parametrize("name", [name for name, frame in REFUSED_FROM_SERVER.items() if has_json(frame)])
def test_what_is_refused_of_a_server_in_msgpack_is_refused_in_json(name: str) -> None:
    frame = REFUSED_FROM_SERVER[name]
    found = read(json_codec.decode_server, json.dumps(msgpack.unpackb(frame)))
    assert repr(found) == repr(read(codec.decode_server, frame))


def test_plain_values_are_refused_alike() -> None:
    """Each odd value in every place, where JSON has such values at all."""
    chance, messages = Random(7), 0
    for _ in range(4000):
        wire = as_read(odd(chance.choice(WIRES), chance))
        try:
            frame = json.dumps(wire, allow_nan=False).encode()
            packed = msgpack.packb(wire)
        except (ValueError, TypeError):
            continue
        if msgpack.unpackb(packed, strict_map_key=False) != json.loads(frame):
            continue  # keys that are no strings
        for decode, decode_json in DECODERS:
            one = read(decode, packed)
            assert repr(one) == repr(read(decode_json, frame)), frame
            messages += one is not None
    assert 100 < messages < 3500


# Numbers


def act(version: str) -> bytes:
    base = f'{{"version":{version},"mark":"{MARK}"}}'
    return (
        f'{{"t":"act","id":1,"room":"{ROOM}","base":{base},"command_id":"{DO}","command":{{"t":"resign"}}}}'
    ).encode()


def logs(after: str) -> bytes:
    return (f'{{"t":"logs","id":1,"rooms":["{ROOM}"],"after":{after}}}').encode()


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        *(("1", 1), ("1.0", 1), ("1e3", 1000), ("1E+3", 1000), ("10e-1", 1), ("0.25e2", 25), ("-0", 0)),
        *(("-0.0", 0), ("-5.0", -5), ("9007199254740991.0", LAST_EXACT), ("9007199254740993", 2**53 + 1)),
        *(("18446744073709551615", 2**64 - 1), ("-9223372036854775808", -(2**63))),
    ],
)
def test_an_integer_may_have_a_fraction_of_zero(literal: str, value: int) -> None:
    message: Any = json_codec.decode_client(logs(literal))
    assert message.after == value
    assert type(message.after) is int


@pytest.mark.parametrize(
    "literal",
    [
        *("1.5", "1e-1", "0.1", "1e400", "-1e400", "1e999999999999", "9007199254740992.0", "1e19", "1e300"),
        *("18446744073709551616", "-9223372036854775809", "1" * 400, "1" * 5000),
        *("NaN", "Infinity", "-Infinity"),
        *("01", "1.", ".5", "+1", "0x1", "1_000", '"1"', "true", "null", "[1]", "1e", "--1", "١"),
    ],
)
def test_other_numbers_are_refused(literal: str) -> None:
    assert read(json_codec.decode_client, logs(literal)) is None


def test_the_numbers_of_a_ruleset_may_have_a_fraction_of_zero() -> None:
    spec = '{"base":"pente","size":13.0,"captures":[2.0,3e0],"goal":2.5}'
    message: Any = json_codec.decode_client(
        f'{{"t":"create","id":1,"command_id":"{DO}","time":"-","ruleset":{spec}}}'
    )
    assert repr(message.ruleset) == repr({"base": "pente", "size": 13, "captures": [2, 3], "goal": 2.5})


# Text


@pytest.mark.parametrize(
    "literal",
    [r'"\ud800"', r'"\ud800x"', r'"\udc00"', r'"\ud800\ud800"', '"\x00"', '"\t"', r'"\x"', '"\ud800"'],
)
def test_text_that_is_not_unicode_is_refused(literal: str) -> None:
    text = act("1").decode().replace('{"t":"resign"}', f'{{"t":"say","text":{literal}}}')
    assert read(json_codec.decode_client, text) is None
    assert read(json_codec.decode_client, text.encode(errors="surrogatepass")) is None


def test_surrogate_pairs_and_escapes_are_read() -> None:
    text = act("1").decode().replace('{"t":"resign"}', r'{"t":"say","te\u0078t":"\ud83c\udfb2\u0000\n"}')
    message: Any = json_codec.decode_client(text)
    assert message.command.text == "🎲\0\n"


@pytest.mark.parametrize("space", [" ", "\n", "\t\r\n "])
def test_white_space_around_a_message_is_ignored(space: str) -> None:
    frame = json_codec.encode(FROM_CLIENT["rooms"]).decode()
    assert json_codec.decode_client(space + frame + space) == FROM_CLIENT["rooms"]


def test_the_last_of_equal_keys_counts() -> None:
    message: Any = json_codec.decode_client('{"t":"rooms","id":1,"id":2}')
    assert message.id == 2


# Errors that teach


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"t":"rooms" "id":1}', "(byte 13)"),
        ('{"t":"rooms","id":1,}', "(byte 20)"),
        ("{'t':'rooms','id':1}", "(byte 1)"),
        ('{"t":"rooms","id":1} {}', "(byte 22)"),
        ('{"t":"rooms","id":1', "ends after 19 bytes"),
        ('{"t":"rooms","id":18446744073709551616}', "64 bits"),
        ("[]", "array"),
    ],
)
def test_an_error_says_where(text: str, words: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        json_codec.decode_client(text)
    assert words in str(caught.value)


def test_what_is_nested_too_deeply_is_no_message() -> None:
    with pytest.raises(ProtocolError) as caught:
        json_codec.decode_client("[" * 3000)
    # Since Python 3.13 so much is not too deep, only unfinished.
    assert any(words in str(caught.value) for words in ("nested too deeply", "ends after 3000 bytes"))


# Bounds


def test_no_text_costs_much_memory() -> None:
    for frame in text_bombs(CLIENT_FRAME_MAX):
        assert peak(json_codec.decode_client, frame) < 3_000_000
    for frame in text_bombs(SERVER_FRAME_MAX):
        assert peak(json_codec.decode_server, frame) < 40_000_000


def test_a_text_that_is_too_long_is_not_looked_at() -> None:
    assert peak(json_codec.decode_client, b"[" * (CLIENT_FRAME_MAX + 1)) < 10_000
    assert peak(json_codec.decode_server, b"[" * (SERVER_FRAME_MAX + 1)) < 10_000


# Forms


def test_a_frame_of_the_other_kind_is_refused() -> None:
    for message, form in ((message, form) for message in FROM_CLIENT.values() for form in FORMS):
        content = form.encode(message)
        right, wrong = (content.decode(), content) if form.is_text else (content, content.decode("latin-1"))
        assert form.decode_client(right) == message
        assert form.unpack(right)["t"] == tag_of(type(message))
        for decode in (form.decode_client, form.decode_server, form.unpack):
            with pytest.raises(ProtocolError, match="binary" if form is MSGPACK else "text"):
                decode(wrong)


def test_the_first_known_form_that_is_offered_is_chosen() -> None:
    one, other = "pente.v1+msgpack", "pente.v1+json"
    assert form_offered([one]) is form_offered([one, other]) is form_offered(["x", one]) is MSGPACK
    assert (
        form_offered([other]) is form_offered([other, one]) is form_offered(["pente.v2+json", other]) is JSON
    )
    assert form_offered([]) is form_offered(["pente.v2+json", "PENTE.V1+JSON"]) is None


def test_a_server_sends_no_floats() -> None:
    """A language with one number type can't tell 1.0 from 1."""
    written = {name: json.dumps(schema) for name, schema in schemas().items()}
    assert [name for name, text in written.items() if re.search(A_FLOAT, text)] == ["RulesetSpec"]
    users = {name for name, text in written.items() if "schemas/RulesetSpec" in text}
    assert users == {"CreateRequest", "GameFilter"}


A_FLOAT: Final = r'"type": (\[[^]]*)?"number"'
"""A type in a schema, alone or among others."""
