"""What follows from commands in a game that is played, and after it."""

from typing import get_args

import pytest

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import Identity
from pente_core.room import SENTENCES, OfferKind, Reason, WatchPolicy, deadline
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.deadlines import UNTOUCHED, WAITING_ENDS
from pente_core.room.permissions import LONGEST_TEXT
from pente_core.rules.move import Capture, Choice, Illegal
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point
from tests.support.games.room_scenario import ANN, BOB, CAT, EVE, T0, Scene, millis

LINE3 = {"base": "freestyle", "size": 5, "line": 3}
THREE = {"base": "pente-casual", "sides": 3}
TEAMS = {"base": "pente-casual", "sides": 4, "teams": True}


def waiting() -> Scene:
    return Scene()


def playing() -> Scene:
    return Scene.begun()


def finished() -> Scene:
    scene = Scene.begun()
    scene.do(cmd.Resign(), BOB)
    return scene


def closed() -> Scene:
    scene = Scene()
    scene.do(cmd.Leave(), ANN)
    return scene


STAGES = {"waiting": waiting, "playing": playing, "finished": finished, "closed": closed}
STONE = cmd.Play(Point(180))
CLOSE = cmd.SetWatchPolicy(WatchPolicy.INVITED)
OUTAGE = cmd.CreditOutage(T0, later(T0, WAITING_ENDS))
R = Reason
ANSWERS: list[tuple[cmd.Command, Identity | None, list[Reason | None]]] = [
    # In each of the stages above: refused for this reason, or (None) carried out.
    (cmd.Join(), BOB, [None, R.ALREADY_SEATED, R.ALREADY_SEATED, R.ROOM_CLOSED]),
    (cmd.Join(), EVE, [None, R.ROOM_FULL, R.ROOM_FULL, R.ROOM_CLOSED]),
    (cmd.Leave(), ANN, [None, R.STARTED, R.GAME_OVER, R.NOT_SEATED]),
    (cmd.Leave(), EVE, [R.NOT_SEATED] * 4),
    (cmd.Decline(), EVE, [R.NOT_INVITED] * 4),
    (STONE, ANN, [R.NOT_STARTED, None, R.GAME_OVER, R.NOT_SEATED]),
    (STONE, EVE, [R.NOT_SEATED] * 4),
    (STONE, None, [R.NOT_SEATED] * 4),
    (cmd.Choose(Choice.STAY), ANN, [R.NOT_STARTED, R.NO_CHOICE_DUE, R.GAME_OVER, R.NOT_SEATED]),
    (cmd.Choose(Choice.STAY), EVE, [R.NOT_SEATED] * 4),
    (cmd.Resign(), ANN, [R.NOT_STARTED, None, R.GAME_OVER, R.NOT_SEATED]),
    (cmd.Resign(), EVE, [R.NOT_SEATED] * 4),
    (cmd.Say("hello"), ANN, [None, None, None, R.ROOM_CLOSED]),
    (cmd.Say("hello"), EVE, [None, None, None, R.ROOM_CLOSED]),
    (cmd.Say("hello"), None, [R.NOT_SEATED] * 4),
    (CLOSE, ANN, [None, None, R.GAME_OVER, R.ROOM_CLOSED]),
    (CLOSE, BOB, [R.NOT_HOST] * 4),
    (CLOSE, None, [R.NOT_SEATED] * 4),
    (cmd.Tick(), None, [R.NOTHING_DUE] * 4),
    (OUTAGE, None, [None, None, R.NOTHING_DUE, R.NOTHING_DUE]),
]

COMMANDS: list[cmd.Command] = [
    cmd.Join(),
    cmd.Leave(),
    cmd.Decline(OfferKind.DRAW),
    cmd.Ready(),
    STONE,
    cmd.Choose(Choice.STAY),
    cmd.Resign(),
    cmd.Abort(),
    cmd.Offer(OfferKind.DRAW),
    cmd.Accept(OfferKind.DRAW),
    cmd.GiveTime(),
    cmd.Resume(),
    cmd.Claim(cmd.ClaimKind.WIN),
    cmd.SetConditions(),
    cmd.Say("hello"),
    cmd.Mute(EVE.id),
    cmd.Unmute(EVE.id),
    cmd.Kick(EVE.id),
    cmd.Ban(EVE.id),
    cmd.Unban(EVE.id),
    CLOSE,
    cmd.AddVariation(0, (Point(180),)),
    cmd.AddComment(0, "hm"),
    cmd.MarkPoints(0, (Point(180),)),
    cmd.RemoveAnnotation(1),
    cmd.Tick(),
    OUTAGE,
    cmd.MarkAbsent(0),
    cmd.MarkPresent(0),
    cmd.MarkVacation(ANN.id, T0),
    cmd.Rate(()),
]


