"""Accounts, results and leaderboards in memory."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pente_core.clock.instant import Instant, later
from pente_core.identity import PlayerId, RoomId
from pente_protocol.names import skeleton
from pente_server.store.accounts.account import Account
from pente_server.store.accounts.account_store import (
    LEDGER_PAGE,
    MOST_BLOCKED,
    OLD_NAME_KEPT,
    LedgerPage,
    ResultUpdate,
)
from pente_server.store.accounts.role import Role
from pente_server.store.people.message_store import StoredMessage


@dataclass(slots=True)
class MemoryAccountData:
    """Account data shared by the stores of one process. Mutable."""

    accounts: dict[PlayerId, Account] = field(default_factory=dict)
    names: dict[str, PlayerId] = field(default_factory=dict)
    """By case-folded name."""
    alike: dict[str, PlayerId] = field(default_factory=dict)
    """By the skeleton of the name."""
    standings: defaultdict[PlayerId, dict[str, bytes]] = field(default_factory=lambda: defaultdict(dict))
    ledgers: defaultdict[PlayerId, dict[RoomId, bytes]] = field(default_factory=lambda: defaultdict(dict))
    blocked: defaultdict[PlayerId, set[PlayerId]] = field(default_factory=lambda: defaultdict(set))
    friends: defaultdict[PlayerId, set[PlayerId]] = field(default_factory=lambda: defaultdict(set))
    sent: defaultdict[PlayerId, dict[str, StoredMessage]] = field(default_factory=lambda: defaultdict(dict))
    """The direct messages to each player, by their commands."""
    read: dict[PlayerId, Instant] = field(default_factory=dict)
    """The time up to which each player has read their messages."""
    message_policies: dict[PlayerId, str] = field(default_factory=dict)
    earlier: defaultdict[PlayerId, dict[str, Instant]] = field(default_factory=lambda: defaultdict(dict))
    """Each player's previous names, and until when they are reserved."""
    vacations: dict[PlayerId, Instant] = field(default_factory=dict)
    """The listed players, each with the end of the last vacation."""
    deleted: set[PlayerId] = field(default_factory=set)
    leaders: defaultdict[str, dict[PlayerId, float]] = field(default_factory=lambda: defaultdict(dict))
    newcomers: defaultdict[str, dict[PlayerId, float]] = field(default_factory=lambda: defaultdict(dict))
    """Those with provisional ratings, by pool."""


