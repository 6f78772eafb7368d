"""Search for archived games: pick the shortest suitable list, and filter the games on it one by one.

A request reads a limited number of games, and its answer has a cursor to continue from. Requests are served
one at a time, with pauses, so that any number of them hardly slows down the games in progress.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import IMPORTED_MARK, PlayerId
from pente_core.notation import BadPosition, parse_position
from pente_core.rules.outcome import Termination
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_protocol.choices.game_result import GameResult
from pente_protocol.codec import decode_game
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.messages.archive import GameFilter, GameSummary
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied, requested_ruleset, unknown_player
from pente_server.results.archive.imported_players import imported_player
from pente_server.results.archive.position_tally import position_view, ruleset_text
from pente_server.store import Store
from pente_server.store.archive_store import ArchiveList, ListKind, SortKey, room_of_sort_key, sort_key

MOST_FOUND: Final = 50
MOST_LOOKED_AT: Final = 500
"""How many games of a list one request reads at most."""
AT_ONCE: Final = 50
"""How many games are read per request to the store."""
_TOLD: Final = 6 + 4
"""How many bytes of a private game's sort key a cursor may reveal: its end time, and just enough of its id to
tell it from other games of the same millisecond.
"""


@dataclass(frozen=True, slots=True)
class _Query:
    """A search: the list to read, and a filter for the games on it."""

    shelf: ArchiveList
    fits: Callable[[GameSummary], bool]


class GameSearch:
    """The search for archived games. Mutable: a lock serves one request at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Lock()

    async def find(
        self,
        which: GameFilter,
        cursor: str,
        asker: PlayerId,
        most: int = MOST_FOUND,
        on_read: Callable[[int], None] = lambda _: None,
    ) -> tuple[list[GameSummary], str]:
        """Matching games that ``asker`` may see, newest first, and the cursor to continue (empty: the end).

        ``cursor`` is empty, or from a previous answer to the same filter; ``most`` is clamped to 1 to
        `MOST_FOUND`; ``on_read`` is called with the numbers of games that are read. There may be fewer games,
        even none, before the end. Raises RequestDenied for an invalid filter or cursor, and for a player who
        has neither an account nor such games; and StoreUnavailable.
        """
        player = await self._player(which.player)
        if player is not None and (await self._store.accounts.deleted([player]))[0]:
            raise unknown_player(which.player)
        query, span = _query(which, player), _span(which, cursor)
        async with self._turn:
            found, following = await self._look(query, asker, span, min(max(1, most), MOST_FOUND), on_read)
        if which.player and player is None:
            found = await self._without_deleted(found, which.player)
            if not (found or cursor or following) and which == GameFilter(which.player):
                raise unknown_player(which.player)
        return found, following

    async def between(
        self, player: PlayerId, other: PlayerId, asker: PlayerId, on_read: Callable[[int], None]
    ) -> tuple[list[GameSummary], bool]:
        """The games of two players that ``asker`` may see, newest first, and whether these are all.

        Only the newest `MOST_LOOKED_AT` games of the first player are read. Raises StoreUnavailable.
        """
        shelf = ArchiveList(ListKind.PLAYER, player.encode())
        query = _Query(
            shelf, lambda game: not game.unplayed and any(each.id == other for each in game.players)
        )
        whole = SortKey(b""), SortKey(b"")
        async with self._turn:
            found, following = await self._look(query, asker, whole, MOST_LOOKED_AT, on_read)
        return found, not following

    async def _look(
        self,
        query: _Query,
        asker: PlayerId,
        span: tuple[SortKey, SortKey],
        most: int,
        on_read: Callable[[int], None],
    ) -> tuple[list[GameSummary], str]:
        """Up to ``most`` visible games between the bounds that match, and the cursor (empty: the end)."""
        found: list[GameSummary] = []
        after, before = span
        archive = self._store.archive
        for _ in range(0, MOST_LOOKED_AT, AT_ONCE):
            keys = await archive.places(query.shelf, after, before, AT_ONCE)
            entries = await archive.entries([room_of_sort_key(key) for key in keys])
            on_read(len(keys))
            for key, entry in zip(keys, map(decoded_entry, entries), strict=True):
                is_visible = entry is not None and is_for(entry, asker)
                after = key if is_visible else _behind(key)
                if entry is not None and is_visible and query.fits(entry):
                    found.append(entry)
                if len(found) == most:
                    return found, after.hex()
            if len(keys) < AT_ONCE:
                return found, ""
            await asyncio.sleep(0)
        return found, after.hex()

    async def _without_deleted(self, found: list[GameSummary], name: str) -> list[GameSummary]:
        """The games that were found by a name without an account, unless its player has deleted that."""
        seats = [_seat(game, None, name) for game in found]
        players = [game.players[seat or 0].id for game, seat in zip(found, seats, strict=True)]
        deleted = await self._store.accounts.deleted(players)
        return [game for game, is_deleted in zip(found, deleted, strict=True) if not is_deleted]

    async def _player(self, text: str) -> PlayerId | None:
        """The player with an id or a name; None for an empty text or an unknown or expired account."""
        if re.fullmatch("[0-9a-f]{32}", text):
            return PlayerId(text)
        account = await self._store.accounts.find(text) if text else None
        if account is None and text.endswith(IMPORTED_MARK):
            return await self._imported(text)
        return None if account is None else account.id

    async def _imported(self, name: str) -> PlayerId | None:
        """The player of imported games with a name; None if there are no such games."""
        player = imported_player(name).id
        shelf = ArchiveList(ListKind.PLAYER, player.encode())
        return player if await self._store.archive.places(shelf, SortKey(b""), SortKey(b""), 1) else None


