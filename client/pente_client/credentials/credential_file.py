"""Credentials as text: JSON with known servers and accounts.

``{"version": 1, "servers": [...], "accounts": [...], "unencrypted": [...]}``.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from msgspec import structs

from pente_client.credentials.accounts import Credentials, KnownServer
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind
from pente_protocol.address import BadAddress, parse_address
from pente_protocol.login.keys import key_from_text, key_to_text
from pente_protocol.messages.base import Right
from pente_protocol.messages.hello import FormerKey
from pente_protocol.sentences import tell

_T = TypeVar("_T")
_PLAYER: Final = re.compile(r"[0-9a-f]{32}|")
_VERSION: Final = 1
_KEY: Final = "pente-key 1"
_KEY_FORM: Final = re.compile(_KEY + r" (\S+) (\S+) ([0-9a-f]{32}) (\S+) (\S+)")
_LISTS: Final = ("servers", "accounts", "unencrypted")


class InvalidCredentials(ValueError):
    """A text that holds no identities; the message says what to do."""


@dataclass(frozen=True, slots=True)
class FileContents:
    """All that a file says."""

    servers: tuple[KnownServer, ...] = ()
    accounts: tuple[Credentials, ...] = ()
    """Of each server, the one that was used last comes last."""
    unencrypted: tuple[str, ...] = ()
    """The addresses that a person has allowed to be used without encryption, as `str` of an `Address` spells
    them.
    """


@dataclass(frozen=True, slots=True)
class DeviceKey:
    """All that a bot or a script needs to sign in as one device of an account."""

    server: str
    """The id of the server; the key is of use at no other."""
    address: str
    """Where the server was when the key was made, as `str` of an `Address` spells it."""
    player: PlayerId
    right: Right
    secret: bytes = field(repr=False)


def format_key(key: DeviceKey) -> str:
    """A key as a line of text, with its secret; the twin of `parse_key`."""
    return " ".join((_KEY, key.server, key.address, key.player, key.right, key_to_text(key.secret)))


def parse_key(text: str) -> DeviceKey:
    """Read the text of a key. Raises InvalidCredentials."""
    try:
        found = _KEY_FORM.fullmatch(text.strip())
        server, address, player, right, secret = found.groups() if found else ()
        address = str(parse_address(address))
        return DeviceKey(server, address, PlayerId(player), Right(right), key_from_text(secret))
    except (ValueError, BadAddress):
        text = tell("reach.that-is-no-key-of")
        raise InvalidCredentials(text) from None


def format_credentials(contents: FileContents) -> str:
    """Credentials as text, with their secrets; the twin of `parse_credentials`."""
    lists = {
        "servers": [_server_to_entry(one) for one in contents.servers],
        "accounts": [_account_to_entry(one) for one in contents.accounts],
        "unencrypted": list(contents.unencrypted),
    }
    return json.dumps({"version": _VERSION, **lists}, indent=1) + "\n"


def parse_credentials(text: str) -> FileContents:
    """What `format_credentials` has written. Raises InvalidCredentials."""
    entries, contents = _entries(text), read_credentials(text)
    found = (contents.servers, contents.accounts, contents.unencrypted)
    if entries is None or [len(entry) for entry in entries] != [len(each) for each in found]:
        raise InvalidCredentials(tell("reach.that-is-no-file-that"))
    if not contents.accounts:
        raise InvalidCredentials(tell("reach.that-is-no-file-that"))
    return contents


def read_credentials(text: str) -> FileContents:
    """What of a file can be understood."""
    servers, accounts, unencrypted = _entries(text) or ([], [], [])
    return FileContents(
        tuple(_each(_server, servers)),
        tuple(_each(_account, accounts)),
        tuple(_each(_text, unencrypted)),
    )


def is_sound(text: str) -> bool:
    """Whether it is a file of credentials of this version, even if some entries can't be understood."""
    return _entries(text) is not None


def _server_to_entry(one: KnownServer) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": one.id, "addresses": list(one.addresses)}
    return entry | ({"succeeds": [structs.asdict(key) for key in one.succeeds]} if one.succeeds else {})


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
    addresses = tuple(_text(address) for address in entry["addresses"])
    return KnownServer(_text(entry["id"]), addresses, tuple(map(_former_key, entry.get("succeeds", []))))


def _former_key(entry: Any) -> FormerKey:
    key, at = key_to_text(key_from_text(_text(entry["key"]))), entry["at"]
    if not isinstance(at, int):
        raise TypeError("no time")
    return FormerKey(key, Instant(at), _text(entry["signature"]))


def _account(entry: Any) -> Credentials:
    player, is_open = _text(entry["player"]), entry["open"]
    if not _PLAYER.fullmatch(player) or not isinstance(is_open, bool):
        raise ValueError("no account")
    kind, secret = PlayerKind(entry["kind"]), key_from_text(_text(entry["secret"]))
    return Credentials(_text(entry["server"]), kind, _text(entry["name"]), PlayerId(player), secret, is_open)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _entries(text: str) -> tuple[list[Any], list[Any], list[Any]] | None:
    """The lists of a file; None for a text that this version has not written."""
    try:
        whole = json.loads(text)
        servers, accounts, unencrypted = (whole[name] for name in _LISTS)
        is_ours = whole["version"] == _VERSION
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    is_whole = all(isinstance(each, list) for each in (servers, accounts, unencrypted))
    return (servers, accounts, unencrypted) if is_ours and is_whole else None
