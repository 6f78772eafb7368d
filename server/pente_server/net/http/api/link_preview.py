"""What a page says about a link to this server, for those who may see what it leads to."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from pente_core.identity import RoomId
from pente_core.room import Room
from pente_protocol.messages import Profile, ProfileFound
from pente_server.net.http.api.game_text import rules_of, state_of, title_of
from pente_server.net.http.api.parameters import request_from
from pente_server.net.http.api.resource import ANY_ROOM, ReaderPort
from pente_server.net.http.api.shown_game import finished_room, live_room


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
    found = await reader.ask(request_from(Profile, (), (), name=named), ProfileFound)
    games = sum(score.wins + score.losses + score.draws for score in found.scores)
    count = f"{games or 'No'} game{'' if games == 1 else 's'} played"
    return LinkPreview(found.player.name, f"{count}. Results, ratings and finished games.")


_PAGES: Final[dict[str, Callable[[ReaderPort, str], Awaitable[LinkPreview]]]] = {
    f"/r/({ANY_ROOM})": _room,
    f"/g/({ANY_ROOM})": _game,
    "/u/([^/]{1,40})": _player,
}
"""The paths of the pages that have something particular to say, as regular expressions."""
