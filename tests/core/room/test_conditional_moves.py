"""Conditional moves: answers that a player has planned."""

import pytest

from pente_core.room import (
    MOST_PLANNED,
    BadSnapshot,
    Conditions,
    OfferKind,
    Options,
    Reason,
    Viewer,
    lines_of,
    replay,
    restore,
    snapshot,
    step,
    view,
    was_too_late,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, EVE, SEQUEL, T0, Scene, as_clients_know

DAY = 24 * 60 * 60 * 1000


def planned(scene: Scene, *lines: str) -> cmd.SetConditions:
    """The command for lines such as ``K10 L11``."""
    return cmd.SetConditions(tuple(tuple(scene.point(name) for name in line.split()) for line in lines))


def begun(rules: object = "freestyle", time: str = "3d/move", options: Options | None = None) -> Scene:
    """Ann has played A1; it is Bob's turn."""
    scene = Scene.begun(rules, time) if options is None else Scene.begun(rules, time, options)
    scene.play("A1")
    return scene


def points(scene: Scene, events: tuple[object, ...]) -> list[tuple[int, Point]]:
    return [(event.seat, event.point) for event in events if isinstance(event, ev.Moved)]


def test_an_answer_is_played_in_the_step_of_the_move_it_answers_at_no_time() -> None:
    scene = begun()
    scene.do(planned(scene, "B1 C1"), ANN)
    before = scene.wait(DAY).left()
    assert points(scene, scene.play("B1")) == [(1, scene.point("B1")), (0, scene.point("C1"))]
    assert scene.on_turn() == BOB
    assert scene.left()[0] == before[0] == 3 * DAY
    assert scene.room.conditions == ()


def test_lines_go_on_for_several_turns_and_end_with_a_move_that_is_in_none() -> None:
    scene = begun()
    scene.do(planned(scene, "B1 C1 D1 E1", "B1 C1 F1 G1", "H1 J1"), ANN)
    scene.play("B1")
    assert lines_of(scene.room.conditions, ANN.id) == planned(scene, "D1 E1", "F1 G1").lines
    assert points(scene, scene.play("F1"))[1:] == [(0, scene.point("G1"))]
    other = begun()
    other.do(planned(other, "B1 C1"), ANN)
    assert len(other.play("K10")) == 1
    assert other.room.conditions == ()


def test_two_plans_that_meet_play_on_by_themselves() -> None:
    scene = begun()
    scene.play("A2")
    scene.do(planned(scene, "B1 C1 D1 E1 F1 G1"), BOB)
    scene.do(cmd.Offer(OfferKind.DRAW), ANN)
    scene.play("B1")  # the offer keeps Bob's answer back
    scene.do(planned(scene, "C1 D1 E1 F1"), ANN)
    names = [scene.point(name) for name in ("C1", "D1", "E1", "F1", "G1")]
    assert points(scene, scene.play("C1")) == list(zip((1, 0, 1, 0, 1), names, strict=True))
    assert scene.room.conditions == ()


def test_a_planned_move_may_end_the_game_and_nothing_is_planned_beyond() -> None:
    scene = begun({"base": "freestyle", "line": 3})
    scene.play("K1", "A5", "K3")
    beyond = begun({"base": "freestyle", "line": 3})
    beyond.play("K1", "A5", "K3")
    assert beyond.refusal(planned(beyond, "T19 K2 T18 T17"), BOB) is Reason.GAME_OVER
    scene.do(planned(scene, "T19 K2"), BOB)
    *_, last = scene.play("T19")
    assert isinstance(last, ev.Finished)
    assert (scene.room.status, last.winners, scene.room.conditions) == (ev.Status.FINISHED, (1,), ())


def test_the_set_goes_on_after_a_planned_move_that_ends_its_first_game() -> None:
    scene = begun({"base": "freestyle", "line": 3}, options=Options(games=2))
    scene.play("K1", "A5", "K3")
    scene.do(planned(scene, "T19 K2"), BOB)
    scene.play("T19")
    assert scene.room.sequel == SEQUEL


@pytest.mark.parametrize("is_ended_by", ["takeback", "resignation", "own"])
def test_what_leaves_the_lines_ends_them(is_ended_by: str) -> None:
    scene = begun(options=Options(takebacks=True))
    scene.do(planned(scene, "B1 C1"), ANN)
    match is_ended_by:
        case "takeback":
            scene.do(cmd.Offer(OfferKind.TAKEBACK), ANN)
            scene.do(cmd.Accept(OfferKind.TAKEBACK), BOB)
        case "resignation":
            scene.do(cmd.Resign(), BOB)
        case _:
            scene.do(cmd.SetConditions(), ANN)
    assert scene.room.conditions == ()


def test_a_choice_of_the_opening_ends_them() -> None:
    scene = Scene.begun("swap2-pente", "1d/move")
    scene.play("K10", "L10", "A1")  # the first player's three stones; the other chooses
    assert scene.refusal(planned(scene, "B1 C1"), ANN) is Reason.CHOICE_DUE
    scene.play("pass", "B1", "C1")
    scene.play("stay")
    assert scene.room.conditions == ()


def test_an_offer_to_the_owner_is_not_declined_unseen() -> None:
    scene = begun()
    scene.do(planned(scene, "B1 C1"), ANN)
    scene.do(cmd.Offer(OfferKind.DRAW), BOB)
    assert len(scene.play("B1")) == 1
    assert scene.on_turn() == ANN
    assert points(scene, scene.do(cmd.Decline(OfferKind.DRAW), ANN)) == [(0, scene.point("C1"))]
    assert scene.on_turn() == BOB
    assert scene.room.conditions == ()


@pytest.mark.parametrize("time", ["5+3", "5", "30/move", "10+5x30"])
def test_they_are_for_games_in_which_a_turn_may_take_days(time: str) -> None:
    scene = begun(time=time)
    assert scene.refusal(planned(scene, "B1 C1"), ANN) is Reason.NO_CONDITIONS
    assert begun(time="-").do(planned(scene, "B1 C1"), ANN)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["A1 B1"], Reason.OCCUPIED),
        (["B1 A1"], Reason.OCCUPIED),
        (["B1 B1"], Reason.OCCUPIED),
        (["B1"], Reason.NO_ANSWER),
        (["B1 C1 D1"], Reason.NO_ANSWER),
        (["B1 C1", "B1 D1"], Reason.TWO_ANSWERS),
        (["B1 C1 D1 E1", "B1 C1 D1 F1"], Reason.TWO_ANSWERS),
        (["B1 C1"] * (MOST_PLANNED // 2 + 1), Reason.TOO_MANY_CONDITIONS),
    ],
)
def test_lines_that_can_not_be_carried_out_are_refused(lines: list[str], reason: Reason) -> None:
    scene = begun()
    assert scene.refusal(planned(scene, *lines), ANN) is reason


