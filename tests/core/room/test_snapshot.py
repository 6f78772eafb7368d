"""Snapshots, and those that describe no room."""

from typing import Any

import pytest

from pente_core.clock.instant import Millis
from pente_core.rating import RatingChange
from pente_core.room import (
    BadSnapshot,
    OfferKind,
    OpenOffer,
    Options,
    Room,
    Snapshot,
    Viewer,
    WatchPolicy,
    apply,
    replay,
    restore,
    snapshot,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, EVE, T0, Scene, as_clients_know

THREE = {"base": "pente-casual", "sides": 3}


def seen(room: Room) -> Snapshot:
    return snapshot(room, Viewer.WATCHER)


def waiting() -> Scene:
    scene = Scene(THREE, "5+3", invited=[BOB])
    scene.do(cmd.Say("hello"), EVE)
    return scene


def playing() -> Scene:
    scene = Scene.begun("swap2-keryo", "5+3")
    scene.wait(100).play("K10", "L10", "A1", "pass", "B1", "C1", "swap", "D1")
    return scene


def finished() -> Scene:
    scene = Scene.patient(THREE, "1")
    scene.play("K10", "L10")
    scene.do(cmd.Resign(), ANN)
    scene.wait(60_000).tick()
    scene.do(cmd.Rate((RatingChange(0, 1500, 1492), RatingChange(1, 1500, 1508))), None)
    return scene


def closed() -> Scene:
    scene = Scene(invited=[BOB])
    scene.do(cmd.Leave(), ANN)
    return scene


@pytest.mark.parametrize("scene", [waiting(), playing(), finished(), closed()], ids=lambda s: s.room.status)
def test_a_room_is_restored_after_every_event(scene: Scene) -> None:
    for length in range(1, len(scene.log) + 1):
        room = replay(scene.log[:length])
        assert restore(seen(room)) == as_clients_know(room)


@pytest.mark.parametrize("first", WatchPolicy)
@pytest.mark.parametrize("then", WatchPolicy)
def test_who_may_watch_now_is_kept_beside_who_might_at_first(first: WatchPolicy, then: WatchPolicy) -> None:
    room = replace(Scene(options=Options(watch=first)).room, watch=then)
    assert restore(seen(room)) == as_clients_know(room)
    assert (seen(room).watch is None) == (first is then)


def test_turns_are_written_as_people_write_them() -> None:
    assert seen(playing().room).turns == ("K10", "L10", "A1", "pass", "B1", "C1", "swap", "D1")
    assert seen(finished().room).turns == ("K10", "L10", "resignation:0", "time:2")


def test_a_restored_room_is_played_on() -> None:
    scene = playing()
    room = restore(seen(scene.room))
    for event in scene.play("E5"):
        room = apply(room, event)
    assert as_clients_know(room) == as_clients_know(scene.room)


BAD: list[tuple[Scene, dict[str, Any]]] = [
    (waiting(), {"version": 0}),
    (waiting(), {"changed": 0}),
    (waiting(), {"changed": 99}),
    (waiting(), {"seats": (ANN, None)}),
    (waiting(), {"seats": ()}),
    (waiting(), {"remaining": ()}),
    (waiting(), {"remaining": (Millis(1), Millis(1), Millis(-1))}),
    (waiting(), {"turns": ("K10",)}),
    (waiting(), {"outcome": Outcome(Termination.TIME, (0,))}),
    (waiting(), {"running": 0}),
    (waiting(), {"status": ev.Status.PLAYING}),
    (waiting(), {"status": ev.Status.FINISHED}),
    (closed(), {"remaining": (Millis(1), Millis(1))}),
    (playing(), {"seats": (ANN, None)}),
    (playing(), {"running": None}),
    (playing(), {"running": 7}),
    (playing(), {"running": -1}),
    (playing(), {"running": 1}),
    (playing(), {"status": ev.Status.FINISHED}),
    (playing(), {"turns": ("K10", "K10")}),
    (playing(), {"turns": ("A99",)}),
    (playing(), {"turns": ("K10", "")}),
    (playing(), {"turns": ("swap",)}),
    (playing(), {"turns": ("time:1", "time:0")}),
    (playing(), {"turns": ("time:2",)}),
    (finished(), {"turns": ("time:0", "time:0")}),
    (finished(), {"turns": ("time:0", "time:1", "time:2")}),
    (finished(), {"turns": ("time:3",)}),
    (finished(), {"turns": ("line:0",)}),
    (finished(), {"outcome": Outcome(Termination.TIME, (3,))}),
    (finished(), {"outcome": Outcome(Termination.TIME, (-1,))}),
    (finished(), {"outcome": Outcome(Termination.LINE, (0,), ((Point(361),),))}),
    (finished(), {"outcome": None}),
    (playing(), {"free": Millis(1)}),
    (playing(), {"paused": T0}),
    (finished(), {"paused": T0}),
    (playing(), {"offers": (OpenOffer(OfferKind.DRAW, 2),)}),
    (playing(), {"offers": (OpenOffer(OfferKind.DRAW, 0, (-1,)),)}),
    (playing(), {"offers": (OpenOffer(OfferKind.DRAW, 0), OpenOffer(OfferKind.DRAW, 1))}),
    (finished(), {"offers": (OpenOffer(OfferKind.DRAW, 0),)}),
    (playing(), {"rated": (RatingChange(0, 1500, 1508),)}),
    (finished(), {"rated": (RatingChange(3, 1500, 1508),)}),
    (finished(), {"rated": (RatingChange(0, 1500, 1508), RatingChange(0, 1500, 1508))}),
    (playing(), {"asked": (2,)}),
    (playing(), {"asked": (0,) * 7}),
]


@pytest.mark.parametrize(("scene", "wrong"), BAD)
def test_a_snapshot_of_no_room_is_refused(scene: Scene, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSnapshot):
        restore(replace(seen(scene.room), **wrong))
