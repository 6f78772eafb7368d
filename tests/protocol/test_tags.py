"""Names on the wire and on disk stand at their classes, and never change: a frozen list has them all."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args

import pytest

from pente_core.clock.time_control import TimeControl
from pente_core.room import OfferKind, Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.value import Tagged, check_tags, tag_of
from pente_protocol.codec import decode_event, encode_event, event_to_wire
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.account import SignIn
from pente_protocol.messages.base import Right
from pente_server.admin.line_fields import ExportTag

DATA = Path(__file__).parents[1] / "data" / "frozen"
NAMES = json.loads((DATA / "names_1.json").read_text(encoding="utf-8"))
EVENTS = json.loads((DATA / "events_1.json").read_text(encoding="utf-8"))
UNIONS: dict[str, Any] = {
    "requests": ClientMessage,
    "server_messages": ServerMessage,
    "commands": cmd.PlayerCommand,
    "events": ev.Event,
    "time_controls": TimeControl,
    "sign_ins": SignIn,
}
ENUMERATIONS: dict[str, type[StrEnum]] = {
    "termination": Termination,
    "right": Right,
    "choice": Choice,
    "closing": ev.Closing,
    "offer_kind": OfferKind,
    "reason": Reason,
    "status": ev.Status,
    "export_tag": ExportTag,
}


def tags_of(name: str) -> list[str]:
    return [tag_of(type_) for type_ in get_args(UNIONS[name])]


class Nameless(Tagged):
    """A value whose class names no tag."""


class Play(Tagged, tag="play"):
    """A value whose tag another class has."""


def test_a_union_in_which_a_class_names_no_tag_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Nameless must name its tag"):
        check_tags([Nameless])


def test_a_union_in_which_two_classes_have_one_tag_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Play has the tag of Play"):
        check_tags([*get_args(cmd.PlayerCommand), Play])


@pytest.mark.parametrize("name", UNIONS)
def test_the_tag_is_under_the_same_key_in_all(name: str) -> None:
    assert {type_.__struct_config__.tag_field for type_ in get_args(UNIONS[name])} == {"t"}


@pytest.mark.parametrize("name", UNIONS)
def test_the_frozen_list_has_every_tag_and_none_is_gone(name: str) -> None:
    assert sorted(tags_of(name)) == sorted(NAMES[name])


@pytest.mark.parametrize("name", ENUMERATIONS)
def test_the_frozen_list_has_every_value_and_none_is_gone(name: str) -> None:
    assert {member.value for member in ENUMERATIONS[name]} == set(NAMES[name])


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event["name"])
def test_a_recorded_event_reads_for_ever(event: dict[str, Any]) -> None:
    read = decode_event(bytes.fromhex(event["hex"]))
    assert json.loads(json.dumps(event_to_wire(read))) == event["json"]
    assert decode_event(encode_event(read)) == read


def test_every_kind_of_event_was_recorded() -> None:
    recorded = [event["json"]["t"] for event in EVENTS]
    assert set(tags_of("events")) <= set(recorded)
