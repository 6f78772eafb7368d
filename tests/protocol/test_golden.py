"""The golden vectors are what we speak."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from pente_core.room import Event, PlayerCommand
from pente_protocol.codec import decode_client, decode_server, encode, tag_of, to_wire
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.spec.samples import MESSAGES

FILE = Path(__file__).parents[2] / "protocol" / "spec" / "golden.json"
GOLDEN: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
DECODE = {"client": decode_client, "server": decode_server}


@pytest.mark.parametrize("vector", GOLDEN["messages"], ids=lambda vector: vector["name"])
def test_a_golden_vector_is_read_and_written(vector: dict[str, Any]) -> None:
    frame = bytes.fromhex(vector["hex"])
    message = DECODE[vector["from"]](frame)
    assert repr(message) == repr(MESSAGES[vector["name"]])
    assert encode(message) == frame
    assert json.loads(json.dumps(to_wire(message))) == vector["json"]


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
        map(tag_of, get_args(Event))
    )
    commands = {wire["command"]["t"] for wire in wires if wire["t"] == "act"}
    assert commands == set(map(tag_of, get_args(PlayerCommand)))
