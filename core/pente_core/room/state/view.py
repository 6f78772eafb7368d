"""What a viewer may know of an event."""

from dataclasses import replace
from enum import StrEnum

from pente_core.room.values.commands import ChatAudience
from pente_core.room.values.events import Created, Event, Hidden, Said


class Viewer(StrEnum):
    """How somebody looks at a room."""

    PLAYER = "player"
    WATCHER = "watcher"


def view(event: Event, viewer: Viewer) -> Event:
    """The event as a viewer gets it: what watchers say among themselves is hidden from the players, and the
    password's hash from everybody.
    """
    match event:
        case Said(to=ChatAudience.WATCHERS) if viewer is Viewer.PLAYER:
            return Hidden(event.at)
        case Created():
            return shown(event)
        case _:
            return event


def shown(created: Created) -> Created:
    """The event without the hash of its password."""
    return replace(created, options=created.options.shown) if created.options.lock else created
