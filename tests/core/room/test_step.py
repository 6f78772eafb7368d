"""Steps: whether a command came too late, told at once and from the log."""

import pytest

from pente_core.room import (
    Abort,
    Accept,
    Choose,
    Claim,
    Command,
    Decline,
    GiveTime,
    Offer,
    Options,
    Play,
    Resign,
    Resume,
    Say,
    Status,
    Tick,
    apply,
    step,
    was_too_late,
)
from pente_core.room.commands import ClaimKind
from pente_core.room.offers import OfferKind
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from tests.support.games.room_scenario import ANN, BOB, CAT, SEQUEL, Scene

THREE = {"base": "pente-casual", "sides": 3}
LATE: tuple[Command, ...] = (
    Play(Point(180)),
    Choose(Choice.SWAP),
    Abort(),
    Offer(OfferKind.DRAW),
    Accept(OfferKind.DRAW),
    Decline(OfferKind.DRAW),
    GiveTime(),
    Resume(),
)
MINUTE = 60_000


def _is_late(scene: Scene, command: Command) -> bool:
    """Whether a command of Ann's is too late now; the log says the same afterwards."""
    taken = step(scene.room, command, by=ANN, now=scene.now, sequel=SEQUEL)
    for size in range(len(taken.events), len(scene.log) + len(taken.events) + 1):
        assert was_too_late(command, [*scene.log, *taken.events][-size:]) is taken.too_late
    return taken.too_late


@pytest.mark.parametrize(
    ("rules", "options"), [("freestyle", Options()), ("freestyle", Options(games=2)), (THREE, Options())]
)
@pytest.mark.parametrize("command", LATE)
def test_what_is_asked_of_the_game_after_the_flag_is_too_late(
    command: Command, rules: object, options: Options
) -> None:
    assert _is_late(Scene.begun(rules, "1+0", options).wait(MINUTE), command)


@pytest.mark.parametrize("command", [Resign(), Claim(ClaimKind.WIN), Say("well")])
def test_what_is_carried_out_in_spite_of_it_is_not(command: Command) -> None:
    assert not _is_late(Scene.begun(time="1+0").wait(MINUTE), command)


@pytest.mark.parametrize(
    "command", [Play(Point(180)), Offer(OfferKind.DRAW), GiveTime(), Abort(), Say("well")]
)
def test_nothing_is_before_the_flag(command: Command) -> None:
    assert not _is_late(Scene.patient("freestyle", "1+0").wait(MINUTE - 1), command)


def test_a_game_of_three_that_is_aborted_after_the_fall_of_a_flag_is_aborted_in_time() -> None:
    scene = Scene.patient(THREE, "1+0").wait(MINUTE)
    scene.tick()
    assert scene.room.status is Status.PLAYING
    taken = step(scene.room, Abort(), by=BOB, now=scene.now)
    assert not taken.too_late
    assert not was_too_late(Abort(), [*scene.log, *taken.events])


def test_what_goes_on_after_the_fall_of_a_flag_is_in_time() -> None:
    scene = Scene.patient(THREE, "1+0").wait(MINUTE)
    scene.tick()
    for by, command in ((BOB, Play(Point(180))), (CAT, Offer(OfferKind.DRAW))):
        taken = step(scene.room, command, by=by, now=scene.now)
        scene.room = taken.room
        assert not taken.too_late
        assert not was_too_late(command, [*scene.log, *taken.events])


def test_a_tick_is_never_too_late() -> None:
    scene = Scene.begun(time="1+0").wait(MINUTE)
    assert not step(scene.room, Tick(), by=None, now=scene.now).too_late


def test_the_room_of_a_step_is_what_its_events_make_of_it() -> None:
    scene = Scene.begun(time="1+0").wait(MINUTE)
    taken = step(scene.room, Tick(), by=None, now=scene.now)
    room = scene.room
    for event in taken.events:
        room = apply(room, event)
    assert taken.room == room
