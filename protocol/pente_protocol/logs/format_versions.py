"""Logs of rooms in every format there has been.

The first event of a log names its format (`Created.format`; absent means 1). Stored events are never
rewritten: an upgrade turns the plain map of one event from one format into the next while the log is read. An
upgrade leaves an event alone that has the new form already: newer programs append to older logs in the new
form.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pente_core.room import LOG_FORMAT, Event
from pente_protocol.codec import decode_event, event_from_wire, unpack_event
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import Wire

Upgrade = Callable[[Wire], Wire]
"""Turns the map of one event, tag included, into the next format."""
UPGRADES: Final[Mapping[int, Upgrade]] = {}
"""The upgrade from each format to the next; so far there is only one format."""


def format_of(first: Wire) -> int:
    """The format of the log that begins with an event. Raises ProtocolError for a newer one."""
    found = first.get("format", 1)
    if type(found) is not int or not 1 <= found <= LOG_FORMAT:
        raise ProtocolError(
            f"a log of format {str(found)[:20]!r}; this program reads formats 1 to {LOG_FORMAT}"
        )
    return found


def format_of_log(bodies: Sequence[bytes]) -> int:
    """The format of a log with at least one event. Raises ProtocolError."""
    return format_of(unpack_event(bodies[0]))


def upgraded(wire: Wire, format_: int) -> Wire:
    """An event of a log of the given format, in the newest format."""
    for each in range(format_, LOG_FORMAT):
        wire = UPGRADES[each](wire)
    return wire


def read_events(bodies: Sequence[bytes], format_: int) -> tuple[Event, ...]:
    """Some events of a log. Raises ProtocolError."""
    if format_ == LOG_FORMAT:
        return tuple(map(decode_event, bodies))
    return tuple(event_from_wire(upgraded(unpack_event(body), format_)) for body in bodies)


def read_log(bodies: Sequence[bytes]) -> tuple[Event, ...]:
    """All events of a log. Raises ProtocolError."""
    return read_events(bodies, format_of_log(bodies)) if bodies else ()
