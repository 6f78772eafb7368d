"""What viewers may know."""

import pytest

from pente_core.room import Viewer, snapshot, view
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from tests.support.games.room_scenario import ANN, BOB, EVE, T0, Scene


def test_what_watchers_say_among_themselves_is_hidden_from_players() -> None:
    said = ev.Said(T0, EVE, "black is lost", ev.ChatAudience.WATCHERS)
    assert view(said, Viewer.PLAYER) == ev.Hidden(T0)
    assert view(said, Viewer.WATCHER) == said


@pytest.mark.parametrize("viewer", Viewer)
def test_everything_else_is_for_everybody(viewer: Viewer) -> None:
    scene = Scene.begun("d-pente", "1+2")
    scene.play("K10", "L10", "A1", "M10", "swap")
    scene.do(cmd.Say("thanks"), ANN)
    assert [view(event, viewer) for event in scene.log] == list(scene.log)


def test_a_snapshot_for_players_leaves_out_what_watchers_said() -> None:
    scene = Scene()
    scene.do(cmd.Say("to all"), EVE)
    scene.do(cmd.Say("to some", ev.ChatAudience.WATCHERS), EVE)
    assert [line.text for line in snapshot(scene.room, Viewer.PLAYER).chat] == ["to all"]
    assert [line.text for line in snapshot(scene.room, Viewer.WATCHER).chat] == ["to all", "to some"]


@pytest.mark.parametrize("viewer", Viewer)
@pytest.mark.parametrize("to", ev.ChatAudience)
def test_chat_of_a_blocked_player_is_hidden_and_nothing_else_of_theirs(
    viewer: Viewer, to: ev.ChatAudience
) -> None:
    blocked = {EVE.id, BOB.id}
    scene = Scene.begun()
    scene.do(cmd.Say("hello", to), EVE)
    scene.do(cmd.Say("good luck"), ANN)
    *others, theirs, ours = [view(event, viewer, blocked) for event in scene.log]
    assert others == list(scene.log[:-2])  # bob has joined
    assert (theirs, ours) == (ev.Hidden(T0), scene.log[-1])
    assert [line.text for line in snapshot(scene.room, viewer, blocked).chat] == ["good luck"]
