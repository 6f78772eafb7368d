"""The journal of rooms in the log."""

import logging

import pytest

from tests.support.peer import a_game, peers, play, serving


async def test_rooms_are_logged_when_they_open_and_when_they_end(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "pente_server")
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris):
        room = await a_game(anna, boris)
        opened = [line for line in caplog.messages if line.startswith("room opened")]
        for number in range(4):
            await play(anna, room, number)
            await play(boris, room, number + 19)
        await play(anna, room, 4)

    ended = [line for line in caplog.messages if line.startswith("room ended")]
    assert len(opened) == len(ended) == 1
    assert f"room={room} host=anna" in opened[0]
    assert "ruleset=freestyle time=- private=False" in opened[0]
    assert ended[0] == f"room ended room={room} result=1-0 termination=line moves=9"
