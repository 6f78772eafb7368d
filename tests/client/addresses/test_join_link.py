"""What friends are told."""

import pytest

from pente_client.addresses.join_link import JoinLink
from pente_client.addresses.typed_server import parse_server

URLS = [
    ("", "pente join K7M2QX", "http://127.0.0.1:8765/j/K7M2QX"),
    ("wss://pente.example.org", "pente join K7M2QX pente.example.org", "https://pente.example.org/j/K7M2QX"),
    ("wss://a.example:8443", "pente join K7M2QX a.example:8443", "https://a.example:8443/j/K7M2QX"),
    ("wss://a.example/pente", "pente join K7M2QX a.example/pente", "https://a.example/pente/j/K7M2QX"),
    ("ws://192.168.1.5:8765", "pente join K7M2QX 192.168.1.5:8765", "http://192.168.1.5:8765/j/K7M2QX"),
    ("ws://a.example:8765", "pente join K7M2QX ws://a.example:8765", "http://a.example:8765/j/K7M2QX"),
    ("ws://[::1]:8765", "pente join K7M2QX [::1]:8765", "http://[::1]:8765/j/K7M2QX"),
]


@pytest.mark.parametrize(("url", "command", "link"), URLS)
def test_a_command_and_a_link_lead_to_the_same_server(url: str, command: str, link: str) -> None:
    shown = JoinLink(url, "K7M2QX")
    assert (shown.command, shown.link) == (command, link)
    for text in (shown.link, shown.scanned):
        linked = parse_server(text)
        assert linked.code == "K7M2QX"
        if url:
            assert linked.addresses[0] in parse_server(url).addresses
    if url:
        typed = shown.command.split()[-1]
        assert parse_server(url).addresses[0] in parse_server(typed).addresses
