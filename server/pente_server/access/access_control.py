"""Access control: who may come in at all, where the host has a password or a list of guests."""

import logging
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from time import monotonic
from typing import Final

from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.limits.token_bucket import TokenBuckets

WRONG_PASSWORDS: Final = (0.2, 10.0)
"""How many wrong passwords an address may try: a second, and at once."""

_log = logging.getLogger(__name__)


class AllowList:
    """The names and ids of those who may come in: a file with one a line, read again when it has changed.

    What follows a # counts for nothing. While it can't be read, those may come in who last could. Mutable.
    """

    def __init__(self, path: Path, always: frozenset[str] = frozenset()) -> None:
        """Raises OSError and UnicodeDecodeError. ``always`` are names that may come in besides."""
        self._path = path
        self._always = frozenset(name.casefold() for name in always)
        self._stamp = self._changed()
        self._listed = self._read()

    def has(self, player: PlayerId, name: str) -> bool:
        """Whether a player is on the list, by id or by name in any case."""
        self._refresh()
        listed = self._listed | self._always
        return player in listed or name.casefold() in listed

    def _refresh(self) -> None:
        try:
            stamp = self._changed()
            if stamp != self._stamp:
                self._listed, self._stamp = self._read(), stamp
        except (OSError, UnicodeDecodeError) as error:
            _log.error("the list of those who may come in can't be read again: %s", error)

    def _changed(self) -> tuple[int, ...]:
        """What differs once the file was written or replaced."""
        stat = self._path.stat()
        return stat.st_mtime_ns, stat.st_size, stat.st_ino

    def _read(self) -> frozenset[str]:
        lines = self._path.read_text(encoding="utf-8").splitlines()
        return frozenset(line.partition("#")[0].strip().casefold() for line in lines) - {""}


class AccessControl:
    """Mutable: it counts wrong passwords."""

    def __init__(
        self,
        password: str = "",
        allowed: AllowList | None = None,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Without a password, and without a list, everybody may come in."""
        self._digest = _digest(password) if password else b""
        self._allowed = allowed
        self._wrong = TokenBuckets(*WRONG_PASSWORDS, clock)

    def check_password(self, given: str, address: str) -> None:
        """Raises RequestDenied when that is not the server's password; an address may not try too many."""
        if not self._digest:
            return
        if not given:
            raise RequestDenied(
                ErrorCode.PASSWORD_NEEDED, "this server has a password; ask its host, and set PENTE_PASSWORD"
            )
        tries = self._wrong.of(address)
        if wait := tries.try_take():
            raise RequestDenied(
                ErrorCode.RATE_LIMITED,
                "too many wrong passwords came from your address; try again later",
                Millis(round(wait * 1000)),
            )
        if not compare_digest(_digest(given), self._digest):
            raise RequestDenied(
                ErrorCode.WRONG_PASSWORD, "that is not the password of this server; ask its host"
            )
        tries.give_back()

    def check_player(self, player: PlayerId, name: str) -> None:
        """Raises RequestDenied when only others may come in."""
        if self._allowed is not None and not self._allowed.has(player, name):
            who = f"{name} is not on it; ask its host" if name else "guests are not; use your name there"
            raise RequestDenied(
                ErrorCode.NOT_ALLOWED, f"this server lets in only those on its list, and {who}"
            )


def _digest(password: str) -> bytes:
    """Of the same length for all, so that comparing tells nothing of it."""
    return sha256(password.encode()).digest()
