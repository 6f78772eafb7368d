"""The times of a game, from its log."""

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import RoomId
from pente_core.records.timekeeping import AbsentSpan, FlagFall, OutageSpan, Uncharged, timekeeping_of
from pente_core.room import Step, opening, replay, step
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import OfferKind
from pente_core.rules.outcome import Termination
from tests.support.games.room_scenario import ANN, BOB, T0, Scene, millis


def at(span: int) -> Instant:
    return Instant(T0 + span)


def timed(time: str = "1+2") -> Scene:
    return Scene.begun(time=time)


def test_each_turn_with_its_clock() -> None:
    scene = timed()
    scene.wait(3000).play("K10")
    scene.wait(5000).play("A1")
    first, second = timekeeping_of(scene.log).turns
    assert (first.number, first.player, first.begun, first.received, first.taken) == (
        1, ANN, T0, at(3000), 3000,
    )  # fmt: skip
    assert (second.number, second.player, second.taken) == (2, BOB, 5000)
    assert (first.remaining, second.remaining) == (60_000 - 3000 + 2000, 60_000 - 5000 + 2000)
    assert first.uncharged == Uncharged()


def test_lag_that_is_not_charged() -> None:
    scene = timed()
    scene.wait(3000)
    done: Step = step(scene.room, cmd.Play(scene.point("K10")), by=ANN, now=scene.now, round_trip=Millis(120))
    (moved,) = done.events
    assert isinstance(moved, ev.Moved)
    assert moved.lag > 0
    (turn,) = timekeeping_of((*scene.log, moved)).turns
    assert turn.uncharged == Uncharged(lag=moved.lag)
    assert turn.remaining == 60_000 - (3000 - moved.lag) + 2000


def test_outages_pauses_and_gifts_are_told_apart() -> None:
    scene = timed()
    scene.wait(1000).do(cmd.CreditOutage(at(400), at(1400)))
    scene.wait(1000).do(cmd.GiveTime(), BOB)
    scene.do(cmd.Offer(OfferKind.PAUSE), ANN)
    scene.do(cmd.Accept(OfferKind.PAUSE), BOB)
    scene.wait(7000).resume()
    scene.wait(500).play("K10")
    times = timekeeping_of(scene.log)
    (turn,) = times.turns
    assert turn.uncharged.outage == 1000
    assert turn.uncharged.pause == 7000
    assert turn.uncharged.given > 0
    assert turn.remaining == 60_000 + 2000 + turn.uncharged.whole - turn.taken
    assert times.outages == (OutageSpan(at(400), at(1400)),)


def test_why_a_flag_fell() -> None:
    scene = Scene.patient(time="1+2")
    scene.wait(1000).play("K10")
    scene.wait(2000).do(cmd.MarkAbsent(1))
    scene.do(cmd.CreditOutage(at(3000), at(4000)))
    scene.wait(70_000).tick()
    times = timekeeping_of(scene.log)
    assert times.outcome is not None
    assert times.outcome.termination is Termination.TIME
    (flag,) = times.flags
    assert flag == FlagFall(
        BOB, at(1000), Millis(60_000), Uncharged(outage=Millis(1000)), at(62_000), at(73_000), at(3000)
    )
    assert times.absences == (AbsentSpan(BOB, at(3000), None),)
    assert times.ended == at(73_000)


def test_absences_end() -> None:
    scene = timed()
    scene.wait(1000).do(cmd.MarkAbsent(0))
    scene.wait(1500).do(cmd.MarkPresent(0))
    scene.do(cmd.Resign(), ANN)
    assert timekeeping_of(scene.log).absences == (AbsentSpan(ANN, at(1000), at(2500)),)


def test_a_takeback_begins_a_turn_again() -> None:
    scene = timed()
    scene.play("K10", "A1")
    scene.wait(1000).do(cmd.Offer(OfferKind.TAKEBACK), BOB)
    scene.do(cmd.Accept(OfferKind.TAKEBACK), ANN)
    scene.wait(4000).play("B1")
    assert [(turn.number, turn.taken) for turn in timekeeping_of(scene.log).turns] == [
        (1, 0), (2, 0), (2, 4000),
    ]  # fmt: skip


def test_a_game_without_clocks() -> None:
    scene = Scene.begun()
    scene.wait(2000).play("K10")
    (turn,) = timekeeping_of(scene.log).turns
    assert (turn.taken, turn.remaining) == (2000, None)


def test_several_flags_of_a_game_of_three() -> None:
    scene = Scene.patient({"base": "pente-casual", "sides": 3}, "1+0")
    scene.wait(61_000).tick()
    scene.wait(61_000).tick()
    assert [flag.player for flag in timekeeping_of(scene.log).flags] == list(scene.room.seats[:2])


def test_a_room_whose_game_did_not_begin() -> None:
    times = timekeeping_of(Scene().log)
    assert (times.begun, times.turns, times.players) == (None, (), (ANN, None))


def test_what_is_no_log() -> None:
    with pytest.raises(ValueError, match="begins"):
        timekeeping_of(timed().log[1:])


def test_the_clock_of_each_turn_adds_up() -> None:
    scene = timed("2+3")
    for number, name in enumerate(("K10", "A1", "E5", "B1", "N5", "C1")):
        scene.wait(700 * number).play(name)
    left = [Millis(120_000), Millis(120_000)]
    for turn in timekeeping_of(scene.log).turns:
        left[turn.seat] = Millis(left[turn.seat] - turn.taken + 3000)
        assert turn.remaining == left[turn.seat]
    assert millis(*left) == scene.room.clock.remaining


def test_the_wait_for_the_players_of_a_rematch() -> None:
    ended = timed()
    ended.do(cmd.Resign(), ANN)
    scene = timed()
    scene.now, scene.log = ended.now, opening(ended.room, RoomId("a1b2c3d4e5f6"), ended.now)
    scene.room = replay(scene.log)
    for seat in (0, 1):
        scene.wait(2000).do(cmd.MarkPresent(seat))
    scene.wait(1000).play("K10")
    (turn,) = timekeeping_of(scene.log).turns
    assert (turn.taken, turn.uncharged) == (5000, Uncharged(wait=Millis(4000)))
    assert turn.remaining == 60_000 - 1000 + 2000


def test_vacations_are_not_charged() -> None:
    day = 24 * 60 * 60 * 1000
    scene = Scene.begun("freestyle", "3d/move")
    scene.do(cmd.MarkVacation(BOB.id, at(20 * day)))
    scene.wait(day).play("A1")
    scene.wait(20 * day).play("B1")
    assert timekeeping_of(scene.log).turns[1].uncharged.pause == 19 * day
    scene.do(cmd.MarkVacation(ANN.id, at(41 * day)))
    scene.wait(day).do(cmd.MarkVacation(ANN.id, scene.now))
    scene.wait(day).play("C1")
    assert timekeeping_of(scene.log).turns[2].uncharged.pause == day
    scene.do(cmd.MarkVacation(BOB.id, at(60 * day)))
    scene.wait(2 * day).play("D1")
    assert timekeeping_of(scene.log).turns[3].uncharged.pause == 2 * day
