"""Whole screens as text, character by character, in the windows that people have.

After a change that is meant: ``PENTE_GOLDEN=write`` in the environment writes the files anew; look at each.
"""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from pente_core.room import commands as cmd
from tests.support.client.fake_client import BOB, FakeClient, room_of
from tests.support.client.screen_picture import terminal_of

GOLDEN = Path(__file__).parents[2] / "data" / "screens"
GAME = "K10 L10 N8 M10 L12 L9 L8 M9 K9 K11 J12 M8 M11 H13 N12 O13"
ASCII = {"PENTE_ASCII": "1"}
NO_COLOR = {"NO_COLOR": "1"}
FOUR = {"base": "pente", "sides": 4, "size": 13}


@pytest.mark.parametrize(
    ("name", "window", "spec", "turns", "environ"),
    [
        ("80x24", (80, 24), "pente", GAME, {}),
        ("80x24-ascii", (80, 24), "pente", GAME, ASCII),
        ("80x24-no-color", (80, 24), "pente", GAME, NO_COLOR),
        ("80x18", (80, 18), "pente", GAME, {}),
        ("120x40", (120, 40), "pente", GAME, {}),
        ("120x40-ascii", (120, 40), "pente", GAME, ASCII),
        ("120x40-no-color", (120, 40), "pente", GAME, NO_COLOR),
        ("60x24", (60, 24), "pente", GAME, {}),
        ("41x23", (41, 23), "pente", GAME, {}),
        ("41x23-ascii", (41, 23), "pente", GAME, ASCII),
        ("36x14", (36, 14), "pente", GAME, {}),
        ("160x62-9x9", (160, 62), {"base": "freestyle", "size": 9}, "E5 D5 D6 F6", {}),
        ("100x40-four-sides", (100, 40), FOUR, "G7 A1 C1 E1", NO_COLOR),
    ],
)
async def test_a_screen_is_as_it_was(
    name: str, window: tuple[int, int], spec: object, turns: str, environ: Mapping[str, str]
) -> None:
    host = FakeClient(room_of(spec, turns=turns))
    host.happen(cmd.Say("good luck, have fun"), BOB)
    terminal = await terminal_of(host, *window, environ=environ)
    shown = "\n".join(row.rstrip() for row in terminal.display) + "\n"
    place = GOLDEN / f"{name}.txt"
    if os.environ.get("PENTE_GOLDEN") == "write":
        place.parent.mkdir(exist_ok=True)
        place.write_text(shown, encoding="utf-8")
    assert shown == place.read_text(encoding="utf-8")
    assert shown.isascii() or environ is not ASCII