@pytest.mark.parametrize(("stage", "column"), [(name, column) for column, name in enumerate(STAGES)])
@pytest.mark.parametrize(("command", "by", "answers"), ANSWERS)
def test_a_command_is_carried_out_or_refused_in_every_stage(
    stage: str, column: int, command: cmd.Command, by: Identity | None, answers: list[Reason | None]
) -> None:
    scene, expected = STAGES[stage](), answers[column]
    if expected is None:
        assert scene.do(command, by)
    else:
        assert scene.refusal(command, by) is expected


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_table_of_refusals_holds_in_every_stage(stage: str, command: cmd.Command) -> None:
    scene = STAGES[stage]()
    by = (
        None
        if isinstance(
            command,
            cmd.Tick | cmd.CreditOutage | cmd.Rate | cmd.MarkAbsent | cmd.MarkPresent | cmd.MarkVacation,
        )
        else ANN
    )
    reason = command.facts.refused.get(scene.room.status)
    needs_no_seat = isinstance(
        command,
        cmd.Join
        | cmd.Say
        | cmd.AnnotationCommand
        | cmd.Mute
        | cmd.Unmute
        | cmd.Kick
        | cmd.Ban
        | cmd.Unban
        | cmd.SetWatchPolicy,
    )
    if reason is not None and (by is None or needs_no_seat or scene.room.seat_of(ANN.id) is not None):
        assert scene.refusal(command, by) is reason


def test_the_table_of_refusals_names_every_command() -> None:
    assert set(get_args(cmd.Command)) == {type(command) for command in COMMANDS}


def test_every_reason_has_a_sentence_and_every_illegal_move_a_reason() -> None:
    assert set(SENTENCES) == set(Reason)
    assert {illegal.value for illegal in Illegal} <= {reason.value for reason in Reason}


@pytest.mark.parametrize("point", [-1, 361, 2**64, -(2**63)])
def test_a_point_off_the_board_is_refused(point: int) -> None:
    assert Scene.begun().refusal(cmd.Play(Point(point)), ANN) is Reason.OFF_BOARD


def test_moves_against_the_rules_are_refused() -> None:
    scene = Scene.begun()
    assert scene.refusal(cmd.Play(scene.point("A1")), ANN) is Reason.NOT_CENTRE
    scene.play("K10")
    assert scene.refusal(cmd.Play(scene.point("K10")), BOB) is Reason.OCCUPIED
    scene.play("A1")
    assert scene.refusal(cmd.Play(scene.point("L11")), ANN) is Reason.RESTRICTED


def test_only_the_seat_on_turn_plays() -> None:
    scene = Scene.begun()
    assert scene.refusal(cmd.Play(scene.point("K10")), BOB) is Reason.NOT_YOUR_TURN
    assert scene.refusal(cmd.Choose(Choice.SWAP), BOB) is Reason.NOT_YOUR_TURN


def test_a_move_tells_all_that_it_did() -> None:
    scene = Scene.begun("pente-casual", "1+2")
    scene.play("K10", "L10", "A1", "M10")
    moved, *more = scene.wait(500).play("N10")
    taken = Capture(1, (scene.point("L10"), scene.point("M10")))
    key = f"{scene.room.game.position.key:016x}"
    assert moved == ev.Moved(
        scene.now, 0, 0, scene.point("N10"), key, (taken,), (), (), millis(65_500, 64_000)
    )
    assert more == []
    assert scene.room.game.position.taken == (2, 0)


