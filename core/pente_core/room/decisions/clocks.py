"""The clocks in events that start or stop them."""

from collections.abc import Sequence
from typing import Final

from pente_core.room.state.apply import apply
from pente_core.room.state.room import Room
from pente_core.room.values.events import (
    CLOCKS_FROM,
    Event,
    OutageCredited,
    Paused,
    Resumed,
    Started,
    VacationEnded,
    VacationStarted,
)
from pente_core.value import replace

_CLOCKED: Final = (Started, Paused, Resumed, OutageCredited, VacationStarted, VacationEnded)


def with_clocks(room: Room, events: Sequence[Event]) -> tuple[Event, ...]:
    """The next events of a room, with what remains on the clocks after each that starts or stops them.

    Without it in logs of an older format, which older programs read.
    """
    is_told = room.created.format >= CLOCKS_FROM and room.clock.is_timed
    if not is_told or not any(isinstance(event, _CLOCKED) for event in events):
        return tuple(events)
    told: list[Event] = []
    for event in events:
        room = apply(room, event)
        if isinstance(event, Started | Paused | Resumed | OutageCredited | VacationStarted | VacationEnded):
            event = replace(event, remaining=room.clock.remaining)  # noqa: PLW2901
        told.append(event)
    return tuple(told)
