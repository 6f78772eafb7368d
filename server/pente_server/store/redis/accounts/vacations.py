"""Vacations in Redis or Valkey: a field of the account, and a list in each partition."""

from collections.abc import Sequence

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_server.store.accounts.vacation import Vacations, vacations_text
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer

FIELD = "vacations"


class RedisVacations:
    """A `VacationStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._keys = server.keys
        self._change = server.script("accounts/vacation.lua")
        self._settle = server.script("accounts/settle.lua")

    async def change(self, player: PlayerId, before: Vacations, after: Vacations) -> bool:
        names = [self._keys.player(player), keys.vacations(self._keys.tag(player))]
        values = [vacations_text(before), vacations_text(after), player, after[-1].until]
        is_done = bool(await self._server.ask(lambda: self._change(keys=names, args=values)))
        await self._server.confirm()
        return is_done

    async def listed(self) -> Sequence[tuple[PlayerId, Instant]]:
        lists = await self._server.read_each(
            [("ZRANGE", keys.vacations(tag), 0, -1, "WITHSCORES") for tag in self._keys.tags]
        )
        return [
            (PlayerId(player.decode()), Instant(round(float(until))))
            for members in lists
            for player, until in _pairs(members or [])
        ]

    async def settled(self, player: PlayerId, until: Instant) -> None:
        names = [keys.vacations(self._keys.tag(player))]
        await self._server.ask(lambda: self._settle(keys=names, args=[player, until]))


def _pairs(members: Sequence[object]) -> Sequence[tuple[bytes, float]]:
    """Members with their scores, which the protocol's third version pairs, and the second does not."""
    if members and not isinstance(members[0], bytes):
        return [tuple(pair) for pair in members]  # type: ignore[arg-type, misc]
    return list(zip(members[::2], members[1::2], strict=True))  # type: ignore[arg-type]
