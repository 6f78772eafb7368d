"""Credentials as text: JSON with known servers, accounts, and what is left from older versions.

``{"version": 2, "servers": [...], "accounts": [...], "identities": [...], "unencrypted": [...]}``. The
identities are accounts by address with tokens, which is all that version 1 had. They go when the server has
told its id.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pente_client.credentials.accounts import Credentials, KnownServer, OldCredentials
from pente_core.identity import PlayerId, PlayerKind
from pente_protocol.login.proof import key_from_text, key_to_text

_T = TypeVar("_T")
_PLAYER: Final = re.compile(r"[0-9a-f]{32}|")
_LISTS: Final = ("servers", "accounts", "identities", "unencrypted")


class InvalidCredentials(ValueError):
    """A text that holds no identities; the message says what to do."""


@dataclass(frozen=True, slots=True)
class FileContents:
    """All that a file says."""

    servers: tuple[KnownServer, ...] = ()
    accounts: tuple[Credentials, ...] = ()
    """Of each server, the one that was used last comes last."""
    old: tuple[OldCredentials, ...] = ()
    unencrypted: tuple[str, ...] = ()
    """The addresses that a person has allowed to be used without encryption, as `str` of an `Address` spells
    them.
    """


def format_credentials(contents: FileContents) -> str:
    """Credentials as text, with their secrets; the twin of `parse_credentials`."""
    lists = {
        "servers": [{"id": one.id, "addresses": list(one.addresses)} for one in contents.servers],
        "accounts": [_account_to_entry(one) for one in contents.accounts],
        "identities": [
            {"server": one.address, "kind": one.kind, "name": one.name, "token": one.token}
            for one in contents.old
        ],
        "unencrypted": list(contents.unencrypted),
    }
    return json.dumps({"version": 2, **lists}, indent=1) + "\n"


def parse_credentials(text: str) -> FileContents:
    """What `format_credentials` has written. Raises InvalidCredentials."""
    entries, contents = _entries(text), read_credentials(text)
    found = (contents.servers, contents.accounts, contents.old, contents.unencrypted)
    if entries is None or [len(entry) for entry in entries] != [len(each) for each in found]:
        raise InvalidCredentials("that is no file that pente account export has written")
    if not contents.accounts and not contents.old:
        raise InvalidCredentials("that is no file that pente account export has written")
    return contents


def read_credentials(text: str) -> FileContents:
    """What of a file can be understood."""
    servers, accounts, old, unencrypted = _entries(text) or ([], [], [], [])
    return FileContents(
        tuple(_each(_server, servers)),
        tuple(_each(_account, accounts)),
        tuple(_each(_old, old)),
        tuple(_each(_text, unencrypted)),
    )


def is_sound(text: str) -> bool:
    """Whether it is a file of credentials, even if some entries can't be understood."""
    return _entries(text) is not None


def _account_to_entry(one: Credentials) -> dict[str, Any]:
    return {"server": one.server, "kind": one.kind, "name": one.name, "player": one.player} | {
        "secret": key_to_text(one.secret),
        "open": one.is_open,
    }


def _each(read: Callable[[Any], _T], entries: list[Any]) -> Iterator[_T]:
    for entry in entries:
        try:
            yield read(entry)
        except (KeyError, TypeError, ValueError):
            continue


def _server(entry: Any) -> KnownServer:
    return KnownServer(_text(entry["id"]), tuple(_text(address) for address in entry["addresses"]))


def _account(entry: Any) -> Credentials:
    player, is_open = _text(entry["player"]), entry["open"]
    if not _PLAYER.fullmatch(player) or not isinstance(is_open, bool):
        raise ValueError("no account")
    kind, secret = PlayerKind(entry["kind"]), key_from_text(_text(entry["secret"]))
    return Credentials(_text(entry["server"]), kind, _text(entry["name"]), PlayerId(player), secret, is_open)


def _old(entry: Any) -> OldCredentials:
    kind = PlayerKind(entry["kind"])
    return OldCredentials(_text(entry["server"]), kind, _text(entry["name"]), _text(entry["token"]))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _entries(text: str) -> tuple[list[Any], list[Any], list[Any], list[Any]] | None:
    """The lists of a file; one that is missing is empty: a file of version 1 has only the identities."""
    try:
        whole = json.loads(text)
        lists = [whole.get(name, []) for name in _LISTS]
    except (ValueError, AttributeError, RecursionError):
        return None
    if not any(name in whole for name in _LISTS) or not all(isinstance(each, list) for each in lists):
        return None
    servers, accounts, old, unencrypted = lists
    return servers, accounts, old, unencrypted
