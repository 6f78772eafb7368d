"""The proofs of a login: what they prove, and that they are those of RFC 5802."""

import hmac
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pente_protocol.login.proof import (
    InvalidKey,
    LoginContext,
    account_of,
    auth_message,
    client_proof,
    is_proven,
    is_signed,
    key_from_text,
    key_to_text,
    server_signature,
    verifier_of,
)

from pente_core.value import replace

SECRET = bytes(range(32))
CONTEXT = LoginContext(
    form="pente.v1+msgpack",
    version=1,
    server_id="s" * 22,
    server_nonce="n" * 22,
    client_nonce="c" * 22,
    action="known_device",
    device=verifier_of(SECRET).device,
    player="0" * 32,
)
KEYS = st.binary(min_size=32, max_size=32)


def test_the_keys_and_proofs_are_those_of_rfc_5802() -> None:
    """Written down as in its section 3, with the secret in place of SaltedPassword."""
    message = auth_message(CONTEXT)
    client_key = hmac.new(SECRET, b"Client Key", "sha256").digest()
    stored_key = sha256(client_key).digest()
    client_signature = hmac.new(stored_key, message, "sha256").digest()
    server_key = hmac.new(SECRET, b"Server Key", "sha256").digest()

    assert verifier_of(SECRET).stored_key == stored_key
    assert verifier_of(SECRET).server_key == server_key
    proof = client_proof(SECRET, message)
    assert bytes(a ^ b for a, b in zip(proof, client_signature, strict=True)) == client_key
    assert server_signature(verifier_of(SECRET), message) == hmac.new(server_key, message, "sha256").digest()


def test_the_signed_message_has_a_line_for_each_part() -> None:
    device = verifier_of(SECRET).device
    assert auth_message(CONTEXT).decode().split("\n") == [
        *("pente login", "pente.v1+msgpack", "1", "s" * 22, "n" * 22, "c" * 22),
        *("known_device", device, "0" * 32),
    ]
    assert auth_message(replace(CONTEXT, player="")).endswith(device.encode() + b"\n")


@pytest.mark.parametrize(
    "part", ["form", "server_id", "server_nonce", "client_nonce", "action", "device", "player"]
)
@pytest.mark.parametrize("text", ["a\nb", "\n", "é", "a\x00", ""])
def test_no_part_can_pass_for_another(part: str, text: str) -> None:
    changed = replace(CONTEXT, **{part: text})  # type: ignore[arg-type]
    if part == "player" and not text:
        return
    with pytest.raises(ValueError, match="a part of a login"):
        auth_message(changed)


@given(secret=KEYS, other=KEYS)
def test_only_the_secret_proves(secret: bytes, other: bytes) -> None:
    message = auth_message(CONTEXT)
    verifier = verifier_of(secret)
    assert is_proven(verifier, message, client_proof(secret, message))
    assert is_signed(verifier, message, server_signature(verifier, message))
    if other != secret:
        assert not is_proven(verifier, message, client_proof(other, message))
        assert not is_signed(verifier, message, server_signature(verifier_of(other), message))


@given(secret=KEYS, proof=st.binary(max_size=40))
def test_no_other_bytes_prove(secret: bytes, proof: bytes) -> None:
    message = auth_message(CONTEXT)
    is_the_proof = proof == client_proof(secret, message)
    assert is_proven(verifier_of(secret), message, proof) is is_the_proof
    assert not is_signed(verifier_of(secret), message, proof)


@given(secret=KEYS, bit=st.integers(0, 255))
def test_each_bit_counts(secret: bytes, bit: int) -> None:
    message = auth_message(CONTEXT)
    proof = bytearray(client_proof(secret, message))
    proof[bit // 8] ^= 1 << bit % 8
    assert not is_proven(verifier_of(secret), message, bytes(proof))


@pytest.mark.parametrize(
    "change",
    [
        {"form": "pente.v1+json"},
        {"version": 2},
        {"server_id": "t" * 22},
        {"server_nonce": "m" * 22},
        {"client_nonce": "d" * 22},
        {"action": "new_account"},
        {"device": verifier_of(bytes(32)).device},
        {"player": "1" * 32},
    ],
)
def test_a_proof_for_one_login_is_worthless_in_another(change: dict[str, object]) -> None:
    proof = client_proof(SECRET, auth_message(CONTEXT))
    signature = server_signature(verifier_of(SECRET), auth_message(CONTEXT))
    other = auth_message(replace(CONTEXT, **change))  # type: ignore[arg-type]
    assert not is_proven(verifier_of(SECRET), other, proof)
    assert not is_signed(verifier_of(SECRET), other, signature)


def test_what_a_server_keeps_proves_nothing() -> None:
    """Neither of its keys, and nothing that one can make of them, is a proof."""
    message, verifier = auth_message(CONTEXT), verifier_of(SECRET)
    for key in (verifier.stored_key, verifier.server_key):
        assert not is_proven(verifier, message, key)
        assert not is_proven(verifier, message, client_proof(key, message))


@given(key=KEYS)
def test_a_key_as_text_reads_back_the_same(key: bytes) -> None:
    assert key_from_text(key_to_text(key)) == key
    assert len(key_to_text(key)) == 43


@given(text=st.text(max_size=60) | st.text("ABab01-_=+/", min_size=40, max_size=46))
def test_a_key_has_one_spelling(text: str) -> None:
    try:
        key = key_from_text(text)
    except InvalidKey:
        return
    assert key_to_text(key) == text


def test_ids_follow_from_the_keys() -> None:
    one, other = verifier_of(SECRET), verifier_of(bytes(32))
    assert one.device != other.device
    assert replace(one, server_key=other.server_key).device != one.device
    assert len(one.device) == 22
    assert len(account_of(one.device)) == 32
    assert account_of(one.device) != account_of(other.device)
