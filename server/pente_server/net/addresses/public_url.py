"""Where others find a server: the one address of its links, QR codes, previews, feeds and notifications."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublicUrl:
    """What is known of it, as an origin such as ``https://pente.example.org``. No `Host` header has a part in
    it: even behind a trusted proxy a client may have made that up, and what is here is shown to others.
    """

    given: str = ""
    """The one that the host gave."""
    found: Callable[[], str] = str
    """The address of the server in its network; empty if there is none, or others come through a proxy."""

    @property
    def known(self) -> str:
        """The address for others; empty if there is none, or only a proxy knows it."""
        return self.given or self.found()

    def told(self, *, is_from_here: bool) -> str:
        """What a client shows to others; empty if that is the address by which it came itself.

        ``is_from_here``: it came over the loopback of this machine, where nobody else can follow it.
        """
        return self.given or (self.found() if is_from_here else "")

    def link(self, path: str) -> str:
        """A link for others; empty if the address is not known."""
        return f"{self.known}{path}" if self.known else ""


def is_loopback(own: object) -> bool:
    """Whether a connection came over the loopback of this machine.

    ``own`` is the address of this machine that it has reached, as sockets say it.

    >>> is_loopback(("127.0.0.1", 8765)), is_loopback(("::1", 8765, 0, 0)), is_loopback(("192.168.1.7", 8765))
    (True, True, False)
    """
    ip = str(own[0]) if isinstance(own, tuple) and own else ""
    return ip == "::1" or ip.startswith(("127.", "::ffff:127."))
