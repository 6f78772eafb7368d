"""Any keys, clicks and sizes on the lobby, its form and pages: nothing is raised, and each frame is right."""

import asyncio
import random

import pytest
from prompt_toolkit.data_structures import Size

from tests.client.lobby.test_every_binding import boards, lobby, people
from tests.support.client.piped_terminal import SizedOutput
from tests.support.drawing.plain_drawing import drawn_cells, plain_cells
from tests.support.drawing.pressed_keys import Scene, press

KEYS = (
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x1bOQ", "\x10"),
    *("n", "m", "f", "/", "?", "k", "5+3", " ", "漢字", "\t", "\x7f", "\x15", "\x1b"),
)
"""Enter is missing, and what leaves: the page goes on."""
SCENES = {
    "lobby": lobby(""),
    "form": lobby("n"),
    "settings": lobby("\x1bOQ"),
    "people": people(""),
    "boards": boards(""),
}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
async def test_nothing_is_raised_and_every_frame_is_right(scene: Scene, seed: int) -> None:
    chance = random.Random(seed)
    async with scene() as app:
        output = app.output
        assert isinstance(output, SizedOutput)
        for _ in range(40):
            if chance.random() < 0.2:
                output.size = Size(rows=chance.randint(1, 60), columns=chance.randint(1, 150))
            row, column = chance.randint(1, output.size.rows), chance.randint(1, output.size.columns)
            click = f"\x1b[<{chance.choice((0, 64, 65))};{column};{row}"
            press(app, chance.choice((*KEYS, f"{click}M{click}m")))
            await asyncio.sleep(0)
            if app.is_done:
                return
            app._redraw()
            assert drawn_cells(app, output.size) == plain_cells(app, output.size)
