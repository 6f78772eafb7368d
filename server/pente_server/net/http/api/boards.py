"""Boards as pictures: of rooms, of finished games, and of any position."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from pente_core.drawing import BoardPicture, NoSuchTurn, board_svg, picture_at
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_server.net.http.api.answers import Content, Unanswerable
from pente_server.net.http.api.game_text import moves_text, names_of, rules_of, state_of, title_of
from pente_server.net.http.api.games import GAME_KEPT, POSITION
from pente_server.net.http.api.parameters import Parameter, flag, number, values_of
from pente_server.net.http.api.resource import ANY_ROOM, Query, ReaderPort, Resource
from pente_server.net.http.api.rooms import ROOM_KEPT
from pente_server.net.http.api.shown_game import FindRoom, finished_room, live_room
from pente_server.net.http.pictures.png import Caption
from pente_server.results.archive.game_search import requested_position

_FOR_EVER: Final = 86_400
"""Seconds for which what never changes may be kept."""
_PLY: Final = Parameter("ply", "ply", number, about="How many moves are on the board; all by default.")
_WIDE: Final = Parameter("preview", "preview", flag, about="Whether it is wide, with the players beside it.")
_OF_SVG: Final = (_PLY,)
_OF_PNG: Final = (_PLY, _WIDE)
SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
_SVG_TEXT: Final = f"{SVG}; charset=utf-8"


@dataclass(frozen=True, slots=True)
class _Boards:
    """The boards of live rooms, or of finished games."""

    find: FindRoom
    kept: int
    """Seconds for which a picture may be kept."""

    async def svg(self, reader: ReaderPort, query: Query) -> Content:
        """A board with a line about who plays, what they play, and how it stands."""
        ply = _number(values_of(query.given, _OF_SVG).get("ply"))
        room = await self.find(reader, RoomId(query.named))
        board = await _board_of(room, ply)
        captions = (rules_of(room), _state(room, ply))
        text = await asyncio.to_thread(board_svg, board, title_of(room), captions)
        return Content(text.encode(), _SVG_TEXT, self.kept)

    async def png(self, reader: ReaderPort, query: Query) -> Content:
        """A board; as a preview of a link with the same lines beside it."""
        values = values_of(query.given, _OF_PNG)
        ply = _number(values.get("ply"))
        room = await self.find(reader, RoomId(query.named))
        caption = None
        if values.get("preview"):
            names = tuple(name or "free seat" for name in names_of(room))
            caption = Caption(rules_of(room), names, _state(room, ply))
        return Content(await reader.png(await _board_of(room, ply), caption), PNG, self.kept)


async def _board_of(room: Room, ply: int | None) -> BoardPicture:
    """The board after some stones. Raises Unanswerable if there are not so many."""
    try:  # not in the loop: a long game takes 10 ms to replay
        return await asyncio.to_thread(picture_at, room.game, ply)
    except NoSuchTurn as problem:
        text = f"There is no such move: {problem}."
        raise Unanswerable(HTTPStatus.NOT_FOUND, "no-such-move", text) from None


def _state(room: Room, ply: int | None) -> str:
    return state_of(room) if ply is None else f"After {moves_text(ply)}."


def _number(value: object) -> int | None:
    assert value is None or isinstance(value, int)
    return value


async def _position(_: ReaderPort, query: Query) -> Content:
    """A board without more: who asks has the position, and so nothing is looked up."""
    text = str(values_of(query.given, POSITION)["position"])
    board = BoardPicture(requested_position(text))
    return Content((await asyncio.to_thread(board_svg, board)).encode(), _SVG_TEXT, _FOR_EVER)


_ROOMS: Final = _Boards(live_room, ROOM_KEPT)
_GAMES: Final = _Boards(finished_room, GAME_KEPT)
BOARDS: Final = (
    Resource(
        "/api/rooms/ID.svg",
        rf"rooms/({ANY_ROOM})\.svg",
        _OF_SVG,
        _ROOMS.svg,
        "The board of a room as SVG.",
        SVG,
    ),
    Resource(
        "/api/rooms/ID.png",
        rf"rooms/({ANY_ROOM})\.png",
        _OF_PNG,
        _ROOMS.png,
        "The board of a room as PNG.",
        PNG,
    ),
    Resource(
        "/api/games/ID.svg",
        rf"games/({ANY_ROOM})\.svg",
        _OF_SVG,
        _GAMES.svg,
        "The board of a finished game as SVG.",
        SVG,
    ),
    Resource(
        "/api/games/ID.png",
        rf"games/({ANY_ROOM})\.png",
        _OF_PNG,
        _GAMES.png,
        "The board of a finished game as PNG.",
        PNG,
    ),
    Resource("/api/position.svg", r"position\.svg", POSITION, _position, "Any position as SVG.", SVG),
)
