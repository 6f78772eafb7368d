"""What friends are told."""

import pytest

from pente_client.addresses.join_link import JoinLink
from pente_client.addresses.ssh_address import SshAddress
from pente_client.addresses.typed_server import parse_server
from pente_client.addresses.web_link import public_origin

FINGERPRINT = "b5xcq2tzp4gkmn7a"
URLS = [
    ("", "pente join K7M2QX", "http://127.0.0.1:8765/j/K7M2QX"),
    ("wss://pente.example.org", "pente join K7M2QX pente.example.org", "https://pente.example.org/j/K7M2QX"),
    ("wss://a.example:8443", "pente join K7M2QX a.example:8443", "https://a.example:8443/j/K7M2QX"),
    ("wss://a.example/pente", "pente join K7M2QX a.example/pente", "https://a.example/pente/j/K7M2QX"),
    ("ws://192.168.1.5:8765", "pente join K7M2QX 192.168.1.5:8765", "http://192.168.1.5:8765/j/K7M2QX"),
    ("ws://a.example:8765", "pente join K7M2QX ws://a.example:8765", "http://a.example:8765/j/K7M2QX"),
    ("ws://[::1]:8765", "pente join K7M2QX [::1]:8765", "http://[::1]:8765/j/K7M2QX"),
]


@pytest.mark.parametrize("url", ["", "wss://a.example", "ws://127.0.0.1:99", "ssh://127.0.0.1:2222"])
def test_friends_are_sent_to_the_public_address(url: str) -> None:
    shown = JoinLink(url, "K7M2QX", "https://pente.example.org")
    assert shown.link == "https://pente.example.org/j/K7M2QX"
    assert not shown.is_only_here
    is_door = url.startswith("ssh")
    assert shown.command == (
        "ssh -p 2222 K7M2QX@127.0.0.1" if is_door else "pente join K7M2QX pente.example.org"
    )
    assert len(shown.sentences) == 2


def test_a_door_has_the_name_of_the_public_address_where_only_its_own_machine_is_known() -> None:
    public = "https://pente.example.org"
    assert SshAddress("127.0.0.1", 2222).at(public) == SshAddress("pente.example.org", 2222)
    assert SshAddress("127.0.0.1", 2222).at("") == SshAddress("127.0.0.1", 2222)
    assert SshAddress("a.example").at(public) == SshAddress("a.example")


@pytest.mark.parametrize(
    "text", ["", "x", "https://a/\x1b[2J", "https://a b", "https://" + 300 * "a", "ws://a", "https://a:0"]
)
def test_what_a_server_says_is_shown_only_if_it_is_an_address(text: str) -> None:
    assert public_origin(text) == ""


@pytest.mark.parametrize(("url", "command", "link"), URLS)
def test_a_command_and_a_link_lead_to_the_same_server(url: str, command: str, link: str) -> None:
    shown = JoinLink(url, "K7M2QX")
    assert (shown.command, shown.link) == (command, link)
    for text in (shown.link, JoinLink(url, "K7M2QX", fingerprint=FINGERPRINT).link):
        linked = parse_server(text)
        assert linked.code == "K7M2QX"
        if url:
            assert linked.addresses[0] in parse_server(url).addresses
    if url:
        typed = shown.command.split()[-1]
        assert parse_server(url).addresses[0] in parse_server(typed).addresses


def test_a_link_says_which_server_is_meant_and_what_is_said_does_not() -> None:
    shown = JoinLink("wss://a.example", "K7M2QX", fingerprint=FINGERPRINT)
    assert parse_server(shown.link).fingerprint == FINGERPRINT
    assert FINGERPRINT not in shown.command
    public = JoinLink("ssh://127.0.0.1:2222", "K7M2QX", "https://b.example", FINGERPRINT)
    assert public.link == f"https://b.example/j/K7M2QX#{FINGERPRINT}"
    assert "#" not in JoinLink("ssh://127.0.0.1:2222", "K7M2QX", fingerprint=FINGERPRINT).link
