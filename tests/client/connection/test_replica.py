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
from pente_core.room import (
    Accepted,
    AnnotationRemoved,
    Banned,
    ChatAudience,
    Choose,
    Chosen,
    Closed,
    Closing,
    Command,
    CommentAdded,
    ConditionsSet,
    Continued,
    Created,
    Declined,
    Event,
    Finished,
    Gone,
    Hidden,
    Join,
    Joined,
    Left,
    Moderated,
    Moved,
    Muted,
    Offered,
    OfferKind,
    OutageCredited,
    Paused,
    Play,
    PointsMarked,
    RatingsChanged,
    Readied,
    Refused,
    Rejected,
    Resign,
    Resumed,
    Retired,
    Returned,
    Room,
    Said,
    Say,
    Started,
    TakenBack,
    TimeGiven,
    VacationEnded,
    VacationStarted,
    VariationAdded,
    Viewer,
    WatchPolicy,
    WatchPolicyChanged,
    apply,
    opened,
    replay,
    view,
)
from pente_core.room.room import MOST_BARRED
from pente_core.room.takeback import MOST_TAKEBACKS
from pente_core.rules.move import Call, Capture, Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.value import replace
from pente_protocol.codec import decode_event, decode_server, encode, encode_event
from pente_protocol.messages import Synced
from pente_protocol.messages.checkpoint import Checkpoint, Mark
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
    st.builds(Play, st.integers(0, 48).map(Point)),
    st.builds(Choose, st.sampled_from(Choice)),
    st.builds(Say, st.sampled_from(["hi", "well played"]), st.sampled_from(ChatAudience)),
    st.just(Resign()),
)


def played(ruleset: object, script: Sequence[Command]) -> ServerRoom:
    """A game between all who are needed, in which whoever is to act tries the commands."""
    table = ServerRoom(ruleset)
    for player in (BOB, EVE)[: len(table.room.seats) - 1]:
        table.do(Join(), player)
    for number, command in enumerate(script):
        seat = table.room.to_act
        if seat is not None and (not isinstance(command, Resign) or number % 7 == 0):
            try:
                table.do(command, table.room.seats[seat])
            except Refused:
                continue
    return table


