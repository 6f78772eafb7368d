"""The passwords of rooms, stored as slow hashes (scrypt), and how often they may be tried."""

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
from pente_server.limits.fair_queue import FairQueue, QueueFull
from pente_server.limits.limits import Allowance
from pente_server.limits.origin import Origin
from pente_server.limits.token_bucket import TokenBucket, TokenBuckets

LONGEST_PASSWORD: Final = 100
MOST_WAITING: Final = 32
"""Passwords that may wait to be hashed, which is less than two seconds of work."""
RETRY: Final = Millis(1000)
"""After how long a player whose password found no place in the queue may try again."""
REMEMBERED: Final = 120.0
"""Seconds after which a player is no longer known for one wrong password."""
_COST: Final = 1 << 14
_BLOCK: Final = 8
"""The parameters of scrypt: some 50 ms and 16 MiB for a hash."""


class RoomPasswords:
    """Hashes and checks passwords, in a thread and one at a time. Mutable: it counts tries.

    One at a time, as each hash takes so much time and memory that many at once would slow down all games.

    Every player has a number of tries, and wrong passwords are also counted for the room and for the address.
    Where there were too many, only players are heard who have not been wrong lately: a guesser with many
    accounts gains one guess by each, and a player who knows the password is never shut out by the guesses of
    others. In the queue before the hash, those come first who were wrong the least, then those who tried the
    least, then those from the addresses with the fewest wrong passwords.
    """

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = monotonic) -> None:
        wrong = allowance.wrong_room_passwords
        self._tries = TokenBuckets(*allowance.password_tries, clock)
        self._wrong_of_players = TokenBuckets(1 / REMEMBERED, wrong.burst, clock)
        self._wrong_of_addresses = TokenBuckets(*wrong, clock)
        self._wrong_of_rooms = TokenBuckets(*wrong, clock)
        self._queue = FairQueue(MOST_WAITING)

    async def hash(self, password: str, origin: Origin) -> str:
        """The salted hash of a new password.

        Raises RequestDenied if it is too long, after many tries, or while many others wait.
        """
        if len(password) > LONGEST_PASSWORD:
            text = f"That password is too long. Use at most {LONGEST_PASSWORD} characters."
            raise RequestDenied(ErrorCode.WRONG_PASSWORD, text)
        salt = secrets.token_hex(16)
        return f"{salt}:{await self._salted(password, salt, origin)}"

    async def check(self, password_hash: str, password: str, origin: Origin) -> None:
        """Check a password against a hash, in constant time.

        The hash stands for the room, and for the rooms that continue it. Raises RequestDenied, also after
        many tries, and while many others wait.
        """
        if not password:
            raise RequestDenied(ErrorCode.PASSWORD_NEEDED, "This room needs a password. Ask its host for it.")
        counted = self._count_as_wrong(password_hash, origin)
        salt, _, digest = password_hash.partition(":")
        try:
            found = await self._salted(password[: LONGEST_PASSWORD + 1], salt, origin)
        except RequestDenied:
            _give_back(counted)
            raise
        if not compare_digest(found, digest):
            raise RequestDenied(
                ErrorCode.WRONG_PASSWORD, "That is not the password of this room. Ask its host."
            )
        _give_back(counted)

    def _count_as_wrong(self, room: str, origin: Origin) -> list[TokenBucket]:
        """Count a try as wrong, until it proves right; returns the buckets that lack a token for it.

        Raises RequestDenied.
        """
        player = self._wrong_of_players.of(origin.player)
        is_known_for_it = not player.is_full
        counted = [bucket for bucket in (player,) if not bucket.try_take()]
        for bucket in self._shared(room, origin):
            wait = bucket.try_take()
            if not wait:
                counted.append(bucket)
            elif is_known_for_it:
                _give_back(counted)
                text = (
                    "Too many wrong passwords were tried here. Wait a moment, or ask the host to invite you."
                )
                raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))
        return counted

    def _shared(self, room: str, origin: Origin) -> list[TokenBucket]:
        """The buckets of wrong passwords that a player shares with others."""
        of_room = self._wrong_of_rooms.of(room)
        return [of_room] if origin.is_exempt else [of_room, self._wrong_of_addresses.of(origin.address)]

    async def _salted(self, password: str, salt: str, origin: Origin) -> str:
        tries = self._tries.of(origin.player)
        if wait := tries.try_take():
            text = "You try passwords too fast. Wait a moment."
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))
        try:
            async with self._queue.turn(*self._debt(origin)):
                return await asyncio.to_thread(slow_digest, password, salt)
        except QueueFull:  # the try counts, so that those who ask again at once come behind the others
            text = "Many players try passwords just now. Try again in a moment."
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, RETRY) from None

    def _debt(self, origin: Origin) -> tuple[float, float, float]:
        return (
            self._wrong_of_players.of(origin.player).missing,
            self._tries.of(origin.player).missing,
            self._wrong_of_addresses.of(origin.address).missing,
        )


def _give_back(buckets: list[TokenBucket]) -> None:
    for bucket in buckets:
        bucket.give_back()


def slow_digest(password: str, salt: str) -> str:
    """The digest of a password or a code, in hex, by scrypt; the salt is hex too."""
    return scrypt(password.encode(), salt=bytes.fromhex(salt), n=_COST, r=_BLOCK, p=1, dklen=32).hex()