def test_hostile_points_are_refused() -> None:
    scene = begun()
    for point in (-1, 361, 10**9):
        assert scene.refusal(cmd.SetConditions(((Point(point), Point(5)),)), ANN) is Reason.OFF_BOARD


def test_who_is_to_act_plays_first_and_who_has_no_seat_plans_nothing() -> None:
    scene = begun()
    assert scene.refusal(planned(scene, "B1 C1"), BOB) is Reason.YOUR_TURN
    assert scene.refusal(planned(scene, "B1 C1"), EVE) is Reason.NOT_SEATED
    assert scene.refusal(cmd.SetConditions(), ANN) is Reason.SO_ALREADY


def test_the_same_said_twice_is_kept_once() -> None:
    scene = begun()
    scene.do(planned(scene, "B1 C1", "B1 C1 D1 E1", "B1 C1 D1 E1"), ANN)
    assert lines_of(scene.room.conditions, ANN.id) == planned(scene, "B1 C1 D1 E1").lines
    assert scene.refusal(planned(scene, "B1 C1 D1 E1"), ANN) is Reason.SO_ALREADY


def test_only_their_owner_learns_of_them() -> None:
    scene = begun()
    (event,) = scene.do(planned(scene, "B1 C1"), ANN)
    assert view(event, Viewer.PLAYER, me=ANN.id) == event
    for viewer, me in ((Viewer.PLAYER, BOB.id), (Viewer.WATCHER, EVE.id), (Viewer.WATCHER, None)):
        assert view(event, viewer, me=me) == ev.Hidden(T0)
        assert snapshot(scene.room, viewer, me=me).conditions == ()
    own = snapshot(scene.room, Viewer.PLAYER, me=ANN.id)
    assert restore(own) == as_clients_know(scene.room)


