"""The identity of a server as text."""

from hashlib import blake2b

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_protocol.login.keys import key_from_text, server_of
from pente_server.limits.origin import Origin
from pente_server.store.logs.log_marks import mark_key
from pente_server.store.server_identity import new_server_identity, parse_server_identity


def test_as_text_it_reads_back_the_same_and_its_secret_is_not_shown() -> None:
    identity = new_server_identity().rotated(Instant(1)).rotated(Instant(2))
    assert len(identity.succeeds) == 2
    assert parse_server_identity(identity.encode()) == identity
    outside = identity.without_key()
    assert parse_server_identity(outside.encode()) == outside
    assert (outside.server_id, outside.with_key(identity.key)) == (identity.server_id, identity)
    assert identity.server_id == server_of(key_from_text(identity.public_key))
    for secret in (identity.key, identity.secret):
        assert secret.hex() not in repr(identity)
        assert str(secret) not in repr(identity)


def test_what_the_secret_is_used_for_is_apart_and_has_nothing_to_do_with_the_key() -> None:
    identity, text = new_server_identity(), "198.51.100.7"
    secret, marks = identity.secret, mark_key(identity.secret)
    bare = blake2b(text.encode(), digest_size=6, key=secret).hexdigest()
    of_address = Origin(PlayerId("a" * 32), text)
    assert len({bare, of_address.mark(secret), of_address.mark(marks), of_address.mark(identity.key)}) == 4
    assert marks not in (secret, mark_key(marks), mark_key(identity.key))
    assert (identity.rotated(Instant(1)).secret, identity.distrusted().secret) == (secret, secret)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a" * 64,
        "a" * 22 + " " + "0" * 64,
        "a" * 64 + " " + "0" * 62,
        "x" * 64 + " " + "0" * 64,
        "a" * 64 + " " + "0" * 64 + " a:1:b",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"identity|hexadecimal|unpack|base64url"):
        parse_server_identity(text)
