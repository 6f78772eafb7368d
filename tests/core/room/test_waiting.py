"""Rooms that wait for players: who is away, when the room is closed, and when its game begins."""

import pytest

from pente_core.clock.instant import Millis, later
from pente_core.room import Options, Reason, Viewer, deadline, restore, snapshot
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import SEAT_KEPT, SEAT_KEPT_FOR_GUESTS
from pente_core.room.deadlines import WAITING_ENDS
from pente_core.room.snapshot import BadSnapshot
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, CAT, DAN, EVE, Scene

FOUR = {"base": "pente", "sides": 4}
MONTH = Millis(30 * 24 * 60 * 60 * 1000)
TOLD = {
    "invited": Scene(time="5+3", invited=[BOB]).room,
    "private": Scene(time="5+3", options=Options(private=True)).room,
    "password": Scene(time="5+3", options=Options(password_hash="x")).room,
}


def scene_of(kind: str) -> Scene:
    scene = Scene(time="5+3")
    scene.room = TOLD[kind]
    return scene


@pytest.mark.parametrize("time", ["5+3", "-", "0+5x30"])
def test_an_open_room_is_closed_a_minute_after_its_only_player_has_gone(time: str) -> None:
    scene = Scene(time=time).wait(1000)
    assert scene.do(cmd.MarkAbsent(0)) == (ev.Gone(scene.now, 0, later(scene.now, SEAT_KEPT)),)
    assert deadline(scene.room) == scene.now + 60_000
    assert scene.wait(59_999).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert scene.wait(1).tick() == (ev.Closed(scene.now, ev.Closing.AWAY),)
    assert (scene.room.status, scene.room.absent, deadline(scene.room)) == (ev.Status.CLOSED, (), None)


@pytest.mark.parametrize("kind", TOLD)
def test_a_room_that_others_were_told_of_is_kept_for_fifteen_minutes(kind: str) -> None:
    scene = scene_of(kind)
    scene.do(cmd.MarkAbsent(0))
    assert SEAT_KEPT_FOR_GUESTS == 15 * SEAT_KEPT
    assert scene.wait(SEAT_KEPT_FOR_GUESTS - 1).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert scene.wait(1).tick() == (ev.Closed(scene.now, ev.Closing.AWAY),)


def test_a_host_who_comes_back_keeps_the_room() -> None:
    scene = Scene(time="5+3")
    scene.do(cmd.MarkAbsent(0))
    assert scene.wait(59_000).do(cmd.MarkPresent(0)) == (ev.Returned(scene.now, 0),)
    assert scene.wait(60_000).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert deadline(scene.room) == later(scene.room.active, WAITING_ENDS)
    assert scene.do(cmd.Join(), BOB) == (
        ev.Joined(scene.now, 1, BOB),
        ev.Started(scene.now, scene.room.clock.remaining),
    )


def test_a_room_for_correspondence_waits_for_players_without_its_host() -> None:
    scene = Scene(time="3d/move", idle=MONTH)
    assert scene.refusal(cmd.MarkAbsent(0)) is Reason.NOTHING_DUE
    assert deadline(scene.room) == later(scene.now, MONTH)
    assert scene.wait(MONTH - 1).do(cmd.Join(), BOB)[1:] == (
        ev.Started(scene.now, scene.room.clock.remaining),
    )
    unwanted = Scene(time="3d/move", idle=MONTH).wait(MONTH)
    assert unwanted.tick() == (ev.Closed(unwanted.now, ev.Closing.EXPIRED),)


def test_only_who_has_a_seat_can_be_away_and_only_once() -> None:
    scene = Scene(time="5+3")
    for seat in (-1, 1, 2):
        assert scene.refusal(cmd.MarkAbsent(seat)) is Reason.NOTHING_DUE
    assert scene.refusal(cmd.MarkPresent(0)) is Reason.NOTHING_DUE
    scene.do(cmd.MarkAbsent(0))
    assert scene.refusal(cmd.MarkAbsent(0)) is Reason.NOTHING_DUE


