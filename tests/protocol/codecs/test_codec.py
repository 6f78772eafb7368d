"""Messages to bytes and back."""

import json
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Reason, TurnDue
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.value import tag_of
from pente_protocol.codec import (
    decode_client,
    decode_event,
    decode_server,
    decode_summary,
    encode,
    encode_event,
    encode_summary,
    event_frame,
    event_to_wire,
    to_wire,
    unpack,
)
from pente_protocol.errors import CloseCode, ErrorCode, ProtocolError, may_reconnect
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.base import CommandId, Error, RequestId
from pente_protocol.messages.lists import Rooms, RoomSummary
from pente_protocol.messages.rooms import Act, Happened
from pente_protocol.spec.invalid_frames import pack
from pente_protocol.spec.samples.values import MARK, SEEN, SUMMARY
from tests.protocol.value_strategies import CLIENT_MESSAGES, EVENTS, IDS, SERVER_MESSAGES, values

pytestmark = pytest.mark.usefixtures("untraced")

ROOM = RoomId("room-0001")
SOME = settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
TURNS = st.builds(
    TurnDue, st.none() | st.integers(0, 3), st.integers(0, 3), st.lists(st.sampled_from(Choice)).map(tuple)
)


def assert_same(one: object, other: object) -> None:
    """Equal, and of the same types all through: a plain string equals a member of an enum, and is none."""
    assert one == other
    assert repr(one) == repr(other)


@pytest.mark.parametrize("type_", get_args(ClientMessage), ids=tag_of)
@SOME
@given(data=st.data())
def test_what_a_client_says_is_read_back(type_: type, data: st.DataObject) -> None:
    message = data.draw(values(type_))
    assert_same(decode_client(encode(message)), message)


@pytest.mark.parametrize("type_", get_args(ServerMessage), ids=tag_of)
@SOME
@given(data=st.data())
def test_what_a_server_says_is_read_back(type_: type, data: st.DataObject) -> None:
    message = data.draw(values(type_))
    assert_same(decode_server(encode(message)), message)


@pytest.mark.parametrize("type_", get_args(ev.Event), ids=tag_of)
@SOME
@given(data=st.data())
def test_an_event_is_read_back(type_: type, data: st.DataObject) -> None:
    event = data.draw(values(type_))
    assert_same(decode_event(encode_event(event)), event)


@pytest.mark.parametrize("type_", get_args(cmd.PlayerCommand), ids=tag_of)
@SOME
@given(data=st.data())
def test_a_command_is_read_back(type_: type, data: st.DataObject) -> None:
    act = Act(RequestId(1), ROOM, CommandId("command-1"), data.draw(values(type_)), SEEN)
    assert_same(decode_client(encode(act)), act)


@SOME
@given(values(RoomSummary))
def test_a_room_summary_is_read_back(summary: RoomSummary) -> None:
    assert_same(decode_summary(encode_summary(summary)), summary)


@SOME
@given(IDS.map(RoomId), st.integers(0, 2**63), EVENTS, TURNS)
def test_the_frame_of_an_event_is_made_of_its_bytes(
    room: RoomId, version: int, event: ev.Event, due: TurnDue
) -> None:
    frame = event_frame(room, version, MARK, encode_event(event), due)
    message = Happened(room, version, MARK, event, **due._asdict())
    assert frame == encode(message)
    assert decode_server(frame) == message


@SOME
@given(st.one_of(CLIENT_MESSAGES, SERVER_MESSAGES))
def test_every_message_can_be_told_in_json(message: ClientMessage | ServerMessage) -> None:
    wire = to_wire(message)
    assert wire["t"] == tag_of(type(message))
    told = json.loads(json.dumps(wire, allow_nan=False))
    assert told == plain(wire)


@SOME
@given(EVENTS)
def test_every_event_can_be_told_in_json(event: ev.Event) -> None:
    wire = event_to_wire(event)
    assert wire["t"] == tag_of(type(event))
    assert json.loads(json.dumps(wire, allow_nan=False)) == plain(wire)


def plain(wire: Any) -> Any:
    """The same with lists for tuples."""
    match wire:
        case dict():
            return {key: plain(value) for key, value in wire.items()}
        case list() | tuple():
            return [plain(value) for value in wire]
        case _:
            return wire


@pytest.mark.parametrize("union", [ClientMessage | ServerMessage, ev.Event, cmd.PlayerCommand])
def test_no_two_types_have_one_name(union: Any) -> None:
    tags = [tag_of(type_) for type_ in get_args(union)]
    assert len(set(tags)) == len(tags)


def test_defaults_are_not_sent() -> None:
    assert to_wire(Rooms(RequestId(7))) == {"t": "rooms", "id": 7}
    assert event_to_wire(ev.Hidden(Instant(5))) == {"t": "hidden", "at": 5}


def test_points_that_no_board_has_are_for_the_room_to_refuse() -> None:
    for point in (-1, 10**6, 2**64 - 1, -(2**63)):
        act = Act(RequestId(1), ROOM, CommandId("command-1"), cmd.Play(Point(point)))
        assert decode_client(encode(act)) == act


def test_only_an_error_that_answers_no_request_has_the_id_0() -> None:
    error = Error(RequestId(0), "unknown-device", "that token is not known here")
    assert decode_server(encode(error)) == error
    with pytest.raises(ProtocolError):
        decode_client(encode(Rooms(RequestId(0))))


def test_text_that_can_not_be_encoded_spoils_nothing() -> None:
    good = Act(RequestId(1), ROOM, CommandId("command-1"), cmd.Say("hello"), SEEN)
    bad = Act(RequestId(1), ROOM, CommandId("command-1"), cmd.Say("\ud800"), SEEN)
    before = encode(good)
    with pytest.raises(UnicodeEncodeError):
        encode(bad)
    assert encode(good) == before


def test_codes_of_errors_are_told_apart() -> None:
    assert not {code.value for code in ErrorCode} & {reason.value for reason in Reason}


@pytest.mark.parametrize("code", CloseCode)
def test_a_close_code_says_whether_to_come_back(code: CloseCode) -> None:
    assert may_reconnect(code) != code.is_final
    final = (
        CloseCode.BAD_MESSAGE,
        CloseCode.REFUSED_HELLO,
        CloseCode.ACCOUNT_DELETED,
        CloseCode.BAD_SUBPROTOCOL,
    )
    assert code.is_final == (code in final)


def test_a_connection_that_was_lost_without_a_code_is_made_again() -> None:
    assert may_reconnect(1006)
    assert may_reconnect(5000)


def test_a_summary_of_a_later_version_is_read_without_its_unknown_keys() -> None:
    """A node of a later version may have written it to the store that both use."""
    wire = unpack(encode_summary(SUMMARY))
    newer = {**wire, "weather": [1], "host": {**wire["host"], "mood": "good"}}
    assert decode_summary(pack(newer)) == SUMMARY
    for change in ({"ruleset": {"gravity": 1}}, {"status": "adjourned"}, {"host": 7}):
        with pytest.raises(ProtocolError):
            decode_summary(pack({**newer, **change}))
