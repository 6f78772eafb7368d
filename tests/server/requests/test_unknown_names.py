"""An unknown player, room or ruleset gets the same answer from every request that names one."""

import pytest

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.archive import GameFilter, Games, Logs
from pente_protocol.messages.base import Error
from pente_protocol.messages.lists import Browse, RoomFilter, Rooms
from pente_protocol.messages.people import Block, Leaders, Profile, Unblock
from pente_protocol.messages.rooms import Act, Create, Watch
from tests.support.peer import Peer, Served, a_command, creating

NOBODY = "nobody-at-all"
PLAYERS = [
    (Profile, {"player": NOBODY}),
    (Block, {"player": NOBODY}),
    (Unblock, {"player": NOBODY}),
    (Create, creating(invite=(NOBODY,))),
    (Games, {"which": GameFilter(player=NOBODY)}),
]
NOWHERE = RoomId("nowhere-1")
ROOMS = [
    (Watch, {"room": NOWHERE}),
    (Act, {"room": NOWHERE, "command_id": a_command(), "command": cmd.Join()}),
    (Act, {"room": NOWHERE, "command_id": a_command(), "command": cmd.Say("hello?")}),
    (Logs, {"rooms": (NOWHERE,)}),
]
RULESETS = [
    (Create, creating(ruleset="chess")),
    (Rooms, {"which": RoomFilter(ruleset="chess")}),
    (Browse, {"which": RoomFilter(ruleset="chess")}),
    (Games, {"which": GameFilter(ruleset="chess")}),
    (Leaders, {"ruleset": "chess"}),
]


async def answers(served: Served, requests: list[tuple[type, dict[str, object]]]) -> set[tuple[str, str]]:
    async with Peer(served.url) as peer:
        await peer.hello("alice")
        errors = [await peer.told(Error, request, **fields) for request, fields in requests]
        return {(error.code, error.text) for error in errors}


@pytest.mark.parametrize(
    ("requests", "code", "text"),
    [
        (PLAYERS, ErrorCode.UNKNOWN_PLAYER, "There is no player nobody-at-all. Check the name."),
        (ROOMS, ErrorCode.UNKNOWN_ROOM, "There is no such room. Check its id."),
        (RULESETS, ErrorCode.BAD_RULESET, "there is no ruleset 'chess'; choose from pente, "),
    ],
)
async def test_the_answer_is_the_same(
    served: Served, requests: list[tuple[type, dict[str, object]]], code: str, text: str
) -> None:
    ((said, words),) = await answers(served, requests)
    assert said == code
    assert words.startswith(text)
