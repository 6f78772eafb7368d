"""Players, and the best of them."""

from typing import Final

from pente_protocol.messages.people import LeaderList, Leaders, Profile, ProfileFound
from pente_server.net.http.api.answers import Content, json_content, wire_of
from pente_server.net.http.api.parameters import Parameter, request_from
from pente_server.net.http.api.resource import Query, ReaderPort, Resource

KEPT: Final = 30
"""Seconds for which an answer may be kept."""
_OPPONENT: Final = (Parameter("against", "against"),)
_POOL: Final = (Parameter("ruleset", "ruleset"), Parameter("speed", "speed"))


async def _show(reader: ReaderPort, query: Query) -> Content:
    request = request_from(Profile, query.given, _OPPONENT, player=query.named)
    return json_content(wire_of(await reader.ask(request, ProfileFound)), KEPT)


async def _leaders(reader: ReaderPort, query: Query) -> Content:
    request = request_from(Leaders, query.given, _POOL)
    return json_content(wire_of(await reader.ask(request, LeaderList)), KEPT)


PLAYERS: Final = (
    Resource(
        "/api/players/NAME",
        "players/([^/]+)",
        _OPPONENT,
        _show,
        "A player, with ratings, results and streaks.",
        ProfileFound,
        Profile,
    ),
    Resource(
        "/api/leaders",
        "leaders",
        _POOL,
        _leaders,
        "The leaderboards of a ruleset.",
        LeaderList,
        Leaders,
    ),
)
