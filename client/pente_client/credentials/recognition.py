"""Whether a server is one that is known, and what to ask before a name is used there."""

from dataclasses import dataclass

from pente_client.credentials.accounts import NOBODY, KnownServer
from pente_client.credentials.credential_file import FileContents
from pente_client.credentials.credential_store import succeeded
from pente_protocol.sentences import tell


@dataclass(frozen=True, slots=True)
class Recognition:
    """What is known of the server that answers at an address, by the id that it gives.

    Anybody can give any id, as ids are public. So at a new address a name is used only once a person has said
    that the server is there now.
    """

    address: str
    known: KnownServer | None
    """The server with that id; None: it was never met."""
    names: tuple[str, ...]
    """The player's names there, each once."""
    earlier: KnownServer | None
    """The other server that was at the address before."""
    earlier_names: tuple[str, ...]
    rival: KnownServer | None = None
    """A known server that a former key of this one has named as its successor, too."""

    @property
    def needs_consent(self) -> bool:
        """Whether a person has to confirm that a known server is at a new address."""
        return self.known is not None and bool(self.names) and self.address not in self.known.addresses

    @property
    def question(self) -> str:
        """What that person is asked."""
        assert self.known is not None
        names = " and ".join(self.names)
        use = (
            tell("reach.your-name", names=names)
            if len(self.names) == 1
            else tell("reach.your-names", names=names)
        )
        return tell("reach.this-is-the-server-you", warning=self._warning, shown=self.known.shown, use=use)

    @property
    def refusal(self) -> str:
        """What is said where nobody can be asked."""
        assert self.known is not None
        return tell(
            "reach.says-that-it-is-the", warning=self._warning, address=self.address, shown=self.known.shown
        )

    @property
    def notice(self) -> str:
        """What is said when another server has taken the place of a known one; empty: nothing."""
        if self.earlier is None or self.known is not None or not self.earlier_names:
            return ""
        names = " and ".join(self.earlier_names)
        return tell("reach.what-you-had-there-as", warning=self._warning, names=names)

    @property
    def rivalry(self) -> str:
        """What is said of a server that has a rival."""
        assert self.rival is not None
        return tell("reach.the-key-of-the-server", address=self.address, shown=self.rival.shown)

    @property
    def _warning(self) -> str:
        if self.earlier is None:
            return ""
        return tell("reach.careful-another-server-answers-at", address=self.address)


def recognize(contents: FileContents, address: str, present: KnownServer) -> Recognition:
    """What is known of the server that answers at an address, also by its former keys."""
    rival = next((one for one in contents.servers if one.contradicts(present)), None)
    contents = succeeded(contents, present)
    known = next((one for one in contents.servers if one.id == present.id), None)
    earlier = next((one for one in contents.servers if address in one.addresses and one != known), None)
    return Recognition(
        address,
        known,
        _names(contents, known),
        earlier,
        _names(contents, earlier),
        rival,
    )


def _names(contents: FileContents, server: KnownServer | None) -> tuple[str, ...]:
    accounts = [
        one for one in contents.accounts if server and one.server == server.id and one.player != NOBODY
    ]
    return tuple(dict.fromkeys(one.name for one in accounts if one.name))
