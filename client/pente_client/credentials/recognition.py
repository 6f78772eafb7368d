"""Whether a server is one that is known, and what to ask before a name is used there."""

from dataclasses import dataclass

from pente_client.credentials.accounts import NOBODY, KnownServer
from pente_client.credentials.credential_file import FileContents
from pente_client.credentials.credential_store import succeeded


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
        use = f"your name {names}" if len(self.names) == 1 else f"your names {names}"
        return f"{self._warning}This is the server you know as {self.known.shown}. Use {use} here? y/n"

    @property
    def refusal(self) -> str:
        """What is said where nobody can be asked."""
        assert self.known is not None
        return (
            f"{self._warning}{self.address} says that it is the server you know as {self.known.shown}."
            " If its host has moved it there, connect once with --accept-address"
        )

    @property
    def notice(self) -> str:
        """What is said when another server has taken the place of a known one; empty: nothing."""
        if self.earlier is None or self.known is not None or not self.earlier_names:
            return ""
        names = " and ".join(self.earlier_names)
        return f"{self._warning}What you had there as {names} is kept, and not used here."

    @property
    def rivalry(self) -> str:
        """What is said of a server that has a rival."""
        assert self.rival is not None
        return (
            f"The key of the server at {self.address} was signed by one that {self.rival.shown} has replaced"
            " by another, so nothing was said to it: somebody may have stolen that key, or restored an old"
            " backup. Ask the host; to go on there as with a new server, run:"
            f" pente account servers --forget {self.rival.shown}"
        )

    @property
    def _warning(self) -> str:
        if self.earlier is None:
            return ""
        return f"Careful: another server answers at {self.address} than before. "


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
