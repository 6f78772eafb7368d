"""An SSH door to a server, where people come without a program of ours."""

from dataclasses import dataclass, replace
from typing import Final, Self
from urllib.parse import urlsplit

from pente_protocol.address import is_own_machine

PORT: Final = 22
_SCHEME: Final = "ssh"


@dataclass(frozen=True, slots=True)
class SshAddress:
    """Where a door is; `str` of it is a URL, which `parse` reads back.

    >>> door = SshAddress("example.org", 2222)
    >>> str(door), door.command("play")
    ('ssh://example.org:2222', 'ssh -p 2222 play@example.org')
    """

    host: str
    port: int = PORT

    @classmethod
    def parse(cls, url: str) -> Self | None:
        """The door of a URL; None if it is another kind of URL, or none."""
        if not url.startswith(f"{_SCHEME}://"):
            return None
        parts = urlsplit(url)
        return cls(parts.hostname or "", parts.port or PORT)

    def at(self, public_url: str) -> Self:
        """The same door as others find it: if all that is known is an address of its own machine, by the name
        of the server's public address.
        """
        name = urlsplit(public_url).hostname
        return replace(self, host=name) if name and is_own_machine(self.host) else self

    def command(self, user: str) -> str:
        """What a person types to come, by the user name for what they come for."""
        return f"ssh {'' if self.port == PORT else f'-p {self.port} '}{user}@{self.host}"

    def link(self, user: str) -> str:
        """The same as a URL, which some terminals and systems open."""
        return f"{_SCHEME}://{user}@{self._place}"

    def __str__(self) -> str:
        return f"{_SCHEME}://{self._place}"

    @property
    def _place(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORT else f"{host}:{self.port}"