@given(st.sampled_from(SMALL), st.lists(commands, max_size=60), st.sampled_from(Viewer), st.data())
def test_a_replica_ends_equal_wherever_it_began(
    ruleset: object, script: list[Command], viewer: Viewer, data: st.DataObject
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
def test_a_replica_follows_from_the_creation_on(ruleset: object, script: list[Command]) -> None:
    table = played(ruleset, script)
    created, *rest = table.events
    assert isinstance(created, Created)
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

WILD: dict[type[Event], st.SearchStrategy[Event]] = {
    Created: st.just(ServerRoom().events[0]),
    Joined: st.builds(Joined, instants, numbers, players),
    Left: st.builds(Left, instants, numbers),
    Declined: st.builds(Declined, instants, players),
    Started: st.builds(Started, instants),
    Moved: st.builds(Moved, instants, numbers, numbers, points, keys, captures, some_points, calls, times),
    Chosen: st.builds(Chosen, instants, numbers, st.sampled_from(Choice), times),
    Retired: st.builds(Retired, instants, numbers, terminations, times),
    **{
        type_: st.builds(type_, instants, numbers, st.sampled_from(OfferKind))
        for type_ in (Offered, Accepted, Rejected)
    },
    TimeGiven: st.builds(TimeGiven, instants, numbers, numbers.map(Millis), times),
    Paused: st.builds(Paused, instants),
    Resumed: st.builds(Resumed, instants, st.one_of(st.none(), numbers)),
    TakenBack: st.builds(TakenBack, instants, numbers, numbers, times),
    Readied: st.builds(Readied, instants, numbers),
    ConditionsSet: st.builds(ConditionsSet, instants, st.just(ANN.id), lines),
    Gone: st.builds(Gone, instants, numbers, instants),
    Returned: st.builds(Returned, instants, numbers),
    VacationStarted: st.builds(VacationStarted, instants, numbers, instants, times),
    VacationEnded: st.builds(VacationEnded, instants, numbers, times),
    Continued: st.builds(Continued, instants, st.text(max_size=5)),
    **{type_: st.builds(type_, instants, st.just(ANN.id)) for type_ in get_args(Moderated)},
    WatchPolicyChanged: st.builds(WatchPolicyChanged, instants, st.sampled_from(WatchPolicy)),
    RatingsChanged: st.builds(
        RatingsChanged, instants, st.lists(st.builds(RatingChange, numbers, numbers, numbers)).map(tuple)
    ),
    Said: st.builds(Said, instants, players, st.text(max_size=5)),
    OutageCredited: st.builds(OutageCredited, instants, instants, instants),
    Finished: st.builds(Finished, instants, terminations, times, lines, times),
    VariationAdded: st.builds(VariationAdded, instants, players, numbers, some_points),
    CommentAdded: st.builds(CommentAdded, instants, players, numbers, st.text(max_size=5)),
    PointsMarked: st.builds(PointsMarked, instants, players, numbers, some_points),
    AnnotationRemoved: st.builds(AnnotationRemoved, instants, players, numbers),
    Closed: st.builds(Closed, instants, st.sampled_from(Closing)),
    Hidden: st.builds(Hidden, instants),
}
wild_events: st.SearchStrategy[Event] = st.one_of(*WILD.values())


def test_every_event_is_made_up_below() -> None:
    assert set(WILD) == set(get_args(Event))


@given(st.sampled_from(SMALL), st.lists(commands, max_size=10), st.lists(wild_events, max_size=12))
def test_no_event_however_made_breaks_a_replica(
    ruleset: object, script: list[Command], events: list[Event]
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
    assert isinstance(moved, Moved)
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
    paused = apply(room, Paused(START))
    (moved,) = playing("K10").play("A1")
    assert isinstance(moved.event, Moved)
    for before, wrong in (
        (paused, Paused(START)),
        (room, Resumed(START)),
        (paused, Resumed(START, 9)),
        (paused, moved.event),
        (room, Offered(START, 2, OfferKind.DRAW)),
        (room, TimeGiven(START, 0, Millis(15_000), ())),
        (room, replace(moved.event, lag=Millis(-1))),
        (room, replace(moved.event, lag=Millis(QUOTA + 1))),
        (playing("K10", time="-").room, Paused(START)),
    ):
        with pytest.raises(InvalidEvent):
            check_event(before, wrong)
    check_event(paused, Resumed(START))


def test_what_nobody_can_have_done_is_implausible() -> None:
    table = playing("K10", "L10")
    room = table.room
    paused = apply(room, Paused(START))
    left = room.clock.remaining
    table.do(Resign(), ANN)
    for before, wrong in (
        (room, TakenBack(START, 0, 2, left)),
        (room, TakenBack(START, 0, -1, left)),
        (room, TakenBack(START, 0, 1, ())),
        (paused, TakenBack(START, 0, 1, left)),
        (replace(room, takebacks=MOST_TAKEBACKS), TakenBack(START, 0, 1, left)),
        (room, Offered(START, 0, OfferKind.REMATCH)),
        (table.room, Offered(START, 0, OfferKind.DRAW)),
        (room, Continued(START, RoomId("a1b2c3d4e5f6-2"))),
        (room, Readied(START, 0)),
        (room, Gone(START, 2, START)),
        (apply(room, Gone(START, 0, START)), Gone(START, 0, START)),
        (table.room, Gone(START, 0, START)),
        (table.room, WatchPolicyChanged(START, WatchPolicy.INVITED)),
        (replace(room, muted=(ANN.id,) * MOST_BARRED), Muted(START, BOB.id)),
        (replace(room, banned=(ANN.id,) * MOST_BARRED), Banned(START, BOB.id)),
    ):
        with pytest.raises(InvalidEvent):
            check_event(before, wrong)
    check_event(room, TakenBack(START, 0, 1, left))
    check_event(table.room, Offered(START, 0, OfferKind.REMATCH))


def test_ratings_change_only_after_the_end_and_for_those_who_played() -> None:
    table = playing("K10")
    change = RatingChange(1, 1500, 1508)
    with pytest.raises(InvalidEvent):
        check_event(table.room, RatingsChanged(START, (change,)))
    table.do(Resign(), ANN)
    check_event(table.room, RatingsChanged(START, (change,)))
    for wrong in (RatingChange(2, 1500, 1508), RatingChange(-1, 1500, 1508), change):
        with pytest.raises(InvalidEvent):
            check_event(table.room, RatingsChanged(START, (change, wrong)))


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
        frames = table.do(Resign(), player)
        assert isinstance(frames[0].event, Retired)
        check_event(room, frames[0].event)
        still = apply(room, frames[0].event)
        with pytest.raises(InvalidEvent):
            check_event(still, replace(frames[0].event, seat=seat))


def test_players_are_players() -> None:
    created = ServerRoom().events[0]
    assert isinstance(created, Created)
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
