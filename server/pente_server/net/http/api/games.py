"""Finished games: found, and read as events or as records."""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from pente_core.identity import RoomId
from pente_core.records import Record, format_pgn, format_sgf, record_of_log
from pente_core.records.model.review_notes import with_review
from pente_core.review.review import GameReview
from pente_protocol.messages.archive import Explore, Explored, GameList, Games, LogList, LogPage, Logs
from pente_protocol.messages.reviews import FindReview, ReviewFound
from pente_server.net.http.api.answers import Content, Unanswerable, json_content, wire_of
from pente_server.net.http.api.parameters import Parameter, end_of, moment, number, request_from
from pente_server.net.http.api.resource import ANY_ROOM, Query, ReaderPort, Resource

LIST_KEPT: Final = 10
SGF: Final = "application/x-go-sgf"
PGN: Final = "application/vnd.chess-pgn"
GAME_KEPT: Final = 60
"""Seconds for which an answer may be kept. A finished game still gets comments, and may be deleted."""
REVIEW_KEPT: Final = 3
"""The same for a review, which may be there in a moment."""
_WHEN: Final = "a day or a time in UTC, such as 2026-01-31 or 2026-01-31T18:30"
_FILTERS: Final = (
    Parameter("player", "filter/player"),
    Parameter("ruleset", "filter/ruleset"),
    Parameter("since", "filter/since", moment, about=f"Games that ended then or later: {_WHEN}."),
    Parameter("until", "filter/until", end_of, about=f"Games that ended before: {_WHEN}."),
    Parameter("result", "filter/result"),
    Parameter("position", "filter/position"),
    Parameter("cursor", "cursor"),
    Parameter("count", "count", number),
)
POSITION: Final = (
    Parameter(
        "position",
        "position",
        is_required=True,
        about="The position as one line of text, like that of a room.",
    ),
)
_PART: Final = (Parameter("after", "after", number, about="How many events of it the client has."),)


async def _list(reader: ReaderPort, query: Query) -> Content:
    request = request_from(Games, query.given, _FILTERS)
    return json_content(wire_of(await reader.ask(request, GameList)), LIST_KEPT)


async def _show(reader: ReaderPort, query: Query) -> Content:
    """The events of a game, as many as fit into one answer; `after` continues."""
    request = request_from(Logs, query.given, _PART, rooms=[query.named])
    (page,) = wire_of(await reader.ask(request, LogList))["logs"]
    return json_content(page, GAME_KEPT)


async def _sgf(reader: ReaderPort, query: Query) -> Content:
    return await _record(reader, query, format_sgf, "sgf", SGF)


async def _pgn(reader: ReaderPort, query: Query) -> Content:
    return await _record(reader, query, format_pgn, "pgn", PGN)


async def _record(
    reader: ReaderPort, query: Query, write: Callable[[Record], str], suffix: str, type_: str
) -> Content:
    request = request_from(FindReview, query.given, (), game=query.named)
    events = await reader.whole_log(RoomId(query.named))
    review = (await reader.ask(request, ReviewFound)).review
    try:  # not in the loop: a game with thousands of lines of chat takes 40 ms
        text = await asyncio.to_thread(lambda: write(_reviewed(record_of_log(events), review)))
    except ValueError:
        sentence = "No record can hold this game. Read its events as JSON."
        raise Unanswerable(HTTPStatus.NOT_FOUND, "no-record", sentence) from None
    return Content(text.encode(), f"{type_}; charset=utf-8", GAME_KEPT, f"{query.named}.{suffix}")


def _reviewed(record: Record, review: GameReview | None) -> Record:
    """A record with a review, if there is one that fits."""
    if review is None:
        return record
    try:
        return with_review(record, review)
    except ValueError:
        return record


async def _review(reader: ReaderPort, query: Query) -> Content:
    request = request_from(FindReview, query.given, (), game=query.named)
    return json_content(wire_of(await reader.ask(request, ReviewFound)), REVIEW_KEPT)


async def _explore(reader: ReaderPort, query: Query) -> Content:
    request = request_from(Explore, query.given, POSITION)
    return json_content(wire_of(await reader.ask(request, Explored)), GAME_KEPT)


GAMES: Final = (
    Resource("/api/games", "games", _FILTERS, _list, "Finished games, newest first.", GameList, Games),
    Resource(
        "/api/games/ID",
        f"games/({ANY_ROOM})",
        _PART,
        _show,
        "The events of a finished game, as many as fit into one answer.",
        LogPage,
    ),
    Resource("/api/games/ID.sgf", rf"games/({ANY_ROOM})\.sgf", (), _sgf, "A finished game as SGF.", SGF),
    Resource("/api/games/ID.pgn", rf"games/({ANY_ROOM})\.pgn", (), _pgn, "A finished game as PGN.", PGN),
    Resource(
        "/api/games/ID/review",
        rf"games/({ANY_ROOM})/review",
        (),
        _review,
        "A computer's review of a finished game, if somebody has asked for one.",
        ReviewFound,
    ),
    Resource(
        "/api/explore",
        "explore",
        POSITION,
        _explore,
        "The moves that were played in a position, with their results.",
        Explored,
    ),
)