def test_the_winning_move_ends_the_game() -> None:
    scene = Scene.begun(LINE3, "1+2")
    moved, done = scene.wait(500).play("A1", "A2", "B1", "B2", "C1")
    assert isinstance(moved, ev.Moved)
    row = (Point(0), Point(1), Point(2))
    assert done == ev.Finished(scene.now, Termination.LINE, (0,), (row,), moved.remaining)
    assert scene.room.status is ev.Status.FINISHED
    assert scene.room.game.outcome == Outcome(Termination.LINE, (0,), (row,))
    assert scene.room.to_act is None
    assert deadline(scene.room) is None


def test_a_full_board_is_a_draw() -> None:
    scene = Scene.begun({"base": "freestyle", "size": 3, "line": 3, "dead_draw": False})
    _, done = scene.play("B2", "A1", "C1", "A3", "A2", "C2", "B1", "B3", "C3")
    assert done == ev.Finished(T0, Termination.NO_MOVES)


def test_the_clock_stops_with_the_game() -> None:
    scene = Scene.begun(LINE3, "1")
    scene.wait(500).play("A1", "A2", "B1", "B2", "C1")
    left = scene.left()
    assert scene.wait(10**7).left() == left


def test_an_unlimited_game_has_no_times() -> None:
    (moved,) = Scene.begun().play("K10")
    assert isinstance(moved, ev.Moved)
    assert moved.remaining == ()


def test_each_turn_earns_the_increment_after_it() -> None:
    scene = Scene.begun(time="1+2")
    scene.wait(1000).play("K10")
    assert scene.left() == (61_000, 60_000)
    scene.wait(5000).play("A1")
    assert scene.left() == (61_000, 57_000)


def test_the_second_stone_of_a_turn_ends_it_and_earns_the_increment() -> None:
    scene = Scene.begun("connect6", "1+2")
    scene.play("K10")
    scene.wait(1000).play("A1")
    assert (scene.left(), scene.room.to_act) == ((62_000, 59_000), 1)
    scene.wait(1000).play("A2")
    assert (scene.left(), scene.room.to_act) == ((62_000, 60_000), 0)


# Resigning.


def test_who_resigns_has_lost_even_out_of_turn() -> None:
    scene = Scene.begun()
    assert scene.do(cmd.Resign(), BOB) == (ev.Finished(T0, Termination.RESIGNATION, (0,)),)


def test_one_of_three_resigns_and_the_others_play_on() -> None:
    scene = Scene.begun(THREE, "1+2")
    scene.play("K10")
    scene.wait(1000)
    assert scene.do(cmd.Resign(), ANN) == (
        ev.Retired(scene.now, 0, Termination.RESIGNATION, millis(62_000, 59_000, 60_000)),
    )
    assert scene.room.to_act == 1
    assert scene.refusal(cmd.Resign(), ANN) is Reason.GAME_OVER
    assert scene.refusal(cmd.Play(scene.point("A1")), ANN) is Reason.NOT_YOUR_TURN
    scene.play("A1", "A2")
    assert scene.room.to_act == 1
    left = millis(62_000, 61_000, 62_000)
    assert scene.do(cmd.Resign(), BOB) == (
        ev.Retired(scene.now, 1, Termination.RESIGNATION, left),
        ev.Finished(scene.now, Termination.RESIGNATION, (2,), (), left),
    )
    assert scene.refusal(cmd.Resign(), CAT) is Reason.GAME_OVER


def test_the_turn_of_who_resigns_goes_to_the_next() -> None:
    scene = Scene.begun(THREE, "1+2")
    scene.wait(1000).do(cmd.Resign(), ANN)
    assert scene.room.to_act == 1
    assert scene.wait(500).left() == (59_000, 59_500, 60_000)


def test_a_team_plays_on_with_one_player_and_loses_with_none() -> None:
    scene = Scene.begun(TEAMS)
    assert [type(event) for event in scene.do(cmd.Resign(), ANN)] == [ev.Retired]
    assert [type(event) for event in scene.do(cmd.Resign(), BOB)] == [ev.Retired]
    done = scene.do(cmd.Resign(), CAT)[-1]
    assert done == ev.Finished(T0, Termination.RESIGNATION, (1, 3))


