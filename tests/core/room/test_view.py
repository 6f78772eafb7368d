"""What viewers may know."""

import pytest

from pente_core.room import NOTHING_DUE, OfferKind, TurnDue, Viewer, snapshot, turn_due, view
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
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


@pytest.mark.parametrize(
    ("ruleset", "played", "due"),
    [
        ("pente", "", TurnDue(0, 1)),
        ("pente", "K10", TurnDue(1, 1)),
        ("connect6", "K10", TurnDue(1, 2)),
        ("connect6", "K10 L11", TurnDue(1, 1)),
        ("swap2-pente", "K10 L11", TurnDue(0, 1)),
        ("swap2-pente", "K10 L11 A1", TurnDue(1, 0, (Choice.SWAP, Choice.STAY, Choice.PASS))),
        ("swap2-pente", "K10 L11 A1 swap", TurnDue(1, 1)),
        ("swap2-pente", "K10 L11 A1 pass", TurnDue(1, 1)),
        ("swap2-pente", "K10 L11 A1 pass A3 A5", TurnDue(0, 0, (Choice.SWAP, Choice.STAY))),
        ({"base": "pente", "sides": 4}, "K10 A1 A3", TurnDue(3, 1)),
    ],
)
def test_whose_turn_it_is(ruleset: object, played: str, due: TurnDue) -> None:
    scene = Scene.begun(ruleset)
    scene.play(*played.split())
    assert turn_due(scene.room) == due


def test_it_is_nobodys_turn_before_a_game_in_a_pause_and_after_the_end() -> None:
    assert turn_due(Scene().room) == NOTHING_DUE
    scene = Scene.begun("pente", "5+3")
    scene.play("K10")
    scene.do(cmd.Offer(OfferKind.PAUSE), ANN)
    assert turn_due(scene.room) == TurnDue(1, 1)
    scene.do(cmd.Accept(OfferKind.PAUSE), BOB)
    assert turn_due(scene.room) == NOTHING_DUE
    scene.do(cmd.Resign(), ANN)
    assert turn_due(scene.room) == NOTHING_DUE


def test_a_seat_that_has_resigned_has_no_turn() -> None:
    scene = Scene.begun({"base": "pente", "sides": 4})
    scene.do(cmd.Resign(), BOB)
    scene.play("K10")
    assert turn_due(scene.room) == TurnDue(2, 1)