def test_whoever_knows_none_of_them_follows_the_game_all_the_same() -> None:
    scene = begun()
    scene.do(planned(scene, "B1 C1 D1 E1"), ANN)
    scene.play("B1")
    for me in (ANN.id, BOB.id, None):
        seen = replay(view(event, Viewer.PLAYER, me=me) for event in scene.log)
        assert replace(seen, conditions=()) == replace(scene.room, conditions=())
        assert seen.conditions == (scene.room.conditions if me == ANN.id else ())


def test_a_step_is_what_was_decided_and_never_too_late() -> None:
    scene = begun()
    scene.do(planned(scene, "B1 C1"), ANN)
    command = cmd.Play(scene.point("B1"))
    taken = step(scene.room, command, by=BOB, now=scene.now)
    assert taken.room == replay((*scene.log, *taken.events))
    assert len(taken.events) == 2
    assert not taken.too_late
    for size in range(1, len(scene.log) + 3):
        assert not was_too_late(command, [*scene.log, *taken.events][-size:])


def test_after_the_flag_nothing_is_answered() -> None:
    scene = begun()
    scene.do(planned(scene, "B1 C1"), ANN)
    command = cmd.Play(scene.point("B1"))
    taken = step(scene.wait(3 * DAY).room, command, by=BOB, now=scene.now)
    assert taken.too_late
    assert not points(scene, taken.events)
    assert was_too_late(cmd.SetConditions(), taken.events)


@pytest.mark.parametrize(
    "conditions",
    [
        (Conditions(EVE.id, ((Point(1), Point(2)),)),),
        (Conditions(ANN.id, ()),),
        (Conditions(ANN.id, ((),)),),
        (Conditions(ANN.id, ((Point(-1), Point(2)),)),),
        (Conditions(ANN.id, ((Point(1), Point(361)),)),),
        (Conditions(ANN.id, ((Point(1), Point(2)),)),) * 2,
        (Conditions(ANN.id, ((Point(1), Point(2)),) * 1000),),
    ],
)
def test_snapshots_with_impossible_plans_describe_no_room(conditions: tuple[Conditions, ...]) -> None:
    shot = snapshot(begun().room, Viewer.PLAYER, me=ANN.id)
    with pytest.raises(BadSnapshot):
        restore(replace(shot, conditions=conditions))


def test_a_plan_of_a_snapshot_that_the_rules_forbid_is_not_carried_out() -> None:
    scene = begun()
    scene.room = replace(
        scene.room, conditions=(Conditions(ANN.id, ((scene.point("B1"), scene.point("A1")),)),)
    )
    assert len(scene.play("B1")) == 1


def test_with_four_seats_a_line_has_the_stones_of_all() -> None:
    scene = begun({"base": "pente-casual", "sides": 4})
    scene.do(planned(scene, "B1 C1 D1 E1"), ANN)
    scene.play("B1", "C1")
    assert points(scene, scene.play("D1")) == [(3, scene.point("D1")), (0, scene.point("E1"))]


def test_the_event_names_its_owner_and_not_a_seat() -> None:
    scene = begun()
    command = planned(scene, "B1 C1")
    assert scene.do(command, ANN) == (ev.ConditionsSet(T0, ANN.id, command.lines),)
