"""Offers, pauses, time for the opponent, and lag that is not charged."""

import pytest

from pente_core.clock.clock import QUOTA
from pente_core.clock.instant import Instant, Millis, later
from pente_core.room import OfferKind, Reason, Viewer, apply, deadline, decide, replay, restore, snapshot
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from tests.support.games.room_scenario import ANN, BOB, CAT, DAN, EVE, T0, Scene, as_clients_know, millis

DRAW, PAUSE = OfferKind.DRAW, OfferKind.PAUSE
THREE = {"base": "pente-casual", "sides": 3}
TEAMS = {"base": "pente-casual", "sides": 4, "teams": True}


def paused(time: str = "1+2", after: int = 10_000) -> Scene:
    scene = Scene.patient(time=time)
    scene.wait(after).do(cmd.Offer(PAUSE), ANN)
    scene.do(cmd.Accept(PAUSE), BOB)
    return scene


# Offers.


@pytest.mark.parametrize(
    "command",
    [cmd.Offer(DRAW), cmd.Accept(DRAW), cmd.Decline(DRAW), cmd.GiveTime(), cmd.Resume()],
    ids=lambda c: type(c).__name__,
)
def test_who_bargains_sits_in_a_game_that_is_played(command: cmd.Command) -> None:
    assert Scene().refusal(command, ANN) is Reason.NOT_STARTED
    scene = Scene.begun(time="1")
    assert scene.refusal(command, EVE) is Reason.NOT_SEATED
    assert scene.refusal(command, None) is Reason.NOT_SEATED
    scene.do(cmd.Resign(), ANN)
    assert scene.refusal(command, BOB) is Reason.GAME_OVER


def test_a_draw_is_agreed_on() -> None:
    scene = Scene.begun(time="1").wait(1000)
    assert scene.do(cmd.Offer(DRAW), BOB) == (ev.Offered(scene.now, 1, DRAW),)
    left = millis(59_000, 60_000)
    assert scene.do(cmd.Accept(DRAW), ANN) == (
        ev.Accepted(scene.now, 0, DRAW),
        ev.Finished(scene.now, Termination.AGREEMENT, remaining=left),
    )
    assert scene.room.status is ev.Status.FINISHED
    assert scene.room.offers == ()


def test_a_draw_is_agreed_on_without_clocks_too() -> None:
    scene = Scene.begun()
    scene.do(cmd.Offer(DRAW), ANN)
    assert scene.do(cmd.Offer(DRAW), BOB)[-1] == ev.Finished(T0, Termination.AGREEMENT)


def test_an_offer_that_is_turned_down_is_gone() -> None:
    scene = Scene.begun()
    scene.do(cmd.Offer(DRAW), ANN)
    assert scene.do(cmd.Decline(DRAW), BOB) == (ev.Rejected(T0, 1, DRAW),)
    assert scene.refusal(cmd.Accept(DRAW), BOB) is Reason.NO_OFFER
    assert scene.refusal(cmd.Decline(DRAW), BOB) is Reason.NO_OFFER


def test_nobody_accepts_an_offer_of_his_own() -> None:
    scene = Scene.begun()
    scene.do(cmd.Offer(DRAW), ANN)
    assert scene.refusal(cmd.Accept(DRAW), ANN) is Reason.NO_OFFER
    assert scene.refusal(cmd.Offer(DRAW), ANN) is Reason.OFFER_STANDS


@pytest.mark.parametrize("kind", [DRAW, PAUSE, OfferKind.TAKEBACK, OfferKind.CANCEL])
def test_who_made_an_offer_may_withdraw_it(kind: OfferKind) -> None:
    scene = Scene.begun(time="5+0")
    scene.play("K10", "A1")
    scene.do(cmd.Offer(kind), ANN)
    assert scene.do(cmd.Decline(kind), ANN) == (ev.Rejected(scene.now, 0, kind),)
    assert scene.room.offers == ()
    assert scene.refusal(cmd.Decline(kind), ANN) is Reason.NO_OFFER
    assert scene.refusal(cmd.Accept(kind), BOB) is Reason.NO_OFFER


def test_a_move_of_the_other_withdraws_an_offer_and_one_of_its_maker_does_not() -> None:
    scene = Scene.begun()
    scene.do(cmd.Offer(DRAW), ANN)
    scene.play("K10")
    assert [offer.kind for offer in scene.room.offers] == [DRAW]
    scene.play("A1")
    assert scene.room.offers == ()
    assert scene.refusal(cmd.Accept(DRAW), BOB) is Reason.NO_OFFER


def test_at_most_three_offers_are_made_between_two_turns() -> None:
    scene = Scene.begun()
    for _ in range(3):
        scene.do(cmd.Offer(DRAW), ANN)
        scene.do(cmd.Decline(DRAW), BOB)
    assert scene.refusal(cmd.Offer(DRAW), ANN) is Reason.TOO_MANY_OFFERS
    scene.do(cmd.Offer(DRAW), BOB)
    scene.do(cmd.Decline(DRAW), ANN)
    scene.play("K10")
    assert scene.do(cmd.Offer(DRAW), ANN) == (ev.Offered(T0, 0, DRAW),)


