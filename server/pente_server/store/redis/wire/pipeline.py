"""A pipeline on a dedicated connection, for batches of packed commands.

A redis-py pipeline packs each command in Python, borrows a connection from the pool, and sets a timer for
each answer; for many small commands that costs more than everything else the server does. Here the commands
come packed, and one timer covers all their answers. redis-py still makes the connection, with all options
that a URL may contain.
"""

import asyncio
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Final, cast

from hiredis import pack_command
from redis.exceptions import ResponseError

# A cast, since the stub of hiredis declares a tuple of one element.
_pack: Final = cast(Callable[[tuple[str | bytes | int, ...]], bytes], pack_command)


def packed(*words: str | bytes | int) -> bytes:
    """A command as it is sent."""
    return _pack(words)


class CommandPipeline:
    """A connection, opened when needed and closed after any error. Mutable."""

    def __init__(self, connection: Any, patience: float) -> None:
        """``connection`` is a `redis.asyncio.Connection` with no other user; ``patience`` is in seconds."""
        self._connection = connection
        # `ask` has a timeout of its own; with this one set, redis-py starts a task for each write.
        self._connection.socket_timeout = None
        self._patience = patience

    async def ask(self, commands: Sequence[bytes]) -> list[object]:
        """Send packed commands and return their answers in order; a server error is returned as an answer.

        Raises RedisError, OSError or TimeoutError when not all are answered in time; each command may or
        may not have been carried out then. Only one call may be in progress at a time.
        """
        try:
            async with asyncio.timeout(self._patience):
                await self._connection.send_packed_command(commands, check_health=False)
                return [await self._answer() for _ in commands]
        except BaseException:
            # A late answer must not be read as the answer to the next command.
            await self.close()
            raise

    async def _answer(self) -> object:
        try:
            answer: object = await self._connection.read_response(timeout=inf)
        except ResponseError as error:
            return error
        return answer

    async def close(self) -> None:
        """Close the connection; the next batch opens a new one."""
        await self._connection.disconnect(nowait=True)
