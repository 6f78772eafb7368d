"""Rooms that wait for players, and games that are played."""

from typing import Final

from pente_protocol.messages import RoomList, Rooms
from pente_server.net.http.api.answers import Content, json_content, wire_of
from pente_server.net.http.api.parameters import Parameter, flag, number, request_from
from pente_server.net.http.api.resource import Query, ReaderPort, Resource

KEPT: Final = 2
"""Seconds for which a list may be kept: connected clients get its changes as often."""
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


ROOMS: Final = (Resource("/api/rooms", "rooms", _FILTERS, _list),)
