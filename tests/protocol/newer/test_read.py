"""Reading what a newer server sends."""

import json
from contextlib import nullcontext, suppress
from copy import deepcopy
from random import Random
from typing import Any, get_args

import pytest

from pente_core.identity import PlayerKind, RoomId
from pente_core.room import UnknownTurn, restore
from pente_core.rules.outcome import Termination
from pente_protocol.client_codec import decode_server
from pente_protocol.codec import decode_client, encode, to_wire
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import LobbyUpdate
from pente_protocol.messages.rooms import Happened, Synced
from pente_protocol.newer.read import receive
from pente_protocol.newer.unknown import (
    UnknownEvent,
    UnknownMessage,
    UnreadableReply,
    UnreadableSnapshot,
)
from pente_protocol.spec.future_frames import FUTURE, NEWER_FROM_SERVER, Do
from pente_protocol.spec.golden_vectors import SAMPLES
from pente_protocol.spec.invalid_frames import REFUSED_FROM_SERVER, pack
from tests.support.client.newer_server import is_struct, maps_in, with_keys
from tests.support.hostile.spoiled_messages import bombs, spoiled

SERVER = {name: it for name, it in SAMPLES.items() if isinstance(it, get_args(ServerMessage))}
FROM_NEWER = {name for _, name in NEWER_FROM_SERVER}
CLIENT = {name: it for name, it in SAMPLES.items() if name not in SERVER}


def wire_of(message: Any) -> dict[str, Any]:
    wire: dict[str, Any] = json.loads(json.dumps(to_wire(message)))
    return wire


def sample(type_: type) -> dict[str, Any]:
    """The sample of a message that says most."""
    found = [wire_of(it) for it in SERVER.values() if isinstance(it, type_)]
    return max(found, key=lambda wire: len(json.dumps(wire)))


def happened(tag: str) -> dict[str, Any]:
    return next(
        wire
        for it in SERVER.values()
        if isinstance(it, Happened) and (wire := wire_of(it))["event"]["t"] == tag
    )


@pytest.mark.parametrize("name", SERVER)
def test_unknown_keys_at_any_depth_change_nothing(name: str) -> None:
    frame = pack(with_keys(wire_of(SERVER[name]), is_struct))
    assert repr(receive(frame)) == repr(SERVER[name])
    with pytest.raises(ProtocolError):
        decode_server(frame)


@pytest.mark.parametrize("name", CLIENT)
def test_a_server_refuses_unknown_keys(name: str) -> None:
    with pytest.raises(ProtocolError, match="tomorrow"):
        decode_client(pack({**wire_of(CLIENT[name]), "from_tomorrow": 1}))


@pytest.mark.parametrize("name", SERVER)
def test_what_is_known_is_read_as_ever(name: str) -> None:
    assert repr(receive(encode(SERVER[name]))) == repr(SERVER[name])


def test_an_unknown_message() -> None:
    assert receive(pack({"t": "confetti", "id": 3, "room": []})) == UnknownMessage("confetti")


def test_an_unknown_event() -> None:
    frame = pack({"t": "happened", "room": "abcdefgh", "version": 7, "event": {"t": "adjourned", "at": "x"}})
    assert receive(frame) == UnknownEvent(RoomId("abcdefgh"), 7)


def test_an_event_that_needs_what_is_unknown() -> None:
    wire = happened("offered")
    key = next(key for key, value in wire["event"].items() if key != "t" and isinstance(value, str))
    wire["event"][key] = "adjournment"
    assert receive(pack(wire)) == UnknownEvent(wire["room"], wire["version"])


def test_an_event_that_can_do_without_it() -> None:
    wire = happened("moved")
    wire["event"]["calls"] = ["hexa"]
    message = receive(pack(wire))
    assert isinstance(message, Happened)
    assert message.event.calls == ()  # type: ignore[union-attr]


def test_a_word_that_can_be_shown_stays_text() -> None:
    wire = happened("finished")
    wire["event"]["termination"] = "adjudication"
    message = receive(pack(wire))
    assert isinstance(message, Happened)
    termination = message.event.termination  # type: ignore[union-attr]
    assert (termination, termination.is_known) == ("adjudication", False)
    assert Termination.LINE.is_known


@pytest.mark.parametrize("text", ["", "a" * 41, "Line", "a ", "\x1b[2J", "ende\u202e", "-"])
def test_a_word_that_can_be_none_is_refused(text: str) -> None:
    wire = happened("finished")
    wire["event"]["termination"] = text
    with pytest.raises(ProtocolError):
        receive(pack(wire))


def test_an_unknown_word_is_refused_outside_of_newer_messages() -> None:
    receive(pack({**sample(Welcome), "from_tomorrow": 1}))
    with pytest.raises(ValueError, match="robot"):
        PlayerKind("robot")


