"""Rooms that wait for players, and games that are played."""

from typing import Final

from pente_core.identity import RoomId
from pente_protocol.messages.lists import RoomList, Rooms
from pente_protocol.messages.rooms import RoomPresence, Synced, Watch
from pente_server.net.http.api.answers import Content, json_content, wire_of
from pente_server.net.http.api.parameters import Parameter, flag, number, request_from
from pente_server.net.http.api.resource import ANY_ROOM, Query, ReaderPort, Resource

KEPT: Final = 2
"""Seconds for which a list may be kept: connected clients get its changes as often."""
ROOM_KEPT: Final = 1
"""Seconds for which a room may be kept."""
_FILTERS: Final = (
    Parameter("ruleset", "filter/ruleset"),
    Parameter("status", "filter/status"),
    Parameter("player", "filter/player"),
    Parameter("kind", "filter/kind"),
    Parameter("speed", "filter/speed"),
    Parameter("rating_from", "filter/rating_from", number),
    Parameter("rating_below", "filter/rating_below", number),
    Parameter("present", "filter/present", flag),
    Parameter("cursor", "cursor"),
    Parameter("count", "count", number),
)


async def _list(reader: ReaderPort, query: Query) -> Content:
    request = request_from(Rooms, query.given, _FILTERS)
    return json_content(wire_of(await reader.ask(request, RoomList)), KEPT)


async def _show(reader: ReaderPort, query: Query) -> Content:
    """What a viewer is sent first, and who is there."""
    request_from(Watch, query.given, (), room=query.named)
    synced = await reader.read_room(RoomId(query.named))
    presence = wire_of(reader.presence(synced.room, synced.snapshot))
    return json_content({**wire_of(synced), "presence": presence}, ROOM_KEPT)


ROOMS: Final = (
    Resource(
        "/api/rooms",
        "rooms",
        _FILTERS,
        _list,
        "Open rooms and games in progress, newest first.",
        RoomList,
        Rooms,
    ),
    Resource(
        "/api/rooms/ID",
        f"rooms/({ANY_ROOM})",
        (),
        _show,
        "A room, as one who begins to watch it gets it.",
        Synced,
        more={"presence": RoomPresence},
    ),
)
