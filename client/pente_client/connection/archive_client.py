"""The finished games of a server: search, logs and statistics.

Every answer is checked against its request, so that no server can keep a client reading for ever.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from pente_client.connection.link.errors import RequestRejected
from pente_client.connection.reconnect import ReconnectingLink
from pente_core.identity import RoomId
from pente_core.notation import format_position
from pente_core.room import events as ev
from pente_core.rules.game import parse_turn
from pente_core.rules.point import BadPoint
from pente_core.rules.position import Position
from pente_protocol.logs.json_lines import EventLog
from pente_protocol.messages.archive import (
    Explore,
    Explored,
    ExploredTurn,
    GameFilter,
    GameList,
    Games,
    GameSummary,
    LogList,
    LogPage,
    Logs,
)

PAGE: Final = 50
"""The most games that one request asks for."""
LOGS_AT_ONCE: Final = 25
"""The most logs that one request asks for; a server sends as many of them as fit into an answer."""
LONGEST_LOG: Final = 20_000
"""The most events of one game."""
MOST_EMPTY: Final = 10_000
"""The most answers in a row without a game that still promise more."""


class ArchiveClient:
    """Asks about finished games. Its methods raise `RequestRejected` and `ConnectionEnded`."""

    def __init__(self, link: ReconnectingLink) -> None:
        self._link = link

    async def games(
        self, which: GameFilter, cursor: str = "", most: int | None = None
    ) -> AsyncIterator[tuple[Sequence[GameSummary], str]]:
        """Pages of games, the newest first, each with the cursor of the next page (empty: there is none)."""
        empty, left = 0, most
        while left is None or left > 0:
            found = await self._page(which, cursor, PAGE if left is None else min(left, PAGE))
            empty = 0 if found.games else empty + 1
            if empty == MOST_EMPTY or found.cursor == cursor != "":
                raise RequestRejected("bad-reply", "the server never ends its list of games")
            left = None if left is None else left - len(found.games)
            cursor = found.cursor
            yield found.games, cursor
            if not cursor:
                return

    async def _page(self, which: GameFilter, cursor: str, count: int) -> GameList:
        found = await self._link.ask_for(GameList, lambda id_: Games(id_, which, cursor, count))
        if len(found.games) > count:
            raise RequestRejected("bad-reply", "the server sent more games than were requested")
        return found

    async def logs(self, rooms: Sequence[RoomId]) -> AsyncIterator[EventLog]:
        """The logs of finished games, in this order."""
        waiting, begun = list(rooms), list[ev.Event]()
        while waiting:
            answer = await self._ask_for_logs(waiting, len(begun))
            for page in answer.logs:
                _check(page, waiting, begun)
                begun += page.events
                if page.complete:
                    yield EventLog(tuple(begun), waiting.pop(0))
                    begun = []

    async def _ask_for_logs(self, waiting: Sequence[RoomId], since: int) -> LogList:
        wanted = tuple(waiting[:LOGS_AT_ONCE])
        answer = await self._link.ask_for(LogList, lambda id_: Logs(id_, wanted, since))
        if not answer.logs:
            raise RequestRejected("bad-reply", "the server answered without any game")
        return answer

    async def explored(self, position: Position) -> Explored:
        """The statistics of a position."""
        text = format_position(position)
        answer = await self._link.ask_for(Explored, lambda id_: Explore(id_, text))
        sides = position.rules.sides
        scores: tuple[Explored | ExploredTurn, ...] = (answer, *answer.turns)
        for score in scores:
            if len(score.wins) not in (0, sides) or min(score.games, score.draws, *score.wins, 0) < 0:
                raise RequestRejected("bad-reply", "the server sent counts that can't be right")
        if not all(_is_played(played, position.rules.size) for played in answer.turns):
            raise RequestRejected("bad-reply", "the server sent turns that can't be read")
        return answer


def _check(page: LogPage, waiting: Sequence[RoomId], begun: Sequence[ev.Event]) -> None:
    """Raises RequestRejected for a page that can't be the next part of the next log."""
    is_next = bool(waiting) and page.room == waiting[0]
    goes_on = bool(page.events) and (bool(begun) or isinstance(page.events[0], ev.Created))
    if not (is_next and goes_on and len(begun) + len(page.events) <= LONGEST_LOG):
        raise RequestRejected("bad-reply", "the server sent a log that was not requested")


def _is_played(played: ExploredTurn, size: int) -> bool:
    try:
        turns = [parse_turn(turn, size) for turn in played.notations]
    except BadPoint:
        return False
    return bool(turns)
