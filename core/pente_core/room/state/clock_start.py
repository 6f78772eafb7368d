"""The start of the clocks in a game that waits for its players, such as a rematch.

They begin to run at the moment that `Started.clocks_from` gives, unless all players are there earlier, or the
first turn is taken.
"""

from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant
from pente_core.room.state.first_moves import awaited
from pente_core.room.state.room import Room
from pente_core.value import replace


def clock_in_turn(room: Room, now: Instant) -> Clock:
    """The clock of a turn that is taken at ``now``, which starts it if it was still waiting."""
    return room.clock if room.starting is None else _started(room.clock, room.starting, now)


def readied(room: Room, seat: int, now: Instant) -> Room:
    """The room once the player of a seat is ready, or there."""
    return begun_if_ready(replace(room, ready=(*room.ready, seat)), now)


def begun_if_ready(room: Room, now: Instant) -> Room:
    """The room with its clocks running from ``now`` on, if they wait and all who still play are there."""
    others = (other for other in range(len(room.seats)) if not room.game.position.out >> other & 1)
    if room.starting is None or any(other not in room.ready for other in others):
        return room
    clock, first = _started(room.clock, room.starting, now), room.first_moves
    if first is not None:
        first = awaited(first, room.game.position, clock)
    return replace(room, clock=clock, first_moves=first, starting=None, ready=())


def _started(clock: Clock, starting: Instant, now: Instant) -> Clock:
    """The clock running from ``now`` on; if an outage has put it off, still from the end of that."""
    return clock if clock.since > starting else replace(clock, since=min(clock.since, now))
