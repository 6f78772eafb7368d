"""Who makes no first move in time: the game is aborted, and nobody wins or loses by it."""

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant, Millis, later
from pente_core.room import OfferKind, Options, Reason, Viewer, deadline, replay, restore, snapshot, step
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.first_moves import time_to_begin
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from tests.support.games.room_scenario import ANN, BOB, CAT, T0, Scene, as_clients_know, millis

SECOND = 1000
MINUTE = Millis(60 * SECOND)
THREE = {"base": "pente-casual", "sides": 3}


@pytest.mark.parametrize(
    ("time", "seconds"),
    [("5+3", 60), ("10", 60), ("2+1", 24), ("1", 12), ("0.1+30", 10), ("5d3", 60), ("1+5x30", 42),
     ("0+5x30", 30), ("30/move", 30), ("300/move", 60), ("1d/move", 86_400), ("3d/move", 259_200)],
)  # fmt: skip
def test_the_time_for_a_first_move_is_a_fifth_and_a_minute_at_most(time: str, seconds: int) -> None:
    assert time_to_begin(parse_time_control(time)) == seconds * SECOND


def test_without_a_clock_no_first_move_is_due() -> None:
    assert time_to_begin(parse_time_control("-")) is None
    assert Scene.begun(time="-").room.first_moves is None


def test_a_game_without_the_first_players_stone_is_aborted() -> None:
    scene = Scene.begun(time="5+3", options=Options(rated=True))
    assert deadline(scene.room) == later(T0, MINUTE)
    assert scene.wait(MINUTE - 1).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    (end,) = scene.wait(1).tick()
    assert end == ev.Finished(
        scene.now, Termination.ABORTED, remaining=millis(240_000, 300_000), no_show=(0,)
    )
    assert scene.room.status is ev.Status.FINISHED
    assert scene.room.game.outcome is not None
    assert scene.room.game.outcome.no_show == (0,)


def test_the_time_of_the_second_player_begins_with_their_first_turn() -> None:
    scene = Scene.begun("freestyle", time="5+3").wait(50 * SECOND)
    scene.play("K10")
    assert deadline(scene.room) == later(scene.now, MINUTE)
    (end,) = scene.wait(MINUTE).tick()
    assert isinstance(end, ev.Finished)
    assert (end.termination, end.winners, end.no_show) == (Termination.ABORTED, (), (1,))


def test_once_everybody_has_moved_only_the_flag_counts() -> None:
    scene = Scene.begun("freestyle", time="5")
    scene.play("K10", "L10")
    assert scene.room.first_moves is None
    assert deadline(scene.room) == later(scene.now, Millis(5 * MINUTE))
    (end,) = scene.wait(5 * MINUTE).tick()
    assert isinstance(end, ev.Finished)
    assert (end.termination, end.winners) == (Termination.TIME, (1,))


def test_a_stone_on_the_only_legal_point_is_nobodys_own() -> None:
    scene = Scene.begun("pente", time="5")
    scene.play("K10", "L10")
    assert scene.room.first_moves is not None
    assert scene.room.first_moves.made == (1,)
    assert deadline(scene.room) == later(scene.now, MINUTE)
    (end,) = scene.wait(MINUTE).tick()
    assert isinstance(end, ev.Finished)
    assert end.no_show == (0,)
    scene = Scene.begun("pente", time="5")
    scene.play("K10", "L10", "A1")
    assert scene.room.first_moves is None


def test_a_choice_is_a_first_move_and_a_swap_takes_it_along() -> None:
    scene = Scene.begun("swap2-pente", time="5")
    scene.play("K10", "L10", "A1", "pass", "B1", "C1")
    assert scene.room.first_moves is None
    scene = Scene.begun("swap2-pente", time="5")
    scene.play("K10", "L10", "A1")
    (end,) = scene.wait(MINUTE).tick()
    assert isinstance(end, ev.Finished)
    assert end.no_show == (1,)


