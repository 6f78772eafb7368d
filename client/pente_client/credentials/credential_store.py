"""The file of a person's credentials, which only its owner can read."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from platformdirs import user_state_path

from pente_client.credentials.accounts import NOBODY, Credentials, KnownServer
from pente_client.credentials.credential_file import (
    FileContents,
    format_credentials,
    is_sound,
    read_credentials,
)
from pente_core.identity import PlayerKind
from pente_protocol.login.signed_texts import successors
from pente_protocol.sentences import tell

try:
    import fcntl
except ImportError:  # no such locks on this platform: two programs that start at once may lose a secret
    fcntl = None  # type: ignore[assignment]


class CredentialStore:
    """The credentials in one JSON file. Several programs may use the file at once.

    Every change is made under a lock on what the file says then, and replaces the file as a whole. Its
    methods raise OSError when the file can't be read or written. A file that this version has not written is
    put aside with the first change, as one that ends in ``.old``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def default(cls) -> "CredentialStore":
        """The file in ``$PENTE_STATE``, else in the user's directory for such things."""
        state = os.environ.get("PENTE_STATE")
        if state:
            return cls._in(Path(state))
        return cls._in(user_state_path("pente"))

    @classmethod
    def _in(cls, directory: Path) -> "CredentialStore":
        return cls(directory / "accounts.json")

    def contents(self) -> FileContents:
        """All that the file says."""
        try:
            return read_credentials(self.path.read_text(encoding="utf-8"))
        except (FileNotFoundError, UnicodeDecodeError):
            return FileContents()

    def server(self, server_id: str) -> KnownServer | None:
        """The server with an id."""
        return next((one for one in self.contents().servers if one.id == server_id), None)

    def server_at(self, address: str) -> KnownServer | None:
        """The server that was last found at an address."""
        return next((one for one in self.contents().servers if address in one.addresses), None)

    def addresses(self) -> tuple[str, ...]:
        """Where servers were found, the address that was used last at the end."""
        return tuple(address for one in self.contents().servers for address in one.addresses)

    def is_unencrypted_allowed(self, address: str) -> bool:
        """Whether a person has allowed to use an address without encryption."""
        return address in self.contents().unencrypted

    def allow_unencrypted(self, address: str) -> None:
        """Remember that a person has allowed to use an address without encryption."""
        if self.is_unencrypted_allowed(address):
            return
        with self._locked():
            contents = self.contents()
            self._write(replace(contents, unencrypted=(*contents.unencrypted, address)))

    def forget_address(self, address: str) -> bool:
        """Forget that a server was found at an address, and what was allowed there; whether it was known.

        The accounts stay, and are found again where the server is.
        """
        with self._locked():
            contents = self.contents()
            servers = tuple(_without_address(one, address) for one in contents.servers)
            allowed = tuple(each for each in contents.unencrypted if each != address)
            changed = replace(contents, servers=servers, unencrypted=allowed)
            if changed != contents:
                self._write(changed)
            return changed != contents

    def accounts_at(self, server_id: str) -> list[Credentials]:
        """The accounts at a server, the one that was used last at the end."""
        return [one for one in self.contents().accounts if one.server == server_id and one.player != NOBODY]

    def find(self, server_id: str, kind: PlayerKind, name: str) -> Credentials | None:
        """The account of a player at a server; with an empty name, the one that was used last."""
        known = [one for one in self.accounts_at(server_id) if one.kind is kind]
        if name:
            known = [one for one in known if one.is_for(server_id, kind, name)]
        return known[-1] if known else None

    def claim(self, wanted: Credentials) -> Credentials:
        """Keep the secret of an account that is about to be opened, and return it.

        Another program may have kept one for the same name meanwhile: then that is returned, so that both
        open the same account.
        """
        with self._locked():
            contents = self.contents()
            for one in contents.accounts:
                is_pending = one.player == wanted.player == NOBODY and one.server == wanted.server
                if is_pending or (wanted.name and one.is_for(wanted.server, wanted.kind, wanted.name)):
                    return one
            self._write(replace(contents, accounts=(*contents.accounts, wanted)))
            return wanted

    def keep(self, account: Credentials, address: str) -> None:
        """Keep an account as the one that was used last, in place of those that it `replaces`.

        ``address`` is where its server is.
        """
        known = self.contents()
        if known.accounts[-1:] == (account,) and _is_last(known, account.server, address):
            return
        with self._locked():
            contents = _with_address(self.contents(), account.server, address)
            accounts = [one for one in contents.accounts if not account.replaces(one)]
            self._write(replace(contents, accounts=(*accounts, account)))

    def follow(self, present: KnownServer) -> bool:
        """File what is known of a server by its former keys under its present one; whether there was such.

        Call it only for a server that has proven its former keys, and has no `rival`.
        """
        contents = self.contents()
        if succeeded(contents, present) == contents:
            return False
        with self._locked():
            self._write(succeeded(self.contents(), present))
        former = successors(present.succeeds, present.id)
        return any(one.id in former for one in contents.servers)

    def confirm(self, server_id: str, address: str) -> None:
        """Note that a server is at an address; no other one is there any more."""
        with self._locked():
            self._write(_with_address(self.contents(), server_id, address))

    def add(self, added: FileContents) -> None:
        """Add all that another file says, in place of what it replaces."""
        with self._locked():
            contents = self.contents()
            for server in added.servers:
                for address in server.addresses:
                    contents = _with_address(contents, server.id, address)
            accounts = list(contents.accounts)
            for account in added.accounts:
                accounts = [*(one for one in accounts if not account.replaces(one)), account]
            allowed = tuple(dict.fromkeys((*contents.unencrypted, *added.unencrypted)))
            self._write(replace(contents, accounts=tuple(accounts), unencrypted=allowed))

    def remove(self, account: Credentials) -> None:
        """Remove an account, if it is there."""
        with self._locked():
            contents = self.contents()
            others = (one for one in contents.accounts if not _is_same(one, account))
            self._write(replace(contents, accounts=tuple(others)))

    def prepare(self) -> str:
        """Make sure that credentials could be kept; raises OSError now rather than then.

        The answer is a sentence if there was a file that is broken, or of a later version: it is put aside.
        Else it is empty.
        """
        with self._locked(), tempfile.TemporaryFile(dir=self.path.parent):
            aside = self._put_aside()
        if aside is None:
            return ""
        return tell("reach.the-accounts-in-cant-be", name=self.path.name, aside=aside)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _put_aside(self) -> Path | None:
        """Put a file aside that this version has not written; where it is then, or None for none."""
        if not self.path.exists() or _holds_credentials(self.path):
            return None
        return self.path.replace(self.path.with_name(self.path.name + ".old"))

    def _write(self, contents: FileContents) -> None:
        self._put_aside()
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".identities-")  # made with mode 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(format_credentials(contents))
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def succeeded(contents: FileContents, present: KnownServer) -> FileContents:
    """The contents with a server under its present id, with what is known of it by its former keys."""
    if not present.succeeds:
        return contents
    ids = {present.id, *successors(present.succeeds, present.id)}
    accounts = tuple(
        replace(one, server=present.id) if one.server in ids else one for one in contents.accounts
    )
    same = [one for one in contents.servers if one.id in ids]
    if not same:
        return replace(contents, accounts=accounts)
    addresses = tuple(dict.fromkeys(address for one in same for address in one.addresses))
    one_server = replace(present, addresses=addresses)
    others = (one for one in contents.servers if one not in same[:-1])
    servers = tuple(one_server if one is same[-1] else one for one in others)
    return replace(contents, servers=servers, accounts=accounts)


def _with_address(contents: FileContents, server_id: str, address: str) -> FileContents:
    """The contents with a server at an address, as its last one, and no other server there."""
    others = [
        replace(one, addresses=tuple(each for each in one.addresses if each != address))
        for one in contents.servers
    ]
    known = next((one for one in others if one.id == server_id), KnownServer(server_id, ()))
    here = replace(known, addresses=(*known.addresses, address))
    servers = (*(one for one in others if one.id != server_id), here)
    return replace(contents, servers=servers)


def _without_address(server: KnownServer, address: str) -> KnownServer:
    """A server that is no longer known at an address; at none, also its former keys are forgotten."""
    addresses = tuple(each for each in server.addresses if each != address)
    return replace(server, addresses=addresses, succeeds=server.succeeds if addresses else ())


def _is_last(contents: FileContents, server_id: str, address: str) -> bool:
    """Whether a server is known to be at an address, and was used there last, after all other servers."""
    return any(one.id == server_id and one.addresses[-1:] == (address,) for one in contents.servers[-1:])


def _is_same(one: Credentials, other: Credentials) -> bool:
    return (one.server, one.secret) == (other.server, other.secret)


def _holds_credentials(path: Path) -> bool:
    try:
        return is_sound(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        return False
