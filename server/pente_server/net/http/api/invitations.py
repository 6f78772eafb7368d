"""Join codes over HTTP: what a link with one says before it is opened, its picture, and its QR code.

A code is looked for as over a connection, and spends the same allowance of wrong ones. One that finds no room,
and any code once that allowance is spent, get the same answer.
"""

from http import HTTPStatus
from io import BytesIO
from typing import Final

import segno

from pente_core.drawing.board_picture import picture_at
from pente_protocol.errors import ErrorCode
from pente_protocol.join_codes import CODE_PATH
from pente_protocol.messages import CodeFound, FindCode
from pente_server.limits.errors import RequestDenied
from pente_server.net.http.api.answers import Content, Unanswerable
from pente_server.net.http.api.boards import PNG, SVG
from pente_server.net.http.api.game_text import names_of, rules_of, state_of
from pente_server.net.http.api.link_preview import NOWHERE, LinkPreview
from pente_server.net.http.api.parameters import request_from
from pente_server.net.http.api.resource import Query, ReaderPort, Resource
from pente_server.net.http.pictures.png import Caption

ANY_CODE: Final = "[A-Za-z0-9-]{6,9}"
"""A join code in a path."""
_UNKNOWN: Final = "No game has this code now, or too many wrong ones came from your network."
_QR_KEPT: Final = 86_400
_QUIET: Final = 4
"""Modules around a QR code that stay light, so that cameras find it."""


async def preview_invitation(reader: ReaderPort, named: str) -> LinkPreview:
    """Who invites to what, for everybody who has the code. Raises what `reader` raises."""
    try:
        found = await _find(reader, named)
    except Unanswerable:
        return NOWHERE
    room = await reader.ports.rooms.keeper.current(found.room)
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
    room = await reader.ports.rooms.keeper.current(found.room)
    names = tuple(name or "free seat" for name in names_of(room))
    caption = Caption(rules_of(room), names, state_of(room))
    if found.invitation is None:
        caption = Caption(rules_of(room), (), "The game has begun.")
    return Content(await reader.png(picture_at(room.game, 0), caption), PNG)


async def _draw_link(_: ReaderPort, query: Query) -> Content:
    """Who asks has the code, and so nothing is looked up."""
    drawn = BytesIO()
    code = segno.make_qr(link_of(query.origin, query.named.upper()), error="m")
    code.save(drawn, kind="svg", border=_QUIET, light="#fff", scale=4)
    return Content(drawn.getvalue(), f"{SVG}; charset=utf-8", _QR_KEPT)


CODES: Final = (
    Resource(
        "/api/codes/CODE.png",
        rf"codes/({ANY_CODE})\.png",
        (),
        _draw_board,
        "The board of the game that a join code invites to, with who waits there, as PNG.",
        PNG,
    ),
    Resource(
        "/api/codes/CODE.svg",
        rf"codes/({ANY_CODE})\.svg",
        (),
        _draw_link,
        "The link with a join code as a QR code, as SVG.",
        SVG,
    ),
)