def test_of_three_nobody_wins_against_one_who_never_came() -> None:
    scene = Scene.begun(THREE, time="5")
    scene.play("K10", "L10")
    (end,) = scene.wait(MINUTE).tick()
    assert isinstance(end, ev.Finished)
    assert (end.termination, end.winners, end.no_show) == (Termination.ABORTED, (), (2,))


def test_of_three_one_who_has_resigned_is_not_waited_for() -> None:
    scene = Scene.begun(THREE, time="5")
    scene.do(cmd.Resign(), CAT)
    scene.play("K10", "L10")
    assert scene.room.first_moves is None


@pytest.mark.parametrize("command", [cmd.Play(Point(180)), cmd.Resign(), cmd.Offer(OfferKind.DRAW)])
def test_what_comes_afterwards_is_too_late(command: cmd.PlayerCommand) -> None:
    scene = Scene.begun("freestyle", time="5").wait(MINUTE)
    taken = step(scene.room, command, by=ANN, now=scene.now)
    assert [type(event) for event in taken.events] == [ev.Finished]
    assert taken.room.game.outcome is not None
    assert taken.room.game.outcome.no_show == (0,)
    assert taken.too_late is not isinstance(command, cmd.Resign)


def test_who_was_away_all_the_time_can_t_be_beaten_by_a_claim() -> None:
    scene = Scene.begun("freestyle", time="5")
    scene.do(cmd.MarkAbsent(1))
    scene.wait(30 * SECOND).play("K10")
    (end,) = scene.wait(31 * SECOND).do(cmd.Claim(cmd.ClaimKind.WIN), ANN)
    assert isinstance(end, ev.Finished)
    assert (end.termination, end.winners, end.no_show) == (Termination.ABORTED, (), (1,))


def test_who_is_away_gets_no_more_time() -> None:
    scene = Scene.begun("freestyle", time="5")
    scene.do(cmd.MarkAbsent(0))
    assert deadline(scene.room) == later(T0, MINUTE)


def test_an_outage_does_not_count_and_counts_once() -> None:
    scene = Scene.begun("freestyle", time="5").wait(10 * SECOND)
    start, end = Instant(scene.now - 5 * SECOND), Instant(scene.now + 2 * SECOND)
    scene.do(cmd.CreditOutage(start, end))
    assert deadline(scene.room) == later(T0, Millis(MINUTE + 7 * SECOND))
    assert scene.refusal(cmd.CreditOutage(start, end)) is Reason.NOTHING_DUE


def test_a_pause_does_not_count() -> None:
    scene = Scene.begun("freestyle", time="5").wait(10 * SECOND)
    scene.do(cmd.Offer(OfferKind.PAUSE), ANN)
    scene.do(cmd.Offer(OfferKind.PAUSE), BOB)
    scene.wait(3 * MINUTE).resume()
    assert deadline(scene.room) == later(T0, Millis(4 * MINUTE))


def test_a_takeback_leaves_a_first_move_made() -> None:
    scene = Scene.begun("freestyle", time="5")
    scene.play("K10")
    scene.do(cmd.Offer(OfferKind.TAKEBACK), ANN)
    scene.do(cmd.Offer(OfferKind.DRAW), BOB)
    scene.do(cmd.Accept(OfferKind.TAKEBACK), BOB)
    assert scene.room.to_act == 0
    assert deadline(scene.room) == scene.room.clock.flag_at()


def test_in_correspondence_the_flag_of_a_first_turn_aborts() -> None:
    scene = Scene.begun("freestyle", time="1d/move")
    (end,) = scene.wait(24 * 60 * MINUTE).tick()
    assert isinstance(end, ev.Finished)
    assert end.no_show == (0,)


def test_a_snapshot_has_the_first_moves() -> None:
    scene = Scene.begun("pente", time="5")
    scene.play("K10", "L10")
    assert restore(snapshot(scene.room, Viewer.WATCHER)) == as_clients_know(scene.room)
    assert replay(scene.log) == scene.room
    scene.wait(MINUTE).tick()
    assert restore(snapshot(scene.room, Viewer.WATCHER)) == scene.room == replay(scene.log)
