"""Titles and notifications: they say what happened, and no name gets out of them."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import Layout, Window

from pente_client.settings.settings import Settings
from pente_client.terminal.call_out import CallOut
from pente_client.terminal.shell import TerminalShell
from tests.support.client.piped_terminal import SizedOutput

XTERM = {"TERM": "xterm-256color"}
HOSTILE = "bob\x1b]0;owned\x07\x9d52;c;x\x9c\u202e;\n"


class RecordedOutput(SizedOutput):
    """An output that keeps titles and what is written raw. Mutable."""

    def __init__(self) -> None:
        super().__init__(80, 24)
        self.said: list[str] = []

    def set_title(self, title: str) -> None:
        self.said.append(title)

    def clear_title(self) -> None:
        self.said.append("")

    def write_raw(self, data: str) -> None:
        self.said.append(data)


def notified(environ: Mapping[str, str], text: str, **settings: Any) -> list[str]:
    output = RecordedOutput()
    CallOut(output, environ).notify(Settings(**settings), text)
    return output.said


@pytest.mark.parametrize(
    ("environ", "settings", "said"),
    [
        (XTERM, {}, ["\x1b]9;pente: It is your turn.\x07"]),
        ({"TERM": "foot"}, {}, ["\x1b]777;notify;pente;It is your turn.\x07"]),
        (XTERM, {"notifications": "osc777"}, ["\x1b]777;notify;pente;It is your turn.\x07"]),
        (XTERM, {"notifications": "no"}, []),
        ({"TERM": "linux"}, {}, []),
        ({"TERM": "dumb"}, {}, []),
        ({}, {}, []),
    ],
)
def test_a_notification_fits_the_terminal_and_the_settings(
    environ: Mapping[str, str], settings: dict[str, Any], said: list[str]
) -> None:
    assert notified(environ, "It is your turn.", **settings) == said


@pytest.mark.parametrize("kind", ["osc9", "osc777"])
def test_no_name_gets_out_of_a_notification_or_a_title(kind: str) -> None:
    (said,) = notified(XTERM, HOSTILE * 50, notifications=kind)
    assert said[2:-1].isprintable()
    assert len(said) < 200
    assert said.count(";") == (3 if kind == "osc777" else said.count(";"))
    output = RecordedOutput()
    CallOut(output, XTERM).title(Settings(), HOSTILE)
    assert output.said[0].isprintable()


async def test_a_page_has_a_title_that_says_why_it_rang_until_a_key_is_pressed() -> None:
    output = RecordedOutput()
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        shell = TerminalShell[int](XTERM, ended=int)
        bindings = KeyBindings()
        bindings.add("q")(lambda _: shell.leave(0))

        drawn = asyncio.Event()

        async def ring() -> None:
            await drawn.wait()
            shell.ring("It is your turn.")
            keys.send_text("q")

        shell.build(Layout(Window()), bindings)
        shell.app.after_render += lambda _: drawn.set()
        assert await shell.run(ring()) == 0
    titles = ["pente", "\x1b]9;pente: It is your turn.\x07", "pente: It is your turn.", "pente", ""]
    assert output.said == titles
    assert output.bells == 1