def test_a_team_wins_together() -> None:
    scene = Scene.begun({**TEAMS, "size": 7, "line": 3})
    done = scene.play("A1", "A3", "G7", "G5", "B1", "B3", "G1", "E5", "C1")[-1]
    assert isinstance(done, ev.Finished)
    assert (done.termination, done.winners) == (Termination.LINE, (0, 2))


# The flag.


def test_the_keeper_ends_the_game_when_the_flag_falls() -> None:
    scene = Scene.patient(time="1")
    assert deadline(scene.room) == later(T0, scene.room.clock.remaining[0])
    assert scene.wait(59_999).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert scene.wait(1).tick() == (ev.Finished(scene.now, Termination.TIME, (1,), (), millis(0, 60_000)),)


@pytest.mark.parametrize(
    ("command", "by"),
    [(cmd.Play(Point(180)), ANN), (cmd.Resign(), ANN), (cmd.Resign(), BOB), (cmd.Choose(Choice.STAY), BOB)],
)
def test_whatever_comes_after_the_flag_the_time_has_decided(command: cmd.Command, by: Identity) -> None:
    scene = Scene.patient(time="1").wait(60_000)
    assert scene.do(command, by) == (ev.Finished(scene.now, Termination.TIME, (1,), (), millis(0, 60_000)),)


def test_a_move_just_before_the_flag_counts() -> None:
    scene = Scene.patient(time="1+2")
    scene.wait(59_999).play("K10")
    assert scene.left() == (2001, 60_000)


def test_a_flag_falls_only_for_who_sits_there() -> None:
    scene = Scene.begun(time="1").wait(60_000)
    assert scene.refusal(cmd.Resign(), EVE) is Reason.NOT_SEATED
    assert scene.do(cmd.Say("time!"), EVE) == (ev.Said(scene.now, EVE, "time!"),)
    assert scene.room.status is ev.Status.PLAYING


def test_one_of_three_loses_on_time_and_the_others_are_not_charged_for_it() -> None:
    scene = Scene.patient(THREE, "1").wait(70_000)
    assert scene.tick() == (ev.Retired(scene.now, 0, Termination.TIME, millis(0, 60_000, 60_000)),)
    assert scene.room.to_act == 1
    assert deadline(scene.room) == scene.now + 60_000
    done = scene.wait(60_000).tick()
    assert done[-1] == ev.Finished(scene.now, Termination.TIME, (2,), (), millis(0, 0, 60_000))


def test_a_move_of_another_seat_after_the_flag_only_retires_the_one_that_was_late() -> None:
    scene = Scene.patient(THREE, "1").wait(60_000)
    events = scene.do(cmd.Play(scene.point("A1")), BOB)
    assert events == (ev.Retired(scene.now, 0, Termination.TIME, millis(0, 60_000, 60_000)),)


def test_who_resigns_when_the_flag_of_another_has_fallen_has_resigned_too() -> None:
    scene = Scene.patient({"base": "pente-casual", "sides": 4}, "1").wait(60_000)
    left = millis(0, 60_000, 60_000, 60_000)
    assert scene.do(cmd.Resign(), CAT) == (
        ev.Retired(scene.now, 0, Termination.TIME, left),
        ev.Retired(scene.now, 2, Termination.RESIGNATION, left),
    )
    three = Scene.patient(THREE, "1").wait(60_000)
    assert three.do(cmd.Resign(), CAT)[-1] == ev.Finished(
        three.now, Termination.RESIGNATION, (1,), (), left[:3]
    )
    late = Scene.patient(THREE, "1").wait(60_000)
    assert late.do(cmd.Resign(), ANN) == (ev.Retired(late.now, 0, Termination.TIME, left[:3]),)


def test_a_game_without_a_clock_is_aborted_when_it_has_stood_still_for_as_long_as_its_log_says() -> None:
    scene = Scene.begun(idle=ev.IDLE)
    scene.wait(1000).play("K10")
    assert scene.wait(ev.IDLE - 1).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert scene.wait(1).tick() == (ev.Finished(scene.now, Termination.ABORTED),)