class MemoryAccounts:
    """An `AccountStore` in memory. Nothing expires here, neither accounts nor old names."""

    def __init__(self, register: MemoryAccountData) -> None:
        self._register = register

    async def account(self, player: PlayerId) -> Account | None:
        return self._register.accounts.get(player)

    async def open(self, account: Account) -> bool:
        if account.id in self._register.deleted or not self._claim(account.name, account.id):
            return False
        self._register.accounts[account.id] = account
        if account.vacations:
            self._register.vacations[account.id] = account.vacations[-1].until
        return True

    async def reserve(self, account: Account) -> bool:
        return await self.open(replace(account, is_of_house=True, devices=()))

    async def set_roles(self, player: PlayerId, roles: Iterable[Role]) -> bool:
        account = self._register.accounts.get(player)
        if account is None:
            return False
        self._register.accounts[player] = replace(account, roles=frozenset(roles))
        return True

    async def find(self, name: str) -> Account | None:
        player = self._register.names.get(name.casefold())
        return None if player is None else self._register.accounts.get(player)

    async def rename(self, account: Account, name: str, now: Instant) -> bool:
        if not self._claim(name, account.id):
            return False
        self._register.accounts[account.id] = replace(account, name=name, renamed=now)
        if account.name.casefold() != name.casefold():
            earlier = self._register.earlier[account.id]
            earlier[account.name] = later(now, OLD_NAME_KEPT)
            earlier.pop(name, None)
        return True

    def _claim(self, name: str, player: PlayerId) -> bool:
        """Claim a free name; return whether the name belongs to the player, new or already."""
        if self._register.alike.setdefault(skeleton(name), player) != player:
            return False
        self._register.names[name.casefold()] = player
        return True

    async def earlier_names(self, player: PlayerId, now: Instant) -> Sequence[str]:
        names = self._register.earlier.get(player, {})
        return sorted(name for name, until in names.items() if until > now)

    async def delete(self, player: PlayerId, name: str) -> None:
        register = self._register
        register.deleted.add(player)
        for scores in (*register.leaders.values(), *register.newcomers.values()):
            scores.pop(player, None)
        for table in (
            register.accounts,
            register.standings,
            register.ledgers,
            register.earlier,
            register.blocked,
            register.vacations,
            register.friends,
            register.sent,
            register.read,
            register.message_policies,
        ):
            table.pop(player, None)
        register.names[name.casefold()] = player

    async def deleted(self, players: Sequence[PlayerId]) -> Sequence[bool]:
        return [player in self._register.deleted for player in players]

    async def ledger(self, player: PlayerId, cursor: int) -> LedgerPage:
        entries = list(self._register.ledgers.get(player, {}).items())
        page = dict(entries[cursor : cursor + LEDGER_PAGE])
        following = cursor + LEDGER_PAGE
        return LedgerPage(page, following if following < len(entries) else 0)

    async def by_ids(self, players: Sequence[PlayerId]) -> Sequence[Account | None]:
        return [self._register.accounts.get(player) for player in players]

    async def block(self, player: PlayerId, other: PlayerId) -> bool:
        blocked = self._register.blocked[player]
        if other not in blocked and len(blocked) >= MOST_BLOCKED:
            return False
        blocked.add(other)
        return True

    async def unblock(self, player: PlayerId, other: PlayerId) -> None:
        self._register.blocked[player].discard(other)

    async def blocked(self, player: PlayerId) -> frozenset[PlayerId]:
        return frozenset(self._register.blocked.get(player, ()))

    async def blocking(self, player: PlayerId, among: Sequence[PlayerId]) -> frozenset[PlayerId]:
        return frozenset(other for other in among if player in self._register.blocked.get(other, ()))

    async def standings(self, player: PlayerId) -> Mapping[str, bytes]:
        return dict(self._register.standings.get(player, {}))

    async def standing(self, pool: str, players: Sequence[PlayerId]) -> Sequence[bytes]:
        return [self._register.standings.get(player, {}).get(pool, b"") for player in players]

    async def counted(self, player: PlayerId, room: RoomId) -> bytes | None:
        return self._register.ledgers.get(player, {}).get(room)

    async def counted_in(self, player: PlayerId, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        return [self._register.ledgers.get(player, {}).get(room) for room in rooms]

    async def count(self, count: ResultUpdate) -> bytes | None:
        if count.player in self._register.deleted:
            return count.entry
        ledger, standings = self._register.ledgers[count.player], self._register.standings[count.player]
        if count.room in ledger:
            return ledger[count.room]
        if standings.get(count.pool, b"") != count.before:
            return None
        ledger[count.room], standings[count.pool] = count.entry, count.after
        if count.is_rated:
            self._lead(count)
        return count.entry

    def _lead(self, count: ResultUpdate) -> None:
        """Update the player's place on the leaderboards."""
        register = self._register
        boards = (register.leaders, count.score), (register.newcomers, count.provisional_score)
        for board, score in boards:
            if score is None:
                board[count.pool].pop(count.player, None)
            else:
                board[count.pool][count.player] = score

    async def leaders(self, pool: str, most: int, *, provisional: bool = False) -> Sequence[PlayerId]:
        register = self._register
        scores = (register.newcomers if provisional else register.leaders).get(pool, {})
        return sorted(scores, key=lambda player: (-scores[player], player))[:most]
