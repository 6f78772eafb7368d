"""Rooms that are opened, waited in, and given up."""

import pytest

from pente_core.clock.clock import Clock, Unlimited
from pente_core.clock.instant import later
from pente_core.identity import Identity
from pente_core.room import Reason, Refused, create, deadline
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.deadlines import WAITING_ENDS
from pente_core.rules.ruleset import RULESETS
from tests.support.games.room_scenario import ANN, BOB, CAT, DAN, EVE, T0, Scene

PENTE = RULESETS["pente"]
FOUR = {"base": "pente", "sides": 4}


def test_who_creates_a_room_sits_down_on_the_seat_that_was_asked_for() -> None:
    scene = Scene(seat=1)
    assert scene.log == (ev.Created(T0, ANN, PENTE, Unlimited(), format=ev.LOG_FORMAT), ev.Joined(T0, 1, ANN))
    assert list(scene.room.seats) == [None, ANN]
    assert (scene.room.version, scene.room.changed, scene.room.active) == (2, 2, T0)
    assert scene.room.status is ev.Status.WAITING
    assert scene.room.to_act is None


def test_who_creates_a_room_may_stay_standing() -> None:
    assert Scene(seat=None).room.seats == (None, None)


def test_nobody_is_invited_twice_and_nobody_invites_himself() -> None:
    assert Scene(FOUR, invited=[BOB, ANN, BOB, CAT]).room.invited == (BOB, CAT)


@pytest.mark.parametrize("seat", [-1, 2, 2**64])
def test_a_room_is_not_created_with_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(Refused) as caught:
        create(PENTE, Unlimited(), by=ANN, now=T0, seat=seat)
    assert caught.value.reason is Reason.NO_SUCH_SEAT


@pytest.mark.parametrize(("seat", "invited"), [(0, [BOB, CAT]), (None, [BOB, CAT, DAN])])
def test_no_more_players_are_invited_than_seats_are_left(seat: int | None, invited: list[Identity]) -> None:
    with pytest.raises(Refused) as caught:
        create(PENTE, Unlimited(), by=ANN, now=T0, seat=seat, invited=invited)
    assert caught.value.reason is Reason.ROOM_FULL


def test_the_game_starts_when_the_last_seat_is_taken() -> None:
    scene = Scene(time="1+2").wait(500)
    assert scene.do(cmd.Join(), BOB) == (
        ev.Joined(scene.now, 1, BOB),
        ev.Started(scene.now, scene.room.clock.remaining),
    )
    assert scene.room.status is ev.Status.PLAYING
    assert scene.room.to_act == 0
    assert scene.wait(1000).left() == (59_000, 60_000)


def test_a_game_of_four_starts_with_the_fourth() -> None:
    scene = Scene(FOUR)
    assert scene.do(cmd.Join(2), BOB) == (ev.Joined(T0, 2, BOB),)
    assert scene.do(cmd.Join(), CAT) == (ev.Joined(T0, 1, CAT),)
    assert scene.do(cmd.Join(), DAN) == (ev.Joined(T0, 3, DAN), ev.Started(T0))
    assert list(scene.room.seats) == [ANN, CAT, BOB, DAN]


def test_joins_that_are_refused() -> None:
    scene = Scene({"base": "pente", "sides": 3})
    assert scene.refusal(cmd.Join(), ANN) is Reason.ALREADY_SEATED
    assert scene.refusal(cmd.Join(0), BOB) is Reason.SEAT_TAKEN
    assert scene.refusal(cmd.Join(3), BOB) is Reason.NO_SUCH_SEAT
    assert scene.refusal(cmd.Join(-1), BOB) is Reason.NO_SUCH_SEAT
    assert scene.refusal(cmd.Join()) is Reason.NOT_SEATED
    scene.do(cmd.Join(), BOB)
    scene.do(cmd.Join(), CAT)
    assert scene.refusal(cmd.Join(), BOB) is Reason.ALREADY_SEATED
    assert scene.refusal(cmd.Join(1), DAN) is Reason.ROOM_FULL


def test_a_seat_belongs_to_the_identity_and_not_to_the_name() -> None:
    scene = Scene()
    assert scene.do(cmd.Join(), Identity(BOB.id, ANN.name))
    assert scene.refusal(cmd.Join(), Identity(ANN.id, "ann2")) is Reason.ALREADY_SEATED


