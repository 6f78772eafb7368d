"""Logs that earlier programs have written lead to the same rooms for ever."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from pente_core.room import events as ev
from pente_core.room import replay, restore, snapshot
from pente_core.room.view import Viewer
from pente_core.value import tag_of
from pente_protocol.codec import encode_event
from pente_protocol.logs.format_versions import read_log
from pente_protocol.logs.game_records import read_gamelog
from pente_protocol.logs.json_lines import EventLog, format_log, scan_logs

FROZEN = Path(__file__).parents[1] / "data" / "frozen"
ENDS: dict[str, dict[str, Any]] = json.loads((FROZEN / "ends.json").read_text(encoding="utf-8"))
FILES = sorted((FROZEN / "logs").iterdir())


def log_of(file: Path) -> EventLog:
    (entry,) = scan_logs(file.read_text(encoding="utf-8").splitlines())
    assert isinstance(entry.content, EventLog)
    return entry.content


def end_of(events: tuple[ev.Event, ...]) -> dict[str, Any]:
    room = replay(events)
    return {
        "version": room.version,
        "status": room.status.value,
        "key": f"{room.game.position.key:016x}",
        "remaining": list(room.clock.remaining),
        "turns": " ".join(room.game.tokens),
        "result": room.game.outcome.result if room.game.outcome else None,
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_log_leads_to_the_room_that_it_led_to(file: Path) -> None:
    log = log_of(file)
    assert end_of(log.events) == ENDS[file.stem]
    assert [entry.content for entry in scan_logs(format_log(log).splitlines())] == [log]
    assert format_log(log) == file.read_text(encoding="utf-8")
    assert end_of(read_log([encode_event(event) for event in log.events])) == ENDS[file.stem]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_log_has_a_snapshot_and_a_record(file: Path) -> None:
    room = replay(log_of(file).events)
    if None not in room.seats:
        (record,) = read_gamelog(file.read_text(encoding="utf-8").splitlines())
        assert record.turns == room.game.turns
    assert restore(snapshot(room, Viewer.WATCHER)).game == room.game


def test_every_log_has_its_end_and_every_kind_of_event_a_log() -> None:
    assert {file.stem for file in FILES} == set(ENDS)
    seen = {tag_of(type(event)) for file in FILES for event in log_of(file).events}
    assert seen == {tag_of(type_) for type_ in get_args(ev.Event)} - {"hidden"}
