"""Format versions of room logs, and upgrades between them.

The first event of a log names its format (`Created.format`; left out, it is 1). Stored events are never
rewritten. An upgrade converts the plain map of one event to the next format while the log is read.

An event in a log has only the keys and values that the log's format has, because a server of an older version
may be reading it (see `store/logs` of the server). It refuses a newer format by its number, but what it does
not know in a log of its own format is damage to it. So a new kind of event, a new key at any depth, or a new
value in one is a new format, and is decided only in rooms with ``created.format`` at least that. Another
default is one too: it would change what stored events say. ``tests/data/frozen/log_1.txt`` has all that the
first format holds.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pente_core.room import events as ev
from pente_protocol.codec import decode_event, event_from_wire, unpack
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import Wire

Upgrade = Callable[[Wire], Wire]
"""A function that converts the map of one event, including its tag, to the next format."""
UPGRADES: Final[Mapping[int, Upgrade]] = {}
"""The upgrade from each format to the next; there has been only one so far."""


def format_of(first: Wire) -> int:
    """The format of a log by its first event. Raises ProtocolError for a newer format."""
    found = first.get("format", 1)
    if type(found) is not int or not 1 <= found <= ev.LOG_FORMAT:
        raise ProtocolError(
            f"this program reads log formats up to {ev.LOG_FORMAT}, not {str(found)[:20]!r}; update it"
        )
    return found


def format_of_log(bodies: Sequence[bytes]) -> int:
    """The format of a log with at least one event. Raises ProtocolError."""
    return format_of(unpack(bodies[0]))


def upgraded(wire: Wire, format_: int) -> Wire:
    """The map of an event in the newest format, from a log in the given format."""
    for each in range(format_, ev.LOG_FORMAT):
        wire = UPGRADES[each](wire)
    return wire


def read_events(bodies: Sequence[bytes], format_: int) -> tuple[ev.Event, ...]:
    """Decode some events of a log in the given format. Raises ProtocolError."""
    if format_ == ev.LOG_FORMAT:
        return tuple(map(decode_event, bodies))
    return tuple(event_from_wire(upgraded(unpack(body), format_)) for body in bodies)


def read_log(bodies: Sequence[bytes]) -> tuple[ev.Event, ...]:
    """Decode all events of a log. Raises ProtocolError."""
    return read_events(bodies, format_of_log(bodies)) if bodies else ()
