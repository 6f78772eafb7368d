from collections.abc import Sequence
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.connection.replica.replica import Replica
from pente_client.connection.replica.validate import InvalidEvent, check_event
from pente_core.clock.clock import QUOTA
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, RoomId
from pente_core.rating import RatingChange
from pente_core.room import OfferKind, Refused, Room, Viewer, WatchPolicy, apply, opened, replay, view
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.room import MOST_BARRED
from pente_core.room.takeback import MOST_TAKEBACKS
from pente_core.rules.move import Call, Capture, Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.value import replace
from pente_protocol.codec import decode_event, decode_server, encode, encode_event
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.rooms import Synced
from tests.support.client.scripted_room import ANN, BOB, EVE, ROOM, START, ServerRoom, playing
from tests.support.games.checkpoints import made_up_mark
from tests.support.games.room_scenario import as_clients_know

SMALL: list[Any] = [
    {"base": "pente", "size": 7, "opening": "free", "second_move": "free"},
    {"base": "swap2-pente", "size": 7},
    {"base": "poof-pente", "size": 7, "opening": "free", "second_move": "free"},
    {"base": "connect6", "size": 7},
    {"base": "pente", "size": 7, "sides": 3, "opening": "free", "second_move": "free"},
]

commands = st.one_of(
    st.builds(cmd.Play, st.integers(0, 48).map(Point)),
    st.builds(cmd.Choose, st.sampled_from(Choice)),
    st.builds(cmd.Say, st.sampled_from(["hi", "well played"]), st.sampled_from(ev.ChatAudience)),
    st.just(cmd.Resign()),
)


def played(ruleset: object, script: Sequence[cmd.Command]) -> ServerRoom:
    """A game between all who are needed, in which whoever is to act tries the commands."""
    table = ServerRoom(ruleset)
    for player in (BOB, EVE)[: len(table.room.seats) - 1]:
        table.do(cmd.Join(), player)
    for number, command in enumerate(script):
        seat = table.room.to_act
        if seat is not None and (not isinstance(command, cmd.Resign) or number % 7 == 0):
            try:
                table.do(command, table.room.seats[seat])
            except Refused:
                continue
    return table


@given(st.sampled_from(SMALL), st.lists(commands, max_size=60), st.sampled_from(Viewer), st.data())
def test_a_replica_ends_equal_wherever_it_began(
    ruleset: object, script: list[cmd.Command], viewer: Viewer, data: st.DataObject
) -> None:
    table = played(ruleset, script)
    events = [decode_event(encode_event(view(event, viewer))) for event in table.events]
    start = data.draw(st.integers(1, len(events)), label="events before the snapshot")
    prefix = replace_log(table, start)
    synced = decode_server(encode(prefix.synced(viewer)))
    assert isinstance(synced, Synced)
    replica = Replica.restored(synced, ANN.id)
    for version, event in enumerate(events[start:], start=start + 1):
        assert replica.step(version, event, made_up_mark(version)) is not None
    assert as_clients_know(replica.room) == as_clients_know(replay(events))
    assert replica.room.game.position.key == table.room.game.position.key


def replace_log(table: ServerRoom, length: int) -> ServerRoom:
    """The table as it was after so many events."""
    earlier = ServerRoom(table.room.created.ruleset.spec)
    earlier.events = table.events[:length]
    earlier.room = replay(earlier.events)
    return earlier


@given(st.sampled_from(SMALL), st.lists(commands, max_size=60))
def test_a_replica_follows_from_the_creation_on(ruleset: object, script: list[cmd.Command]) -> None:
    table = played(ruleset, script)
    created, *rest = table.events
    assert isinstance(created, ev.Created)
    replica = Replica.opened(ROOM, created, made_up_mark(1), BOB.id)
    for version, event in enumerate(rest, start=2):
        before = replica.room
        assert replica.step(version, event, made_up_mark(version)) is before
        assert replica.step(version, event, made_up_mark(version)) is None
    assert replica.room == table.room
    assert replica.seat_of_me == table.room.seat_of(BOB.id)


