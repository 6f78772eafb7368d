"""Finished games: found, and read as events or as records."""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from pente_core.identity import RoomId
from pente_core.records import Record, format_pgn, format_sgf, record_of_log
from pente_protocol.messages import GameList, Games, LogList, Logs
from pente_server.net.http.api.answers import Content, Unanswerable, json_content, wire_of
from pente_server.net.http.api.parameters import Parameter, end_of, moment, number, request_from
from pente_server.net.http.api.resource import ANY_ROOM, Query, ReaderPort, Resource
from pente_server.requests.archive import whole_log

LIST_KEPT: Final = 10
GAME_KEPT: Final = 60
"""Seconds for which an answer may be kept. A finished game still gets comments, and may be deleted."""
_FILTERS: Final = (
    Parameter("player", "filter/player"),
    Parameter("ruleset", "filter/ruleset"),
    Parameter("since", "filter/ended_from", moment),
    Parameter("until", "filter/ended_before", end_of),
    Parameter("result", "filter/result"),
    Parameter("position", "filter/position"),
    Parameter("cursor", "cursor"),
    Parameter("count", "count", number),
)
_PART: Final = (Parameter("after", "after", number),)


async def _list(reader: ReaderPort, query: Query) -> Content:
    request = request_from(Games, query.given, _FILTERS)
    return json_content(wire_of(await reader.ask(request, GameList)), LIST_KEPT)


async def _show(reader: ReaderPort, query: Query) -> Content:
    """The events of a game, as many as fit into one answer; `after` continues."""
    request = request_from(Logs, query.given, _PART, rooms=[query.named])
    (page,) = wire_of(await reader.ask(request, LogList))["logs"]
    return json_content(page, GAME_KEPT)


async def _sgf(reader: ReaderPort, query: Query) -> Content:
    return await _record(reader, query, format_sgf, "sgf", "application/x-go-sgf")


async def _pgn(reader: ReaderPort, query: Query) -> Content:
    return await _record(reader, query, format_pgn, "pgn", "application/vnd.chess-pgn")


async def _record(
    reader: ReaderPort, query: Query, write: Callable[[Record], str], suffix: str, type_: str
) -> Content:
    request_from(Logs, query.given, (), rooms=[query.named])
    events = await whole_log(reader, RoomId(query.named))
    try:  # not in the loop: a game with thousands of lines of chat takes 40 ms
        text = await asyncio.to_thread(lambda: write(record_of_log(events)))
    except ValueError:
        sentence = "No record can hold this game. Read its events as JSON."
        raise Unanswerable(HTTPStatus.NOT_FOUND, "no-record", sentence) from None
    return Content(text.encode(), f"{type_}; charset=utf-8", GAME_KEPT, f"{query.named}.{suffix}")


GAMES: Final = (
    Resource("/api/games", "games", _FILTERS, _list),
    Resource("/api/games/ID", f"games/({ANY_ROOM})", _PART, _show),
    Resource("/api/games/ID.sgf", rf"games/({ANY_ROOM})\.sgf", (), _sgf),
    Resource("/api/games/ID.pgn", rf"games/({ANY_ROOM})\.pgn", (), _pgn),
)
