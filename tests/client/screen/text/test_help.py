import ast
from dataclasses import replace
from pathlib import Path

import pytest

import pente_client.screen.text
from pente_client.input.commands import COMMANDS, HELP
from pente_client.screen.actions.key_table import KeyTable
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.help import help_lines
from pente_client.settings.settings import OwnKeys
from pente_client.terminal.glyphs import ASCII, UNICODE, Glyphs
from pente_client.terminal.styled_text import plain
from pente_core.room import Room
from pente_core.room import commands as cmd
from tests.support.client.fake_client import ADA, BOB, ROOM, done, room_of


def model_of(room: Room, glyphs: Glyphs = ASCII) -> ScreenModel:
    return ScreenModel(me=ADA, glyphs=glyphs, room_id=ROOM).showing(room)


def ended() -> Room:
    return done(room_of(), cmd.Resign(), BOB)


def shown(model: ScreenModel, columns: int = 72, rows: int = 200, keys: KeyTable | None = None) -> list[str]:
    return [plain(line) for line in help_lines(model, keys or KeyTable.of(), columns, rows)]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("room", [room_of(), ended()], ids=["live", "ended"])
def test_the_help_fits_the_smallest_screen_and_scrolls_through_all_of_it(glyphs: Glyphs, room: Room) -> None:
    model = model_of(room, glyphs)
    whole = shown(model, 41)[1:-1]
    first = shown(model, 41, 22)
    assert {len(line) for line in first} == {41}
    assert (len(first), first[1:-1]) == (22, whole[:20])
    assert f"20 of {len(whole)}" in first[-1]
    assert shown(replace(model, help_back=1), 41, 22)[1:-1] == whole[1:21]
    assert shown(replace(model, help_back=999), 41, 22)[1:-1] == whole[-20:]


def test_the_help_has_every_command_uncut() -> None:
    lines = [line for room in (room_of(), ended()) for line in shown(model_of(room), 41)]
    assert "".join(lines).isascii()
    for text, missing in (("\n".join(lines), ["/setup"]), ("\n".join(HELP), [])):
        assert [word for word in COMMANDS if word not in ("/say", "/help") and word not in text] == missing
    local = replace(model_of(room_of()), is_local=True)
    assert "/setup" in "\n".join(shown(local, 41))


def test_the_help_shows_the_keys_that_act_now_also_those_that_a_person_has_chosen() -> None:
    text = "\n".join(shown(model_of(room_of())))
    assert "Ctrl-P         Search all that can be done." in text
    assert "Play again" not in text
    after = "\n".join(shown(model_of(ended())))
    assert "r              Play again, with seats exchanged." in after
    own = KeyTable.of([OwnKeys("rematch", ("f5", "x"))])
    assert "F5 x           Play again" in "\n".join(shown(model_of(ended()), keys=own))


def test_what_is_shown_is_computed_without_knowing_a_terminal() -> None:
    for path in Path(pente_client.screen.text.__path__[0]).glob("*.py"):
        names = [
            name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for name in (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else []
            )
        ]
        assert not any(name.startswith("prompt_toolkit") for name in names), path
