"""How friends come into a room: what they type, and the link that they open or scan."""

from dataclasses import dataclass

from pente_client.addresses.address import DEFAULT_URL, Address, parse_address
from pente_client.addresses.ssh_address import SshAddress
from pente_client.addresses.typed_server import is_private
from pente_client.addresses.web_link import web_host, web_link
from pente_protocol.join_codes import CODE_PATH


@dataclass(frozen=True, slots=True)
class JoinLink:
    """A room of a server, by its join code.

    >>> anna = JoinLink("wss://example.org", "K7M2QX")
    >>> anna.command, anna.link
    ('pente join K7M2QX example.org', 'https://example.org/j/K7M2QX')
    """

    url: str
    """What a friend has to type to reach the server; empty for the one on the same machine. Or the URL of an
    `SshAddress`.
    """
    code: str

    @property
    def command(self) -> str:
        """What a friend types."""
        door = SshAddress.parse(self.url)
        if door is not None:
            return door.command(self.code)
        return f"pente join {self.code}{self.url and ' '}{self.url and _short(parse_address(self.url))}"

    @property
    def link(self) -> str:
        """What a friend opens in a browser, or gives to `pente join`; of a door, what opens a terminal."""
        door = SshAddress.parse(self.url)
        if door is not None:
            return door.link(self.code)
        return web_link(self.url or DEFAULT_URL, f"{CODE_PATH}{self.code}")

    @property
    def scanned(self) -> str:
        """The link as it is in a QR code, which is smaller in upper case, where case has no meaning."""
        if SshAddress.parse(self.url) is not None:
            return self.link
        address = parse_address(self.url or DEFAULT_URL)
        return self.link.upper() if address.path == "/" else self.link

    @property
    def sentences(self) -> tuple[str, str]:
        """Both, for people."""
        return f"Tell your friend: {self.command}", f"Or send this link: {self.link}"


def _short(address: Address) -> str:
    """A server as one reads it out: without its scheme, where the right one is found by trying."""
    if address.is_secure:
        return f"{web_host(address)}{address.path}".removesuffix("/")
    text = str(address).removesuffix("/")
    return text.removeprefix("ws://") if is_private(address.host) else text