def test_a_game_without_a_clock_in_which_nobody_has_moved_is_aborted_after_a_day() -> None:
    scene = Scene.begun(idle=ev.IDLE)
    assert scene.wait(UNTOUCHED - 1).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert scene.wait(1).tick() == (ev.Finished(scene.now, Termination.ABORTED),)
    short = Scene.begun(idle=Millis(1000))
    assert short.wait(1000).tick() == (ev.Finished(short.now, Termination.ABORTED),)


# Swap openings: players and clocks change places, colours do not.


def test_d_pente_swapped_the_second_player_goes_on_as_the_first_seat() -> None:
    scene = Scene.begun("d-pente", "1+2")
    scene.play("K10", "L10", "A1")
    assert scene.on_turn() == ANN
    scene.wait(1000).play("M10")
    assert (scene.left(), scene.on_turn()) == ((61_000, 60_000), BOB)
    (chosen,) = scene.wait(500).play("swap")
    assert chosen == ev.Chosen(scene.now, 1, Choice.SWAP, millis(59_500, 61_000))
    assert scene.room.seats == (BOB, ANN)
    assert (scene.room.to_act, scene.room.game.position.colour) == (0, 0)
    (moved,) = scene.wait(500).play("N10")
    assert isinstance(moved, ev.Moved)
    assert (moved.seat, moved.colour) == (0, 0)
    assert moved.remaining == (61_000, 61_000)
    assert scene.wait(1000).left() == (61_000, 60_000)


def test_d_pente_not_swapped_the_first_player_goes_on() -> None:
    scene = Scene.begun("d-pente", "1+2")
    scene.play("K10", "L10", "A1", "M10")
    (chosen,) = scene.wait(500).play("stay")
    assert chosen == ev.Chosen(scene.now, 1, Choice.STAY, millis(62_000, 61_500))
    assert scene.room.seats == (ANN, BOB)
    assert scene.on_turn() == ANN


def test_in_a_swap_opening_a_stone_is_refused_where_a_choice_is_due_and_the_other_way_round() -> None:
    scene = Scene.begun("d-pente")
    assert scene.refusal(cmd.Choose(Choice.SWAP), ANN) is Reason.NO_CHOICE_DUE
    scene.play("K10", "L10", "A1", "M10")
    assert scene.refusal(cmd.Play(scene.point("N10")), BOB) is Reason.CHOICE_DUE
    assert scene.refusal(cmd.Choose(Choice.PASS), BOB) is Reason.NO_CHOICE_DUE
    assert scene.refusal(cmd.Choose(Choice.SWAP), ANN) is Reason.NOT_YOUR_TURN


def test_swap2_swapped_at_once_the_first_player_goes_on_as_the_second_seat() -> None:
    scene = Scene.begun("swap2-pente", "1+2")
    scene.play("K10", "L10", "A1")
    assert scene.left() == (62_000, 60_000)
    (chosen,) = scene.wait(1000).play("swap")
    assert chosen == ev.Chosen(scene.now, 1, Choice.SWAP, millis(61_000, 62_000))
    assert scene.room.seats == (BOB, ANN)
    assert (scene.on_turn(), scene.room.game.position.colour) == (ANN, 1)


def test_swap2_passed_the_second_player_goes_on_and_the_first_chooses() -> None:
    scene = Scene.begun("swap2-pente", "1+2")
    scene.play("K10", "L10", "A1")
    scene.wait(1000).play("pass")
    assert (scene.left(), scene.on_turn()) == ((62_000, 59_000), BOB)
    scene.wait(1000).play("B1", "C1")
    assert (scene.left(), scene.on_turn()) == ((62_000, 60_000), ANN)
    (chosen,) = scene.wait(1000).play("swap")
    assert chosen == ev.Chosen(scene.now, 0, Choice.SWAP, millis(60_000, 61_000))
    assert scene.room.seats == (BOB, ANN)
    assert (scene.on_turn(), scene.room.game.position.colour) == (ANN, 1)


def test_after_a_swap_the_flag_is_the_one_of_the_player_whose_turn_it_is() -> None:
    scene = Scene.patient("d-pente", "1")
    scene.play("K10", "L10", "A1", "M10")
    scene.wait(20_000).play("swap")
    done = scene.wait(40_000).tick()
    assert done == (ev.Finished(scene.now, Termination.TIME, (1,), (), millis(0, 60_000)),)
    assert scene.room.seats[1] == ANN


