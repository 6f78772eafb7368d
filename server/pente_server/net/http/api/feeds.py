"""Finished games as an Atom feed (RFC 4287), for readers of feeds and for programs that post news."""

from collections.abc import Iterable
from html import escape
from typing import Final
from urllib.parse import urlencode
from uuid import UUID, uuid5
from xml.etree import ElementTree as ET

from pente_core.clock.instant import Instant
from pente_core.records.model.calendar_day import day_of
from pente_protocol.messages.archive import GameList, Games, GameSummary
from pente_server.net.http.api.answers import Content
from pente_server.net.http.api.game_text import ending_text, players_text, rules_text
from pente_server.net.http.api.parameters import Parameter, request_from
from pente_server.net.http.api.resource import Query, ReaderPort, Resource

KEPT: Final = 60
"""Seconds for which a feed may be kept."""
MOST_ENTRIES: Final = 25
_PLAYER: Final = (Parameter("player", "filter/player"),)
_ATOM: Final = "http://www.w3.org/2005/Atom"
ATOM: Final = "application/atom+xml"
_IDS: Final = UUID("6f0b4f3e-7d1c-4a55-9a0e-3c52d1a8e7f4")
"""The namespace of all ids in feeds; it never changes."""
_NEVER: Final = "1970-01-01T00:00:00Z"


async def _feed(reader: ReaderPort, query: Query) -> Content:
    """The newest games that everybody may see. Their ids do not depend on where the server is reached."""
    request = request_from(Games, query.given, _PLAYER, count=MOST_ENTRIES)
    found = (await reader.ask(request, GameList)).games
    games = [game for game in found if game.end]  # those of an unknown day are no news
    feed = _heading(query, request.which.player)
    times = [_time(game.end) for game in games]
    _add(feed, "updated", max(times, default=_NEVER))
    feed.extend(_entry(game, query) for game in games)
    return Content(ET.tostring(feed, "utf-8", xml_declaration=True), f"{ATOM}; charset=utf-8", KEPT)


def _heading(query: Query, player: str) -> ET.Element:
    feed = ET.Element("feed", xmlns=_ATOM)
    _add(feed, "id", _id(query, "games", player.casefold()))
    _add(feed, "title", f"Pente: games of {player}" if player else "Pente: finished games")
    asked = f"?{urlencode({'player': player})}" if player else ""
    _add(feed, "link", rel="self", href=f"{query.origin}/api/games.atom{asked}")
    _add(feed, "link", rel="alternate", type="text/html", href=f"{query.origin}/")
    _add(_add(feed, "author"), "name", query.origin.partition("://")[2] or "Pente")
    return feed


def _entry(game: GameSummary, query: Query) -> ET.Element:
    entry = ET.Element("entry")
    players, winners = (_names(game, seats) for seats in (range(len(game.players)), game.winners))
    rules = rules_text(game.ruleset, game.time, is_rated=game.rated)
    ending = ending_text(winners, game.termination, game.moves)
    picture = f"{query.origin}/api/games/{game.id}.png"
    _add(entry, "id", _id(query, "game", game.id))
    _add(entry, "title", players_text(players))
    _add(entry, "link", rel="alternate", type="text/html", href=f"{query.origin}/g/{game.id}")
    _add(entry, "published", _time(game.end))
    _add(entry, "updated", _time(game.end))
    text = f"{rules}. {ending}"
    html = f'<p>{escape(text)}</p><p><img src="{escape(picture)}" alt="The board at the end" width="640"></p>'
    _add(entry, "content", html, type="html")
    return entry


def _names(game: GameSummary, seats: Iterable[int]) -> list[str]:
    return [game.players[seat].name for seat in seats]


def _add(parent: ET.Element, name: str, text: str = "", **attributes: str) -> ET.Element:
    child = ET.SubElement(parent, name, attributes)
    child.text = text or None
    return child


def _id(query: Query, kind: str, name: str) -> str:
    return uuid5(_IDS, f"{query.server_id} {kind} {name}").urn


def _time(instant: Instant) -> str:
    """A moment as RFC 3339 has it."""
    moment = day_of(instant)
    return _NEVER if moment is None else f"{moment[0]}T{moment[1]}Z"


FEEDS: Final = (
    Resource(
        "/api/games.atom", r"games\.atom", _PLAYER, _feed, "The newest finished games as a feed.", ATOM, Games
    ),
)