class TestJoining:
    def test_nobody_joins_a_deserted_room_uninvited(self) -> None:
        scene = Scene(time="5+3")
        scene.do(cmd.MarkAbsent(0))
        assert scene.refusal(cmd.Join(), BOB) is Reason.HOST_AWAY
        scene.do(cmd.MarkPresent(0))
        assert scene.do(cmd.Join(), BOB)

    @pytest.mark.parametrize("kind", TOLD)
    def test_who_was_told_of_the_room_waits_there_until_the_host_is_back(self, kind: str) -> None:
        scene = scene_of(kind)
        scene.do(cmd.MarkAbsent(0))
        assert scene.do(cmd.Join(), BOB) == (ev.Joined(scene.now, 1, BOB),)
        assert scene.room.status is ev.Status.WAITING
        returned, started = scene.wait(5000).do(cmd.MarkPresent(0))
        assert returned == ev.Returned(scene.now, 0)
        assert isinstance(started, ev.Started)
        assert (scene.room.status, scene.room.absent) == (ev.Status.PLAYING, ())

    def test_a_guest_keeps_the_seat_when_the_host_does_not_come_back(self) -> None:
        scene = scene_of("invited")
        scene.do(cmd.MarkAbsent(0))
        scene.do(cmd.Join(), BOB)
        assert scene.wait(SEAT_KEPT_FOR_GUESTS).tick() == (ev.Left(scene.now, 0),)
        assert (list(scene.room.seats), scene.room.status) == ([None, BOB], ev.Status.WAITING)
        assert scene.do(cmd.Join(), ANN)[0] == ev.Joined(scene.now, 0, ANN)

    def test_one_player_who_is_there_is_enough_to_join(self) -> None:
        scene = Scene(FOUR, "5+3")
        scene.do(cmd.Join(), BOB)
        scene.do(cmd.MarkAbsent(0))
        assert scene.do(cmd.Join(), CAT)
        assert scene.do(cmd.Join(), DAN) == (ev.Joined(scene.now, 3, DAN),), "the game waits for ann"
        scene.do(cmd.MarkAbsent(1))
        assert scene.do(cmd.MarkPresent(0)) == (ev.Returned(scene.now, 0),)
        assert scene.wait(SEAT_KEPT).tick() == (ev.Left(scene.now, 1),)
        assert scene.room.status is ev.Status.WAITING
        assert isinstance(scene.do(cmd.Join(), EVE)[-1], ev.Started)

    def test_the_seats_of_all_who_are_late_are_given_up_at_once(self) -> None:
        scene = Scene(FOUR, "5+3")
        scene.do(cmd.Join(), BOB)
        scene.do(cmd.Join(), CAT)
        scene.do(cmd.MarkAbsent(2))
        scene.do(cmd.MarkAbsent(0))
        assert scene.wait(SEAT_KEPT).tick() == (ev.Left(scene.now, 0), ev.Left(scene.now, 2))

    def test_who_leaves_is_not_missed_any_more(self) -> None:
        scene = Scene(FOUR, "5+3")
        scene.do(cmd.Join(), BOB)
        scene.do(cmd.MarkAbsent(1))
        scene.do(cmd.Leave(), BOB)
        assert scene.room.absent == ()

    def test_being_ready_does_not_begin_a_game_without_the_others(self) -> None:
        scene = Scene(time="5+3", options=Options(ready_check=True))
        scene.do(cmd.Join(), BOB)
        scene.do(cmd.Ready(), ANN)
        scene.do(cmd.MarkAbsent(0))
        assert scene.do(cmd.Ready(), BOB) == (ev.Readied(scene.now, 1),)
        assert isinstance(scene.do(cmd.MarkPresent(0))[-1], ev.Started)

    def test_coming_back_does_not_begin_a_game_for_which_somebody_is_not_ready(self) -> None:
        scene = Scene(time="5+3", options=Options(ready_check=True))
        scene.do(cmd.Join(), BOB)
        scene.do(cmd.MarkAbsent(0))
        assert scene.do(cmd.MarkPresent(0)) == (ev.Returned(scene.now, 0),)

    def test_declining_closes_the_room_of_a_host_who_is_away(self) -> None:
        scene = scene_of("invited")
        scene.do(cmd.MarkAbsent(0))
        assert scene.do(cmd.Decline(), BOB)[-1] == ev.Closed(scene.now, ev.Closing.DECLINED)
        assert scene.room.absent == ()


class TestOutages:
    def test_do_not_count(self) -> None:
        scene = Scene(time="5+3")
        scene.do(cmd.MarkAbsent(0))
        start, end = later(scene.now, Millis(1000)), later(scene.now, Millis(500_000))
        scene.wait(500_000)
        assert scene.do(cmd.CreditOutage(start, end)) == (
            ev.OutageCredited(scene.now, start, end, scene.room.clock.remaining),
        )
        assert deadline(scene.room) == later(end, SEAT_KEPT)
        assert scene.refusal(cmd.CreditOutage(start, end)) is Reason.NOTHING_DUE, "it is credited once"
        assert scene.refusal(cmd.Tick()) is Reason.NOTHING_DUE
        assert scene.wait(SEAT_KEPT).tick() == (ev.Closed(scene.now, ev.Closing.AWAY),)

    def test_begin_the_hour_anew_in_which_nobody_joins(self) -> None:
        scene = Scene(time="5+3").wait(WAITING_ENDS)
        start, end = later(scene.now, Millis(-5000)), scene.now
        scene.do(cmd.CreditOutage(start, end))
        assert deadline(scene.room) == later(end, WAITING_ENDS)

    def test_leave_rooms_alone_in_which_nothing_is_due_soon(self) -> None:
        scene = Scene(time="5+3").wait(5000)
        outage = cmd.CreditOutage(later(scene.now, Millis(-1000)), scene.now)
        assert scene.refusal(outage) is Reason.NOTHING_DUE
        guests = scene_of("private").wait(5000)
        guests.do(cmd.MarkAbsent(0))
        assert guests.refusal(outage) is Reason.NOTHING_DUE


def test_a_snapshot_tells_who_is_away() -> None:
    scene = Scene(time="5+3")
    scene.do(cmd.MarkAbsent(0))
    shot = snapshot(scene.room, Viewer.WATCHER)
    assert restore(shot) == scene.room
    with pytest.raises(BadSnapshot, match="away who has no seat"):
        restore(replace(shot, seats=(None, ANN)))
    with pytest.raises(BadSnapshot, match="nobody waits"):
        restore(replace(shot, status=ev.Status.CLOSED))