class TestSnapshots:
    def test_rules_with_an_unknown_key_can_t_be_played(self) -> None:
        wire = sample(Synced)
        wire["snapshot"]["created"]["ruleset"] = {"gravity": True}
        wire["position"] = "19/..."
        shot = receive(pack(wire))
        assert isinstance(shot, UnreadableSnapshot)
        assert (shot.room, shot.version) == (wire["room"], wire["snapshot"]["version"])
        assert shot.position == "19/..."
        assert [None if seat is None else seat.name for seat in shot.seats] == [
            seat and seat["name"] for seat in wire["snapshot"]["seats"]
        ]

    @pytest.mark.parametrize("rules", [{"swap": "swap9"}, {"size": 37}, {"sides": 6}])
    def test_neither_can_those_with_an_unknown_value(self, rules: dict[str, Any]) -> None:
        wire = sample(Synced)
        wire["snapshot"]["created"]["ruleset"] = rules
        assert isinstance(receive(pack(wire)), UnreadableSnapshot)

    def test_rules_with_an_unknown_name_can(self) -> None:
        wire = sample(Synced)
        wire["snapshot"]["created"]["ruleset"] = {"variant": "quick-pente", "size": 13}
        message = receive(pack(wire))
        assert isinstance(message, Synced)
        assert message.snapshot.created.ruleset.spec == {"base": "pente", "size": 13}

    def test_an_unknown_stage_or_clock_leaves_the_position(self) -> None:
        for key, value in {"status": "adjourned"}.items():
            wire = sample(Synced)
            wire["snapshot"][key] = value
            assert isinstance(receive(pack(wire)), UnreadableSnapshot)
        wire = sample(Synced)
        wire["snapshot"]["created"]["time"] = {"t": "hourglass", "sand": 3}
        assert isinstance(receive(pack(wire)), UnreadableSnapshot)

    def test_seats_that_can_t_be_read_are_none(self) -> None:
        wire = sample(Synced)
        wire["snapshot"] |= {"status": "adjourned", "seats": "everywhere"}
        shot = receive(pack(wire))
        assert isinstance(shot, UnreadableSnapshot)
        assert shot.seats == ()


def test_rooms_that_can_t_be_shown_are_not_listed() -> None:
    wire = sample(LobbyUpdate)
    known = deepcopy(wire["rooms"][0])
    wire["rooms"] = [known, {**known, "room": {**known["room"], "ruleset": {"gravity": 1}}}]
    message = receive(pack(wire))
    assert isinstance(message, LobbyUpdate)
    assert len(message.rooms) == 1


def test_a_reply_that_can_t_be_read() -> None:
    wires = [wire_of(it) for it in SERVER.values()]
    wire = next(wire for wire in wires if wire.get("logs"))
    events = next(each for each in maps_in(wire) if "events" in each)["events"]
    events.append({"t": "adjourned", "at": 5})
    assert receive(pack(wire)) == UnreadableReply(wire["id"])


@pytest.mark.parametrize("name", sorted(set(REFUSED_FROM_SERVER) - FROM_NEWER))
def test_what_contradicts_itself_is_refused_as_ever(name: str) -> None:
    with pytest.raises(ProtocolError):
        receive(REFUSED_FROM_SERVER[name])


@pytest.mark.parametrize("name", sorted(FROM_NEWER))
def test_what_is_only_unknown_is_not(name: str) -> None:
    receive(REFUSED_FROM_SERVER[name])


@pytest.mark.parametrize(
    "wrong",
    [
        {"stones": [[10**6], []]},
        {"stones": [[-1], []]},
        {"stones": [[180]]},
        {"stones": [[], []]},
        {"stones": [[180], [180]]},
        {"stones": [[0, 1, 2, 3, 4], []]},
        {"stones": [[180], []], "colour": 7},
        {"stones": [[180], []], "taken": [2**63, 0]},
        {"stones": [[180], []], "stones_left": 3},
        {"stones": [[180], []], "made": ["swap"]},
    ],
)
def test_a_position_in_which_no_game_can_begin_is_refused(wrong: dict[str, Any]) -> None:
    wire = wire_of(SERVER["happened: created from a position"])
    wire["event"]["setup"] = wrong
    for read in (decode_server, receive):
        with pytest.raises(ProtocolError):
            read(pack(wire))


def test_any_bytes_are_read_or_refused() -> None:
    for frame in (*spoiled(4000, 12), *bombs(262_144, 4096)):
        with suppress(ProtocolError):
            receive(frame)


def test_any_part_may_be_exchanged() -> None:
    chance = Random(7)
    for message in SERVER.values():
        for _ in range(20):
            wire = with_keys(wire_of(message), is_struct)
            holder = chance.choice([each for each in maps_in(wire) if each])
            holder[chance.choice(list(holder))] = chance.choice(["a-word", "", 7, None, [], {}, "A\x00"])
            with suppress(ProtocolError):
                receive(pack(wire))


@pytest.mark.parametrize("name", FUTURE)
def test_a_frame_of_the_future_does_what_it_should(name: str) -> None:
    future = FUTURE[name]
    message = receive(future.frame)
    with pytest.raises(ProtocolError) if is_strictly_invalid(name) else nullcontext():
        decode_server(future.frame)
    match future.do:
        case Do.READ:
            assert isinstance(message, get_args(ServerMessage))
            if future.meaning is not None:
                assert repr(message) == repr(decode_server(pack(future.meaning)))
        case Do.IGNORE:
            assert isinstance(message, UnknownMessage)
        case Do.RESYNC:
            assert isinstance(message, UnknownEvent)
        case Do.SHOW if isinstance(message, Synced):
            with pytest.raises(UnknownTurn):
                restore(message.snapshot)
        case Do.SHOW:
            assert isinstance(message, UnreadableSnapshot)


def is_strictly_invalid(name: str) -> bool:
    """Whether a frame differs in its form already, and not only in what a text in it says."""
    return name not in {
        "a snapshot with an unknown turn",
        "an unknown code of an error, with a text to be shown",
    }