def test_seats_are_kept_for_the_invited() -> None:
    scene = Scene(FOUR, invited=[BOB, CAT])
    scene.do(cmd.Join(), DAN)
    assert scene.refusal(cmd.Join(), EVE) is Reason.RESERVED
    scene.do(cmd.Join(), CAT)
    assert list(scene.room.invited) == [BOB]
    assert scene.refusal(cmd.Join(), EVE) is Reason.RESERVED
    assert ev.Started(T0) in scene.do(cmd.Join(), BOB)
    assert list(scene.room.invited) == []


def test_a_declined_invitation_frees_the_seat_for_anybody() -> None:
    scene = Scene(FOUR, invited=[BOB, CAT, DAN])
    assert scene.do(cmd.Decline(), BOB) == (ev.Declined(T0, BOB),)
    assert list(scene.room.invited) == [CAT, DAN]
    assert scene.do(cmd.Join(), EVE) == (ev.Joined(T0, 1, EVE),)
    assert scene.refusal(cmd.Join(), BOB) is Reason.RESERVED


def test_a_room_of_two_is_closed_when_its_invitation_is_declined() -> None:
    scene = Scene(invited=[BOB])
    assert scene.do(cmd.Decline(), BOB) == (ev.Declined(T0, BOB), ev.Closed(T0, ev.Closing.DECLINED))
    assert scene.room.status is ev.Status.CLOSED


def test_only_the_invited_decline_and_only_while_the_room_waits() -> None:
    scene = Scene(invited=[BOB])
    assert scene.refusal(cmd.Decline(), ANN) is Reason.NOT_INVITED
    assert scene.refusal(cmd.Decline(), CAT) is Reason.NOT_INVITED
    scene.do(cmd.Leave(), ANN)
    assert scene.room.status is ev.Status.CLOSED
    assert scene.refusal(cmd.Decline(), BOB) is Reason.NOT_INVITED
    playing = Scene(invited=[BOB])
    playing.do(cmd.Join(), BOB)
    assert playing.refusal(cmd.Decline(), BOB) is Reason.NOT_INVITED


def test_a_seat_that_was_left_is_free_again() -> None:
    scene = Scene(FOUR)
    scene.do(cmd.Join(), BOB)
    assert scene.do(cmd.Leave(), ANN) == (ev.Left(T0, 0),)
    assert list(scene.room.seats) == [None, BOB, None, None]
    scene.do(cmd.Join(), CAT)
    assert list(scene.room.seats) == [CAT, BOB, None, None]


def test_the_last_to_leave_closes_the_room() -> None:
    scene = Scene()
    assert scene.do(cmd.Leave(), ANN) == (ev.Left(T0, 0), ev.Closed(T0, ev.Closing.LEFT))
    assert scene.room.status is ev.Status.CLOSED


def test_leaving_is_refused_to_who_does_not_sit_there_and_once_the_game_began() -> None:
    scene = Scene()
    assert scene.refusal(cmd.Leave(), BOB) is Reason.NOT_SEATED
    scene.do(cmd.Join(), BOB)
    assert scene.refusal(cmd.Leave(), BOB) is Reason.STARTED


def test_a_room_in_which_nothing_happens_for_an_hour_expires() -> None:
    scene = Scene()
    assert deadline(scene.room) == later(T0, WAITING_ENDS)
    assert scene.wait(WAITING_ENDS - 1).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert scene.wait(1).tick() == (ev.Closed(scene.now, ev.Closing.EXPIRED),)
    assert deadline(scene.room) is None


def test_who_sits_down_makes_the_room_wait_longer() -> None:
    scene = Scene(FOUR).wait(WAITING_ENDS - 1)
    scene.do(cmd.Join(), BOB)
    assert deadline(scene.room) == later(scene.now, WAITING_ENDS)


def test_the_clock_of_a_room_that_waits_stands_still() -> None:
    scene = Scene(time="1").wait(30_000)
    assert scene.left() == (60_000, 60_000)
    assert scene.room.clock == Clock.new(scene.room.created.time, 2)