numbers = st.one_of(st.integers(-2, 60), st.integers(-(2**63), 2**63 - 1))
instants = numbers.map(Instant)
points = numbers.map(Point)
times: st.SearchStrategy[Any] = st.lists(numbers, max_size=4).map(tuple)
keys = st.text("0123456789abcdef", min_size=16, max_size=16)
some_points = st.lists(points, max_size=4).map(tuple)
captures = st.lists(st.builds(Capture, numbers, some_points), max_size=2).map(tuple)
calls = st.lists(st.sampled_from(Call), max_size=2).map(tuple)
players = st.sampled_from([ANN, BOB, EVE])
lines: st.SearchStrategy[Any] = st.lists(some_points, max_size=2).map(tuple)
terminations = st.sampled_from(Termination)

WILD: dict[type[ev.Event], st.SearchStrategy[ev.Event]] = {
    ev.Created: st.just(ServerRoom().events[0]),
    ev.Joined: st.builds(ev.Joined, instants, numbers, players),
    ev.Left: st.builds(ev.Left, instants, numbers),
    ev.Declined: st.builds(ev.Declined, instants, players),
    ev.Started: st.builds(ev.Started, instants),
    ev.Moved: st.builds(
        ev.Moved, instants, numbers, numbers, points, keys, captures, some_points, calls, times
    ),
    ev.Chosen: st.builds(ev.Chosen, instants, numbers, st.sampled_from(Choice), times),
    ev.Retired: st.builds(ev.Retired, instants, numbers, terminations, times),
    **{
        type_: st.builds(type_, instants, numbers, st.sampled_from(OfferKind))
        for type_ in (ev.Offered, ev.Accepted, ev.Rejected)
    },
    ev.TimeGiven: st.builds(ev.TimeGiven, instants, numbers, numbers.map(Millis), times),
    ev.Paused: st.builds(ev.Paused, instants),
    ev.Resumed: st.builds(ev.Resumed, instants, st.one_of(st.none(), numbers)),
    ev.TakenBack: st.builds(ev.TakenBack, instants, numbers, numbers, times),
    ev.Readied: st.builds(ev.Readied, instants, numbers),
    ev.ConditionsSet: st.builds(ev.ConditionsSet, instants, st.just(ANN.id), lines),
    ev.Gone: st.builds(ev.Gone, instants, numbers, instants),
    ev.Returned: st.builds(ev.Returned, instants, numbers),
    ev.VacationStarted: st.builds(ev.VacationStarted, instants, numbers, instants, times),
    ev.VacationEnded: st.builds(ev.VacationEnded, instants, numbers, times),
    ev.Continued: st.builds(ev.Continued, instants, st.text(max_size=5)),
    **{type_: st.builds(type_, instants, st.just(ANN.id)) for type_ in get_args(ev.Moderated)},
    ev.WatchPolicyChanged: st.builds(ev.WatchPolicyChanged, instants, st.sampled_from(WatchPolicy)),
    ev.RatingsChanged: st.builds(
        ev.RatingsChanged, instants, st.lists(st.builds(RatingChange, numbers, numbers, numbers)).map(tuple)
    ),
    ev.Said: st.builds(ev.Said, instants, players, st.text(max_size=5)),
    ev.OutageCredited: st.builds(ev.OutageCredited, instants, instants, instants),
    ev.Finished: st.builds(ev.Finished, instants, terminations, times, lines, times),
    ev.VariationAdded: st.builds(ev.VariationAdded, instants, players, numbers, some_points),
    ev.CommentAdded: st.builds(ev.CommentAdded, instants, players, numbers, st.text(max_size=5)),
    ev.PointsMarked: st.builds(ev.PointsMarked, instants, players, numbers, some_points),
    ev.AnnotationRemoved: st.builds(ev.AnnotationRemoved, instants, players, numbers),
    ev.Closed: st.builds(ev.Closed, instants, st.sampled_from(ev.Closing)),
    ev.Hidden: st.builds(ev.Hidden, instants),
}
wild_events: st.SearchStrategy[ev.Event] = st.one_of(*WILD.values())


def test_every_event_is_made_up_below() -> None:
    assert set(WILD) == set(get_args(ev.Event))


