import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.connection import Address, BadAddress, parse_address


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("ws://127.0.0.1:8765", "ws://127.0.0.1:8765"),
        ("wss://Play.Example.ORG", "wss://play.example.org"),
        ("ws://[::1]:99/pente", "ws://[::1]:99/pente"),
        (" ws://localhost ", "ws://localhost"),
        ("wss://example.org.:443/", "wss://example.org"),
        ("ws://[0:0:0:0:0:0:0:1%lo]:99", "ws://[::1]:99"),
        ("wss://bücher.example", "wss://xn--bcher-kva.example"),
    ],
)
def test_an_address_has_one_spelling(text: str, spelled: str) -> None:
    assert str(parse_address(text)) == spelled
    assert parse_address(spelled) == parse_address(text)


@pytest.mark.parametrize(
    "text",
    ["", "localhost", "http://a", "ws://", "ws://a:0", "ws://a:x", "ws://a:70000", "ws://u:p@a", "ws://a?b", "ws://a#b",
     "ws://a b", "ws://[", "ws://a/\x1b[2J"],
)  # fmt: skip
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadAddress):
        parse_address(text)


@given(st.text())
def test_any_text_is_an_address_or_refused(text: str) -> None:
    for candidate in (text, "ws://" + text):
        try:
            address = parse_address(candidate)
        except BadAddress:
            continue
        assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("localhost", True), ("127.1.2.3", True), ("::1", True), ("10.0.0.1", False),
     ("localhost.evil.org", False), ("127.0.0.1.evil.org", False)],
)  # fmt: skip
def test_only_this_machine_is_loopback(host: str, loopback: bool) -> None:
    assert Address("ws", host, 80).is_loopback == loopback
