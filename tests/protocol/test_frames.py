"""An invalid message is explained: in words, and by the place of the mistake."""

import re
from typing import Any

import msgpack
import pytest

from pente_protocol.client_codec import decode_client as decode_client_otherwise
from pente_protocol.codec import decode_client
from pente_protocol.errors import ProtocolError

ACT: dict[str, Any] = {
    "t": "act",
    "id": 2,
    "room": "abcdefgh",
    "command_id": "command-1",
    "command": {"t": "play", "point": 3},
}
CREATE: dict[str, Any] = {"t": "create", "id": 1, "command_id": "command-1", "ruleset": "pente", "time": "-"}
LOGS: dict[str, Any] = {"t": "logs", "id": 1}
ESCAPE = "pla\x1b[2J\u202ey"
MISTAKES: list[tuple[dict[str, Any], str, str]] = [
    ({**ACT, "room": "x"}, "/room", "Expected string of 8 to 40 letters, digits, - and _"),
    ({**ACT, "base": "x"}, "/base", "got string"),
    ({**ACT, "extra": 1}, "/extra", "Unknown key extra"),
    ({**ACT, "x y": 1}, "", "Unknown key x y."),
    ({**ACT, ESCAPE: 1}, "", ""),
    ({**ACT, "command": {"t": "play", "x` - at `$.room": 1, "point": 1}}, "/command", ""),
    ({**ACT, "x" * 4000: 1}, "", ""),
    ({**ACT, "command": {"t": "play", "point": "x"}}, "/command/point", "Expected integer, got string"),
    ({**ACT, "command": {"t": "play"}}, "/command/point", "Missing key point"),
    ({**ACT, "command": {"t": "play", "point": 1, "to": 2}}, "/command/to", "Unknown key to"),
    ({**ACT, "command": {"t": ESCAPE}}, "/command/t", "Unknown type pla"),
    ({**ACT, "command": {"t": "jion"}}, "/command/t", "Unknown type jion"),
    ({**ACT, "command": {"t": "choose", "choice": "swop"}}, "/command/choice", "Unknown value swop."),
    ({**ACT, "command": {"t": "y" * 70}}, "/command/t", f"Unknown type {'y' * 60}…"),
    ({**ACT, "command": 3}, "/command", "Expected object, got integer"),
    ({"t": "sing", "id": 3}, "/t", "Unknown type sing"),
    ({"t": "wathc", "id": 3}, "/t", "Unknown type wathc; the nearest known one is watch."),
    ({**LOGS, "rooms": None}, "/rooms", "Expected array, got null."),
    ({"id": 3}, "/t", "Missing key t"),
    ({**CREATE, "ruleset": {"goal": {"x": 1}}}, "/ruleset", ""),
    ({**CREATE, "ruleset": {"captures": [1, "x"]}}, "/ruleset", ""),
    ({**CREATE, "options": {"rate": True}}, "/options/rate", "Unknown key rate"),
    ({**LOGS, "rooms": ["abcdefgh", "x"]}, "/rooms/1", ""),
    ({**ACT, "id": 0}, "/id", ""),
]


def problem(wire: object) -> ProtocolError:
    with pytest.raises(ProtocolError) as caught:
        decode_client(msgpack.packb(wire))
    return caught.value


@pytest.mark.parametrize(("wire", "at", "what"), MISTAKES, ids=[at for _, at, _ in MISTAKES])
def test_a_mistake_has_a_place_and_a_sentence(wire: dict[str, Any], at: str, what: str) -> None:
    error = problem(wire)
    assert error.at == at
    assert what in error.text
    assert error.text.isprintable()
    assert 0 < len(error.text) <= 200


@pytest.mark.parametrize(("wire", "at", "what"), [row for row in MISTAKES if row[1] != "/t"])
def test_both_codecs_find_the_same_place(wire: dict[str, Any], at: str, what: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client_otherwise(msgpack.packb(wire))
    assert caught.value.at == at
    assert what in caught.value.text


@pytest.mark.parametrize("frame", [b"", b"\xc1", b"\x91" * 4000, b"\x81\xa1t\xa2\xff\xff", bytes(9000)])
def test_what_is_no_message_at_all_has_no_place(frame: bytes) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(frame)
    assert caught.value.at == ""
    assert caught.value.text.isprintable()


def test_the_nearest_known_name_is_that_of_the_place() -> None:
    assert problem({**ACT, "command": {"t": "jion"}}).text.endswith("; the nearest known one is join.")
    assert problem({"t": "hello", "id": 1, "client": "x", "account": {"t": "gest"}}).text.endswith(
        "is guest."
    )


@pytest.mark.parametrize("frame", [b"", b"\xc1", b"\x81", "text", b"\x81\xa1t\xc4\x01a", b"\x91" * 4000])
def test_no_sentence_speaks_of_python(frame: Any) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(frame)
    assert not re.search(r"`|None|Error|\b(str|int|dict|bytes)\b", caught.value.text)
