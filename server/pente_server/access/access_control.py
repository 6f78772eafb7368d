"""Access control: the password and the allow list of a server."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from time import monotonic
from typing import Final

from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId
from pente_protocol.errors import ErrorCode
from pente_server.access.host_files import UnusableFile, read_text
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.limits.token_bucket import TokenBucket, TokenBuckets

WRONG_PASSWORDS: Final = Allowance().wrong_server_passwords
LONGEST_WAIT: Final = 8.0
"""Seconds that a password waits for its turn at most: clients wait ten seconds for an answer."""
MOST_LET_IN: Final = 10_000
"""Players who are remembered because they knew the password."""

_log = logging.getLogger(__name__)


class AllowList:
    """The players who may connect: a file with one name or id a line, read again when it has changed.
    Mutable.

    Anything after a # is a comment. While the file can't be read, the last list stays valid.
    """

    def __init__(self, path: Path) -> None:
        """Raises UnusableFile."""
        self._path = path
        self._stamp = _stamp(path)
        self._listed = _listed(path)
        self._is_unreadable = False
        """Whether the log says already that the file can't be read."""

    def has(self, player: PlayerId, name: str) -> bool:
        """Whether a player is on the list, by id or by name in any case."""
        self._refresh()
        return player in self._listed or name.casefold() in self._listed

    def _refresh(self) -> None:
        stamp = _stamp(self._path)
        if stamp == self._stamp:
            return
        try:
            self._listed, self._stamp = _listed(self._path), stamp
        except UnusableFile as problem:
            if not self._is_unreadable:
                _log.error("the last content of the allow list stays valid: %s", problem)
            self._is_unreadable = True
        else:
            self._is_unreadable = False


def _stamp(path: Path) -> tuple[int, ...]:
    """What changes when a file is written or replaced; empty if there is none."""
    try:
        stat = path.stat()
    except OSError:
        return ()
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def _listed(path: Path) -> frozenset[str]:
    lines = read_text(path).splitlines()
    return frozenset(line.partition("#")[0].strip().casefold() for line in lines) - {""}


class AccessControl:
    """Checks the server's password and allow list. Mutable: it counts wrong passwords.

    Wrong passwords are counted by address, as guessers can have any number of names. Beyond the allowed rate,
    passwords from the address, right and wrong, wait their turn before they are looked at: guessing is slow,
    and a stranger behind the same proxy as a guesser gets in some seconds later. Nobody is shut out for ever:
    only when very many wait already is one told to come again.

    A player who was let in since this node started, and proves to have the same account, is counted
    alone, and so does not even notice guessers at the same address.
    """

    def __init__(
        self,
        password: str = "",
        allowed: AllowList | None = None,
        *,
        wrong: tuple[float, float] = WRONG_PASSWORDS,
        clock: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Without a password and a list, everybody may connect.

        ``wrong`` are the wrong passwords per second and at once, and so the codes that add a device;
        ``sleep`` waits for so many seconds.
        """
        self.set_password(password)
        self.set_allowed(allowed)
        self._sleep = sleep
        self._wrong_of_addresses = TokenBuckets(*wrong, clock)
        self._wrong_of_players = TokenBuckets(*wrong, clock)
        self._codes_of_addresses = TokenBuckets(*wrong, clock)
        self._let_in: dict[PlayerId, None] = {}
        """The players who were let in last."""

    @property
    def needs_password(self) -> bool:
        """Whether new connections are asked for a password."""
        return bool(self._digest)

    @property
    def is_open(self) -> bool:
        """Whether everybody may connect, also without an account."""
        return not self._digest and self._allowed is None

    def check_anonymous(self) -> None:
        """Check that viewers without an account may connect: they pass no password and no list.

        Raises RequestDenied.
        """
        if not self.is_open:
            text = "This server admits no viewers without an account. Sign in to watch."
            raise RequestDenied(ErrorCode.ACCOUNT_NEEDED, text)

    def set_password(self, password: str) -> None:
        """Ask new connections for another password; an empty one is none."""
        self._digest = _digest(password) if password else b""

    def set_allowed(self, allowed: AllowList | None) -> None:
        """Check new connections against another list, or none."""
        self._allowed = allowed

    async def check_password(self, given: str, address: str, player: PlayerId | None = None) -> None:
        """Check a password; ``player`` is the one who has proven to be that player, if anyone has.

        Waits at most LONGEST_WAIT seconds. Raises RequestDenied.
        """
        if not self._digest:
            return
        if not given:
            raise RequestDenied(
                ErrorCode.PASSWORD_NEEDED,
                "This server needs a password. Ask its host, and set PENTE_PASSWORD.",
            )
        wrong = self._bucket(address, player)
        await self._wait_turn(wrong)
        if not compare_digest(_digest(given), self._digest):
            raise RequestDenied(
                ErrorCode.WRONG_PASSWORD, "That is not the password of this server. Ask its host."
            )
        wrong.give_back()  # only wrong passwords count

    def let_in(self, player: PlayerId) -> None:
        """Remember a player who has passed all checks."""
        if self._digest:
            self._let_in.pop(player, None)
            self._let_in[player] = None
            if len(self._let_in) > MOST_LET_IN:
                del self._let_in[next(iter(self._let_in))]

    def wait_for_guess(self, address: str) -> float:
        """Count a code that an address tries, and return 0; or the seconds until it may try one."""
        return self._codes_of_addresses.of(address).try_take()

    def _bucket(self, address: str, player: PlayerId | None) -> TokenBucket:
        """Where a wrong password is counted."""
        if player is not None and player in self._let_in:
            return self._wrong_of_players.of(player)
        return self._wrong_of_addresses.of(address)

    async def _wait_turn(self, wrong: TokenBucket) -> None:
        """Count a password as wrong, and wait until the earlier ones are paid for. Raises RequestDenied."""
        wait = wrong.take()
        if wait > LONGEST_WAIT:
            wrong.give_back()
            raise RequestDenied(
                ErrorCode.RATE_LIMITED,
                "Your network sends many wrong passwords. Try again in some seconds.",
                Millis(round(LONGEST_WAIT * 1000)),
            )
        if wait:
            await self._sleep(wait)

    def check_player(self, player: PlayerId, name: str) -> None:
        """Check that a player is on the allow list, if there is one. Raises RequestDenied."""
        if self._allowed is not None and not self._allowed.has(player, name):
            text = f"The player {name} is not on this server's list of players. Ask its host."
            guest = "This server admits no guests. Give your name."
            raise RequestDenied(ErrorCode.NOT_ALLOWED, text if name else guest)


def _digest(password: str) -> bytes:
    """A digest of fixed length, so that the time of a comparison reveals nothing about the password."""
    return sha256(password.encode()).digest()
