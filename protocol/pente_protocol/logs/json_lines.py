"""Room logs as text: JSON lines, with a header for each log.

A header is ``{"t": "log", "format": 1, "room": ...}``. The events of the log follow, one per line, in the
form of `pente_protocol.codec.event_to_wire`. The header's ``record`` holds what the events do not (see
`pente_protocol.logs.game_records`). A log without a header begins with its first event, ``created``. Empty
lines are ignored.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from dataclasses import field as mutable_field
from typing import Any, Final

from msgspec import field

from pente_core.identity import RoomId
from pente_core.records import BadRecord
from pente_core.room import events as ev
from pente_core.value import Value, tag_of
from pente_protocol.codec import event_from_wire, event_to_wire
from pente_protocol.errors import ProtocolError
from pente_protocol.logs.format_versions import format_of, upgraded
from pente_protocol.untrusted_text import clean

LOG_HEADER: Final = "log"
"""The tag of the line that begins a log; it never changes."""
FORMAT: Final = 1
"""The version of the text format, which is written to headers."""


class EventLog(Value):
    """The log of a room: its events, and the extra fields of its header."""

    events: tuple[ev.Event, ...]
    room: RoomId | None = None
    record: dict[str, Any] = field(default_factory=dict)
    """The fields of the game's record that the events do not hold, as plain JSON values."""


class ScannedLog(Value, gc=True):  # an error has a traceback, which may lead back to it
    """A log of a text, or the error found in its place."""

    line: int
    """The number of its first line, from 1."""
    content: EventLog | BadRecord
    lines: tuple[int, ...] = ()
    """The number of the line of each event."""


def format_log(log: EventLog) -> str:
    """The text of a log."""
    header: dict[str, Any] = {"t": LOG_HEADER, "format": FORMAT}
    if log.room is not None:
        header["room"] = log.room
    if log.record:
        header["record"] = log.record
    return "".join(f"{_line(each)}\n" for each in (header, *map(event_to_wire, log.events)))


def format_event(event: ev.Event) -> str:
    """The line of one event, to be appended to the text of a log."""
    return f"{_line(event_to_wire(event))}\n"


def scan_logs(lines: Iterable[str]) -> Iterator[ScannedLog]:
    """Yield the logs of a text. After an error, scanning continues with the next header."""
    draft: _Draft | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            wire = _object(number, line.removeprefix("\ufeff") if number == 1 else line)
        except BadRecord as error:
            draft = draft or _Draft(number)
            draft.errors.append(error)
            continue
        is_first = wire.get("t") == tag_of(ev.Created) and (draft is None or draft.has_begun)
        begins = wire.get("t") == LOG_HEADER or is_first
        if begins and draft is not None:
            yield draft.entry()
            draft = None
        draft = draft or _Draft(number)
        draft.take(number, wire)
    if draft is not None:
        yield draft.entry()


@dataclass(slots=True)
class _Draft:
    """A log that is being read. Mutable."""

    line: int
    header: dict[str, Any] = mutable_field(default_factory=dict)
    events: list[ev.Event] = mutable_field(default_factory=list)
    lines: list[int] = mutable_field(default_factory=list)
    errors: list[BadRecord] = mutable_field(default_factory=list)
    format: int = ev.LOG_FORMAT
    """The format of the events, from the first of them."""

    @property
    def has_begun(self) -> bool:
        """Whether more than a header was read."""
        return bool(self.events or self.errors)

    def take(self, number: int, wire: dict[str, Any]) -> None:
        """Add a line. After an error the rest of the log is ignored."""
        if self.errors:
            return
        try:
            if wire.get("t") == LOG_HEADER:
                self.header = _header(wire)
            else:
                self.format = format_of(wire) if not self.events else self.format
                self.events.append(event_from_wire(upgraded(wire, self.format)))
                self.lines.append(number)
        except ProtocolError as error:
            self.errors.append(BadRecord(number, 1, f"expected an event: {error}"))
        except ValueError as error:
            self.errors.append(BadRecord(number, 1, f"expected a header: {error}"))

    def entry(self) -> ScannedLog:
        """The log that was read, or its first error."""
        for error in self.errors:
            return ScannedLog(self.line, error)
        log = EventLog(tuple(self.events), self.header.get("room"), self.header.get("record", {}))
        return ScannedLog(self.line, log, tuple(self.lines))


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line, object_pairs_hook=_pairs)
    except json.JSONDecodeError as error:
        raise BadRecord(number, error.colno, f"expected JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise BadRecord(number, 1, "expected a JSON object of reasonable size, with each key once") from None
    if not isinstance(found, dict):
        raise BadRecord(number, 1, "expected a JSON object: a header or an event")
    return found


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    items = dict(pairs)
    if len(items) != len(pairs):
        raise ValueError("a key twice")
    return items


def _header(wire: dict[str, Any]) -> dict[str, Any]:
    if type(format_ := wire.get("format")) is not int or not 1 <= format_ <= FORMAT:
        raise ValueError(f"format must be at most {FORMAT}, not {clean(str(format_), 20)}")
    if more := set(wire) - {"t", "format", "room", "record"}:
        raise ValueError(f"unknown keys: {clean(', '.join(sorted(more)), 60)}")
    room, record = wire.get("room"), wire.get("record", {})
    if room is not None and not (isinstance(room, str) and re.fullmatch("[A-Za-z0-9_-]{8,40}", room)):
        raise ValueError("room must have 8 to 40 letters, digits, - or _")
    if not isinstance(record, dict):
        raise ValueError("record must be an object")  # noqa: TRY004 -- text from elsewhere
    return wire


def _line(wire: object) -> str:
    return json.dumps(wire, separators=(",", ":"))
