"""Accounts: a name belongs to whoever knows its secret.

An account's public id is derived from the secret, so that opening the same account twice, because an
answer got lost, is one account.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest

from pente_core.instant import Millis
from pente_core.player import Kind, Player, PlayerId
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Hello
from pente_protocol.text import BadName, check_name
from pente_server.denied import Denied
from pente_server.store import Account, Store

_SHORTEST_TOKEN = 40
_GUEST_NAMES_TRIED = 8


async def admit(store: Store, hello: Hello, wait: Callable[[], float]) -> tuple[Player, str]:
    """Who says hello, and the secret of a new account (empty for an old one).

    A secret that is not known yet opens an account under the name that comes with it; without a secret
    one is drawn. ``wait`` is asked before a new account is opened: 0, or in how many seconds it may be.
    Raises Denied and StoreUnavailable.
    """
    if hello.token:
        known = await _known(store, hello.token)
        if known is not None:
            return known, ""
        if not hello.name:
            raise Denied(
                ErrorCode.BAD_TOKEN, "the server does not know this secret; give a name to begin anew"
            )
    if seconds := wait():
        raise Denied(
            ErrorCode.RATE_LIMITED,
            "too many new players come from your address; try again later",
            Millis(round(seconds * 1000)),
        )
    token = hello.token or secrets.token_urlsafe(32)
    told = "" if hello.token else token
    if hello.name:
        return await _open(store, hello.name, hello.kind, token), told
    for _ in range(_GUEST_NAMES_TRIED):
        with suppress(Denied):  # the name is taken
            return await _open(store, f"guest-{secrets.randbelow(10**6):06}", hello.kind, token), told
    raise Denied(ErrorCode.NAME_TAKEN, "no guest name was free; choose a name")


def player_id(token: str) -> PlayerId:
    """The public id of the account that a secret opens: 128 bits in hex."""
    return PlayerId(sha256(b"pente player " + token.encode()).hexdigest()[:32])


async def _known(store: Store, token: str) -> Player | None:
    account = await store.people.account(player_id(token))
    if account is None or not compare_digest(account.token_sha256, _fingerprint(token)):
        return None
    return Player(account.id, account.name, account.kind)


async def _open(store: Store, name: str, kind: Kind, token: str) -> Player:
    try:
        check_name(name)
    except BadName as error:
        raise Denied(ErrorCode.BAD_NAME, str(error)) from None
    if len(token) < _SHORTEST_TOKEN:
        raise Denied(ErrorCode.BAD_TOKEN, f"a secret has at least {_SHORTEST_TOKEN} characters")
    account = Account(player_id(token), name, kind, _fingerprint(token))
    if not await store.people.open(account):
        raise Denied(ErrorCode.NAME_TAKEN, f"the name {name} belongs to somebody else; choose another")
    return Player(account.id, name, kind)


def _fingerprint(token: str) -> str:
    return sha256(token.encode()).hexdigest()
