"""The keys of a store as they are, for checks and repairs: nothing of their contents is taken for granted."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from redis.exceptions import ResponseError

from pente_core.clock.instant import Instant
from pente_server.store.errors import new_store_id
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.explain import is_damage
from pente_server.store.redis.wire.server import RedisServer

SCANNED_AT_ONCE: Final = 1000

Command = tuple[str | bytes | int, ...]
"""A command of the server, with its arguments."""


class RawKeys:
    """All keys of a store. Every method may raise StoreUnavailable."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self.keys = server.keys
        """How the keys of the store are named."""
        self._redis = server.client

    async def count(self) -> int:
        """The number of keys in the database, those of other programs included."""
        return int(await self._server.ask(self._redis.dbsize))

    async def types(self) -> AsyncIterator[list[tuple[bytes, str]]]:
        """All keys of the server with their types, in portions; a key may come twice."""
        cursor = 0
        while True:
            after, found = await self._server.ask(
                lambda cursor=cursor: self._redis.scan(cursor, match="pente:*", count=SCANNED_AT_ONCE)  # type: ignore[misc]
            )
            types = await self.read([("TYPE", key) for key in found])
            yield [(key, type_.decode()) for key, type_ in zip(found, types, strict=True)]
            cursor = int(after)
            if cursor == 0:
                return

    async def read(self, commands: Sequence[Command], *, at_once: bool = False) -> list[Any]:
        """The answers to read commands; None for a key of the wrong type.

        ``at_once``: in one transaction. All keys must be in one slot then.
        """
        if not commands:
            return []

        async def ask() -> list[Any]:
            async with self._server.pipeline(at_once=at_once) as pipeline:
                for command in commands:
                    pipeline.execute_command(*command)
                answers: list[Any] = await pipeline.execute(raise_on_error=False)
                return answers

        answers = await self._server.ask(ask)
        for answer in answers:
            if isinstance(answer, ResponseError) and not is_damage(answer):
                raise answer
        return [None if isinstance(answer, ResponseError) else answer for answer in answers]

    async def adopt(self, now: Instant) -> None:
        """Record that the host wants this store to be used in place of another. It gets an id if need be."""
        await self.carry_out(
            [("HSETNX", keys.STORE, "id", new_store_id()), ("HSET", keys.STORE, "adopted", str(now))]
        )

    async def carry_out(self, commands: Sequence[Command]) -> None:
        """Carry out write commands on one slot, all or none."""

        def fill(pipeline: Any) -> None:
            for command in commands:
                pipeline.execute_command(*command)

        await self._server.ask_all(fill, at_once=True)
