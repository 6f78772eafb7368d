"""What a log of the traffic says, and what it never says."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pente_client.connection.link.traffic_log import without_secrets
from pente_protocol.codec import encode
from pente_protocol.messages.base import Error, RequestId
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.rooms import Act, Create
from pente_protocol.spec.samples.from_client import FROM_CLIENT
from pente_protocol.spec.samples.from_server import FROM_SERVER

SECRET = frozenset({
    "nonce", "password", "password_hash", "proof", "server_key", "server_proof", "stored_key", "token",
    "credential", "mark", "cursor",
})  # fmt: skip
"""Keys of texts that open something, or that prove or resume something."""
SAID = frozenset({"text", "code", "lines"})
"""Keys of what people have said and planned, and of codes; but for errors, whose texts and codes are ours."""
MESSAGES = {**FROM_CLIENT, **FROM_SERVER}
CANARY = "CANARY"


def texts(value: Any, key: str = "", *, is_error: bool = False) -> Iterator[tuple[str, str, bool]]:
    """All texts of a message with their keys, and whether they say what went wrong."""
    match value:
        case dict():
            for name, each in value.items():
                yield from texts(each, name, is_error=value.get("t") in {"error", "dismissed"})
        case list():
            for each in value:
                yield from texts(each, key, is_error=is_error)
        case str():
            yield key, value, is_error
        case _:
            pass


def with_canaries(value: Any) -> Any:
    """A message with a canary in place of each text that must not be told."""
    match value:
        case dict():
            is_error = value.get("t") in {"error", "dismissed"}
            return {
                name: each if is_error and name in SAID else _marked(name, each)
                for name, each in value.items()
            }
        case list():
            return [with_canaries(each) for each in value]
        case _:
            return value


def _marked(key: str, value: Any) -> Any:
    if key not in SECRET | SAID:
        return with_canaries(value)
    return [CANARY] if isinstance(value, list) else CANARY if isinstance(value, str) else value


@pytest.mark.parametrize("name", MESSAGES)
def test_no_secret_of_any_message_is_told(name: str) -> None:
    wire = msgspec.msgpack.decode(encode(MESSAGES[name]))
    assert CANARY not in without_secrets(msgspec.msgpack.encode(with_canaries(wire)))


def test_the_samples_have_the_secrets() -> None:
    """Else the test above would say nothing: each kind of secret is in some message."""
    found = {
        key for message in MESSAGES.values() for key, _, _ in texts(msgspec.msgpack.decode(encode(message)))
    }
    assert {"nonce", "password", "signature", "text", "code"} <= found


def test_a_room_of_friends_cannot_be_entered_with_the_log() -> None:
    message = next(each for each in FROM_CLIENT.values() if isinstance(each, Act))
    told = without_secrets(encode(message))
    assert message.room not in told
    assert message.room[:4] in told


def test_what_went_wrong_is_told() -> None:
    told = without_secrets(encode(Error(RequestId(3), "not-your-turn", "It is not your turn.")))
    assert "not-your-turn" in told
    assert "It is not your turn." in told


def test_what_is_no_message_and_what_is_unknown_tells_nothing() -> None:
    assert without_secrets(b"\xc1\xff") == "2 bytes that are no message"
    strange = {"t": "new", "fresh": CANARY, CANARY: 1, "bytes": CANARY.encode()}
    assert CANARY not in without_secrets(msgspec.msgpack.encode(strange))


def test_a_long_message_is_cut() -> None:
    assert len(without_secrets(msgspec.msgpack.encode({"t": "x", "key": ["y" * 100] * 100}))) < 2100


def test_the_samples_have_sign_ins_and_new_rooms() -> None:
    kinds = {type(each) for each in FROM_CLIENT.values()}
    assert {Hello, Create} <= kinds
    assert re.search(r"made-up", repr(FROM_CLIENT))


def test_the_id_of_a_listed_room_is_shortened() -> None:
    """Who knows the id of a private room gets in, also from a list of one's own rooms."""
    told = without_secrets(msgspec.msgpack.encode({"t": "rooms", "rooms": [{"id": "abcd-secret"}], "id": 7}))
    assert json.loads(told) == {"t": "rooms", "rooms": [{"id": "abcd..."}], "id": 7}


def test_ids_that_are_keys_are_shortened_too() -> None:
    sent = {"t": "hello", "rooms": {"abcdsecret": {"v": 3}}, "passwords": {"abcdsecret": "canary"}}
    told = without_secrets(msgspec.msgpack.encode(sent))
    assert json.loads(told) == {"t": "hello", "rooms": {"abcd...": {"v": 3}}, "passwords": {"abcd...": "***"}}
