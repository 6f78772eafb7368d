"""The golden vectors are what we speak."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args

import pytest

from pente_core.room import Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.value import tag_of
from pente_protocol import json_codec
from pente_protocol.client_codec import decode_server
from pente_protocol.codec import decode_client, encode, to_wire
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.base import Error, RequestId
from pente_protocol.messages.lists import Rooms
from pente_protocol.newer.read import receive
from pente_protocol.spec.catalogue import vocabulary
from pente_protocol.spec.enum_samples import parts
from pente_protocol.spec.golden_vectors import SAMPLES, broken_vectors

FILE = Path(__file__).parents[2] / "protocol" / "spec" / "golden.json"
GOLDEN: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
DECODE = {"client": decode_client, "server": decode_server}
DECODE_JSON = {"client": json_codec.decode_client, "server": json_codec.decode_server}


TOLD = [part for message in SAMPLES.values() for part in parts(message)]


@pytest.mark.parametrize("vector", GOLDEN["messages"], ids=lambda vector: vector["name"])
def test_a_golden_vector_is_read_and_written(vector: dict[str, Any]) -> None:
    frame = bytes.fromhex(vector["hex"])
    message = DECODE[vector["from"]](frame)
    assert repr(message) == repr(SAMPLES[vector["name"]])
    assert encode(message) == frame
    assert json.loads(json.dumps(to_wire(message))) == vector["json"]


@pytest.mark.parametrize("vector", GOLDEN["messages"], ids=lambda vector: vector["name"])
def test_the_json_of_a_golden_vector_is_read_and_written(vector: dict[str, Any]) -> None:
    message = DECODE_JSON[vector["from"]](json.dumps(vector["json"]))
    assert repr(message) == repr(SAMPLES[vector["name"]])
    assert json.loads(json_codec.encode(message)) == vector["json"]


@pytest.mark.parametrize("vector", GOLDEN["refused_texts"], ids=lambda vector: vector["name"])
def test_a_golden_text_that_is_no_message_is_refused(vector: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        DECODE_JSON[vector["from"]](vector["text"])


@pytest.mark.parametrize("vector", GOLDEN["refused"], ids=lambda vector: vector["name"])
def test_a_golden_refusal_is_refused(vector: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        DECODE[vector["from"]](bytes.fromhex(vector["hex"]))


def test_there_is_a_vector_for_everything_that_travels() -> None:
    wires = [vector["json"] for vector in GOLDEN["messages"]]
    assert {wire["t"] for wire in wires} == {
        tag_of(type_) for type_ in get_args(ClientMessage | ServerMessage)
    }
    assert {wire["event"]["t"] for wire in wires if wire["t"] == "happened"} == set(
        map(tag_of, get_args(ev.Event))
    )
    commands = {wire["command"]["t"] for wire in wires if wire["t"] == "act"}
    assert commands == set(map(tag_of, get_args(cmd.PlayerCommand)))


@pytest.mark.parametrize("name", vocabulary())
def test_every_value_of_a_type_is_in_some_vector(name: str) -> None:
    type_ = vocabulary()[name]
    if isinstance(type_, type) and issubclass(type_, StrEnum):
        told = {part for part in TOLD if isinstance(part, type_)}
        assert told == set(type_), f"pente_protocol/spec/samples lacks {set(type_) - told}"
    elif isinstance(type_, type):
        assert any(isinstance(part, type_) for part in TOLD), f"pente_protocol/spec/samples lacks {name}"


def test_every_code_and_every_ruleset_with_a_name_is_in_some_vector() -> None:
    assert {part.code for part in TOLD if isinstance(part, Error)} >= {*Reason, *ErrorCode}
    rulesets = [part for part in TOLD if isinstance(part, Ruleset)]
    assert {rules.base for rules in rulesets if rules.spec == rules.base} == set(RULESETS)


def test_vectors_of_an_earlier_moment_are_read_as_ever() -> None:
    assert list(broken_vectors(GOLDEN)) == []


@pytest.mark.parametrize(
    "changed", [{"hex": "c1"}, {"json": {"t": "rooms", "id": 2}}, {"hex": "82a174a5726f6f6d73a2696402"}]
)
def test_a_vector_that_is_read_otherwise_is_found(changed: dict[str, Any]) -> None:
    vector = {
        "name": "x",
        "from": "client",
        "json": {"t": "rooms", "id": 1},
        "hex": encode(Rooms(RequestId(1))).hex(),
    }
    assert list(broken_vectors({"messages": [vector]})) == []
    assert list(broken_vectors({"messages": [vector | changed]})) == [vector["name"]]


@pytest.mark.parametrize("vector", GOLDEN["future"], ids=lambda vector: vector["name"])
def test_a_frame_of_the_future_is_no_garbage(vector: dict[str, Any]) -> None:
    received = receive(bytes.fromhex(vector["hex"]))
    if "as" in vector:
        assert json.loads(json.dumps(to_wire(received))) == vector["as"]  # type: ignore[arg-type]
