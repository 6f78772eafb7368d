"""The server's key in a file of its host, which keeps it out of the store, its backups and its exports."""

import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Final

from pente_protocol.login.keys import InvalidKey, key_from_text, key_to_text
from pente_server.access.host_files import UnusableFile, read_text
from pente_server.store.server_identity import (
    ForeignKey,
    ServerIdentity,
    ServerIdentityStore,
    new_server_identity,
)

FORM: Final = "pente-server-key 1"
"""What stands before the key in the file."""
_OF_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class KeyFile:
    """One line with the secret key. All its methods raise UnusableFile."""

    def __init__(self, path: Path) -> None:
        self.path = path

    async def load(self, store: ServerIdentityStore, known: ServerIdentity | None = None) -> ServerIdentity:
        """The identity of the server, with the key of the file.

        A key that is in the store moves to the file, if there is none yet; without any, one is drawn. A store
        without an identity gets the ``known`` one. Raises StoreUnavailable and DamagedKey, too.
        """
        found = await store.find()
        if not self.path.exists():
            if found is not None and not found.key:
                raise UnusableFile(
                    f"{self.path} is not there, and the server's key is in a file; give the one that has it"
                )
            self._write(self.path, (found or known or new_server_identity()).key)
        key = self.read()
        if found is None:
            drawn = replace(known or new_server_identity(), key=key, elsewhere="")
            found = await store.load(drawn.without_key())
        try:
            identity = found.with_key(key)
        except ForeignKey:
            aside = f", perhaps {self._next}" if self._next.exists() else ""
            raise UnusableFile(
                f"{self.path} has another key than that of the server whose data this is; give the file that"
                f" goes with it{aside}, or none if its key is in the store"
            ) from None
        if found.key:
            await store.put(identity.without_key())
        return identity

    async def put(self, store: ServerIdentityStore, identity: ServerIdentity) -> None:
        """Keep another identity: its key in the file, the rest in the store. Raises StoreUnavailable, too.

        Until the store has it, the new key lies beside the old one, so that none is lost.
        """
        self._next.unlink(missing_ok=True)
        self._write(self._next, identity.key)
        await store.put(identity.without_key())
        self._next.replace(self.path)

    def read(self) -> bytes:
        """The key."""
        text = read_text(self.path)
        if self.path.stat().st_mode & _OF_OTHERS:
            raise UnusableFile(
                f"{self.path} can be read by others; make it private with: chmod 600 {self.path}"
            )
        try:
            return key_from_text(text.strip().removeprefix(f"{FORM} "))
        except InvalidKey:
            raise UnusableFile(
                f"{self.path} has no key of a server; name another file, or a new one"
            ) from None

    @property
    def _next(self) -> Path:
        return self.path.with_name(f"{self.path.name}.new")

    def _write(self, path: Path, key: bytes) -> None:
        """Make a file, unless another node has just done so."""
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return
        except OSError as error:
            raise UnusableFile(f"can't write {path} ({error.strerror}); check its directory") from None
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(f"{FORM} {key_to_text(key)}\n")
            file.flush()
            os.fsync(descriptor)