def test_offers_make_no_turn_stale() -> None:
    scene = Scene.begun(time="1")
    changed = scene.room.changed
    scene.do(cmd.Offer(DRAW), BOB)
    scene.do(cmd.GiveTime(), BOB)
    assert scene.room.changed == changed


def test_all_of_three_have_to_agree() -> None:
    scene = Scene.begun(THREE)
    scene.do(cmd.Offer(DRAW), ANN)
    assert scene.do(cmd.Accept(DRAW), BOB) == (ev.Accepted(T0, 1, DRAW),)
    assert scene.refusal(cmd.Accept(DRAW), BOB) is Reason.NO_OFFER
    assert scene.refusal(cmd.Offer(DRAW), BOB) is Reason.OFFER_STANDS
    assert scene.do(cmd.Accept(DRAW), CAT)[-1] == ev.Finished(T0, Termination.AGREEMENT)


def test_a_seat_that_is_out_is_not_asked() -> None:
    scene = Scene.begun(THREE)
    scene.do(cmd.Offer(DRAW), BOB)
    scene.do(cmd.Resign(), ANN)
    assert scene.room.offers == ()
    assert scene.refusal(cmd.Offer(DRAW), ANN) is Reason.GAME_OVER
    scene.do(cmd.Offer(DRAW), BOB)
    assert scene.do(cmd.Accept(DRAW), CAT)[-1] == ev.Finished(T0, Termination.AGREEMENT)


def test_an_offer_changes_seats_with_its_maker() -> None:
    scene = Scene.begun("d-pente")
    scene.play("K10", "L10", "A1", "M10")
    scene.do(cmd.Offer(DRAW), BOB)
    scene.do(cmd.Choose(Choice.SWAP), BOB)
    assert scene.room.seats[0] == BOB
    assert scene.refusal(cmd.Accept(DRAW), BOB) is Reason.NO_OFFER
    assert scene.do(cmd.Accept(DRAW), ANN)[-1] == ev.Finished(T0, Termination.AGREEMENT)


@pytest.mark.parametrize(
    "command", [cmd.Offer(DRAW), cmd.Accept(DRAW), cmd.Decline(PAUSE), cmd.GiveTime(), cmd.Resume()]
)
def test_the_flag_comes_before_all_bargaining(command: cmd.Command) -> None:
    scene = Scene.patient(time="1")
    scene.do(cmd.Offer(DRAW), BOB)
    scene.wait(60_000)
    assert scene.do(command, ANN) == (ev.Finished(scene.now, Termination.TIME, (1,), (), millis(0, 60_000)),)


# Pauses.


def test_in_a_pause_the_clock_runs_for_nobody() -> None:
    scene = paused()
    assert scene.log[-1] == ev.Paused(scene.now, (Millis(50_000), Millis(60_000)))
    assert scene.wait(500_000).left() == (50_000, 60_000)
    assert scene.on_turn() is None
    assert scene.resume()[-1] == ev.Resumed(scene.now, 1, (Millis(50_000), Millis(60_000)))
    assert scene.on_turn() == ANN
    assert scene.wait(1000).left() == (49_000, 60_000)


def test_in_a_pause_nobody_moves_but_may_resign_or_agree_on_a_draw() -> None:
    scene = paused()
    assert scene.refusal(cmd.Play(scene.point("K10")), ANN) is Reason.PAUSED
    assert scene.refusal(cmd.Offer(PAUSE), BOB) is Reason.PAUSED
    scene.do(cmd.Offer(DRAW), BOB)
    assert scene.do(cmd.Accept(DRAW), ANN)[-1] == ev.Finished(
        scene.now, Termination.AGREEMENT, remaining=millis(50_000, 60_000)
    )
    assert scene.room.paused is None
    assert paused().do(cmd.Resign(), BOB)[-1] == ev.Finished(
        later(T0, Millis(10_000)), Termination.RESIGNATION, (0,), (), millis(50_000, 60_000)
    )


def test_a_pause_is_refused_without_a_clock_and_its_end_without_a_pause() -> None:
    assert Scene.begun().refusal(cmd.Offer(PAUSE), ANN) is Reason.NO_CLOCK
    assert Scene.begun(time="1").refusal(cmd.Resume(), ANN) is Reason.NOT_PAUSED


def test_a_pause_keeps_the_rest_of_the_delay() -> None:
    scene = paused("1d15")
    scene.wait(99_000).resume()
    assert scene.wait(5000).left() == (60_000, 60_000)
    assert scene.wait(1000).left() == (59_000, 60_000)


def test_an_outage_in_a_pause_changes_nothing() -> None:
    scene = paused()
    scene.wait(9000)
    outage = cmd.CreditOutage(Instant(scene.now - 5000), Instant(scene.now + 2000))
    assert scene.refusal(outage) is Reason.NOTHING_DUE


