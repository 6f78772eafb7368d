"""What a viewer may know of an event."""

from enum import StrEnum

from pente_core.room.commands import Audience
from pente_core.room.events import Event, Hidden, Said


class Viewer(StrEnum):
    """How somebody looks at a room."""

    PLAYER = "player"
    WATCHER = "watcher"


def view(event: Event, viewer: Viewer) -> Event:
    """The event as a viewer gets it: what watchers say among themselves is hidden from the players."""
    match event:
        case Said(to=Audience.WATCHERS) if viewer is Viewer.PLAYER:
            return Hidden(event.at)
        case _:
            return event
