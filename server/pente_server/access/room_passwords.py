"""The passwords of rooms, of which only slow hashes are kept."""

import asyncio
import secrets
from collections.abc import Callable
from hashlib import scrypt
from hmac import compare_digest
from time import monotonic
from typing import Final

from pente_core.clock.instant import Millis
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.limits.token_bucket import TokenBuckets

TRIES: Final = (0.5, 10.0)
"""How many passwords a player may have made or tried: a second, and at once."""
LONGEST_PASSWORD: Final = 100
_COST: Final = 1 << 14
_BLOCK: Final = 8
"""Together some 50 ms and 16 MiB for a hash."""


class RoomPasswords:
    """Mutable: it counts tries. One hash is computed at a time, beside the event loop."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._tries = TokenBuckets(*TRIES, clock)
        self._one_at_a_time = asyncio.Semaphore(1)

    async def hash(self, password: str, who: str) -> str:
        """What is kept of a new password. Raises RequestDenied when it is too long, or one of too many."""
        if len(password) > LONGEST_PASSWORD:
            text = f"that password is too long; {LONGEST_PASSWORD} characters are the most"
            raise RequestDenied(ErrorCode.WRONG_PASSWORD, text)
        salt = secrets.token_hex(16)
        return f"{salt}:{await self._salted(password, salt, who)}"

    async def check(self, password_hash: str, password: str, who: str) -> None:
        """Raises RequestDenied unless that is the password of which the hash is kept."""
        if not password:
            raise RequestDenied(ErrorCode.PASSWORD_NEEDED, "this room has a password; ask its host for it")
        salt, _, digest = password_hash.partition(":")
        if not compare_digest(await self._salted(password[: LONGEST_PASSWORD + 1], salt, who), digest):
            raise RequestDenied(
                ErrorCode.WRONG_PASSWORD, "that is not the password of this room; ask its host"
            )

    async def _salted(self, password: str, salt: str, who: str) -> str:
        if wait := self._tries.of(who).try_take():
            text = "you try passwords too fast; wait a little"
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))
        async with self._one_at_a_time:
            return await asyncio.to_thread(_digest, password, salt)


def _digest(password: str, salt: str) -> str:
    return scrypt(password.encode(), salt=bytes.fromhex(salt), n=_COST, r=_BLOCK, p=1, dklen=32).hex()