def test_who_resigns_in_a_pause_of_three_does_not_end_it() -> None:
    scene = Scene.patient(THREE, "1d5")
    scene.do(cmd.Offer(PAUSE), ANN)
    scene.do(cmd.Accept(PAUSE), BOB)
    scene.do(cmd.Accept(PAUSE), CAT)
    (retired,) = scene.wait(90_000).do(cmd.Resign(), ANN)
    assert isinstance(retired, ev.Retired)
    assert scene.room.clock.flag_at() is None
    scene.resume()
    assert (scene.room.to_act, deadline(scene.room)) == (1, scene.now + 65_000)


@pytest.mark.parametrize("time", ["1+2", "1d15", "1+3x10", "50/move", "2d/move"])
def test_a_room_is_restored_in_all_of_it(time: str) -> None:
    scene = Scene.begun(time=time)
    scene.wait(5000).do(cmd.Offer(PAUSE), ANN)
    scene.do(cmd.Offer(DRAW), BOB)
    scene.do(cmd.Accept(PAUSE), BOB)
    scene.wait(5000).resume()
    scene.wait(1000).play("K10")
    for length in range(1, len(scene.log) + 1):
        room = replay(scene.log[:length])
        assert restore(snapshot(room, Viewer.WATCHER)) == as_clients_know(room)


# Time for the opponent.


def test_the_opponent_is_given_time() -> None:
    scene = Scene.patient(time="1").wait(1000)
    given = scene.do(cmd.GiveTime(), BOB)
    assert given == (ev.TimeGiven(scene.now, 1, Millis(15_000), millis(74_000, 60_000)),)
    assert scene.left() == (74_000, 60_000)
    assert deadline(scene.room) == scene.now + 74_000


def test_in_byo_yomi_a_whole_period_is_given() -> None:
    scene = Scene.begun(time="0+2x10")
    scene.wait(3000).do(cmd.GiveTime(), BOB)
    assert scene.left() == (37_000, 20_000)
    scene.play("K10")
    assert scene.left() == (37_000, 20_000)


def test_opponents_are_given_time_and_partners_are_not() -> None:
    scene = Scene.begun(TEAMS, "1")
    scene.do(cmd.Resign(), BOB)
    scene.do(cmd.GiveTime(), ANN)
    assert scene.left() == (60_000, 60_000, 60_000, 75_000)
    scene.do(cmd.GiveTime(), DAN)
    assert scene.left() == (75_000, 60_000, 75_000, 75_000)


@pytest.mark.parametrize("time", ["-", "3d/move"])
def test_no_time_is_given_where_there_are_days(time: str) -> None:
    assert Scene.begun(time=time).refusal(cmd.GiveTime(), ANN) is Reason.NO_CLOCK


def test_time_is_given_up_to_an_hour() -> None:
    scene = Scene.begun(time="1")
    for _ in range(240):
        scene.do(cmd.GiveTime(), BOB)
    assert scene.refusal(cmd.GiveTime(), BOB) is Reason.ENOUGH_TIME


# Lag.


def sent(scene: Scene, name: str, round_trip: int) -> ev.Moved:
    by = scene.on_turn()
    events = decide(
        scene.room, cmd.Play(scene.point(name)), by=by, now=scene.now, round_trip=Millis(round_trip)
    )
    for event in events:
        scene.room = apply(scene.room, event)
    moved = events[0]
    assert isinstance(moved, ev.Moved)
    return moved


def test_lag_is_not_charged_and_nobody_else_pays_for_it() -> None:
    scene = Scene.begun(time="1").wait(5000)
    moved = sent(scene, "K10", 200)
    assert (moved.lag, moved.remaining, moved.at) == (200, (55_200, 60_000), scene.now)
    assert scene.wait(1000).left() == (55_200, 59_000)


def test_who_holds_back_his_answers_gains_the_quota_at_most() -> None:
    scene = Scene.begun(time="1").wait(5000)
    assert sent(scene, "K10", 3_600_000).remaining == (55_000 + QUOTA, 60_000)


def test_a_turn_costs_nothing_at_the_least() -> None:
    scene = Scene.begun(time="1").wait(50)
    assert sent(scene, "K10", 200).remaining == (60_000, 60_000)
    slow = Scene.begun(time="1d5").wait(5100)
    moved = sent(slow, "K10", 200)
    assert (moved.lag, moved.remaining) == (100, (60_000, 60_000))


def test_a_flag_that_has_fallen_stays_down_whatever_the_lag() -> None:
    scene = Scene.begun(time="1").wait(60_000)
    command = cmd.Play(scene.point("K10"))
    events = decide(scene.room, command, by=ANN, now=scene.now, round_trip=Millis(300))
    assert events == decide(scene.room, cmd.Tick(), by=None, now=scene.now)


def test_without_a_clock_lag_is_no_matter() -> None:
    assert sent(Scene.begun().wait(500), "K10", 200).lag == 0


def test_lag_changes_seats_with_its_player() -> None:
    scene = Scene.begun("d-pente", "5")
    scene.wait(1000).play("K10", "L10", "A1", "M10")
    chosen = decide(
        scene.room,
        cmd.Choose(Choice.SWAP),
        by=scene.on_turn(),
        now=later(scene.now, Millis(900)),
        round_trip=Millis(300),
    )
    room = apply(scene.room, chosen[0])
    assert room.lag.taken == (200,)
    assert room.seats[0] == BOB
