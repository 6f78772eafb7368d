"""Rooms whose game begins from a position, or with a handicap."""

import pytest

from pente_core.clock.clock import BadTimeControl, parse_time_control
from pente_core.records import check, format_sgf, read_sgf, record_of, record_of_log
from pente_core.room import (
    BadSnapshot,
    OfferKind,
    Snapshot,
    UnknownTurn,
    Viewer,
    replay,
    restore,
    snapshot,
)
from pente_core.room import commands as cmd
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS
from pente_core.rules.setup import BadSetup, Setup
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, Scene, as_clients_know

PENTE = RULESETS["pente"]
SETUP = Setup(((parse_point("K10", 19), parse_point("L11", 19)), (Point(0),)), (0, 2), colour=1)


def test_the_side_to_move_in_the_position_begins() -> None:
    scene = Scene.begun(time="5+3", setup=SETUP)
    assert (scene.room.to_act, scene.room.clock.running) == (1, 1)
    scene.play("B2")
    assert scene.room.to_act == 0
    assert replay(scene.log) == scene.room


def test_a_takeback_goes_back_to_the_position() -> None:
    scene = Scene.begun(time="5+3", setup=SETUP)
    begun = scene.room.game
    scene.wait(1000).play("B2")
    scene.do(cmd.Offer(OfferKind.TAKEBACK), BOB)
    scene.do(cmd.Accept(OfferKind.TAKEBACK), ANN)
    assert scene.room.game == begun
    assert scene.room.clock.remaining == (300_000, 300_000)


def test_its_record_has_the_position() -> None:
    scene = Scene.begun(time="5+1,3+0", setup=SETUP)
    scene.play("B2", "C3")
    for record in (record_of_log(scene.log), record_of(scene.room)):
        assert (record.setup, record.control, record.stones) == (SETUP, parse_time_control("5+1,3+0"), 2)
        assert check(record) == []
        (again,) = read_sgf(format_sgf(record).splitlines(keepends=True))
        assert again == record


class TestSnapshots:
    def test_are_of_the_same_room(self) -> None:
        scene = Scene(setup=SETUP)
        assert restore(snapshot(scene.room, Viewer.WATCHER)) == scene.room
        begun = Scene.begun(setup=SETUP)
        begun.play("B2")
        assert restore(snapshot(begun.room, Viewer.WATCHER)) == as_clients_know(begun.room)

    def test_are_not_played_on_the_empty_board_by_older_programs(self) -> None:
        """They know no setup in `created`, and leave it out."""
        scene = Scene.begun(setup=SETUP)
        scene.play("B2")
        shot = snapshot(scene.room, Viewer.WATCHER)
        assert shot.turns == ("setup", "B2")
        with pytest.raises(UnknownTurn):
            restore(_without_setup(shot))

    def test_without_the_word_describe_no_room(self) -> None:
        scene = Scene.begun(setup=SETUP)
        shot = snapshot(scene.room, Viewer.WATCHER)
        with pytest.raises(BadSnapshot):
            restore(replace(shot, turns=shot.turns[1:]))


def _without_setup(shot: Snapshot) -> Snapshot:
    return replace(shot, created=replace(shot.created, setup=None))


def test_no_room_begins_where_the_game_can_not() -> None:
    with pytest.raises(BadSetup):
        Scene("gomoku", setup=SETUP)
    with pytest.raises(BadTimeControl, match="each of the 2 sides"):
        Scene(time="5+1,3+0,2+0")
    with pytest.raises(BadTimeControl, match="opening without a swap"):
        Scene("d-pente", time="5+1,3+0")
