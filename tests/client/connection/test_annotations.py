"""What a server says of annotations is checked, and its texts are cleaned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.connection.replica.replica import shown_looks
from pente_client.connection.replica.sanitize import clean_message
from pente_client.connection.replica.validate import InvalidEvent, check_event
from pente_core.identity import Identity, RoomId
from pente_core.room import NodeComment, Room, apply, restore, snapshot
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.analysis import MOST_COMMENTS, MOST_NODES
from pente_core.room.view import Viewer
from pente_core.rules.point import Point
from pente_core.value import replace
from pente_protocol.messages.checkpoint import NO_MARK
from pente_protocol.messages.post_mortem import Looks, PlayerLook
from pente_protocol.messages.rooms import Happened
from tests.support.games.room_scenario import ANN, EVE, T0, Scene

ROOM = RoomId("room-0001")


def finished() -> Room:
    scene = Scene.begun("freestyle")
    scene.play("K10", "L10")
    scene.do(cmd.Resign(), ANN)
    return scene.room


@pytest.mark.parametrize(
    "event",
    [
        ev.VariationAdded(T0, EVE, 9, (Point(0),)),
        ev.VariationAdded(T0, EVE, -1, (Point(0),)),
        ev.VariationAdded(T0, EVE, 1, ()),
        ev.VariationAdded(T0, EVE, 1, (Point(180),)),
        ev.VariationAdded(T0, EVE, 1, (Point(1000),)),
        ev.VariationAdded(T0, EVE, 1, tuple(map(Point, range(MOST_NODES.of_room + 1)))),
        ev.CommentAdded(T0, EVE, 3, "hm"),
        ev.PointsMarked(T0, EVE, 1, (Point(361),)),
        ev.PointsMarked(T0, EVE, 1, (Point(-1),)),
        ev.PointsMarked(T0, EVE, 1, tuple(map(Point, range(21)))),
    ],
)
def test_what_can_not_have_been_added_is_rejected(event: ev.AnnotationEvent) -> None:
    with pytest.raises(InvalidEvent):
        check_event(finished(), event)


def test_nothing_is_added_to_a_game_that_goes_on() -> None:
    room = Scene.begun().room
    for event in (ev.CommentAdded(T0, EVE, 0, "hm"), ev.AnnotationRemoved(T0, EVE, 1)):
        with pytest.raises(InvalidEvent):
            check_event(room, event)


def test_a_server_can_not_fill_the_memory_of_a_client() -> None:
    room = finished()
    comments = tuple(NodeComment(100 + number, EVE, 0, "hm") for number in range(MOST_COMMENTS.of_room))
    room = replace(room, analysis=replace(room.analysis, comments=comments))
    with pytest.raises(InvalidEvent):
        check_event(room, ev.CommentAdded(T0, EVE, 0, "one more"))


nodes, points = st.integers(-2, 12), st.lists(st.integers(-2, 400).map(Point), max_size=4).map(tuple)
events = st.one_of(
    st.builds(ev.VariationAdded, st.just(T0), st.just(EVE), nodes, points),
    st.builds(ev.CommentAdded, st.just(T0), st.just(EVE), nodes, st.text(max_size=5)),
    st.builds(ev.PointsMarked, st.just(T0), st.just(EVE), nodes, points),
    st.builds(ev.AnnotationRemoved, st.just(T0), st.just(EVE), st.integers(0, 40)),
)


@given(st.lists(events, max_size=25))
def test_what_passes_the_check_can_be_shown(said: list[ev.AnnotationEvent]) -> None:
    room = finished()
    for event in said:
        try:
            check_event(room, event)
        except InvalidEvent:
            continue
        room = apply(room, event)
    assert restore(snapshot(room, Viewer.WATCHER)) == room


def test_hostile_text_is_cleaned() -> None:
    nasty = Identity(EVE.id, "e\x1b[2Jve\u202e")
    event = ev.CommentAdded(T0, nasty, 0, "\x1b]0;owned\x07\u202ehm" + "x" * 900)
    cleaned = clean_message(Happened(ROOM, 7, NO_MARK, event))
    assert isinstance(cleaned, Happened)
    assert isinstance(cleaned.event, ev.CommentAdded)
    assert cleaned.event.text.isprintable()
    assert len(cleaned.event.text) <= 200
    assert cleaned.event.player.name.isprintable()


def test_looks_of_nowhere_are_cut_to_the_board() -> None:
    room = finished()
    looks = tuple(PlayerLook(EVE, 10**9, (Point(5), Point(-1), Point(10**6))) for _ in range(100))
    shown = shown_looks(Looks(ROOM, looks), room)
    assert len(shown) == 20
    assert shown[0].points == (Point(5),)
