"""Format versions of room logs, and upgrades between them.

The first event of a log names its format (`Created.format`; absent means 1). Stored events are never
rewritten. An upgrade converts the plain map of one event to the next format while the log is read. It must
leave events alone that have the new form already: to logs of formats below `OLDEST_WRITTEN`, events are
appended in the newest form, as no program that reads only those formats can share a store with this one.

From `OLDEST_WRITTEN` on, an event in a log has only the keys and values that the log's format has, because
a server of an older version may be reading it (see `store/logs` of the server). So a new kind of event,
a new key that matters, or a new value in one is a new format, and is decided only in rooms with
``created.format`` at least that.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pente_core.room import events as ev
from pente_protocol.codec import decode_event, event_from_wire, unpack
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import Wire
from pente_protocol.names_upgrade import with_new_event_names
from pente_protocol.ruleset_upgrade import with_explicit_ruleset

Upgrade = Callable[[Wire], Wire]
"""A function that converts the map of one event, including its tag, to the next format."""
UPGRADES: Final[Mapping[int, Upgrade]] = {
    1: with_explicit_ruleset,  # of `created`, the only event with a ruleset
    2: with_new_event_names,
    3: lambda wire: wire,  # 4 has clocks in more events
    4: lambda wire: wire,  # 5 has more kinds of events
}
"""The upgrade from each format to the next."""


def format_of(first: Wire) -> int:
    """The format of a log by its first event. Raises ProtocolError for a newer format."""
    found = first.get("format", 1)
    if type(found) is not int or not 1 <= found <= ev.LOG_FORMAT:
        raise ProtocolError(
            f"this program reads log formats 1 to {ev.LOG_FORMAT}, not {str(found)[:20]!r}; update it"
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
