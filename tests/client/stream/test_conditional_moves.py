"""Conditional moves in both outputs, as their owner and as the opponent sees them."""

import json
from typing import Any

import pytest

from pente_client.connection import Connected, Resynced, RoomAdvanced
from pente_client.connection.replica.validate import InvalidEvent, check_event
from pente_client.screen.model.remarks import remarks
from pente_client.stream.jsonl.json_lines import JsonLines
from pente_client.stream.plain.plain_text import Plain
from pente_client.stream.plain.room_lines import PlainForm
from pente_core.identity import Identity, PlayerId
from pente_core.room import Room, Viewer, apply, replay, view
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, parse_point
from pente_core.value import replace
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Hello
from tests.support.client.scripted_room import ANN, BOB, EVE, ROOM, ServerRoom
from tests.support.client.scripted_server import welcome


def plan(*lines: str) -> cmd.SetConditions:
    return cmd.SetConditions(tuple(tuple(parse_point(name, 19) for name in line.split()) for line in lines))


class Seen:
    """What one player is shown of a room, event by event. Mutable."""

    def __init__(self, me: Identity) -> None:
        self.me = me
        self.text: list[str] = []
        self.raw: list[str] = []
        self.remarks: list[str] = []
        self.outputs = (Plain(self.text.append, PlainForm(columns=lambda: 200)), JsonLines(self.raw.append))
        self.server = ServerRoom("freestyle", "3d/move")
        self.room: Room | None = None

    def do(self, command: Any, by: Identity) -> None:
        before = len(self.server.events)
        self.server.do(command, by)
        self._show(before)

    def play(self, *names: str) -> None:
        for name in names:
            before = len(self.server.events)
            self.server.play(name)
            self._show(before)

    def _show(self, since: int) -> None:
        seen = [view(event, Viewer.PLAYER, me=self.me.id) for event in self.server.events]
        if self.room is None:
            hello = replace(welcome(Hello(RequestId(1), "")), player=self.me)
            self.room = replay(seen)
            for output in self.outputs:
                output.show(Connected(hello))
                output.show(Resynced(ROOM, self.room))
            return
        for event in seen[since:]:
            before, self.room = self.room, apply(self.room, event)
            self.remarks += [remark.text for remark in remarks(event, before, self.room, self.me.id)]
            for output in self.outputs:
                output.show(RoomAdvanced(ROOM, self.room.version, event, before, self.room))

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.raw]


def game(me: Identity) -> Seen:
    """Ann has moved; it is Bob's turn."""
    seen = Seen(me)
    seen.do(cmd.Join(), BOB)
    seen.play("A1")
    return seen


def test_the_owner_reads_what_was_planned_and_that_it_was_played() -> None:
    seen = game(ANN)
    seen.do(plan("B1 C1 D1 E1", "F1 G1"), ANN)
    assert seen.text[-1] == "You have planned B1 C1 D1 E1, F1 G1."
    assert seen.lines[-1]["t"] == "conditions"
    assert seen.lines[-1]["lines"] == [["B1", "C1", "D1", "E1"], ["F1", "G1"]]
    seen.play("B1")
    assert [line["point"] for line in seen.lines if line["t"] == "move"] == ["A1", "B1", "C1"]
    assert seen.lines[-1]["lines"] == [["D1", "E1"]]
    seen.play("D1")
    assert not any("ended" in line for line in (*seen.text, *seen.remarks))
    assert seen.lines[-1] == {"t": "conditions", "room": ROOM, "lines": []}


def test_the_owner_reads_that_the_game_went_another_way() -> None:
    seen = game(ANN)
    seen.do(plan("B1 C1"), ANN)
    seen.play("K10")
    words = "Your conditional moves have ended: the game went another way."
    assert words in seen.text
    assert words in seen.remarks


def test_who_asks_is_shown_them_again() -> None:
    seen = game(ANN)
    room = seen.room
    assert room is not None
    for output in seen.outputs:
        output.conditions(ROOM, room)
    assert seen.text[-1].startswith("You have planned no answers. Type /if")
    seen.do(plan("B1 C1"), ANN)
    assert seen.room is not None
    for output in seen.outputs:
        output.conditions(ROOM, seen.room)
    assert seen.text[-1] == "Planned: B1 C1."
    assert seen.lines[-1]["lines"] == [["B1", "C1"]]
    seen.do(cmd.SetConditions(), ANN)
    assert seen.text[-1] == "You have withdrawn your conditional moves."


@pytest.mark.parametrize("me", [BOB, EVE])
def test_nobody_else_is_shown_anything(me: Identity) -> None:
    seen = game(me)
    before = len(seen.text), len(seen.remarks)
    seen.do(plan("B1 C1"), ANN)
    assert (len(seen.text), len(seen.remarks)) == before
    assert seen.lines[-1]["t"] == "hidden"
    seen.play("B1")
    assert [line["point"] for line in seen.lines if line["t"] == "move"] == ["A1", "B1", "C1"]
    assert not any(line["t"] == "conditions" for line in seen.lines)


@pytest.mark.parametrize(
    ("player", "lines"),
    [
        (EVE.id, ((Point(1), Point(2)),)),
        (PlayerId("?"), ((Point(1), Point(2)),)),
        (ANN.id, ((Point(-1), Point(2)),)),
        (ANN.id, ((Point(1), Point(400)),)),
        (ANN.id, ((),)),
        (ANN.id, ((Point(1), Point(2)),) * 500),
    ],
)
def test_a_client_believes_no_impossible_plan(player: PlayerId, lines: tuple[tuple[Point, ...], ...]) -> None:
    room = game(ANN).room
    assert room is not None
    check_event(room, ev.ConditionsSet(room.active, ANN.id, ((Point(1), Point(2)),)))
    with pytest.raises(InvalidEvent):
        check_event(room, ev.ConditionsSet(room.active, player, lines))
