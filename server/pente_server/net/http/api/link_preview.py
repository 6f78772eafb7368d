"""What a page says about a link to this server, for those who may see what it leads to.

Who has a join code is invited. A code is looked for as over a connection, and spends the same allowance of
wrong ones. One that finds no room, and any code once that allowance is spent, get the same answer.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
from typing import Final

import segno

from pente_core.drawing import picture_at
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_protocol.errors import ErrorCode
from pente_protocol.join_codes import CODE_PATH
from pente_protocol.login.fingerprints import fingerprint_of, with_fingerprint
from pente_protocol.messages.people import Profile, ProfileFound
from pente_protocol.messages.rooms import CodeFound, FindCode
from pente_server.limits.errors import RequestDenied
from pente_server.net.http.api.answers import Content, Unanswerable
from pente_server.net.http.api.boards import PNG, SVG
from pente_server.net.http.api.game_text import names_of, rules_of, state_of, title_of
from pente_server.net.http.api.parameters import request_from
from pente_server.net.http.api.resource import ANY_ROOM, Query, ReaderPort, Resource
from pente_server.net.http.api.shown_game import finished_room, live_room
from pente_server.net.http.pictures.png import Caption

_ANY_CODE: Final = "[A-Za-z0-9-]{6,9}"
"""A join code in a path."""
_UNKNOWN: Final = "No game has this code now, or too many wrong ones came from your network."
_QR_KEPT: Final = 86_400
_QUIET: Final = 4
"""Modules around a QR code that stay light, so that cameras find it."""


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """A page in a few words, as plain text, and a picture of it."""

    title: str
    description: str
    picture: str = ""
    """The path of a PNG of 1200 by 630 points; empty: there is none."""


NOWHERE: Final = LinkPreview("", "")
"""Of a link that leads nowhere: its page has status 404."""


async def preview_of(reader: ReaderPort, path: str) -> LinkPreview | None:
    """What the page at a path is about; None: there is no such page. Raises what `reader` raises."""
    for pattern, preview in _PAGES.items():
        if match := re.fullmatch(pattern, path):
            return await preview(reader, match[1])
    return None


async def _room(reader: ReaderPort, named: str) -> LinkPreview:
    return _preview(await live_room(reader, RoomId(named)), f"/api/rooms/{named}.png?preview=true")


async def _game(reader: ReaderPort, named: str) -> LinkPreview:
    return _preview(await finished_room(reader, RoomId(named)), f"/api/games/{named}.png?preview=true")


def _preview(room: Room, picture: str) -> LinkPreview:
    return LinkPreview(title_of(room), f"{rules_of(room)}. {state_of(room)}", picture)


async def _player(reader: ReaderPort, named: str) -> LinkPreview:
    found = await reader.ask(request_from(Profile, (), (), player=named), ProfileFound)
    games = sum(score.wins + score.losses + score.draws for score in found.scores)
    count = f"{games or 'No'} game{'' if games == 1 else 's'} played"
    return LinkPreview(found.player.name, f"{count}. Results, ratings and finished games.")


async def _invitation(reader: ReaderPort, named: str) -> LinkPreview:
    """Who invites to what, for everybody who has the code. Raises what `reader` raises."""
    try:
        found = await _find(reader, named)
    except Unanswerable:
        return NOWHERE
    room = await reader.current(found.room)
    picture = f"/api/codes/{found.code}.png"
    if found.invitation is None:
        return LinkPreview("A game of Pente", "The game has begun. Open the link to go there.", picture)
    title = f"{room.created.by.name} invites you to a game of Pente"
    return LinkPreview(title, f"{rules_of(room)}. Open the link to play: a name is enough.", picture)


def link_of(origin: str, code: str) -> str:
    """The link with a join code, to a server at an origin."""
    return f"{origin}{CODE_PATH}{code}"


async def _find(reader: ReaderPort, code: str) -> CodeFound:
    """The room with a code. Raises Unanswerable, and what `reader` raises."""
    try:
        return await reader.ask(request_from(FindCode, (), (), code=code), CodeFound)
    except RequestDenied as error:
        if error.code not in (ErrorCode.UNKNOWN_CODE, ErrorCode.RATE_LIMITED):
            raise
        raise Unanswerable(HTTPStatus.NOT_FOUND, ErrorCode.UNKNOWN_CODE, _UNKNOWN) from None


async def _draw_board(reader: ReaderPort, query: Query) -> Content:
    """The board as the game begins, with who waits; of a game that has begun nobody is named."""
    found = await _find(reader, query.named)
    room = await reader.current(found.room)
    names = tuple(name or "free seat" for name in names_of(room))
    caption = Caption(rules_of(room), names, state_of(room))
    if found.invitation is None:
        caption = Caption(rules_of(room), (), "The game has begun.")
    return Content(await reader.png(picture_at(room.game, 0), caption), PNG)


async def _draw_link(_: ReaderPort, query: Query) -> Content:
    """Who asks has the code, and so nothing is looked up."""
    drawn = BytesIO()
    link = with_fingerprint(link_of(query.origin, query.named.upper()), fingerprint_of(query.server_id))
    code = segno.make_qr(link, error="m")
    code.save(drawn, kind="svg", border=_QUIET, light="#fff", scale=4)
    return Content(drawn.getvalue(), f"{SVG}; charset=utf-8", _QR_KEPT)


_PAGES: Final[dict[str, Callable[[ReaderPort, str], Awaitable[LinkPreview]]]] = {
    f"/r/({ANY_ROOM})": _room,
    f"/g/({ANY_ROOM})": _game,
    f"{CODE_PATH}({_ANY_CODE})": _invitation,
    "/u/([^/]{1,40})": _player,
}
"""The paths of the pages that have something particular to say, as regular expressions."""
CODES: Final = (
    Resource(
        "/api/codes/CODE.png",
        rf"codes/({_ANY_CODE})\.png",
        (),
        _draw_board,
        "The board of the game that a join code invites to, with who waits there, as PNG.",
        PNG,
    ),
    Resource(
        "/api/codes/CODE.svg",
        rf"codes/({_ANY_CODE})\.svg",
        (),
        _draw_link,
        "The link with a join code as a QR code, as SVG.",
        SVG,
    ),
)
