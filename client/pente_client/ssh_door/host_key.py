"""The key by which people recognize the door: made once, and readable by its owner only."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import asyncssh

NAME: Final = "host_key"
_ALGORITHM: Final = "ssh-ed25519"
_OF_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class UnusableHostKey(Exception):
    """There is no key to open the door with; the message is one sentence that says what to do."""


def host_key(directory: Path) -> asyncssh.SSHKey:
    """The key in a directory, which is made with it at the first start. Raises UnusableHostKey.

    A key that others can read is refused: with it they could pretend to be this door.
    """
    place = directory / NAME
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not place.exists():
            _make(place)
        if place.stat().st_mode & _OF_OTHERS:
            raise UnusableHostKey(f"{place} can be read by others; make it private with: chmod 600 {place}")
        return asyncssh.import_private_key(place.read_bytes())
    except OSError as error:
        raise UnusableHostKey(f"{place}: {error.strerror}; check the directory of --data") from None
    except asyncssh.KeyImportError:
        raise UnusableHostKey(f"{place} is no private key; move it away, and a new one is made") from None


def _make(place: Path) -> None:
    """Write a new key, unless another process has just done so."""
    text = asyncssh.generate_private_key(_ALGORITHM).export_private_key()
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".host_key-")  # made with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(name, place)
    finally:
        Path(name).unlink()
