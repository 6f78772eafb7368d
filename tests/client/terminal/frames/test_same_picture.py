"""After any events, a terminal shows what it would show if the page were drawn in the slow and simple way."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.vt100_parser import Vt100Parser

from pente_client.connection import Disconnected, PresenceChanged
from pente_client.screen.game_screen import GameScreen
from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.room import Refused
from pente_core.room import commands as cmd
from pente_core.value import replace as replaced
from pente_protocol.messages.rooms import RoomPresence
from tests.support.client.fake_client import ADA, BOB, CYD, DAN, ROOM, FakeClient, room_of
from tests.support.drawing.emulated_terminal import EmulatedTerminal
from tests.support.drawing.plain_drawing import drawn_anew, drawn_cells, plain_cells
from tests.support.waiting import patience

KEYS = (
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[5;5~", "\x1b[H", "\x1b[F"),
    *("k", "9", "10", "\r", "'", "/", "/re\t", "hello 漢字", "ｗｉｄｅ", "e\u0301", "\x7f", "\t", "\x1b"),
    *("?", "\x10", "\x1bOQ", "[", "]", "y", "n", "\x06", "\x12"),
)
SAID = (
    "hi",
    "漢字",
    "a" * 70,
    "e\u0301 and 👍 and ｗ",
    "混ぜた words in several lines of the pane, 漢字 too",
)
SIZES = ((80, 24), (120, 40), (60, 24), (41, 23), (30, 12), (200, 50), (19, 5), (81, 25), (103, 33))


class Stage:
    """A page on an emulated terminal. Mutable."""

    def __init__(self, host: FakeClient, screen: GameScreen, shown: EmulatedTerminal) -> None:
        self.host, self.screen, self.shown = host, screen, shown

    def press(self, text: str) -> None:
        """Press keys; they have acted afterwards."""
        processor = self.screen.app.key_processor
        parser = Vt100Parser(processor.feed)
        parser.feed_and_flush(text)
        processor.process_keys()

    def check(self) -> None:
        """Draw what has changed: the cells are those of the simple way, and the terminal shows them."""
        app, size = self.screen.app, self.shown.size
        app._redraw()
        for fast, slow in zip(drawn_cells(app, size), plain_cells(app, size), strict=True):
            assert fast == slow
        whole = drawn_anew(app, size)
        for row, (fast_row, whole_row) in enumerate(zip(self.shown.cells, whole.cells, strict=True)):
            assert fast_row == whole_row, (row, self.shown.rows[row], whole.rows[row])
        assert self.shown.cursor == whole.cursor


@asynccontextmanager
async def a_stage(host: FakeClient, environ: Mapping[str, str]) -> AsyncIterator[Stage]:
    shown = EmulatedTerminal(Size(24, 80))
    with create_pipe_input() as keys, create_app_session(input=keys, output=shown.output):
        screen = GameScreen(host, environ, follows=False)
        screen.app.min_redraw_interval = None
        await screen.controller.open(ROOM)
        drawn = asyncio.Event()
        screen.app.after_render += lambda _: drawn.set()
        task = asyncio.create_task(screen.run())
        async with patience("the first drawing", lambda: shown.rows):
            await drawn.wait()
        yield Stage(host, screen, shown)
        screen.app.exit(result=0)
        await task


def _key(stage: Stage, chance: random.Random) -> None:
    stage.press(chance.choice(KEYS))


def _click(stage: Stage, chance: random.Random) -> None:
    at = f"{chance.randint(1, stage.shown.size.columns)};{chance.randint(1, stage.shown.size.rows)}"
    button = chance.choice((0, 0, 64, 65))
    stage.press(f"\x1b[<{button};{at}M" + (f"\x1b[<{button};{at}m" if button == 0 else ""))


def _resize(stage: Stage, chance: random.Random) -> None:
    columns, rows = chance.choice(SIZES)
    stage.shown.resize(Size(rows, columns))
    stage.screen.app._on_resize()


def _suspend(stage: Stage, _: random.Random) -> None:
    """What happens around a stop of the program: the screen is given back, and drawn anew."""
    stage.screen.app.renderer.erase()


def _say(stage: Stage, chance: random.Random) -> None:
    with suppress(Refused):
        stage.host.happen(cmd.Say(chance.choice(SAID)), chance.choice((ADA, BOB)))


def _play(stage: Stage, chance: random.Random) -> None:
    room = stage.host.room()
    if room.to_act is not None and room.game.position.legal_points:
        with suppress(Refused):
            point = chance.choice([*room.game.position.legal_points])
            stage.host.happen(cmd.Play(point), room.seats[room.to_act])


def _tick(stage: Stage, chance: random.Random) -> None:
    stage.host.now = Instant(stage.host.now + chance.choice((10, 100, 1000, 5000, 20_000)))


def _visit(stage: Stage, chance: random.Random) -> None:
    present = tuple(chance.choice((True, False)) for _ in stage.host.room().seats)
    stage.host.tell(PresenceChanged(ROOM, RoomPresence(ROOM, present, chance.randint(0, 99))))


def _lose(stage: Stage, chance: random.Random) -> None:
    stage.host.tell(Disconnected(chance.choice(("gone", "漢字 " * 40)), 1.0))


EVENTS: tuple[tuple[Callable[[Stage, random.Random], object], int], ...] = (
    (_key, 10), (_click, 4), (_resize, 2), (_suspend, 1), (_say, 3), (_play, 3), (_tick, 3), (_visit, 1),
    (_lose, 1),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "environ",
    [{"PENTE_ASCII": "0"}, {"PENTE_ASCII": "1"}, {"PENTE_ASCII": "0", "PENTE_COLOURS": "none"}],
    ids=["colours", "ascii", "no colours"],
)
async def test_every_frame_shows_what_drawing_all_of_it_would_show(
    environ: Mapping[str, str], seed: int
) -> None:
    chance = random.Random(seed)
    spec: object = chance.choice(("pente", {"base": "pente", "sides": 4, "teams": True}, "keryo-pente"))
    people: tuple[Identity, ...] = (ADA, replaced(BOB, name="漢字bob"), CYD, DAN)
    host = FakeClient(room_of(spec, players=people))
    async with a_stage(host, environ) as stage:
        stage.check()
        for _ in range(50):
            [event] = chance.choices([event for event, _ in EVENTS], [often for _, often in EVENTS])
            event(stage, chance)
            for _ in range(3):
                await asyncio.sleep(0)
            if stage.screen.app.is_done:
                return
            stage.check()


async def test_a_frame_without_a_change_writes_no_character() -> None:
    async with a_stage(FakeClient(room_of(turns="K10")), {"PENTE_ASCII": "0"}) as stage:
        stage.check()
        stage.screen.app._redraw()
        assert re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", stage.shown.taken()) == ""


async def test_another_cursor_costs_a_few_bytes() -> None:
    async with a_stage(FakeClient(room_of(turns="K10")), {"PENTE_ASCII": "0"}) as stage:
        stage.press("\x1b[C")
        stage.check()
        model = stage.screen.controller.model
        assert model.cursor is not None
        stage.screen.controller.model = replace(model, cursor=type(model.cursor)(model.cursor + 1))
        stage.screen.app._redraw()
        assert 0 < len(stage.shown.taken()) < 600