def _query(which: GameFilter, player: PlayerId | None) -> _Query:
    """The search for a filter; ``player`` has the account that it names. Raises RequestDenied."""
    spec: object = which.ruleset
    rules = None if spec == "" else requested_ruleset(spec)
    position = requested_position(which.position) if which.position else None

    def fits(game: GameSummary) -> bool:
        return (
            (which.unplayed or not game.unplayed)
            and (not which.player or _seat(game, player, which.player) is not None)
            and (rules is None or game.ruleset == rules)
            and (which.result is None or _ended_so(game, which.result, player, which.player))
        )

    return _Query(_shelf(position, player, rules), fits)


def requested_position(text: str) -> Position:
    """The position in a text. Raises RequestDenied."""
    try:
        return parse_position(text)
    except BadPosition as error:
        raise RequestDenied(ErrorCode.BAD_POSITION, clean(str(error))) from None


def _shelf(position: Position | None, player: PlayerId | None, rules: Ruleset | None) -> ArchiveList:
    """The list that is likely to be the shortest of those with all matching games."""
    if position is not None and position.ply > 0:
        return ArchiveList(ListKind.POSITION, position_view(position).key)
    if player is not None:
        return ArchiveList(ListKind.PLAYER, player.encode())
    if position is not None:
        return ArchiveList(ListKind.POSITION, position_view(position).key)
    if rules is not None:
        return ArchiveList(ListKind.RULESET, ruleset_text(rules).encode())
    return ArchiveList()


def _span(which: GameFilter, cursor: str) -> tuple[SortKey, SortKey]:
    """The exclusive bounds of the sort keys to read, from the dates and the cursor. Raises RequestDenied."""
    after = SortKey(b"") if which.until is None else sort_key(Instant(which.until - 1))
    before = SortKey(b"") if which.since is None else sort_key(Instant(which.since - 1))
    if not re.fullmatch("([0-9a-f]{2}){0,46}", cursor):
        raise RequestDenied(
            ErrorCode.BAD_CURSOR, "This cursor is not from a search result. Search from the beginning."
        )
    return max(after, SortKey(bytes.fromhex(cursor))), before


def is_for(game: GameSummary, asker: PlayerId) -> bool:
    """Whether a player may see a game: private and unplayed ones are for their players only."""
    return not (game.private or game.unplayed) or any(each.id == asker for each in game.players)


def _behind(here: SortKey) -> SortKey:
    r"""A cursor just after a game whose id must not be revealed.

    ``\xff`` sorts after every byte of an id. A game of the same millisecond whose id begins with the same
    four characters would be skipped, which in practice never happens.
    """
    return SortKey(here[:_TOLD] + b"\xff")


def _seat(game: GameSummary, player: PlayerId | None, name: str) -> int | None:
    """The player's seat in a game; found by name if the account is unknown or has expired."""
    for seat, each in enumerate(game.players):
        if each.id == player or (player is None and each.name.casefold() == name.casefold()):
            return seat
    return None


def _ended_so(game: GameSummary, result: GameResult, player: PlayerId | None, name: str) -> bool:
    """Whether a game has the result; won and lost are from the player's point of view."""
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


def decoded_entry(entry: bytes | None) -> GameSummary | None:
    """The decoded entry; None if missing, or if this version of the server can't read it."""
    try:
        return None if entry is None else decode_game(entry)
    except ProtocolError:
        return None
