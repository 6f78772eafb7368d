"""The identity of a server as text."""

import pytest

from pente_server.store.server_identity import new_server_identity, parse_server_identity


def test_as_text_it_reads_back_the_same_and_its_secret_is_not_shown() -> None:
    identity = new_server_identity()
    assert parse_server_identity(identity.encode()) == identity
    assert identity.secret.hex() not in repr(identity)
    assert str(identity.secret) not in repr(identity)


@pytest.mark.parametrize(
    "text", ["", "a" * 22, "a" * 21 + " " + "0" * 64, "a" * 22 + " " + "0" * 62, "a/" * 11]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"identity|hexadecimal"):
        parse_server_identity(text)
