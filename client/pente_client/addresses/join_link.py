"""How friends come into a room: what they type, and the link that they open or scan."""

from dataclasses import dataclass

from pente_client.addresses.ssh_address import SshAddress
from pente_client.addresses.typed_server import is_private, parse_server
from pente_client.addresses.web_link import web_link
from pente_protocol.address import DEFAULT_URL, Address, parse_address
from pente_protocol.join_codes import CODE_PATH
from pente_protocol.login.fingerprints import with_fingerprint
from pente_protocol.sentences import tell


@dataclass(frozen=True, slots=True)
class JoinLink:
    """A room of a server, by its join code.

    >>> anna = JoinLink("wss://example.org", "K7M2QX", fingerprint="b5xcq2tzp4gkmn7a")
    >>> anna.command, anna.link
    ('pente join K7M2QX example.org', 'https://example.org/j/K7M2QX#b5xcq2tzp4gkmn7a')
    """

    url: str
    """What a friend has to type to reach the server; empty for the one on the same machine. Or the URL of an
    `SshAddress`.
    """
    code: str
    public_url: str = ""
    """Where others find the server, if it says so: then friends are sent there."""
    fingerprint: str = ""
    """That of the server, which links have, so that who follows one comes to no other server."""

    @property
    def command(self) -> str:
        """What a friend types."""
        door = SshAddress.parse(self.url)
        if door is not None:
            return door.command(self.code)
        url = str(self._server) if self.public_url else self.url
        return f"pente join {self.code}{url and ' '}{url and short_address(parse_address(url))}"

    @property
    def link(self) -> str:
        """What a friend opens in a browser, or gives to `pente join`; of a door, what opens a terminal.

        A door has a key of its own for those who come.
        """
        door = None if self.public_url else SshAddress.parse(self.url)
        if door is not None:
            return door.link(self.code)
        return with_fingerprint(web_link(str(self._server), f"{CODE_PATH}{self.code}"), self.fingerprint)

    @property
    def is_only_here(self) -> bool:
        """Whether nobody on another machine can follow it, as far as is known."""
        return not self.public_url and SshAddress.parse(self.url) is None and self._server.is_loopback

    @property
    def sentences(self) -> tuple[str, ...]:
        """Both, for people; with what to do where nobody else can follow them."""
        said = (tell("status.tell-friend", command=self.command), tell("status.or-send", link=self.link))
        return (*said, tell("app.only-here")) if self.is_only_here else said

    @property
    def _server(self) -> Address:
        if self.public_url:
            return parse_server(self.public_url).addresses[0]
        return parse_address(self.url or DEFAULT_URL)


def short_address(address: Address) -> str:
    """A server as one reads it out: without its scheme, where the right one is found by trying."""
    if address.is_secure:
        return f"{address.authority}{address.path}".removesuffix("/")
    text = str(address).removesuffix("/")
    return text.removeprefix("ws://") if is_private(address.host) else text
