"""Access control: the password and the allow list of a server."""

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
"""The wrong passwords that an address may try, per second and at once."""

_log = logging.getLogger(__name__)


class AllowList:
    """The players who may connect: a file with one name or id a line, read again when it has changed.
    Mutable.

    Anything after a # is a comment. While the file can't be read, the last list stays valid.
    """

    def __init__(self, path: Path) -> None:
        """Raises OSError and UnicodeDecodeError."""
        self._path = path
        self._stamp = self._changed()
        self._listed = self._read()

    def has(self, player: PlayerId, name: str) -> bool:
        """Whether a player is on the list, by id or by name in any case."""
        self._refresh()
        return player in self._listed or name.casefold() in self._listed

    def _refresh(self) -> None:
        try:
            stamp = self._changed()
            if stamp != self._stamp:
                self._listed, self._stamp = self._read(), stamp
        except (OSError, UnicodeDecodeError) as error:
            _log.error("the allow list can't be read; its last content stays valid: %s", error)

    def _changed(self) -> tuple[int, ...]:
        """A stamp that changes when the file is written or replaced."""
        stat = self._path.stat()
        return stat.st_mtime_ns, stat.st_size, stat.st_ino

    def _read(self) -> frozenset[str]:
        lines = self._path.read_text(encoding="utf-8").splitlines()
        return frozenset(line.partition("#")[0].strip().casefold() for line in lines) - {""}


class AccessControl:
    """Checks the server's password and allow list. Mutable: it counts wrong passwords by address."""

    def __init__(
        self,
        password: str = "",
        allowed: AllowList | None = None,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Without a password and a list, everybody may connect."""
        self._digest = _digest(password) if password else b""
        self._allowed = allowed
        self._wrong = TokenBuckets(*WRONG_PASSWORDS, clock)

    def check_password(self, given: str, address: str) -> None:
        """Check a password, and limit the tries of its address. Raises RequestDenied."""
        if not self._digest:
            return
        if not given:
            raise RequestDenied(
                ErrorCode.PASSWORD_NEEDED,
                "This server needs a password. Ask its host, and set PENTE_PASSWORD.",
            )
        tries = self._wrong.of(address)
        if wait := tries.try_take():
            raise RequestDenied(
                ErrorCode.RATE_LIMITED,
                "Your address sent too many wrong passwords. Try again later.",
                Millis(round(wait * 1000)),
            )
        if not compare_digest(_digest(given), self._digest):
            raise RequestDenied(
                ErrorCode.WRONG_PASSWORD, "That is not the password of this server. Ask its host."
            )
        tries.give_back()  # only wrong passwords count

    def check_player(self, player: PlayerId, name: str) -> None:
        """Check that a player is on the allow list, if there is one. Raises RequestDenied."""
        if self._allowed is not None and not self._allowed.has(player, name):
            text = f"{name} is not on this server's list of players. Ask its host."
            guest = "This server admits no guests. Give your name."
            raise RequestDenied(ErrorCode.NOT_ALLOWED, text if name else guest)


def _digest(password: str) -> bytes:
    """A digest of fixed length, so that the time of a comparison reveals nothing about the password."""
    return sha256(password.encode()).digest()
