"""What `pente serve` prints once it serves: where, and the commands to join."""

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Final

import segno

from pente_protocol.login.fingerprints import with_fingerprint
from pente_server.net.endpoint import Endpoint

DEFAULT_URL: Final = "ws://127.0.0.1:8765"
"""The server that clients connect to when they are given none."""

SSH_PORT: Final = 22
_SLOW: Final = (
    "house bots have only levels 1 to 10, as the engine is not compiled here (pente doctor says how): "
    "master-bot plays in place of expert-bot"
)
_QUIET: Final = 2
"""Light modules around a QR code. The standard wants four; two are enough for phones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMessage:
    """What `pente serve` prints."""

    endpoints: Sequence[Endpoint]
    stored_in: str
    """Where games are stored, in words."""
    is_kept: bool
    """Whether games outlive the server."""
    options: Sequence[str]
    """The options that the server was started with, as they were typed."""
    opponent: str = ""
    """A house bot to play against; empty without house bots."""
    is_slow: bool = False
    """Whether the engine of the house bots is not compiled."""
    ssh: Endpoint | None = None
    """Where the SSH door is, if there is one."""
    ssh_host: str = ""
    """The name of this machine for people who come over SSH; empty: its address."""
    has_page: bool = True
    """Whether browsers get a page."""
    public_url: str = ""
    """Where others find the server, if the host has said it."""
    is_proxied: bool = False
    """Whether others come through a proxy, which alone knows how."""
    fingerprint: str = ""
    """That of the server, which links for others have."""

    def __str__(self) -> str:
        pente, here = _program(), self._for_this_machine()
        lines = [
            f"pente is serving on {_list(self.endpoints)}; games are stored in {self.stored_in}",
            f"  play  on this machine:   {pente} play{here}",
            f"  watch on this machine:   {pente} watch{here}",
            *([f"  or open in a browser:    {self._here.page_here}"] * self.has_page),
            *self._for_others(pente),
        ]
        if self.opponent:
            lines.append(f"  play against a bot:      {pente} play{here} --against {self.opponent}")
        if self.is_slow:
            lines.append(f"  {_SLOW}")
        if self.fingerprint:
            lines.append(f"  fingerprint of its key:  {self.fingerprint} (the same in pente account servers)")
        if self.ssh is not None:
            lines.append(f"  play over SSH:           {ssh_command(self.ssh, self.ssh_host)}")
        lines.append(f"  Ctrl-C stops the server{'; games continue when it is started again' * self.is_kept}")
        return "\n".join(lines)

    @property
    def page_elsewhere(self) -> str:
        """What a browser in the network opens; empty if there is no page, or only this machine reaches it."""
        pages = [endpoint.page_elsewhere for endpoint in self.endpoints if not endpoint.is_loopback]
        known = self.public_url if self.public_url or self.is_proxied else next(iter(pages), "")
        return self._linked(known) if self.has_page else ""

    @property
    def _here(self) -> Endpoint:
        return _from_here(self.endpoints)

    def _for_this_machine(self) -> str:
        """What players on this machine add to a command."""
        url = url_from_here(self.endpoints)
        is_loopback = any(
            each.url_here == url and (each.is_any or each.is_loopback) for each in self.endpoints
        )
        if url == DEFAULT_URL:
            return ""
        return f" {url}" if is_loopback else f" {url} --insecure"

    def _for_others(self, pente: str) -> Iterator[str]:
        """How others join; if they can't, how to start a server that they can reach."""
        if self.public_url:
            server = self.public_url.removeprefix("https://")
            option = " --insecure" * server.startswith("http:")
            yield f"  play from elsewhere:     pente play {self._linked(server)}{option}"
            yield from [f"  or open in a browser:    {self._linked(self.public_url)}"] * self.has_page
            return
        if self.is_proxied:
            yield "  for links that others can open add --public-url https://NAME, the name of the proxy"
            return
        if all(endpoint.is_loopback for endpoint in self.endpoints):
            options = shlex.join(("--host", "0.0.0.0", *_without_hosts(self.options)))  # noqa: S104 -- advice
            yield f"  for your network start:  {pente} serve {options}"
        for endpoint in self.endpoints:
            server = self._linked(endpoint.url_elsewhere)
            if endpoint.is_any:
                yield f"  play on your network:    pente play {server} --insecure"
            elif not endpoint.is_loopback:
                yield f"  play from elsewhere:     pente play {server} --insecure"
            if self.has_page and not endpoint.is_loopback:
                yield f"  or open in a browser:    {self._linked(endpoint.page_elsewhere)}"

    def _linked(self, page: str) -> str:
        return with_fingerprint(page, self.fingerprint)


def url_from_here(endpoints: Sequence[Endpoint]) -> str:
    """The URL for clients on this machine: of the first endpoint at loopback, or of the first one."""
    return _from_here(endpoints).url_here


def _from_here(endpoints: Sequence[Endpoint]) -> Endpoint:
    return min(endpoints, key=lambda endpoint: not (endpoint.is_any or endpoint.is_loopback))


def qr_code(link: str) -> str:
    """A link as lines that a phone reads from a terminal; empty for one that is too long."""
    lines = StringIO()
    try:
        segno.make_qr(link, error="l", boost_error=False).terminal(lines, border=_QUIET, compact=True)
    except segno.DataOverflowError:
        return ""
    return f"  open on a phone in your network:\n{lines.getvalue()}"


def ssh_command(endpoint: Endpoint, host: str = "") -> str:
    """What people type to come to an SSH door."""
    option = "" if endpoint.port == SSH_PORT else f" -p {endpoint.port}"
    return f"ssh{option} play@{host or endpoint.host_elsewhere}"


def _list(endpoints: Sequence[Endpoint]) -> str:
    *others, last = map(str, endpoints)
    return f"{', '.join(others)} and {last}" if others else last


def _without_hosts(options: Sequence[str]) -> Iterator[str]:
    """Options without the hosts; those in a file of options stay, and do no harm beside 0.0.0.0."""
    words = iter(options)
    for word in words:
        if word == "--host":
            next(words, None)
        elif not word.startswith("--host="):
            yield word


def _program() -> str:
    """The command that starts this program: its path as typed, if its name is not in the search path."""
    typed = sys.argv[0]
    return "pente" if shutil.which("pente") or Path(typed).name != "pente" else typed
