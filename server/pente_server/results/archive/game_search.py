"""Finding games: the shortest list that can have them, and a look at every game on it.

A question looks at so many games at most; its answer says where to go on. Questions are answered one at a
time, with pauses, so that however many there are, the games that are being played hardly notice.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.notation import BadPosition, parse_position
from pente_core.rules.outcome import Termination
from pente_core.rules.position import Position
from pente_core.rules.ruleset import InvalidRuleset, Ruleset, ruleset_from
from pente_protocol.codec import decode_game
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.messages import GameFilter, GameResult, GameSummary
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied
from pente_server.results.archive.position_tally import position_view, ruleset_text
from pente_server.store import Store
from pente_server.store.archive_store import GameList, ListKind, SortKey, room_of_sort_key, sort_key

MOST_FOUND: Final = 50
MOST_LOOKED_AT: Final = 500
"""How many games of a list one question looks at."""
AT_ONCE: Final = 50
_TOLD: Final = 6 + 4
"""What a cursor tells of a private game: when it ended, and of its id what differs from that of any other of
the same millisecond.
"""


@dataclass(frozen=True, slots=True)
class _Query:
    """What is looked for: a list, and what games on it have to be like."""

    shelf: GameList
    fits: Callable[[GameSummary], bool]


class GameSearch:
    """Mutable: whether somebody's question is being answered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Lock()

    async def find(
        self, which: GameFilter, cursor: str, asker: PlayerId, most: int = MOST_FOUND
    ) -> tuple[list[GameSummary], str]:
        """Games that somebody looks for and may see, newest first, and where to go on (empty: nowhere).

        Raises RequestDenied when the question makes no sense, and StoreUnavailable.
        """
        wish = await self._wish(which)
        after, before = _span(which, cursor)
        async with self._turn:
            return await self._look(wish, asker, after, before, min(max(1, most), MOST_FOUND))

    async def _look(
        self, wish: _Query, asker: PlayerId, after: SortKey, before: SortKey, most: int
    ) -> tuple[list[GameSummary], str]:
        found: list[GameSummary] = []
        archive = self._store.archive
        for _ in range(0, MOST_LOOKED_AT, AT_ONCE):
            places = await archive.places(wish.shelf, after, before, AT_ONCE)
            entries = await archive.entries([room_of_sort_key(each) for each in places])
            for here, entry in zip(places, map(_decoded, entries), strict=True):
                is_told = entry is not None and _is_for(entry, asker)
                after = here if is_told else _behind(here)
                if entry is not None and is_told and wish.fits(entry):
                    found.append(entry)
                if len(found) == most:
                    return found, after.hex()
            if len(places) < AT_ONCE:
                return found, ""
            await asyncio.sleep(0)
        return found, after.hex()

    async def _wish(self, which: GameFilter) -> _Query:
        player = await self._player(which.player)
        spec: object = which.ruleset
        rules = None if spec == "" else requested_ruleset(spec)
        position = requested_position(which.position) if which.position else None

        def fits(game: GameSummary) -> bool:
            return (
                (not which.player or _seat(game, player, which.player) is not None)
                and (rules is None or game.ruleset == rules)
                and (which.result is None or _ended_so(game, which.result, player, which.player))
            )

        return _Query(_shelf(position, player, rules), fits)

    async def _player(self, text: str) -> PlayerId | None:
        """Who is meant by an id or a name; None: nobody, or somebody whose account is gone."""
        if re.fullmatch("[0-9a-f]{32}", text):
            return PlayerId(text)
        account = await self._store.accounts.find(text) if text else None
        return None if account is None else account.id


def requested_ruleset(spec: object) -> Ruleset:
    """Raises RequestDenied."""
    try:
        return ruleset_from(spec)
    except InvalidRuleset as error:
        raise RequestDenied(ErrorCode.BAD_RULESET, str(error)) from None


def requested_position(text: str) -> Position:
    """Raises RequestDenied."""
    try:
        return parse_position(text)
    except BadPosition as error:
        raise RequestDenied(ErrorCode.BAD_POSITION, clean(str(error))) from None


def _shelf(position: Position | None, player: PlayerId | None, rules: Ruleset | None) -> GameList:
    """The list that is likely to be the shortest."""
    if position is not None and position.ply > 0:
        return GameList(ListKind.POSITION, position_view(position).key)
    if player is not None:
        return GameList(ListKind.PLAYER, player.encode())
    if position is not None:
        return GameList(ListKind.POSITION, position_view(position).key)
    if rules is not None:
        return GameList(ListKind.RULESET, ruleset_text(rules).encode())
    return GameList()


def _span(which: GameFilter, cursor: str) -> tuple[SortKey, SortKey]:
    """After and before which places games are looked for. Raises RequestDenied."""
    after = SortKey(b"") if which.until is None else sort_key(Instant(which.until - 1))
    before = SortKey(b"") if which.since is None else sort_key(Instant(which.since - 1))
    if not re.fullmatch("([0-9a-f]{2}){0,46}", cursor):
        raise RequestDenied(
            ErrorCode.BAD_CURSOR, "that is not where an answer said to go on; search from the beginning"
        )
    return max(after, SortKey(bytes.fromhex(cursor))), before


def _is_for(game: GameSummary, asker: PlayerId) -> bool:
    return not game.private or any(each.id == asker for each in game.players)


def _behind(here: SortKey) -> SortKey:
    """A place right behind that of a game whose id nobody is to learn."""
    return SortKey(here[:_TOLD] + b"\xff")


def _seat(game: GameSummary, player: PlayerId | None, name: str) -> int | None:
    """Where somebody sat; by name, if there is no such account any more."""
    for seat, each in enumerate(game.players):
        if each.id == player or (player is None and each.name.casefold() == name.casefold()):
            return seat
    return None


def _ended_so(game: GameSummary, result: GameResult, player: PlayerId | None, name: str) -> bool:
    is_aborted = game.termination is Termination.ABORTED
    seat = _seat(game, player, name) if name else None
    match result:
        case GameResult.ABORTED:
            return is_aborted
        case GameResult.DRAW:
            return not (is_aborted or game.winners)
        case GameResult.WON:
            return seat in game.winners
        case GameResult.LOST:
            return bool(game.winners) and seat is not None and seat not in game.winners
        case _:
            return any(game.ruleset.colours[winner] == result.value for winner in game.winners)


def _decoded(entry: bytes | None) -> GameSummary | None:
    """The entry, if this version of the server can read it."""
    try:
        return None if entry is None else decode_game(entry)
    except ProtocolError:
        return None