@given(st.sampled_from(SMALL), st.lists(commands, max_size=10), st.lists(wild_events, max_size=12))
def test_no_event_however_made_breaks_a_replica(
    ruleset: object, script: list[cmd.Command], events: list[ev.Event]
) -> None:
    table = played(ruleset, script)
    replica = Replica(ROOM, table.room, made_up_mark(table.room.version), ANN.id)
    for event in events:
        room = replica.room
        try:
            replica.step(room.version + 1, event, made_up_mark(room.version + 1))
        except InvalidEvent:
            assert replica.room is room
        else:
            assert_usable(replica.room)


def assert_usable(room: Room) -> None:
    """Everything that a screen asks of a room can be asked."""
    position = room.game.position
    assert position.key >= 0
    assert room.to_act is None or 0 <= room.to_act < len(room.seats) == room.created.ruleset.sides
    assert len(room.clock.remaining_at(START)) in (0, len(room.seats))
    assert len(list(position.legal_points)) <= 49
    assert str(position.board)


def test_moves_that_are_not_the_rules_are_noticed() -> None:
    table = playing("A1", "B1", "K10", "C1")  # D1 takes B1 and C1
    before = table.room
    (happened,) = table.play("D1")
    moved = happened.event
    assert isinstance(moved, ev.Moved)
    assert moved.captured
    check_event(before, moved)
    for wrong in (
        replace(moved, captured=()),
        replace(moved, colour=1),
        replace(moved, key="0" * 16),
        replace(moved, poofed=(Point(0),)),
        replace(moved, point=Point(0)),
        replace(moved, point=Point(-1)),
        replace(moved, seat=2),
        replace(moved, remaining=()),
    ):
        with pytest.raises(InvalidEvent):
            check_event(before, wrong)


def test_what_nobody_can_have_agreed_on_is_implausible() -> None:
    room = playing("K10").room
    paused, left = apply(room, ev.Paused(START)), room.clock.remaining
    (moved,) = playing("K10").play("A1")
    assert isinstance(moved.event, ev.Moved)
    for before, wrong in (
        (paused, ev.Paused(START, left)),
        (room, ev.Paused(START)),
        (room, ev.Resumed(START, None, left)),
        (paused, ev.Resumed(START, 9, left)),
        (paused, moved.event),
        (room, ev.Offered(START, 2, OfferKind.DRAW)),
        (room, ev.TimeGiven(START, 0, Millis(15_000), ())),
        (room, replace(moved.event, lag=Millis(-1))),
        (room, replace(moved.event, lag=Millis(QUOTA + 1))),
        (playing("K10", time="-").room, ev.Paused(START)),
    ):
        with pytest.raises(InvalidEvent):
            check_event(before, wrong)
    check_event(paused, ev.Resumed(START, None, left))


def test_what_nobody_can_have_done_is_implausible() -> None:
    table = playing("K10", "L10")
    room = table.room
    paused = apply(room, ev.Paused(START))
    left = room.clock.remaining
    table.do(cmd.Resign(), ANN)
    for before, wrong in (
        (room, ev.TakenBack(START, 0, 2, left)),
        (room, ev.TakenBack(START, 0, -1, left)),
        (room, ev.TakenBack(START, 0, 1, ())),
        (paused, ev.TakenBack(START, 0, 1, left)),
        (replace(room, takebacks=MOST_TAKEBACKS), ev.TakenBack(START, 0, 1, left)),
        (room, ev.Offered(START, 0, OfferKind.REMATCH)),
        (table.room, ev.Offered(START, 0, OfferKind.DRAW)),
        (room, ev.Continued(START, RoomId("a1b2c3d4e5f6-2"))),
        (room, ev.Readied(START, 0)),
        (room, ev.Gone(START, 2, START)),
        (apply(room, ev.Gone(START, 0, START)), ev.Gone(START, 0, START)),
        (table.room, ev.Gone(START, 0, START)),
        (table.room, ev.WatchPolicyChanged(START, WatchPolicy.INVITED)),
        (replace(room, muted=(ANN.id,) * MOST_BARRED), ev.Muted(START, BOB.id)),
        (replace(room, banned=(ANN.id,) * MOST_BARRED), ev.Banned(START, BOB.id)),
    ):
        with pytest.raises(InvalidEvent):
            check_event(before, wrong)
    check_event(room, ev.TakenBack(START, 0, 1, left))
    check_event(table.room, ev.Offered(START, 0, OfferKind.REMATCH))


