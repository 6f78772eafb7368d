"""Logs of older formats are upgraded while they are read; newer ones are refused."""

import json
from typing import Any

import msgpack
import pytest

from pente_core.clock.instant import Instant
from pente_core.clock.time_control import Unlimited
from pente_core.identity import Identity, PlayerId
from pente_core.room import create
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from pente_protocol.codec import encode_event, event_to_wire
from pente_protocol.errors import ProtocolError
from pente_protocol.logs import format_versions
from pente_protocol.logs.format_versions import format_of, read_log
from pente_protocol.logs.json_lines import EventLog, scan_logs

ALICE = Identity(PlayerId("a" * 32), "alice")
LOG = create(RULESETS["gomoku"], Unlimited(), by=ALICE, now=Instant(1))
FIRST = next(event for event in LOG if isinstance(event, ev.Created))
LEFT = ev.Left(Instant(5), 0)


def renamed_key(wire: dict[str, Any]) -> dict[str, Any]:
    """An upgrade, as if a seat had once been called a chair."""
    rest = {name: value for name, value in wire.items() if name != "chair"}
    return rest | {"seat": wire["chair"]} if "chair" in wire else rest


def renamed_tag(wire: dict[str, Any]) -> dict[str, Any]:
    return wire | {"t": "left"} if wire["t"] == "gotup" else wire


@pytest.fixture
def three_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ev, "LOG_FORMAT", 3)
    monkeypatch.setattr(format_versions, "UPGRADES", {1: renamed_key, 2: renamed_tag})


def test_a_new_log_names_its_format() -> None:
    assert FIRST.format == ev.LOG_FORMAT
    assert format_of(event_to_wire(FIRST)) == ev.LOG_FORMAT


def test_a_log_without_a_format_has_the_first() -> None:
    assert format_of({"t": "created"}) == 1


def test_there_is_an_upgrade_from_every_older_format() -> None:
    assert set(format_versions.UPGRADES) == set(range(1, ev.LOG_FORMAT))


def test_a_log_of_the_first_format_is_upgraded_step_by_step(three_formats: None) -> None:
    old = msgpack.packb({"t": "gotup", "at": 5, "chair": 0})
    log = [*map(encode_event, LOG), old, encode_event(LEFT)]

    assert read_log(log) == (*LOG, LEFT, LEFT)


def test_an_upgrade_begins_with_the_format_of_the_log(three_formats: None) -> None:
    log = [encode_event(replace(FIRST, format=3)), msgpack.packb({"t": "gotup", "at": 5, "chair": 0})]

    with pytest.raises(ProtocolError):
        read_log(log)


def test_a_text_log_is_upgraded_too(three_formats: None) -> None:
    lines = [json.dumps(wire) for wire in (*map(event_to_wire, LOG), {"t": "gotup", "at": 5, "chair": 0})]
    (entry,) = scan_logs(lines)
    assert isinstance(entry.content, EventLog)
    assert entry.content.events == (*LOG, LEFT)


@pytest.mark.parametrize("found", [ev.LOG_FORMAT + 1, 0, -1, "1", 1.5, True])
def test_a_log_of_an_unknown_format_is_refused(found: object) -> None:
    with pytest.raises(ProtocolError, match="log formats"):
        format_of({"t": "created", "format": found})
