"""Accounts, results and leaderboards in Redis or Valkey.

Everything that counting a game touches lies in the player's partition, so one script can do it atomically.
For the same reason every partition has its own leaderboard per pool; the overall one merges their tops.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_server.store.accounts.account import Account
from pente_server.store.accounts.account_store import (
    LEDGER_PAGE,
    MOST_BLOCKED,
    OLD_NAME_KEPT,
    LedgerPage,
    ResultUpdate,
)
from pente_server.store.accounts.role import Role, roles_of, roles_text
from pente_server.store.accounts.vacation import vacations_of, vacations_text
from pente_server.store.redis.accounts.devices import FIELD, devices_in, encode_device
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer, table

ACCOUNT_UNUSED: Final = Millis(180 * 24 * 60 * 60 * 1000)
"""How long an unused account is kept before it expires and frees its name. Rated accounts never expire."""
KEPT_ANEW_AFTER: Final = Millis(24 * 60 * 60 * 1000)
"""Using an account extends its expiry at most this often, to save writes."""
CLAIM: Final = Millis(60_000)
"""How long a new name is claimed before it is confirmed, so that a crash in between frees it again."""
_ROLES: Final = "roles"
_NEVER_EXPIRES: Final = {"rated": "1"}


class RedisAccounts:
    """An `AccountStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._redis = server.client
        self._ask = server.ask
        self._ask_all = server.ask_all
        self._read = server.read
        self._confirm = server.confirm
        self._count = server.script("accounts/count.lua")
        self._delete = server.script("accounts/delete.lua")
        self._change = server.script("accounts/notify.lua")

    async def account(self, player: PlayerId) -> Account | None:
        key = self._keys.player(player)
        fields, left = await self._read(("HGETALL", key), ("PTTL", key))
        account = _account(player, table(fields))
        if account is None:
            await self._confirm()
        if account is not None and 0 <= left < ACCOUNT_UNUSED - KEPT_ANEW_AFTER:
            await self._used(account)
        return account

    async def open(self, account: Account) -> bool:
        return await self._claim_alike(account.name, account.id) and await self._write(
            account, _fields(account)
        )

    async def reserve(self, account: Account) -> bool:
        house = replace(account, is_of_house=True, devices=())
        if not await self._claim_alike(house.name, house.id):
            return False
        return await self._write(house, _fields(house) | _NEVER_EXPIRES)

    async def _write(self, account: Account, fields: Mapping[str, str | bytes]) -> bool:
        """Claim the name and write the account; False when another player has the name, or it was deleted."""
        if (await self.deleted([account.id]))[0]:
            return False
        if not await self._claim(self._keys.name(account.name), account.id):
            return False
        await self._ask(lambda: self._redis.hset(self._keys.player(account.id), mapping=fields))
        if account.vacations:
            listed = {account.id: account.vacations[-1].until}
            await self._ask(lambda: self._redis.zadd(keys.vacations(self._keys.tag(account.id)), listed))
        await self._used(account)
        await self._confirm()
        return True

    async def set_roles(self, player: PlayerId, roles: Iterable[Role]) -> bool:
        names, values = [self._keys.player(player)], [_ROLES, roles_text(roles)]
        is_done = bool(await self._ask(lambda: self._change(keys=names, args=values)))
        await self._confirm()
        return is_done

    async def find(self, name: str) -> Account | None:
        player = await self._owner(self._keys.name(name))
        if player is None:
            await self._confirm()
            return None
        return await self._account(player)

    async def rename(self, account: Account, name: str, now: Instant) -> bool:
        claims = await self._claim_alike(name, account.id) and await self._claim(
            self._keys.name(name), account.id
        )
        if not claims:
            return False
        # Keep the new name before the account uses it: a crash here leaves a name reserved for this player,
        # whereas the other order could leave an account whose name expires within a minute.
        is_rated = await self._is_rated(account.id)
        for key in (self._keys.name(name), self._keys.alike(name)):
            await self._keep(key, for_ever=is_rated)
        fields = {"name": name, "renamed": str(now)}
        await self._ask(lambda: self._redis.hset(self._keys.player(account.id), mapping=fields))
        if self._keys.alike(account.name) != self._keys.alike(name):
            await self._pass_on(self._keys.alike(account.name), account.id)
        is_other = account.name.casefold() != name.casefold()
        if is_other and await self._pass_on(self._keys.name(account.name), account.id):
            await self._note_earlier(account, name, now)
        return True

    async def _pass_on(self, key: str, player: PlayerId) -> bool:
        """Let a player's old name become free after `OLD_NAME_KEPT`; return whether it was the player's."""
        is_theirs = await self._owner(key) == player
        if is_theirs:
            await self._ask(lambda: self._redis.pexpire(key, OLD_NAME_KEPT))
        return is_theirs

    async def _note_earlier(self, account: Account, name: str, now: Instant) -> None:
        """Add the name of an account to its previous ones, and remove the new one and those that are free."""
        key, until = self._keys.names(account.id), later(now, OLD_NAME_KEPT)

        def note(pipeline: Any) -> None:
            pipeline.zremrangebyscore(key, "-inf", now)
            pipeline.zadd(key, {account.name: until})
            pipeline.zrem(key, name)
            pipeline.pexpire(key, OLD_NAME_KEPT)

        await self._ask_all(note)

    async def earlier_names(self, player: PlayerId, now: Instant) -> Sequence[str]:
        found: list[bytes] = await self._ask(
            lambda: self._redis.zrangebyscore(self._keys.names(player), f"({now}", "+inf")
        )
        return sorted(name.decode() for name in found)

    async def delete(self, player: PlayerId, name: str) -> None:
        tag, is_done = self._keys.tag(player), 0
        own = [
            self._keys.player(player),
            self._keys.standings(player),
            self._keys.ledger(player),
            self._keys.names(player),
            self._keys.blocked(player),
            self._keys.games_of_player(player),
            self._keys.friends(player),
            self._keys.messages(player),
        ]
        while not is_done:  # until no game was counted in a new pool between the two requests
            pools = await self.standings(player)
            boards = [board(tag, pool) for pool in pools for board in (keys.leaders, keys.newcomers)]
            is_done = await self._ask(lambda boards=boards: self._delete(keys=own + boards, args=[player]))  # type: ignore[misc]
        # Last, as the name of an account that is not deleted must not expire. After a crash before this,
        # `_claim` makes up for it.
        for key in (self._keys.name(name), self._keys.alike(name)):
            if await self._owner(key) == player:
                await self._release(key)

    async def deleted(self, players: Sequence[PlayerId]) -> Sequence[bool]:
        def look(pipeline: Any) -> None:
            for player in players:
                pipeline.hexists(self._keys.player(player), "deleted")

        return [bool(found) for found in await self._ask_all(look)] if players else []

    async def _release(self, key: str) -> None:
        """Make a name of a deleted account free after `OLD_NAME_KEPT`, unless it is free earlier."""
        left: int = await self._ask(lambda: self._redis.pttl(key))
        if not 0 <= left <= OLD_NAME_KEPT:
            await self._ask(lambda: self._redis.pexpire(key, OLD_NAME_KEPT))

    async def _account(self, player: PlayerId) -> Account | None:
        return (await self.by_ids([player]))[0]

    async def _claim_alike(self, name: str, player: PlayerId) -> bool:
        """Claim all names that look like this one, unless the name itself is another's.

        This key is what makes names unique; that of the name is for finding it.
        """
        if not await self._may_have(self._keys.name(name), player):
            return False
        return await self._claim(self._keys.alike(name), player)

    async def _claim(self, key: str, player: PlayerId) -> bool:
        """Claim a free name's key for `CLAIM`; return whether it belongs to the player, new or already."""
        await self._ask(lambda: self._redis.set(key, player, nx=True, px=CLAIM))
        return await self._may_have(key, player)

    async def _may_have(self, key: str, player: PlayerId) -> bool:
        """Whether a name's key is free or the player's; that of a deleted account is made free in time."""
        owner = await self._owner(key)
        if owner is None or owner == player:
            return True
        if (await self.deleted([owner]))[0]:
            await self._release(key)
        return False

    async def _owner(self, key: str) -> PlayerId | None:
        player: bytes | None = await self._ask(lambda: self._redis.get(key))
        return None if player is None else PlayerId(player.decode())

    async def _used(self, account: Account) -> None:
        """Restart the expiry of an account, its name and its results; for a rated player, remove it."""
        player, is_rated = account.id, await self._is_rated(account.id)
        kept = [self._keys.name(account.name), self._keys.alike(account.name), self._keys.player(player)]
        kept += [self._keys.standings(player), self._keys.ledger(player)]
        kept += [self._keys.blocked(player), self._keys.friends(player)]

        def keep(pipeline: Any) -> None:
            for key in kept:
                if is_rated:
                    pipeline.persist(key)
                else:
                    pipeline.pexpire(key, ACCOUNT_UNUSED)

        await self._ask_all(keep)

    async def _is_rated(self, player: PlayerId) -> bool:
        return bool(await self._ask(lambda: self._redis.hexists(self._keys.player(player), "rated")))

    async def _keep(self, key: str, *, for_ever: bool) -> None:
        if for_ever:
            await self._ask(lambda: self._redis.persist(key))
        else:
            await self._ask(lambda: self._redis.pexpire(key, ACCOUNT_UNUSED))

    async def by_ids(self, players: Sequence[PlayerId]) -> Sequence[Account | None]:
        if not players:
            return []
        found = await self._server.read_each([("HGETALL", self._keys.player(player)) for player in players])
        return [_account(player, table(fields)) for player, fields in zip(players, found, strict=True)]

    async def block(self, player: PlayerId, other: PlayerId) -> bool:
        key = self._keys.blocked(player)
        _, count = await self._ask_all(lambda pipeline: pipeline.sadd(key, other).scard(key), at_once=True)
        if count > MOST_BLOCKED:
            await self.unblock(player, other)
            return False
        await self._keep(key, for_ever=await self._is_rated(player))
        await self._confirm()
        return True

    async def unblock(self, player: PlayerId, other: PlayerId) -> None:
        await self._ask(lambda: self._redis.srem(self._keys.blocked(player), other))
        await self._confirm()

    async def blocked(self, player: PlayerId) -> frozenset[PlayerId]:
        (found,) = await self._read(("SMEMBERS", self._keys.blocked(player)))
        return frozenset(PlayerId(other.decode()) for other in found)

    async def blocking(self, player: PlayerId, among: Sequence[PlayerId]) -> frozenset[PlayerId]:
        def look(pipeline: Any) -> None:
            for other in among:
                pipeline.sismember(self._keys.blocked(other), player)

        found = await self._ask_all(look) if among else []
        return frozenset(other for other, is_blocking in zip(among, found, strict=True) if is_blocking)

    async def standings(self, player: PlayerId) -> Mapping[str, bytes]:
        table: dict[bytes, bytes] = await self._ask(lambda: self._redis.hgetall(self._keys.standings(player)))
        return {pool.decode(): standing for pool, standing in table.items()}

    async def standing(self, pool: str, players: Sequence[PlayerId]) -> Sequence[bytes]:
        def look(pipeline: Any) -> None:
            for player in players:
                pipeline.hget(self._keys.standings(player), pool)

        return [standing or b"" for standing in await self._ask_all(look)] if players else []

    async def ledger(self, player: PlayerId, cursor: int) -> LedgerPage:
        after, found = await self._ask(
            lambda: self._redis.hscan(self._keys.ledger(player), cursor, count=LEDGER_PAGE)
        )
        return LedgerPage({RoomId(room.decode()): entry for room, entry in found.items()}, int(after))

    async def counted(self, player: PlayerId, room: RoomId) -> bytes | None:
        entry: bytes | None = await self._ask(lambda: self._redis.hget(self._keys.ledger(player), room))
        return entry

    async def counted_in(self, player: PlayerId, rooms: Sequence[RoomId]) -> Sequence[bytes | None]:
        if not rooms:
            return []
        entries: list[bytes | None] = await self._ask(
            lambda: self._redis.hmget(self._keys.ledger(player), rooms)
        )
        return entries

    async def count(self, count: ResultUpdate) -> bytes | None:
        player = count.player
        arguments = (
            count.room,
            count.pool,
            count.before,
            count.after,
            count.entry,
            int(count.is_rated),
            "" if count.score is None else count.score,
            player,
            ACCOUNT_UNUSED,
            "" if count.provisional_score is None else count.provisional_score,
        )
        boards = [board(self._keys.tag(player), count.pool) for board in (keys.leaders, keys.newcomers)]
        places = [self._keys.player(player), self._keys.standings(player), self._keys.ledger(player), *boards]
        # Keep the name before counting: after a crash in between, the game is counted again and this is
        # redone. In the other order the game would be found counted, and the name could expire.
        if count.is_rated:
            account = await self._account(player)
            if account is not None:
                await self._keep(self._keys.name(account.name), for_ever=True)
                if await self._claim(self._keys.alike(account.name), player):
                    await self._keep(self._keys.alike(account.name), for_ever=True)
            await self._keep(self._keys.blocked(player), for_ever=True)
            await self._keep(self._keys.friends(player), for_ever=True)
        entry: bytes | None = await self._ask(lambda: self._count(keys=places, args=arguments))
        return entry

    async def leaders(self, pool: str, most: int, *, provisional: bool = False) -> Sequence[PlayerId]:
        board = keys.newcomers if provisional else keys.leaders

        def look(pipeline: Any) -> None:
            for tag in self._keys.tags:
                pipeline.zrevrange(board(tag, pool), 0, most - 1, withscores=True)

        found = [one for part in await self._ask_all(look) for one in part]
        ordered = sorted(found, key=lambda one: (-one[1], one[0]))
        return [PlayerId(player.decode()) for player, _ in ordered[:most]]


def _fields(account: Account) -> dict[str, str | bytes]:
    """The fields of an account's hash."""
    fields: dict[str, str | bytes] = {"name": account.name, "kind": account.kind.value}
    if account.renamed is not None:
        fields["renamed"] = str(account.renamed)
    if account.vacations:
        fields["vacations"] = vacations_text(account.vacations)
    if account.notify:
        fields["notify"] = "1"
    if account.is_of_house:
        fields["house"] = "1"
    if account.roles:
        fields[_ROLES] = roles_text(account.roles)
    return fields | {f"{FIELD}{device.id}": encode_device(device) for device in account.devices}


def _account(player: PlayerId, fields: Mapping[bytes, bytes]) -> Account | None:
    """The account in a Redis hash; None when the hash is missing or only marks the player as rated."""
    if b"name" not in fields:
        return None
    name, kind, house = fields[b"name"].decode(), fields[b"kind"].decode(), fields.get(b"house") == b"1"
    renamed = None if b"renamed" not in fields else Instant(int(fields[b"renamed"]))
    devices = () if house else devices_in(fields)
    vacations = vacations_of(fields.get(b"vacations", b"").decode(errors="replace"))
    notify = fields.get(b"notify") == b"1"
    roles = roles_of(fields.get(_ROLES.encode(), b"").decode(errors="replace"))
    return Account(player, name, PlayerKind(kind), renamed, devices, vacations, notify, roles, house)
