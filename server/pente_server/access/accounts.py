"""Accounts: opening, authenticating and renaming them.

An account belongs to the client that knows its secret token. Its public id is derived from the token, so that
a client that repeats the request after a lost answer gets the same account.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import GUEST_PREFIX, Identity, PlayerId, PlayerKind
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Hello
from pente_protocol.names import check_new_name
from pente_protocol.untrusted_text import BadName, clean
from pente_server.limits.errors import RequestDenied
from pente_server.store import Account
from pente_server.store.account_store import AccountStore

RENAMED_AGAIN_AFTER: Final = Millis(24 * 60 * 60 * 1000)
"""The time between two changes of a player's name."""
_SHORTEST_TOKEN = 40
_GUEST_NAMES_TRIED = 8

AccountCheck = Callable[[PlayerId, str], None]
"""Raises RequestDenied when a player with that id and name may not connect."""


async def authenticate(
    accounts: AccountStore,
    hello: Hello,
    wait: Callable[[], float],
    check: AccountCheck = lambda _id, _name: None,
) -> tuple[Identity, str]:
    """The player who sent a hello, and the token if the server has created one (else empty).

    An unknown token opens an account with the name of the hello. Without a token, one is created; without a
    name too, the player is a guest with a random name. ``wait`` is called before an account is opened: 0, or
    the seconds until the client may open one. Raises RequestDenied and StoreUnavailable.
    """
    if hello.token:
        known = await _known(accounts, hello.token)
        if known is not None:
            check(known.id, known.name)
            return known, ""
        if not hello.name:
            raise RequestDenied(
                ErrorCode.BAD_TOKEN, "This server has no account with your token. Give a name to open one."
            )
        if (await accounts.deleted([player_id(hello.token)]))[0]:
            text = f"The account {clean(hello.name, 20)} was deleted. Choose another name."
            raise RequestDenied(ErrorCode.ACCOUNT_DELETED, text)
    token = hello.token or secrets.token_urlsafe(32)
    check(player_id(token), hello.name)
    if seconds := wait():
        raise RequestDenied(
            ErrorCode.RATE_LIMITED,
            "Too many new players come from your address. Try again later.",
            Millis(round(seconds * 1000)),
        )
    created = "" if hello.token else token
    if hello.name:
        _check_new_name(hello.name)
        return await _open(accounts, hello.name, hello.kind, token), created
    for _ in range(_GUEST_NAMES_TRIED):
        with suppress(RequestDenied):  # the name is taken
            name = f"{GUEST_PREFIX}{secrets.randbelow(10**6):06}"
            return await _open(accounts, name, hello.kind, token), created
    raise RequestDenied(ErrorCode.NAME_TAKEN, "No guest name is free. Give a name.")


async def rename_account(accounts: AccountStore, player: Identity, name: str, now: Instant) -> Identity:
    """Change the name of an account, and return its player. Raises RequestDenied and StoreUnavailable."""
    account = await accounts.account(player.id)
    if account is None:
        raise RequestDenied(
            ErrorCode.UNKNOWN_PLAYER, "Your account was not used for too long and has expired. Open another."
        )
    if account.name != name:
        _check_new_name(name)
        since = None if account.renamed is None else elapsed(account.renamed, now)
        if since is not None and since < RENAMED_AGAIN_AFTER and account.name.casefold() != name.casefold():
            raise RequestDenied(
                ErrorCode.RATE_LIMITED,
                "You have had this name for less than a day. Change it later.",
                Millis(RENAMED_AGAIN_AFTER - since),
            )
        if not await accounts.rename(account, name, now):
            raise _taken(name)
    return replace(player, name=name)


def player_id(token: str) -> PlayerId:
    """The public id of the account with a token: 128 bits in hex, from which nobody can compute the token."""
    return PlayerId(sha256(b"pente player " + token.encode()).hexdigest()[:32])


async def _known(accounts: AccountStore, token: str) -> Identity | None:
    account = await accounts.account(player_id(token))
    if account is None:
        return None
    if not compare_digest(account.token_sha256, _fingerprint(token)):
        text = f"The account {account.name} belongs to a house bot now. Choose another name."
        raise RequestDenied(ErrorCode.BAD_TOKEN, text)
    return Identity(account.id, account.name, account.kind)


async def _open(accounts: AccountStore, name: str, kind: PlayerKind, token: str) -> Identity:
    if len(token) < _SHORTEST_TOKEN:
        text = f"A token must have at least {_SHORTEST_TOKEN} characters. Use a longer one."
        raise RequestDenied(ErrorCode.BAD_TOKEN, text)
    account = Account(player_id(token), name, kind, _fingerprint(token))
    if not await accounts.open(account):
        raise _taken(name)
    return Identity(account.id, name, kind)


def _check_new_name(name: str) -> None:
    try:
        check_new_name(name)
    except BadName as error:
        raise RequestDenied(ErrorCode.BAD_NAME, str(error)) from None


def _taken(name: str) -> RequestDenied:
    text = f"The name {name} belongs to another player, or looks like one that does. Choose another."
    return RequestDenied(ErrorCode.NAME_TAKEN, text)


def _fingerprint(token: str) -> str:
    return sha256(token.encode()).hexdigest()
