"""What devices and servers sign: one canonical text, the same for msgpack and JSON.

It is that of RFC 8785 (JCS) for what a hello can hold: null, booleans, integers that a float holds exactly,
strings, lists, and maps whose keys are ASCII. A signature is of use only for one purpose, one connection (the
nonces of both sides), one server, and what the text says.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, cast

from msgspec import structs, to_builtins

from pente_core.clock.instant import Instant
from pente_core.value import Value, replace
from pente_protocol.canonical_form import canonical as canonical_form
from pente_protocol.errors import ProtocolError
from pente_protocol.json_codec import LAST_EXACT
from pente_protocol.login.keys import (
    InvalidKey,
    key_from_text,
    key_to_text,
    server_of,
    signature_from_text,
    signature_to_text,
)
from pente_protocol.login.signatures import is_signed, public_key, sign
from pente_protocol.messages import Wire
from pente_protocol.messages.account import SignedSignIn
from pente_protocol.messages.hello import MOST_FORMER_KEYS, FormerKey, Hello

GREETING: Final = "pente greeting 1"
HELLO: Final = "pente hello 1"
SUCCESSION: Final = "pente server key 1"
NOT_SIGNED: Final[Mapping[str, str]] = {
    "id": "It numbers the frames of a connection, and means nothing else.",
    "client": "It is for the server's log only.",
    "features": "They say what the server may send more, which whoever changes them could as well remove.",
}
"""The keys of a hello that its signature leaves out, with the reasons."""
_DEEPEST: Final = 8


class Handshake(Value):
    """What makes a connection one of its kind, as both sides know it."""

    form: str
    """The chosen subprotocol."""
    client_nonce: str
    server_nonce: str
    server_key: str


def greeting_text(handshake: Handshake, address: str, succeeds: Sequence[FormerKey] = ()) -> bytes:
    """What a server signs: that it has its key, to who has connected with a nonce to an address.

    Its former keys are part of it, so that nobody in between can leave them out; if there are none, there is
    no such part. Raises ProtocolError for what has no canonical text.
    """
    former = {"succeeds": [structs.asdict(one) for one in succeeds]} if succeeds else {}
    return _text(GREETING, handshake, address=address, **former)


def succession_text(old: str, new: str, at: Instant) -> bytes:
    """What a key of a server signs: which key takes its place. Raises ProtocolError as the others."""
    return canonical({"context": SUCCESSION, "old": old, "new": new, "at": at})


def succeeded(succeeds: Sequence[FormerKey], secret: bytes, new: str, at: Instant) -> tuple[FormerKey, ...]:
    """The former keys of a server whose ``secret`` key is replaced by a new one. Raises MissingLibrary."""
    old = key_to_text(public_key(secret))
    signature = signature_to_text(sign(secret, succession_text(old, new, at)))
    return (*succeeds, FormerKey(old, at, signature))[-MOST_FORMER_KEYS:]


def is_succession(succeeds: Sequence[FormerKey], server_key: str) -> bool:
    """Whether each former key has signed the next one, the last one ``server_key``, and none is there twice.

    Raises MissingLibrary.
    """
    keys = [*(one.key for one in succeeds), server_key]
    try:
        return len({*keys}) == len(keys) and all(
            is_signed(
                key_from_text(former.key),
                succession_text(former.key, new, former.at),
                signature_from_text(former.signature),
            )
            for former, new in zip(succeeds, keys[1:], strict=True)
        )
    except (InvalidKey, ProtocolError):
        return False


def successors(succeeds: Sequence[FormerKey], server_id: str) -> dict[str, str]:
    """The ids that a server had, the oldest first, each with the one that came next. Raises InvalidKey."""
    ids = [*(server_of(key_from_text(one.key)) for one in succeeds), server_id]
    return dict(pairwise(ids))


def hello_text(handshake: Handshake, hello: Wire) -> bytes:
    """What a device signs of a hello as it is on the wire, with all keys that it has, also unknown ones.

    Raises ProtocolError for what has no canonical text.
    """
    signed = {key: value for key, value in hello.items() if key not in NOT_SIGNED}
    if isinstance(account := signed.get("account"), dict):
        signed["account"] = {key: value for key, value in account.items() if key != "signature"}
    return _text(HELLO, handshake, hello=signed)


def sign_hello(hello: Hello, secret: bytes, handshake: Handshake) -> Hello:
    """The hello with the public key of a device that signs in, and its signature.

    Raises MissingLibrary, and ProtocolError for what has no canonical text.
    """
    assert isinstance(hello.account, SignedSignIn)
    account = replace(hello.account, key=key_to_text(public_key(secret)))
    text = hello_text(handshake, cast(Wire, to_builtins(canonical_form(replace(hello, account=account)))))
    signed = replace(account, signature=signature_to_text(sign(secret, text)))
    return replace(hello, account=signed)


def _text(context: str, handshake: Handshake, **what: object) -> bytes:
    return canonical({"context": context, **structs.asdict(handshake), **what})


def canonical(value: object) -> bytes:
    """The canonical text of a plain value, in UTF-8. Raises ProtocolError if it has none."""
    _check(value, 0)
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        raise _none("half of a surrogate pair") from None


def _check(value: Any, depth: int) -> None:
    if depth > _DEEPEST:
        raise _none(f"more than {_DEEPEST} levels")
    kind = type(value)
    if kind is dict:
        for key, each in value.items():
            if type(key) is not str or not key.isascii():
                raise _none("a key that is no ASCII")
            _check(each, depth + 1)
    elif kind is list:
        for each in value:
            _check(each, depth + 1)
    elif kind is int:
        if abs(value) > LAST_EXACT:
            raise _none("an integer that a float does not hold")
    elif value is not None and kind not in (bool, str):
        raise _none(f"a {kind.__name__}")


def _none(what: str) -> ProtocolError:
    return ProtocolError(f"This can't be signed: it has {what}.", "/account")
