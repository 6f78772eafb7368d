"""The passwords of rooms, stored as slow hashes (scrypt)."""

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
"""The passwords that a player may set or try, per second and at once."""
LONGEST_PASSWORD: Final = 100
_COST: Final = 1 << 14
_BLOCK: Final = 8
"""The parameters of scrypt: some 50 ms and 16 MiB for a hash."""


class RoomPasswords:
    """Hashes and checks passwords, in a thread and one at a time. Mutable: it counts tries by player.

    One at a time, as each hash takes so much time and memory that many at once would slow down all games.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._tries = TokenBuckets(*TRIES, clock)
        self._one_at_a_time = asyncio.Semaphore(1)

    async def hash(self, password: str, who: str) -> str:
        """The salted hash of a new password. Raises RequestDenied if it is too long, or after many tries."""
        if len(password) > LONGEST_PASSWORD:
            text = f"That password is too long. Use at most {LONGEST_PASSWORD} characters."
            raise RequestDenied(ErrorCode.WRONG_PASSWORD, text)
        salt = secrets.token_hex(16)
        return f"{salt}:{await self._salted(password, salt, who)}"

    async def check(self, password_hash: str, password: str, who: str) -> None:
        """Check a password against a hash, in constant time. Raises RequestDenied, also after many tries."""
        if not password:
            raise RequestDenied(ErrorCode.PASSWORD_NEEDED, "This room needs a password. Ask its host for it.")
        salt, _, digest = password_hash.partition(":")
        if not compare_digest(await self._salted(password[: LONGEST_PASSWORD + 1], salt, who), digest):
            raise RequestDenied(
                ErrorCode.WRONG_PASSWORD, "That is not the password of this room. Ask its host."
            )

    async def _salted(self, password: str, salt: str, who: str) -> str:
        if wait := self._tries.of(who).try_take():
            text = "You try passwords too fast. Wait a moment."
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))
        async with self._one_at_a_time:
            return await asyncio.to_thread(_digest, password, salt)


def _digest(password: str, salt: str) -> str:
    return scrypt(password.encode(), salt=bytes.fromhex(salt), n=_COST, r=_BLOCK, p=1, dklen=32).hex()
