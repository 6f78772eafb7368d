"""People in Redis or Valkey.

All that one count touches lies in the player's partition. The lists of those who lead are one for each
partition; who leads in all is found by asking each for its first.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, PlayerKind
from pente_protocol.messages import RoomId
from pente_server.store.account import Account
from pente_server.store.account_store import OLD_NAME_KEPT, ResultUpdate
from pente_server.store.redis import keys
from pente_server.store.redis.server import RedisServer

ACCOUNT_UNUSED: Final = Millis(180 * 24 * 60 * 60 * 1000)
"""An account that is not used for so long is forgotten, and its name free again; not one with a rating."""
KEPT_ANEW_AFTER: Final = Millis(24 * 60 * 60 * 1000)
"""An account is used so often at most as far as that is concerned."""
CLAIM: Final = Millis(60_000)
"""How long a name is claimed for an account that does not have it yet, should this server end meanwhile."""


class RedisAccounts:
    """`People` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._redis = server.client
        self._ask = server.ask
        self._ask_all = server.ask_all
        self._count = server.script("count.lua")

    async def account(self, player: PlayerId) -> Account | None:
        fields, left = await self._ask_all(
            lambda pipeline: pipeline.hgetall(keys.player(player)).pttl(keys.player(player))
        )
        account = _account(player, fields)
        if account is not None and 0 <= left < ACCOUNT_UNUSED - KEPT_ANEW_AFTER:
            await self._used(account)
        return account

    async def open(self, account: Account) -> bool:
        if not await self._claim(account.name, account.id):
            return False
        fields = {"name": account.name, "kind": account.kind.value, "token_sha256": account.token_sha256}
        await self._ask(lambda: self._redis.hset(keys.player(account.id), mapping=fields))
        await self._used(account)
        return True

    async def find(self, name: str) -> Account | None:
        player = await self._owner(name)
        return None if player is None else await self._account(player)

    async def rename(self, account: Account, name: str, now: Instant) -> bool:
        if not await self._claim(name, account.id):
            return False
        # The new name is kept first: broken off here, it is the player's without being used.
        await self._keep(keys.name(name), for_ever=await self._is_rated(account.id))
        fields = {"name": name, "renamed": str(now)}
        await self._ask(lambda: self._redis.hset(keys.player(account.id), mapping=fields))
        is_other = account.name.casefold() != name.casefold()
        if is_other and await self._owner(account.name) == account.id:
            await self._ask(lambda: self._redis.pexpire(keys.name(account.name), OLD_NAME_KEPT))
        return True

    async def _account(self, player: PlayerId) -> Account | None:
        return (await self.by_ids([player]))[0]

    async def _claim(self, name: str, player: PlayerId) -> bool:
        """Have a name for a minute, or for longer if one has it already; whether it is the player's."""
        await self._ask(lambda: self._redis.set(keys.name(name), player, nx=True, px=CLAIM))
        return await self._owner(name) == player

    async def _owner(self, name: str) -> PlayerId | None:
        player: bytes | None = await self._ask(lambda: self._redis.get(keys.name(name)))
        return None if player is None else PlayerId(player.decode())

    async def _used(self, account: Account) -> None:
        """Keep an account from now on for as long as one is kept that is used now."""
        player, is_rated = account.id, await self._is_rated(account.id)

        def keep(pipeline: Any) -> None:
            for key in (
                keys.name(account.name),
                keys.player(player),
                keys.standings(player),
                keys.ledger(player),
            ):
                if is_rated:
                    pipeline.persist(key)
                else:
                    pipeline.pexpire(key, ACCOUNT_UNUSED)

        await self._ask_all(keep)

    async def _is_rated(self, player: PlayerId) -> bool:
        return bool(await self._ask(lambda: self._redis.hexists(keys.player(player), "rated")))

    async def _keep(self, key: str, *, for_ever: bool) -> None:
        if for_ever:
            await self._ask(lambda: self._redis.persist(key))
        else:
            await self._ask(lambda: self._redis.pexpire(key, ACCOUNT_UNUSED))

    async def by_ids(self, players: Sequence[PlayerId]) -> Sequence[Account | None]:
        def look(pipeline: Any) -> None:
            for player in players:
                pipeline.hgetall(keys.player(player))

        found = await self._ask_all(look) if players else []
        return [_account(player, fields) for player, fields in zip(players, found, strict=True)]

    async def standings(self, player: PlayerId) -> Mapping[str, bytes]:
        table: dict[bytes, bytes] = await self._ask(lambda: self._redis.hgetall(keys.standings(player)))
        return {pool.decode(): standing for pool, standing in table.items()}

    async def standing(self, pool: str, players: Sequence[PlayerId]) -> Sequence[bytes]:
        def look(pipeline: Any) -> None:
            for player in players:
                pipeline.hget(keys.standings(player), pool)

        return [standing or b"" for standing in await self._ask_all(look)] if players else []

    async def counted(self, player: PlayerId, room: RoomId) -> bytes | None:
        entry: bytes | None = await self._ask(lambda: self._redis.hget(keys.ledger(player), room))
        return entry

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
        )
        leaders = keys.leaders(keys.tag(player), count.pool)
        places = [keys.player(player), keys.standings(player), keys.ledger(player), leaders]
        if count.is_rated:  # first, as it is counted again when it is broken off here
            account = await self._account(player)
            if account is not None:
                await self._keep(keys.name(account.name), for_ever=True)
        entry: bytes | None = await self._ask(lambda: self._count(keys=places, args=arguments))
        return entry

    async def leaders(self, pool: str, most: int) -> Sequence[PlayerId]:
        def look(pipeline: Any) -> None:
            for tag in keys.ALL_TAGS:
                pipeline.zrevrange(keys.leaders(tag, pool), 0, most - 1, withscores=True)

        found = [one for part in await self._ask_all(look) for one in part]
        ordered = sorted(found, key=lambda one: (-one[1], one[0]))
        return [PlayerId(player.decode()) for player, _ in ordered[:most]]


def _account(player: PlayerId, fields: Mapping[bytes, bytes]) -> Account | None:
    """An account as its hash has it; None for one that only has results left."""
    if b"token_sha256" not in fields:
        return None
    name, kind, token = (fields[field].decode() for field in (b"name", b"kind", b"token_sha256"))
    renamed = fields.get(b"renamed")
    return Account(player, name, PlayerKind(kind), token, None if renamed is None else Instant(int(renamed)))
