"""The room of the web client, which knows no rules, is that of the core after every event."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pente_client.client_check.stage.cast import game_to_watch
from pente_core.clock.instant import Instant
from pente_core.notation import format_position
from pente_core.room import Room, Viewer, apply, replay, snapshot
from pente_core.room import events as ev
from pente_core.room.analysis import Analysis
from pente_core.rules.game import format_turn
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.turns import choices_due
from pente_protocol.codec import event_to_wire, plain
from pente_protocol.messages import Wire
from pente_protocol.sentences import tell
from tests.core.room.invariants import Audited
from tests.core.room.test_invariants import CROWDED, TIMES, WISHES, live
from tests.support.client.node import needs_node, run_node
from tests.support.games.random_games import random_setup
from tests.support.games.room_scenario import BOB

SCRIPTS = Path(__file__).with_name("node")
MARK = "0123456789abcdef"

pytestmark = [needs_node, pytest.mark.usefixtures("untraced")]


async def test_viewers_who_see_a_game_later_see_its_clocks_of_that_moment() -> None:
    moments = await run_node(SCRIPTS / "moments.mjs")
    assert moments == [90_000, 60_000, 4000, 90_000, 90_000]


async def test_the_room_of_the_web_client_is_that_of_the_core_after_every_event() -> None:
    logs = [log for seed in range(150) if len(log := a_log(seed)) > 5]
    scenes = [scene(log, cut) for log in logs for cut in (1, len(log) // 2)]
    pictures = await run_node(SCRIPTS / "rooms.mjs", stdin=[wire for wire, _ in scenes])
    compared = 0
    for shown, (_, rooms) in zip(pictures, scenes, strict=True):
        for told, room in zip(shown, rooms, strict=True):
            if told["isIncomplete"]:  # it loads such a room anew
                break
            assert told == picture(room)
            compared += 1
    assert compared > 5000


async def test_of_a_game_that_only_a_later_server_knows_the_board_is_shown() -> None:
    told = await run_node(
        SCRIPTS / "future_rooms.mjs",
        stdin={
            "synced": game_to_watch(Instant(0)).synced(),
            "event": {"t": "said", "at": 1, "player": {"id": "a", "name": "a"}, "text": "hello"},
            "changes": [
                {"created": {"ruleset": {"gravity": True}}},
                {"created": {"ruleset": {"swap": "swap9"}}},
                {"created": {"time": {"t": "hourglass", "sand": 3}}},
                {"status": "adjourned"},
            ],
        },
    )
    *unknown, known = told
    for room in unknown:
        assert (room["isReadOnly"], room["toAct"], room["seat"], room["isIncomplete"]) == (
            True,
            None,
            None,
            True,
        )
        assert (room["possible"], room["mayJoin"], room["mayTry"]) == (False, False, False)
        assert room["chat"] == "unknown"
        assert room["status"] == [tell("room.unknown-game")]
        assert room["stones"] == known["stones"] > 0
    assert not known["isReadOnly"]
    assert not known["isIncomplete"]
    assert known["toAct"] is not None
    assert unknown[0]["headline"].startswith("pente, changed")
    assert "hourglass" in unknown[2]["headline"]


def a_log(seed: int) -> tuple[ev.Event, ...]:
    """The log of a random life of a room."""
    chance = Random(seed)
    rules = chance.choice(["pente", "poof-pente", "connect6", *CROWDED])
    room = Audited(
        rules,
        chance.choice(TIMES),
        seat=chance.choice([None, 0, 0, 1]),
        invited=[BOB][: chance.randrange(2)],
        options=chance.choice(WISHES),
        setup=random_setup(ruleset_from(rules), chance, chance.randrange(30)) if seed % 3 == 0 else None,
    )
    room.begin_audit()
    live(room, chance, steps=120)
    return room.log


def scene(log: tuple[ev.Event, ...], cut: int) -> tuple[Wire, list[Room]]:
    """A snapshot after so many events with the rest as messages, and the rooms after each."""
    rooms = list(states(log))[cut - 1 :]
    room = rooms[0]
    synced = {
        "t": "synced",
        "room": "room0001",
        "mark": MARK,
        "snapshot": plain(snapshot(room, Viewer.WATCHER)),
        "position": format_position(room.game.position),
    }
    events = [
        {"version": cut + number, "mark": MARK, "event": event_to_wire(event)}
        for number, event in enumerate(log[cut:], start=1)
    ]
    return {"synced": synced, "events": events}, rooms


def states(log: tuple[ev.Event, ...]) -> Iterator[Room]:
    room = replay(log[:1])
    yield room
    for event in log[1:]:
        room = apply(room, event)
        yield room


def picture(room: Room) -> Any:
    """What the web client should make of a room."""
    position = room.game.position
    is_playing = room.to_act is not None
    due = choices_due(room.created.ruleset.swap, position.ply, position.made) if is_playing else ()
    is_over = room.status is ev.Status.FINISHED and room.game.outcome is not None
    outcome = room.game.outcome.termination.value if is_over and room.game.outcome else None
    return {
        "version": room.version,
        "status": room.status,
        "toAct": room.to_act,
        "choices": [choice.value for choice in due],
        "isIncomplete": False,
        "position": format_position(position),
        "seats": [None if player is None else player.name for player in room.seats],
        "offers": [
            {"offer": one.kind.value, "seat": one.seat, "agreed": list(one.agreed)} for one in room.offers
        ],
        "chat": len(room.chat),
        "turns": [format_turn(turn, room.created.ruleset.size) for turn in room.game.turns],
        "muted": list(room.muted),
        "notes": notes(room.analysis),
        "due": None if room.first_moves is None or is_over else room.first_moves.until,
        "rests": [until for until in room.clock.rests if until],
        "outcome": outcome,
    }


def notes(analysis: Analysis) -> list[object]:
    placed = [[each.number, each.node, each.player.id] for each in analysis.all]
    return [placed, [[each.first, list(each.points)] for each in analysis.variations], analysis.node_count]
