"""The identity of a server as text."""

import pytest

from pente_core.clock.instant import Instant
from pente_protocol.login.keys import key_from_text, server_of
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
