"""Accounts: a name belongs to whoever knows its secret.

An account's public id is derived from the secret, so that opening the same account twice, because an
answer got lost, is one account.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Hello
from pente_protocol.untrusted_text import BadName, check_name
from pente_server.limits.errors import RequestDenied
from pente_server.store import Account
from pente_server.store.account_store import AccountStore

RENAMED_AGAIN_AFTER: Final = Millis(24 * 60 * 60 * 1000)
"""How long somebody has a new name before the next one."""
_SHORTEST_TOKEN = 40
_GUEST_NAMES_TRIED = 8

AccountCheck = Callable[[PlayerId, str], None]
"""Raises RequestDenied when a player with that id and name may not come in."""


async def authenticate(
    accounts: AccountStore,
    hello: Hello,
    wait: Callable[[], float],
    check: AccountCheck = lambda _id, _name: None,
) -> tuple[Identity, str]:
    """Who says hello, and the secret of a new account (empty for an old one).

    A secret that is not known yet opens an account under the name that comes with it; without a secret
    one is drawn. ``wait`` is asked before a new account is opened: 0, or in how many seconds it may be.
    Raises RequestDenied and StoreUnavailable.
    """
    if hello.token:
        known = await _known(accounts, hello.token)
        if known is not None:
            check(known.id, known.name)
            return known, ""
        if not hello.name:
            raise RequestDenied(
                ErrorCode.BAD_TOKEN, "the server does not know this secret; give a name to begin anew"
            )
    token = hello.token or secrets.token_urlsafe(32)
    check(player_id(token), hello.name)
    if seconds := wait():
        raise RequestDenied(
            ErrorCode.RATE_LIMITED,
            "too many new players come from your address; try again later",
            Millis(round(seconds * 1000)),
        )
    told = "" if hello.token else token
    if hello.name:
        return await _open(accounts, hello.name, hello.kind, token), told
    for _ in range(_GUEST_NAMES_TRIED):
        with suppress(RequestDenied):  # the name is taken
            return await _open(accounts, f"guest-{secrets.randbelow(10**6):06}", hello.kind, token), told
    raise RequestDenied(ErrorCode.NAME_TAKEN, "no guest name was free; choose a name")


async def rename_account(accounts: AccountStore, player: Identity, name: str, now: Instant) -> Identity:
    """The player under another name from now on. Raises RequestDenied and StoreUnavailable."""
    _check_name(name)
    account = await accounts.account(player.id)
    if account is None:
        raise RequestDenied(
            ErrorCode.UNKNOWN_PLAYER, "this account was not used for so long that it was forgotten"
        )
    if account.name != name:
        since = None if account.renamed is None else elapsed(account.renamed, now)
        if since is not None and since < RENAMED_AGAIN_AFTER and account.name.casefold() != name.casefold():
            raise RequestDenied(
                ErrorCode.RATE_LIMITED,
                "you have had this name for less than a day; take another one later",
                Millis(RENAMED_AGAIN_AFTER - since),
            )
        if not await accounts.rename(account, name, now):
            raise _taken(name)
    return replace(player, name=name)


def player_id(token: str) -> PlayerId:
    """The public id of the account that a secret opens: 128 bits in hex."""
    return PlayerId(sha256(b"pente player " + token.encode()).hexdigest()[:32])


async def _known(accounts: AccountStore, token: str) -> Identity | None:
    account = await accounts.account(player_id(token))
    if account is None or not compare_digest(account.token_sha256, _fingerprint(token)):
        return None
    return Identity(account.id, account.name, account.kind)


async def _open(accounts: AccountStore, name: str, kind: PlayerKind, token: str) -> Identity:
    _check_name(name)
    if len(token) < _SHORTEST_TOKEN:
        raise RequestDenied(ErrorCode.BAD_TOKEN, f"a secret has at least {_SHORTEST_TOKEN} characters")
    account = Account(player_id(token), name, kind, _fingerprint(token))
    if not await accounts.open(account):
        raise _taken(name)
    return Identity(account.id, name, kind)


def _check_name(name: str) -> None:
    try:
        check_name(name)
    except BadName as error:
        raise RequestDenied(ErrorCode.BAD_NAME, str(error)) from None


def _taken(name: str) -> RequestDenied:
    return RequestDenied(ErrorCode.NAME_TAKEN, f"the name {name} belongs to somebody else; choose another")


def _fingerprint(token: str) -> str:
    return sha256(token.encode()).hexdigest()
