"""A room is the sum of its events."""

import pytest

from pente_core.room import apply, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.room import CHAT_KEPT
from tests.support.games.room_scenario import ANN, BOB, EVE, T0, Scene


def test_a_log_replayed_gives_the_room() -> None:
    scene = Scene("swap2-pente", "5+3")
    scene.wait(10).do(cmd.Say("hi"), BOB)
    scene.do(cmd.Join(), BOB)
    scene.wait(10).play("K10", "L10", "A1", "swap", "B2")
    scene.do(cmd.Resign(), ANN)
    assert replay(scene.log) == scene.room
    assert scene.room.version == len(scene.log)
    assert scene.room.status is ev.Status.FINISHED


@pytest.mark.parametrize("log", [(), (ev.Hidden(T0),), (ev.Said(T0, ANN, "hi"),)])
def test_a_log_that_does_not_begin_with_its_room_is_none(log: tuple[ev.Hidden | ev.Said, ...]) -> None:
    with pytest.raises(ValueError, match="begins with the creation"):
        replay(log)


def test_a_room_remembers_the_last_lines_of_chat() -> None:
    scene = Scene()
    for number in range(CHAT_KEPT + 5):
        scene.do(cmd.Say(f"line {number}"), EVE)
    assert [line.text for line in scene.room.chat] == [f"line {number}" for number in range(5, CHAT_KEPT + 5)]


def test_a_hidden_event_only_counts() -> None:
    room = Scene.begun().room
    hidden = apply(room, ev.Hidden(T0))
    assert hidden.version == room.version + 1
    assert (hidden.changed, hidden.chat, hidden.game) == (room.changed, room.chat, room.game)


def test_a_seat_is_found_by_identity() -> None:
    room = Scene.begun().room
    assert (room.seat_of(ANN.id), room.seat_of(BOB.id), room.seat_of(EVE.id)) == (0, 1, None)
