"""What a server prints once it serves."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_server.net import endpoint
from pente_server.net.endpoint import Endpoint
from pente_server.start_message import StartMessage, _program, qr_code
from tests.support.client.screen_picture import scanned, terminal_with

LOCAL = Endpoint("127.0.0.1", 8765)
ALL_FOUR = Endpoint("0.0.0.0", 8765)
ALL = Endpoint("::", 8765, serves_both=True)
ALL_SIX = Endpoint("::", 8765)
FOUR = Endpoint("192.168.1.5", 8765)
SIX = Endpoint("2001:db8::5", 9000)


@pytest.fixture(autouse=True)
def _in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_own_address", lambda far: "fd00::7" if ":" in far else "192.168.1.7")


FINGERPRINT: Final = "b5xcq2tzp4gkmn7a"


def message(
    *endpoints: Endpoint, options: Sequence[str] = (), is_kept: bool = True, has_page: bool = True
) -> StartMessage:
    return StartMessage(
        endpoints=endpoints,
        stored_in="/data",
        is_kept=is_kept,
        options=options,
        opponent="a-bot",
        has_page=has_page,
    )


def greeting(*endpoints: Endpoint, options: Sequence[str] = (), is_kept: bool = True) -> str:
    return str(message(*endpoints, options=options, is_kept=is_kept))


@pytest.mark.parametrize(
    ("typed", "path", "told"),
    [
        (".venv/bin/pente", "", ".venv/bin/pente"),
        ("/srv/pente/client/pente_client/__main__.py", "", "pente"),
        ("/opt/bin/pente", "here", "pente"),
    ],
)
def test_what_it_tells_to_type_can_be_typed_here(
    typed: str, path: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pente").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path) if path else "")
    monkeypatch.setattr(sys, "argv", [typed])
    assert _program() == told


@pytest.mark.parametrize(
    ("endpoints", "places"),
    [
        ((LOCAL,), "ws://127.0.0.1:8765"),
        ((FOUR, SIX), "ws://192.168.1.5:8765 and ws://[2001:db8::5]:9000"),
        ((LOCAL, FOUR, SIX), "ws://127.0.0.1:8765, ws://192.168.1.5:8765 and ws://[2001:db8::5]:9000"),
        ((ALL_FOUR,), "ws://127.0.0.1:8765 (all IPv4 addresses of this machine)"),
        ((ALL,), "ws://127.0.0.1:8765 (all addresses of this machine)"),
        ((ALL_SIX,), "ws://[::1]:8765 (all IPv6 addresses of this machine, none of IPv4)"),
    ],
)
def test_it_names_all_places(endpoints: tuple[Endpoint, ...], places: str) -> None:
    assert greeting(*endpoints).startswith(f"pente is serving on {places}; games are stored in /data\n")


@pytest.mark.parametrize(
    ("endpoints", "command"),
    [
        ((LOCAL,), "play"),
        ((ALL,), "play"),
        ((FOUR, ALL_FOUR), "play"),
        ((ALL_SIX,), "play ws://[::1]:8765"),
        ((FOUR,), "play ws://192.168.1.5:8765 --insecure"),
        ((FOUR, Endpoint("::1", 8765)), "play ws://[::1]:8765"),
    ],
)
def test_how_to_join_from_here(endpoints: tuple[Endpoint, ...], command: str) -> None:
    text = greeting(*endpoints)
    assert f"play  on this machine:   pente {command}\n" in text
    assert f"play against a bot:      pente {command} --against a-bot\n" in text


@pytest.mark.parametrize(
    ("endpoints", "lines"),
    [
        ((ALL_FOUR,), ["play on your network:    pente play ws://192.168.1.7:8765 --insecure"]),
        ((ALL,), ["play on your network:    pente play ws://192.168.1.7:8765 --insecure"]),
        ((ALL_SIX,), ["play on your network:    pente play ws://[fd00::7]:8765 --insecure"]),
        (
            (LOCAL, FOUR, SIX),
            [
                "play from elsewhere:     pente play ws://192.168.1.5:8765 --insecure",
                "play from elsewhere:     pente play ws://[2001:db8::5]:9000 --insecure",
            ],
        ),
        ((LOCAL,), ["for your network start:  pente serve --host 0.0.0.0"]),
    ],
)
def test_how_others_join(endpoints: tuple[Endpoint, ...], lines: list[str]) -> None:
    told = [line.strip() for line in greeting(*endpoints).splitlines()]
    assert [line for line in told if "network" in line or "elsewhere" in line] == lines


@pytest.mark.parametrize(
    ("options", "again"),
    [
        (("--house", "--port", "9000"), "--house --port 9000"),
        (("--store", "memory", "--host", "::1", "--keep-bot-games"), "--store memory --keep-bot-games"),
        (("--host=127.0.0.2", "--data", "/my data/it's"), "--data '/my data/it'\"'\"'s'"),
        (("@my options", "--host"), "'@my options'"),
    ],
)
def test_the_command_for_others_keeps_the_options(options: tuple[str, ...], again: str) -> None:
    assert f"pente serve --host 0.0.0.0 {again}\n" in greeting(LOCAL, options=options)


@given(st.lists(st.text()))
def test_a_shell_reads_the_options_as_they_were(options: list[str]) -> None:
    text = greeting(LOCAL, options=["--data", *options])
    typed = text.partition("for your network start:  ")[2].rpartition("\n  play against")[0]
    expected = [option for option in options if not option.startswith("--host")]
    assert shlex.split(typed) == ["pente", "serve", "--host", "0.0.0.0", "--data", *expected]


@pytest.mark.parametrize("is_kept", [True, False])
def test_only_games_that_are_kept_continue(*, is_kept: bool) -> None:
    assert ("continue" in greeting(LOCAL, is_kept=is_kept)) is is_kept


@pytest.mark.parametrize(
    ("where", "told"),
    [
        (Endpoint("0.0.0.0", 2222), "ssh -p 2222 play@192.168.1.7"),
        (Endpoint("127.0.0.1", 22), "ssh play@127.0.0.1"),
    ],
)
def test_it_tells_where_people_come_over_ssh(where: Endpoint, told: str) -> None:
    text = str(StartMessage(endpoints=[LOCAL], stored_in="/data", is_kept=True, options=(), ssh=where))
    assert f"  play over SSH:           {told}\n" in text


@pytest.mark.parametrize(
    ("endpoints", "pages"),
    [
        ((LOCAL,), ["http://127.0.0.1:8765"]),
        ((ALL_FOUR,), ["http://127.0.0.1:8765", "http://192.168.1.7:8765"]),
        ((ALL_SIX,), ["http://[::1]:8765", "http://[fd00::7]:8765"]),
        ((LOCAL, SIX), ["http://127.0.0.1:8765", "http://[2001:db8::5]:9000"]),
    ],
)
def test_what_browsers_open(endpoints: tuple[Endpoint, ...], pages: list[str]) -> None:
    lines = str(message(*endpoints)).splitlines()
    assert [line.split()[-1] for line in lines if "in a browser" in line] == pages
    assert "browser" not in str(message(*endpoints, has_page=False))


def test_a_phone_gets_a_link_only_to_what_it_can_reach() -> None:
    assert message(LOCAL).page_elsewhere == ""
    assert message(ALL_FOUR, has_page=False).page_elsewhere == ""
    assert message(LOCAL, SIX).page_elsewhere == "http://[2001:db8::5]:9000"


def test_what_others_type_says_which_server_is_meant() -> None:
    known = replace(message(ALL), public_url="https://pente.example.org")
    for shown, begin in (message(ALL), "  play on your network:"), (known, "  play from elsewhere:"):
        lines = str(replace(shown, fingerprint=FINGERPRINT)).splitlines()
        (others,) = [line for line in lines if line.startswith(begin)]
        assert f"#{FINGERPRINT}" in others


@pytest.mark.parametrize(
    "link", ["http://192.168.100.100:8765#b5xcq2tzp4gkmn7a", "https://pente.example.org#b5xcq2tzp4gkmn7a"]
)
def test_a_code_for_phones_fits_a_terminal(link: str) -> None:
    first, *rows = qr_code(link).splitlines()
    assert first == "  open on a phone in your network:"
    assert {len(row) for row in rows} == {33}
    assert len(rows) == 17
    assert set("".join(rows)) <= set(" ▀▄█")
    assert scanned(terminal_with("\r\n".join(rows))) == [link]
    assert qr_code("x" * 5000) == ""
