"""Whatever people at one board do, the file always has the game as it is shown."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pente_client.connection import RequestRejected
from pente_client.local.new_game import LocalPlayer
from pente_client.local.saved_game import read_saved_game
from pente_core.clock.clock import parse_time_control
from pente_core.room import OfferKind, Room, replay
from pente_core.room import commands as cmd
from pente_core.rules.ruleset import ruleset_from
from tests.support.games.local_games import game_of, local_client

RULES = ("pente", "swap2-pente", "connect6", {"base": "pente", "sides": 3})


def command(room: Room, chance: Random) -> cmd.PlayerCommand:
    position = room.game.position
    if position.choices:
        return cmd.Choose(chance.choice(position.choices))
    kind = chance.choice(list(OfferKind))
    other = (cmd.Offer(kind), cmd.Accept(kind), cmd.Decline(kind), cmd.Resume(), cmd.Abort(), cmd.Resign())
    points = list(position.legal_points)
    return cmd.Play(chance.choice(points)) if points and chance.random() < 0.7 else chance.choice(other)


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("time", ["-", "5+3"])
async def test_the_file_has_the_game_as_it_is_shown(rules: object, time: str, tmp_path: Path) -> None:
    chance = Random(f"{rules} {time}")
    names = ("anna", "boris", "cleo")[: ruleset_from(rules).sides]
    async with local_client(tmp_path) as client:
        client.begin(game_of(rules, map(LocalPlayer, names), parse_time_control(time)))
        for _ in range(150):
            room = client.latest
            with suppress(RequestRejected):
                await client.act(room, command(client.rooms[room].room, chance))
            assert client.me in client.rooms[client.latest].room.seats
        for path in client.files:
            log = read_saved_game(path)
            assert log.room is not None
            assert replay(log.events) == client.rooms[log.room].room
