"""A line to the store: a connection of its own for batches of commands.

A pipeline of redis-py packs each command in Python, borrows a connection, and sets a timer for each
answer; with many small commands that costs more than all that the server does besides. Here commands come
packed, and one timer is set for all their answers. Connecting, with all that a URL may ask for, is
redis-py's.
"""

import asyncio
from collections.abc import Sequence
from math import inf
from typing import Any

from redis.exceptions import ResponseError


class CommandPipeline:
    """Mutable: a connection, made when it is needed and dropped when anything goes wrong with it."""

    def __init__(self, connection: Any, patience: float) -> None:
        """``connection`` is a `redis.asyncio.Connection` that nobody else uses."""
        self._connection = connection
        self._connection.socket_timeout = None  # or else it starts a task for each write
        self._patience = patience

    async def ask(self, commands: Sequence[bytes]) -> list[object]:
        """The answers to packed commands in their order; an error that is an answer is among them.

        Raises RedisError, OSError or TimeoutError when not all are answered in time; each may have been
        carried out or not. Only one caller at a time.
        """
        try:
            async with asyncio.timeout(self._patience):
                await self._connection.send_packed_command(commands, check_health=False)
                return [await self._answer() for _ in commands]
        except BaseException:
            # An answer that is still to come must not be taken for one to the next command.
            await self.close()
            raise

    async def _answer(self) -> object:
        try:
            answer: object = await self._connection.read_response(timeout=inf)
        except ResponseError as error:
            return error
        return answer

    async def close(self) -> None:
        """Drop the connection; the next batch makes a new one."""
        await self._connection.disconnect(nowait=True)
