"""The accounts of public keys: a file of credentials for each key, by the hash of the key."""

import hashlib
from pathlib import Path
from typing import Final, NewType

from pente_client.credentials import CredentialStore

KeyId = NewType("KeyId", str)
"""The SHA-256 of a public key, in hexadecimal."""

_FOLDER: Final = "keys"


def key_id(public_data: bytes) -> KeyId:
    """The id of a public key, as SSH sends it."""
    return KeyId(hashlib.sha256(public_data).hexdigest())


def accounts_of(data: Path, key: KeyId) -> CredentialStore:
    """The accounts of a key, in the data directory of the door. A key without one has no file.

    The key is the suffix of the file, so that the keys of a folder share a lock: a stranger who comes with
    many keys leaves nothing behind.
    """
    return CredentialStore(data / _FOLDER / key[:2] / f"accounts.{key}")


def settings_of(data: Path, key: KeyId) -> Path:
    """The directory of the settings of a key; it is there once a setting was changed."""
    return data / _FOLDER / key[:2] / key


def has_account(store: CredentialStore) -> bool:
    """Whether a key has an account. Raises OSError."""
    return any(account.player for account in store.contents().accounts)
