"""Steps: whether a command came too late, told at once and from the log."""

import pytest

from pente_core.room import Options, apply, step, was_too_late
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import OfferKind
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from tests.support.games.room_scenario import ANN, BOB, CAT, SEQUEL, Scene

THREE = {"base": "pente-casual", "sides": 3}
LATE: tuple[cmd.Command, ...] = (
    cmd.Play(Point(180)),
    cmd.Choose(Choice.SWAP),
    cmd.Abort(),
    cmd.Offer(OfferKind.DRAW),
    cmd.Accept(OfferKind.DRAW),
    cmd.Decline(OfferKind.DRAW),
    cmd.GiveTime(),
    cmd.Resume(),
)
MINUTE = 60_000


def _is_late(scene: Scene, command: cmd.Command) -> bool:
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
    command: cmd.Command, rules: object, options: Options
) -> None:
    assert _is_late(Scene.begun(rules, "1+0", options).wait(MINUTE), command)


@pytest.mark.parametrize("command", [cmd.Resign(), cmd.Claim(cmd.ClaimKind.WIN), cmd.Say("well")])
def test_what_is_carried_out_in_spite_of_it_is_not(command: cmd.Command) -> None:
    assert not _is_late(Scene.begun(time="1+0").wait(MINUTE), command)


@pytest.mark.parametrize(
    "command", [cmd.Play(Point(180)), cmd.Offer(OfferKind.DRAW), cmd.GiveTime(), cmd.Abort(), cmd.Say("well")]
)
def test_nothing_is_before_the_flag(command: cmd.Command) -> None:
    assert not _is_late(Scene.patient("freestyle", "1+0").wait(MINUTE - 1), command)


def test_a_game_of_three_that_is_aborted_after_the_fall_of_a_flag_is_aborted_in_time() -> None:
    scene = Scene.patient(THREE, "1+0").wait(MINUTE)
    scene.tick()
    assert scene.room.status is ev.Status.PLAYING
    taken = step(scene.room, cmd.Abort(), by=BOB, now=scene.now)
    assert not taken.too_late
    assert not was_too_late(cmd.Abort(), [*scene.log, *taken.events])


def test_what_goes_on_after_the_fall_of_a_flag_is_in_time() -> None:
    scene = Scene.patient(THREE, "1+0").wait(MINUTE)
    scene.tick()
    for by, command in ((BOB, cmd.Play(Point(180))), (CAT, cmd.Offer(OfferKind.DRAW))):
        taken = step(scene.room, command, by=by, now=scene.now)
        scene.room = taken.room
        assert not taken.too_late
        assert not was_too_late(command, [*scene.log, *taken.events])


def test_a_tick_is_never_too_late() -> None:
    scene = Scene.begun(time="1+0").wait(MINUTE)
    assert not step(scene.room, cmd.Tick(), by=None, now=scene.now).too_late


def test_the_room_of_a_step_is_what_its_events_make_of_it() -> None:
    scene = Scene.begun(time="1+0").wait(MINUTE)
    taken = step(scene.room, cmd.Tick(), by=None, now=scene.now)
    room = scene.room
    for event in taken.events:
        room = apply(room, event)
    assert taken.room == room