def test_ratings_change_only_after_the_end_and_for_those_who_played() -> None:
    table = playing("K10")
    change = RatingChange(1, 1500, 1508)
    with pytest.raises(InvalidEvent):
        check_event(table.room, ev.RatingsChanged(START, (change,)))
    table.do(cmd.Resign(), ANN)
    check_event(table.room, ev.RatingsChanged(START, (change,)))
    for wrong in (RatingChange(2, 1500, 1508), RatingChange(-1, 1500, 1508), change):
        with pytest.raises(InvalidEvent):
            check_event(table.room, ev.RatingsChanged(START, (change, wrong)))


def test_a_gap_is_noticed_and_a_repetition_is_not() -> None:
    table = playing("K10")
    replica = Replica(ROOM, table.room, made_up_mark(table.room.version), ANN.id)
    (first,) = table.play("A1")
    (second,) = table.play("B2")
    with pytest.raises(InvalidEvent):
        replica.step(second.version, second.event, second.mark)
    replica.step(first.version, first.event, first.mark)
    assert replica.step(first.version, first.event, first.mark) is None
    replica.step(second.version, second.event, second.mark)
    assert replica.room == table.room
    assert not replica.is_my_turn


def test_a_snapshot_of_an_older_room_is_taken() -> None:
    table = playing("K10", "A1")
    replica = Replica(ROOM, table.room, made_up_mark(table.room.version), ANN.id)
    older = playing()
    assert replica.resync(older.synced())
    assert replica.room == older.room


def test_a_snapshot_that_describes_no_room_is_implausible() -> None:
    synced = playing("K10").synced()
    shot = synced.snapshot
    for wrong in (
        replace(shot, version=0),
        replace(shot, turns=("K10", "K10")),
        replace(shot, turns=("resignation:0", "resignation:1")),
        replace(shot, turns=("Nonsense",)),
        replace(shot, seats=()),
        replace(shot, remaining=()),
        replace(shot, running=7),
    ):
        with pytest.raises(InvalidEvent):
            Replica.restored(replace(synced, snapshot=wrong), ANN.id)


def test_the_retirement_of_the_last_one_is_implausible() -> None:
    table = played(SMALL[4], [])
    for seat, player in enumerate((ANN, BOB)):
        room = table.room
        frames = table.do(cmd.Resign(), player)
        assert isinstance(frames[0].event, ev.Retired)
        check_event(room, frames[0].event)
        still = apply(room, frames[0].event)
        with pytest.raises(InvalidEvent):
            check_event(still, replace(frames[0].event, seat=seat))


def test_players_are_players() -> None:
    created = ServerRoom().events[0]
    assert isinstance(created, ev.Created)
    stranger = Identity(EVE.id, "eve")
    assert Replica(ROOM, opened(created), made_up_mark(1), stranger.id).seat_of_me is None


def test_a_version_of_another_history_is_noticed() -> None:
    table = playing("K10")
    replica = Replica(ROOM, table.room, made_up_mark(table.room.version), ANN.id)
    (first,) = table.play("A1")
    replica.step(first.version, first.event, first.mark)
    assert replica.checkpoint == Checkpoint(first.version, first.mark)
    with pytest.raises(InvalidEvent):
        replica.step(first.version, first.event, Mark("f" * 16))


def test_a_snapshot_of_the_same_version_may_be_another_history() -> None:
    table = playing("K10")
    replica = Replica(ROOM, table.room, made_up_mark(table.room.version), ANN.id)
    assert not replica.resync(table.synced())
    other = playing("L11").synced()
    assert replica.resync(replace(other, mark=Mark("f" * 16)))
    assert replica.checkpoint == Checkpoint(table.room.version, Mark("f" * 16))


@pytest.mark.parametrize(
    "wrong", [{"position": "3/3/3"}, {"captures": (2, 0)}, {"last_move": None}, {"last_move": Point(0)}]
)
def test_a_board_beside_a_snapshot_that_is_not_its_own_is_implausible(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidEvent):
        Replica.restored(replace(playing("K10").synced(), **wrong), ANN.id)