# Outages.


def test_an_outage_is_charged_to_nobody() -> None:
    scene = Scene.patient(time="1")
    start, end = later(T0, scene.room.clock.remaining[0]) - 1000, T0 + 500_000
    scene.wait(500_000)
    forgiven = scene.do(cmd.CreditOutage(Instant(start), Instant(end)))
    assert forgiven == (
        ev.OutageCredited(scene.now, Instant(start), Instant(end), scene.room.clock.remaining),
    )
    assert scene.left() == (1000, 60_000)
    assert scene.refusal(cmd.Tick()) is Reason.NOTHING_DUE


def test_the_same_outage_is_forgiven_once() -> None:
    scene = Scene.begun(time="1").wait(5000)
    outage = cmd.CreditOutage(Instant(T0 + 1000), Instant(T0 + 4000))
    scene.do(outage)
    assert scene.left() == (58_000, 60_000)
    assert scene.refusal(outage) is Reason.NOTHING_DUE


def test_forgiveness_makes_no_turn_stale() -> None:
    scene = Scene.begun(time="1").wait(5000)
    changed = scene.room.changed
    scene.do(cmd.CreditOutage(T0, scene.now))
    assert (scene.room.changed, scene.room.version) == (changed, changed + 1)


def test_time_to_come_back_is_kept_when_another_resigns_meanwhile() -> None:
    scene = Scene.begun(THREE, "1").wait(5000)
    scene.do(cmd.CreditOutage(T0, Instant(scene.now + 2000)))
    scene.do(cmd.Resign(), CAT)
    assert scene.wait(2000).left() == (60_000, 60_000, 60_000)
    assert scene.wait(1000).left() == (59_000, 60_000, 60_000)


def test_an_outage_that_ends_before_it_starts_is_none() -> None:
    scene = Scene.begun(time="1").wait(5000)
    assert scene.refusal(cmd.CreditOutage(Instant(T0 + 3000), Instant(T0 + 2000))) is Reason.NOTHING_DUE


def test_a_game_without_a_clock_is_not_abandoned_for_an_outage() -> None:
    scene = Scene.begun().wait(UNTOUCHED)
    scene.do(cmd.CreditOutage(T0, scene.now))
    assert scene.refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert scene.wait(UNTOUCHED).tick() == (ev.Finished(scene.now, Termination.ABORTED),)


# Chat.


@pytest.mark.parametrize(
    "text", ["", " ", "a\nb", "\x1b[2J", "\u202eabc", "\ud800", "x" * (LONGEST_TEXT + 1), "\u00a0"]
)
def test_text_that_could_not_be_shown_is_refused(text: str) -> None:
    assert Scene().refusal(cmd.Say(text), ANN) is Reason.BAD_TEXT


@pytest.mark.parametrize("text", ["x", "x" * LONGEST_TEXT, "grüße, 世界 😀"])
def test_text_is_said(text: str) -> None:
    assert Scene().do(cmd.Say(text), BOB) == (ev.Said(T0, BOB, text),)


def test_chat_changes_neither_the_game_nor_how_long_a_room_waits() -> None:
    scene = Scene()
    changed, due = scene.room.changed, deadline(scene.room)
    scene.wait(1000).do(cmd.Say("anybody?"), ANN)
    assert (scene.room.changed, deadline(scene.room), scene.room.version) == (changed, due, changed + 1)


def test_who_has_a_seat_does_not_talk_among_the_watchers() -> None:
    for scene in (waiting(), playing(), finished()):
        assert scene.refusal(cmd.Say("psst", ev.ChatAudience.WATCHERS), ANN) is Reason.NOT_WATCHING
        assert scene.do(cmd.Say("psst", ev.ChatAudience.WATCHERS), EVE)


def test_deciding_changes_nothing() -> None:
    scene = Scene.begun(time="1+2")
    room = scene.room
    scene.play("K10")
    assert (room.version, scene.room.version) == (4, 5)
    assert (room.game.turns, scene.room.game.turns) == ((), (scene.point("K10"),))
