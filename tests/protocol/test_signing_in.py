"""What is signed as a client signs in, by which keys, and what is refused."""

import json
import subprocess
import sys
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_core.clock.instant import Instant
from pente_core.value import replace
from pente_protocol.errors import ProtocolError
from pente_protocol.forms import FORMS
from pente_protocol.login.keys import (
    InvalidKey,
    account_of,
    device_of,
    key_from_text,
    key_to_text,
    server_of,
    signature_from_text,
    signature_to_text,
)
from pente_protocol.login.signatures import is_good, is_signed, public_key, sign
from pente_protocol.login.signed_texts import (
    Handshake,
    canonical,
    greeting_text,
    hello_text,
    is_succession,
    succeeded,
    successors,
)
from pente_protocol.messages.hello import MOST_FORMER_KEYS, FormerKey
from pente_protocol.spec.samples.login_vectors import vectors

KEYS = st.binary(min_size=32, max_size=32)
SECRET = bytes(range(32))
HANDSHAKE = Handshake("pente.v1+json", "c" * 22, "s" * 22, key_to_text(public_key(SECRET)))
P = 2**255 - 19


class TestKeys:
    @given(key=KEYS)
    def test_a_key_as_text_reads_back_the_same(self, key: bytes) -> None:
        assert key_from_text(key_to_text(key)) == key
        assert len(key_to_text(key)) == 43
        assert signature_from_text(signature_to_text(key + key)) == key + key

    @given(text=st.text(max_size=60) | st.text("ABab01-_=+/", min_size=40, max_size=46))
    def test_a_key_has_one_spelling(self, text: str) -> None:
        try:
            key = key_from_text(text)
        except InvalidKey:
            return
        assert key_to_text(key) == text

    def test_the_ids_of_one_key_have_nothing_in_common(self) -> None:
        key = public_key(SECRET)
        ids = {device_of(key), server_of(key), account_of(key)}
        assert {len(each) for each in ids} == {22, 32}
        assert len(ids) == 3
        assert device_of(public_key(bytes(32))) not in ids

    @pytest.mark.parametrize("y", [0, 1, P - 1, P, P + 1, 2**255 - 1])
    @pytest.mark.parametrize("sign_bit", [0, 1 << 255])
    def test_one_of_small_order_or_in_another_spelling_is_not_good(self, y: int, sign_bit: int) -> None:
        assert not is_good((y | sign_bit).to_bytes(32, "little"))

    @given(secret=KEYS)
    def test_all_others_are(self, secret: bytes) -> None:
        assert is_good(public_key(secret))
        assert not is_good(public_key(secret)[:31])


class TestSignatures:
    @given(secret=KEYS, other=KEYS, text=st.binary(max_size=40))
    def test_only_the_secret_signs(self, secret: bytes, other: bytes, text: bytes) -> None:
        assert is_signed(public_key(secret), text, sign(secret, text))
        assert not is_signed(public_key(secret), text + b".", sign(secret, text))
        if other != secret:
            assert not is_signed(public_key(secret), text, sign(other, text))

    @given(bit=st.integers(0, 511))
    def test_each_bit_counts(self, bit: int) -> None:
        signature = bytearray(sign(SECRET, b"pente"))
        signature[bit // 8] ^= 1 << bit % 8
        assert not is_signed(public_key(SECRET), b"pente", bytes(signature))

    @given(junk=st.binary(max_size=70))
    def test_no_other_bytes_do(self, junk: bytes) -> None:
        assert not is_signed(public_key(SECRET), b"pente", junk)

    @pytest.mark.parametrize("refused", vectors()["refused"], ids=lambda refused: refused["why"])
    def test_what_some_library_takes_is_refused(self, refused: dict[str, str]) -> None:
        key, signature = key_from_text(refused["key"]), signature_from_text(refused["signature"])
        assert not is_signed(key, refused["text"].encode(), signature)


ASCII = st.text(st.characters(max_codepoint=127))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ASCII, inner, max_size=3),
    max_leaves=8,
)


