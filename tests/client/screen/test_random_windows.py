"""Windows of any size, boards of any size and any keys: the page is drawn and nothing is raised."""

import random

import pytest
from prompt_toolkit.data_structures import Size

from tests.support.client.fake_client import ADA, BOB, CYD, DAN, FakeClient, room_of
from tests.support.client.piped_terminal import on_stage

KEYS = (
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "k",
    "9",
    "\x1bOQ",
    "?",
    "\x10",
    "\x1b",
    "\x7f",
    "\t",
    "[",
    "'",
)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("spec", "colours"),
    [
        ("pente", "256"),
        ({"base": "keryo-pente", "size": 25}, "none"),
        ({"base": "pente", "sides": 4, "teams": True}, "256"),
        ({"base": "freestyle", "size": 3, "line": 3}, "256"),
    ],
)
async def test_nothing_is_raised_and_every_frame_fits(spec: object, colours: str, seed: int) -> None:
    chance = random.Random(seed)
    host = FakeClient(room_of(spec, players=(ADA, BOB, CYD, DAN)))
    environ = {"PENTE_COLOURS": colours, "PENTE_ASCII": str(seed % 2)}
    async with on_stage(host, environ=environ) as stage:
        for _ in range(25):
            stage.output.size = Size(rows=chance.randint(1, 70), columns=chance.randint(1, 170))
            stage.type("".join(chance.choices(KEYS, k=chance.randint(0, 3))))
            await stage.drawn()
        assert not stage.exit_code.done()
