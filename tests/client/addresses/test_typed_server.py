"""What people type for a server."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.addresses.typed_server import looks_like_server, names_room, parse_server
from pente_client.connection import BadAddress, parse_address


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("example.org", ["wss://example.org"]),
        (" Example.ORG ", ["wss://example.org"]),
        ("example.org:8765", ["wss://example.org:8765"]),
        ("example.org/pente", ["wss://example.org/pente"]),
        ("8.8.8.8", ["wss://8.8.8.8"]),
        ("host:8765", ["wss://host:8765", "ws://host:8765"]),
        ("192.168.1.5", ["wss://192.168.1.5", "ws://192.168.1.5:8765"]),
        ("192.168.1.5:99", ["wss://192.168.1.5:99", "ws://192.168.1.5:99"]),
        ("localhost", ["wss://localhost", "ws://localhost:8765"]),
        ("[::1]:8765", ["wss://[::1]:8765", "ws://[::1]:8765"]),
        ("::1", ["wss://[::1]", "ws://[::1]:8765"]),
        ("2001:4860:4860::8888", ["wss://[2001:4860:4860::8888]"]),
        ("https://example.org", ["wss://example.org"]),
        ("http://127.0.0.1:8765/", ["ws://127.0.0.1:8765"]),
        ("ws://example.org:8765", ["ws://example.org:8765"]),
    ],
)
def test_where_it_is_tried(text: str, addresses: list[str]) -> None:
    typed = parse_server(text)
    assert [str(address) for address in typed.addresses] == addresses
    assert typed.room is None
    assert typed.code is None


@pytest.mark.parametrize(
    "text", ["example.org", "example.org:8765", "8.8.8.8", "https://a.example", "wss://10.0.0.1"]
)
def test_nothing_is_tried_without_encryption_on_the_internet_or_where_it_was_named(text: str) -> None:
    assert all(address.is_secure for address in parse_server(text).addresses)


@pytest.mark.parametrize(
    ("text", "address", "room", "code"),
    [
        ("wss://host.example/r/650b6da5f4a3", "wss://host.example", "650b6da5f4a3", None),
        ("https://host.example/j/K7M2QX", "wss://host.example", None, "K7M2QX"),
        ("HTTPS://HOST.EXAMPLE/J/K7M2QX", "wss://host.example", None, "K7M2QX"),
        ("host.example/j/k7m-2qx/", "wss://host.example", None, "k7m-2qx"),
        ("https://host.example/pente/r/650b6da5f4a3", "wss://host.example/pente", "650b6da5f4a3", None),
        ("http://127.0.0.1:8765/j/K7M2OX", "ws://127.0.0.1:8765", None, "K7M2OX"),
    ],
)
def test_a_link_to_a_room(text: str, address: str, room: str | None, code: str | None) -> None:
    typed = parse_server(text)
    assert [str(each) for each in typed.addresses] == [address]
    assert (typed.room, typed.code) == (room, code)


@pytest.mark.parametrize(
    "text",
    ["", "ftp://a.example", "two words.org", "https://u:p@a.example", "https://a.example/?b", "example.org:0",
     "example.org:99999", "https://a.example/j/111111", "a.example\x1b[2J", "[", "wss://"],
)  # fmt: skip
def test_what_is_no_server_is_refused(text: str) -> None:
    with pytest.raises(BadAddress):
        parse_server(text)


@pytest.mark.parametrize("text", ["play", "watch", "--plain", "-h", "K7M2QX", "."])
def test_a_command_is_no_server(text: str) -> None:
    assert not looks_like_server(text)


@given(st.text() | st.from_regex(r"(wss://)?[a-z0-9.:\[\]-]+(/[rj]/\w+)?", fullmatch=True))
def test_any_text_is_a_server_or_refused(text: str) -> None:
    try:
        typed = parse_server(text)
    except BadAddress:
        return
    assert typed.addresses
    for address in typed.addresses:
        assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    ("text", "fingerprint"),
    [
        ("https://host.example/j/K7M2QX#b5xcq2tzp4gkmn7a", "b5xcq2tzp4gkmn7a"),
        ("HTTPS://HOST.EXAMPLE/J/K7M2QX#B5XCQ2TZP4GKMN7A", "b5xcq2tzp4gkmn7a"),
        ("https://host.example/r/650b6da5f4a3#12,b5xcq2tzp4gkmn7a", "b5xcq2tzp4gkmn7a"),
        ("host.example#b5xcq2tzp4gkmn7a", "b5xcq2tzp4gkmn7a"),
        ("wss://host.example#", ""),
        ("https://host.example/r/650b6da5f4a3#12", ""),
    ],
)
def test_a_link_may_say_which_server_is_meant(text: str, fingerprint: str) -> None:
    typed = parse_server(text)
    assert typed.fingerprint == fingerprint
    assert str(typed.addresses[0]) == "wss://host.example"
    assert looks_like_server(text)
    assert names_room(text) is ("/" in text.removeprefix("wss://").removeprefix("https://"))


@pytest.mark.parametrize(
    "fragment",
    [
        "b5xcq2tzp4gkmn7",
        "b5xcq2tzp4gkmn7aa",
        "b5xcq2tzp4gkmn71",
        "best",
        "12,b5",
        "b5xcq2tzp4gkmn7a,b5xcq2tzp4gkmn7b",
        "b5xcq2tzp4gkmn7\N{LATIN SMALL LETTER A WITH ACUTE}",
    ],
)
def test_half_a_fingerprint_is_not_none_at_all(fragment: str) -> None:
    with pytest.raises(BadAddress, match="no fingerprint"):
        parse_server(f"https://host.example/j/K7M2QX#{fragment}")
