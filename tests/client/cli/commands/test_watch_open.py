"""`pente watch --open`: the page of a server, in a browser."""

import webbrowser

import pytest

from pente_client.cli.steps.watching import open_in_browser
from tests.client.conftest import Start

SERVER = "wss://pente.example.org"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The links that a browser has been given."""
    links = list[str]()
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: Window("firefox", links))
    return links


class Window(webbrowser.BaseBrowser):
    """A browser that notes what it opens. Mutable."""

    def __init__(self, name: str, links: list[str]) -> None:
        super().__init__(name)
        self._links = links

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self._links.append(url)
        return True


@pytest.mark.parametrize(
    ("words", "link"),
    [
        ((SERVER,), "https://pente.example.org/tv"),
        ((SERVER, "--channel", "people"), "https://pente.example.org/tv#people"),
        ((SERVER, "--grid"), "https://pente.example.org/grid"),
        ((SERVER, "650b6da5f4a3"), "https://pente.example.org/r/650b6da5f4a3"),
        (("k7m-2qx", SERVER), "https://pente.example.org/j/K7M2QX"),
        (("https://pente.example.org/r/650b6da5f4a3",), "https://pente.example.org/r/650b6da5f4a3"),
        (("ws://192.168.1.5:8765/j/K7M2QX",), "http://192.168.1.5:8765/j/K7M2QX"),
    ],
)
async def test_a_browser_shows_what_the_terminal_would(
    start: Start, opened: list[str], words: tuple[str, ...], link: str
) -> None:
    program = start("watch", *words, "--open")
    assert await program.ended() == 0
    assert opened == [link]
    assert program.said == f"Opened {link}\n"


async def test_where_there_is_no_browser_the_link_is_printed(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pente_client.cli.steps.watching.open_in_browser", lambda _: False)
    program = start("watch", SERVER, "--open")
    assert await program.ended() == 0
    assert program.said == ("There is no browser here. Open this link in one: https://pente.example.org/tv\n")


@pytest.mark.parametrize("other", ["--plain", "--json", "--once", "--boards"])
async def test_it_is_not_for_lines(start: Start, opened: list[str], other: str) -> None:
    program = start("watch", SERVER, "--open", other)
    assert await program.ended() == 2
    assert "leave out --plain, --json" in program.err.getvalue()
    assert opened == []


async def test_a_server_that_is_none(start: Start, opened: list[str]) -> None:
    program = start("watch", "--server", "gopher://x", "650b6da5f4a3", "--open")
    assert await program.ended() == 2
    assert opened == []


def test_no_browser_takes_the_terminal_unless_it_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    links = list[str]()
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: Window("/usr/bin/w3m", links))
    assert not open_in_browser("http://localhost:8765/")
    monkeypatch.setenv("BROWSER", "w3m")
    assert open_in_browser("http://localhost:8765/")
    assert links == ["http://localhost:8765/"]


def test_a_machine_without_any_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> webbrowser.BaseBrowser:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    assert not open_in_browser("http://localhost:8765/")
