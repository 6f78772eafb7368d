"""What a real terminal is sent, seen through a terminal emulator."""

import asyncio
import io

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from pente_client.screen.game_screen import GameScreen
from pente_core.room import events as ev
from pente_core.value import replace
from tests.support.client.fake_client import EVE, ROOM, START, FakeClient, room_of
from tests.support.waiting import patience


async def shown(host: FakeClient, columns: int = 80, rows: int = 24) -> tuple[pyte.Screen, str]:
    """The emulated terminal after the first drawing, and all that was sent until the screen was left."""
    sent = io.StringIO()
    size = Size(rows=rows, columns=columns)
    output = Vt100_Output(
        sent, lambda: size, term="xterm-256color", default_color_depth=ColorDepth.from_env()
    )
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        screen = GameScreen(host, {"PENTE_ASCII": "0"}, follows=False)
        await screen.controller.open(ROOM)
        drawn = asyncio.Event()
        screen.app.after_render += lambda _: drawn.set()
        task = asyncio.create_task(screen.run())
        async with patience("the first drawing", lambda: [sent.getvalue()]):
            await drawn.wait()
        terminal = pyte.Screen(columns, rows)
        pyte.Stream(terminal).feed(sent.getvalue())
        screen.app.exit(result=0)
        await task
    return terminal, sent.getvalue()


async def test_the_terminal_shows_what_the_screen_drew() -> None:
    terminal, _ = await shown(FakeClient(room_of(turns="K10 C3")))
    rows = [row.rstrip() for row in terminal.display]
    assert rows[0].startswith(" pente · 5+3 · room room-0001")
    assert rows[11].startswith("10 ├─┼─┼─╋─┼─┼─┼ · · ● · · ┼─┼")
    assert rows[18].startswith(" 3 ├─┼(●)┼")
    assert rows[23].startswith(">  ")
    assert (terminal.cursor.x, terminal.cursor.y) == (2, 23)


async def test_the_terminal_is_left_as_it_was() -> None:
    _, sent = await shown(FakeClient(room_of()))
    for on, off in (("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?1000h", "\x1b[?1000l")):
        assert on in sent
        assert sent.rindex(off) > sent.rindex(on)


async def test_no_control_character_of_other_people_reaches_the_terminal() -> None:
    host = FakeClient(room_of())
    hostile = ev.Said(START, replace(EVE, name="\x1b[5mmallory"), "\x1b]0;owned\x07\x1b[2J\x9b2J\u202e hi")
    room = host.room()
    host.rooms[ROOM].room = replace(room, chat=(hostile,))
    terminal, sent = await shown(host)
    assert "]0;owned" in "".join(terminal.display)
    assert "\x1b]0;owned" not in sent
    assert all(bad not in sent for bad in ("\x07", "\x1b[5m", "\x1b[2J\x1b[2J", "\x9b", "\u202e"))


@pytest.mark.parametrize("no_color", [True, False])
async def test_no_color_is_respected(no_color: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    _, sent = await shown(FakeClient(room_of(turns="K10")))
    assert ("38;5;" in sent or "48;5;" in sent) is not no_color
