"""Vacations: a player's own clock stands still, and that of the opponent does not."""

import pytest

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import PlayerId
from pente_core.room import BadSnapshot, Reason, Viewer, deadline, replay, restore, snapshot
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import OfferKind
from pente_core.rules.move import Choice
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, EVE, Scene, as_clients_know, millis

DAY = 24 * 60 * 60 * 1000


def begun(time: str = "3d/move", rules: object = "freestyle") -> Scene:
    """Ann has played A1; it is Bob's turn."""
    scene = Scene.begun(rules, time)
    scene.play("A1")
    return scene


def mark(scene: Scene, player: PlayerId, days: float) -> tuple[ev.Event, ...]:
    """A vacation of so many days from now; none with 0."""
    return scene.do(cmd.MarkVacation(player, later(scene.now, Millis(round(days * DAY)))))


def test_the_clock_of_the_player_on_turn_stands_still_until_the_end() -> None:
    scene = begun()
    scene.wait(DAY)
    (started,) = mark(scene, BOB.id, 7)
    assert started == ev.VacationStarted(
        scene.now, 1, later(scene.now, Millis(7 * DAY)), millis(3 * DAY, 2 * DAY)
    )
    assert scene.wait(7 * DAY).left()[1] == 2 * DAY
    assert deadline(scene.room) == scene.now + 2 * DAY
    assert scene.wait(DAY).left()[1] == DAY
    scene.wait(DAY)
    scene.do(cmd.Tick())
    assert scene.room.status is ev.Status.FINISHED


def test_a_turn_that_begins_on_vacation_is_not_charged_before_its_end() -> None:
    scene = begun()
    mark(scene, ANN.id, 7)
    scene.wait(DAY).play("B1")
    assert scene.left() == (3 * DAY, 3 * DAY)
    assert deadline(scene.room) == scene.now + 6 * DAY + 3 * DAY
    scene.wait(8 * DAY)
    assert scene.left()[0] == DAY * 1


def test_the_opponents_clock_runs_on_and_playing_is_allowed() -> None:
    scene = begun()
    mark(scene, BOB.id, 7)
    scene.wait(DAY).play("B1")
    assert deadline(scene.room) == scene.now + 3 * DAY
    scene.wait(DAY)
    assert scene.left() == (2 * DAY, 3 * DAY)
    scene.play("C1")
    assert deadline(scene.room) == scene.now + 5 * DAY + 3 * DAY


def test_a_vacation_may_end_early_or_become_longer() -> None:
    scene = begun()
    mark(scene, BOB.id, 7)
    scene.wait(DAY)
    assert isinstance(mark(scene, BOB.id, 9)[0], ev.VacationStarted)
    assert deadline(scene.room) == scene.now + 12 * DAY
    scene.wait(DAY)
    assert mark(scene, BOB.id, 0) == (ev.VacationEnded(scene.now, 1, millis(3 * DAY, 3 * DAY)),)
    assert deadline(scene.room) == scene.now + 3 * DAY


def test_both_may_be_on_vacation() -> None:
    scene = begun()
    mark(scene, BOB.id, 5)
    mark(scene, ANN.id, 8)
    scene.wait(DAY).play("B1")
    assert deadline(scene.room) == scene.now + 7 * DAY + 3 * DAY


def test_marking_twice_changes_nothing_more() -> None:
    scene = begun()
    until = later(scene.now, Millis(DAY))
    scene.do(cmd.MarkVacation(BOB.id, until))
    assert scene.refusal(cmd.MarkVacation(BOB.id, until)) is Reason.NOTHING_DUE
    scene.wait(DAY)
    for past in (until, scene.now, Instant(0)):
        assert scene.refusal(cmd.MarkVacation(BOB.id, past)) is Reason.NOTHING_DUE


def test_games_that_know_no_vacation() -> None:
    for time in ("5+3", "-", "30/move"):
        scene = begun(time)
        assert scene.refusal(cmd.MarkVacation(BOB.id, later(scene.now, Millis(DAY)))) is Reason.NOTHING_DUE
    over = begun()
    over.do(cmd.Resign(), ANN)
    for scene in (over, begun()):
        assert scene.refusal(cmd.MarkVacation(EVE.id, later(scene.now, Millis(DAY)))) is Reason.NOTHING_DUE


def test_a_swap_takes_the_vacation_along_with_its_player() -> None:
    scene = Scene.begun("swap2-pente", "3d/move")
    mark(scene, BOB.id, 7)
    scene.play("K10", "L10", "A1", Choice.SWAP.value)
    seat = scene.room.seat_of(BOB.id)
    assert seat is not None
    assert [until > scene.now for until in scene.room.clock.rests] == [number == seat for number in (0, 1)]


@pytest.mark.parametrize("who", [ANN, BOB])
def test_the_log_and_the_snapshot_tell_the_same(who: object) -> None:
    scene = begun()
    mark(scene, ANN.id if who is ANN else BOB.id, 7)
    scene.wait(DAY).play("B1")
    assert replay(scene.log) == scene.room
    assert restore(snapshot(scene.room, Viewer.PLAYER)) == as_clients_know(scene.room)


def test_a_snapshot_with_an_impossible_vacation_describes_no_room() -> None:
    shots = (snapshot(begun().room, Viewer.PLAYER), snapshot(begun("5+3").room, Viewer.PLAYER))
    for shot, count in zip(shots, (1, 2), strict=True):
        with pytest.raises(BadSnapshot):
            restore(replace(shot, rests=(Instant(1),) * count))


def test_a_vacation_that_begins_in_a_pause_puts_off_the_first_move_too() -> None:
    scene = Scene.begun("pente", "3d/move")
    scene.do(cmd.Offer(OfferKind.PAUSE), ANN)
    scene.do(cmd.Accept(OfferKind.PAUSE), BOB)
    mark(scene, ANN.id, 20)
    scene.wait(DAY // 24).resume()
    assert scene.room.first_moves is not None
    assert scene.room.first_moves.until == deadline(scene.room) == scene.room.clock.flag_at()


def test_a_swap_that_is_taken_back_takes_the_vacation_back_too() -> None:
    scene = Scene.begun("d-pente", "3d/move")
    scene.play("K10", "L10", "K9", "L9")
    mark(scene, BOB.id, 20)
    scene.play("swap")
    scene.do(cmd.Offer(OfferKind.TAKEBACK), BOB)
    scene.do(cmd.Accept(OfferKind.TAKEBACK), ANN)
    assert scene.room.seats == (ANN, BOB)
    assert scene.room.clock.rests[0] == 0
    assert scene.room.clock.rests[1] > scene.now