class TestCanonicalTexts:
    @given(value=PLAIN)
    def test_one_reads_back_as_the_same_value_whatever_the_order(self, value: Any) -> None:
        text = canonical(value)
        assert json.loads(text) == value
        assert canonical(json.loads(text)) == text
        if isinstance(value, dict):
            assert canonical(dict(reversed(value.items()))) == text

    @pytest.mark.parametrize(
        "value",
        [1.5, 2**53, -(2**53), b"bytes", {"ä": 1}, {1: 2}, "\ud800", [[[[[[[[[[]]]]]]]]]], {"a": {1.0}}],
    )
    def test_anything_else_has_none(self, value: Any) -> None:
        with pytest.raises(ProtocolError, match="can't be signed"):
            canonical(value)

    @pytest.mark.parametrize("form", FORMS, ids=lambda form: form.subprotocol)
    def test_it_is_the_same_in_both_forms(self, form: Any) -> None:
        for vector in vectors()["hellos"]:
            handshake = Handshake(**vectors()["handshake"])
            frame = json.dumps(vector["hello"]) if form.is_text else msgpack.packb(vector["hello"])
            assert hello_text(handshake, form.unpack(frame)).decode() == vector["text"]

    @pytest.mark.parametrize("part", ["form", "client_nonce", "server_nonce", "server_key"])
    def test_a_signature_is_for_one_connection_and_one_purpose(self, part: str) -> None:
        changed = replace(HANDSHAKE, **{part: "x" * 22})
        hello = {"t": "hello", "address": "wss://example.org"}
        assert hello_text(changed, hello) != hello_text(HANDSHAKE, hello)
        assert greeting_text(changed, "") != greeting_text(HANDSHAKE, "")
        assert greeting_text(HANDSHAKE, "wss://example.org") != greeting_text(HANDSHAKE, "")

    def test_it_has_all_keys_also_unknown_ones_but_for_those_that_mean_nothing(self) -> None:
        hello = {"t": "hello", "id": 1, "client": "me", "features": ["a"], "sparkle": [3]}
        account = {"t": "new_account", "key": "k", "signature": "s", "glitter": True}
        text = json.loads(hello_text(HANDSHAKE, {**hello, "account": account}))
        assert text.pop("context") == "pente hello 1"
        assert text.pop("hello") == {
            "t": "hello",
            "sparkle": [3],
            "account": {"t": "new_account", "key": "k", "glitter": True},
        }
        assert text == {name: getattr(HANDSHAKE, name) for name in HANDSHAKE.__struct_fields__}


def test_who_signs_nothing_does_not_load_the_library() -> None:
    code = "import sys, pente_client.__main__, pente_client.connection; print('cryptography' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


class TestSuccession:
    """A server's former keys, of which each has signed the next one."""

    def test_the_vectors_have_a_chain_and_chains_that_are_none(self) -> None:
        vector, key = vectors()["succession"], vectors()["handshake"]["server_key"]
        assert is_succession(_former(vector["succeeds"]), key)
        assert list(successors(_former(vector["succeeds"]), "now").items()) == [
            (vector["ids"][0], vector["ids"][1]),
            (vector["ids"][1], "now"),
        ]
        for refused in vector["refused"]:
            assert not is_succession(_former(refused["succeeds"]), key), refused["why"]

    @given(st.lists(st.binary(min_size=32, max_size=32), min_size=2, max_size=10, unique=True), st.data())
    @settings(max_examples=100)
    def test_the_latest_eight_follow_from_each_other_in_this_order_only(
        self, secrets: list[bytes], data: st.DataObject
    ) -> None:
        keys = [key_to_text(public_key(secret)) for secret in secrets]
        chain: tuple[FormerKey, ...] = ()
        for at, (secret, new) in enumerate(zip(secrets, keys[1:], strict=False)):
            chain = succeeded(chain, secret, new, Instant(at))
        assert [one.key for one in chain] == keys[:-1][-MOST_FORMER_KEYS:]
        assert is_succession(chain, keys[-1])
        assert not any(is_succession(chain, key) for key in keys[:-1])
        assert not is_succession(chain[:-1], keys[-1]) or len(chain) == 1
        other = data.draw(st.permutations(chain))
        assert is_succession(other, keys[-1]) == (tuple(other) == chain)


def _former(succeeds: list[dict[str, Any]]) -> tuple[FormerKey, ...]:
    return tuple(FormerKey(**one) for one in succeeds)
