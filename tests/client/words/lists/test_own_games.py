"""A player's own games in the order in which they wait, with times that people read."""

from datetime import UTC, timedelta, timezone

import pytest

from pente_client.words.lists.inbox import InboxContents, InboxKind, inbox_lines, inbox_of
from pente_client.words.lists.own_games import (
    after_current,
    due_text,
    is_my_turn,
    on_turn,
    own_activity_text,
    own_order,
)
from pente_client.words.phrases import local_time
from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS
from pente_protocol.messages.lists import ListedRoom, RoomActivity, RoomSummary

HOUR = 60 * 60 * 1000
NOW = Instant(1_700_000_000_000)  # a Tuesday, 22:13 in Greenwich
ME = Identity(PlayerId("a" * 32), "anna")
BORIS = Identity(PlayerId("b" * 32), "boris")
FIRST, SECOND, THIRD, FOURTH = (RoomId(f"room-{number:04}") for number in range(4))


def game(
    id_: RoomId,
    *,
    to_act: int | None = 0,
    hours: float | None = 24,
    time: str = "3d/move",
    status: ev.Status = ev.Status.PLAYING,
    created: int = 0,
    to_answer: tuple[int, ...] = (),
    invited: tuple[Identity, ...] = (),
    host: Identity = BORIS,
    present: tuple[bool, ...] = (),
) -> ListedRoom:
    seats = (ME, BORIS) if status is ev.Status.PLAYING else (BORIS, None)
    room = RoomSummary(
        id_,
        RULESETS["pente"],
        parse_time_control(time),
        status,
        seats,
        Instant(created),
        host,
        invited=invited,
    )
    due = None if hours is None else Instant(NOW + round(hours * HOUR))
    return ListedRoom(room, RoomActivity(to_act, 11, due, NOW, to_answer=to_answer, present=present))


def test_own_games_are_sorted_by_turn_and_time_left() -> None:
    rows = [
        game(FOURTH, status=ev.Status.WAITING, to_act=None, hours=0.5),
        game(THIRD, to_act=1, hours=1),
        game(SECOND, hours=None, time="-"),
        game(FIRST, hours=30),
        game(RoomId("room-0009"), hours=2),
    ]
    order = [row.room.id for row in sorted(rows, key=lambda row: own_order(row, ME.id))]
    assert order == ["room-0009", FIRST, SECOND, THIRD, FOURTH]
    assert [row.room.id for row in on_turn(rows, ME.id)] == ["room-0009", FIRST, SECOND]
    assert not is_my_turn(rows[0], ME.id)


def test_the_next_game_is_the_one_behind_the_current_one_and_then_the_first() -> None:
    rows = [game(FIRST), game(SECOND), game(THIRD)]
    assert after_current(rows, None) == FIRST
    assert after_current(rows, FIRST) == SECOND
    assert after_current(rows, THIRD) == FIRST
    assert after_current(rows, FOURTH) == FIRST
    assert after_current(rows[:1], FIRST) is None
    assert after_current([], FIRST) is None


def test_deadlines_are_told_in_local_time_where_a_turn_may_take_days() -> None:
    berlin = timezone(timedelta(hours=1))
    row = game(FIRST, hours=15.5)
    assert due_text(row.room, row.activity, NOW, UTC) == "by Wed 13:43"
    assert due_text(row.room, row.activity, NOW, berlin) == "by Wed 14:43"
    later = game(FIRST, hours=24 * 7)
    assert due_text(later.room, later.activity, NOW, UTC) == "by Tue 21 Nov 22:13"
    for other in (game(FIRST, time="5+3"), game(FIRST, to_act=None), game(FIRST, hours=None, time="-")):
        assert due_text(other.room, other.activity, NOW, UTC) == ""


@pytest.mark.parametrize("moment", [10**18, -(10**18)])
def test_a_moment_in_no_calendar_is_a_question_mark(moment: int) -> None:
    assert local_time(Instant(moment), NOW) == "?"


def test_what_goes_on_in_an_own_game() -> None:
    mine, theirs, live = game(FIRST), game(FIRST, to_act=1), game(FIRST, time="5+3")
    assert own_activity_text(mine.room, mine.activity, ME, NOW).startswith("your turn by ")
    assert own_activity_text(theirs.room, theirs.activity, ME, NOW).startswith("boris to move by ")
    assert own_activity_text(live.room, live.activity, ME, NOW) == "your turn, move 12"


def test_an_invitation_to_a_live_game_is_void_while_its_host_is_away() -> None:
    here, away = (True, False), (False, False)
    rows = [
        game(FIRST, status=ev.Status.WAITING, to_act=None, invited=(ME,), time="5+3", present=here),
        game(SECOND, status=ev.Status.WAITING, to_act=None, invited=(ME,), time="5+3", present=away),
        game(THIRD, status=ev.Status.WAITING, to_act=None, invited=(ME,), present=away),
    ]
    assert {item.row.room.id for item in inbox_of(rows, ME)} == {FIRST, THIRD}


def test_the_inbox_has_turns_offers_and_invitations() -> None:
    rows = [
        game(FIRST, hours=30),
        game(SECOND, to_act=1, to_answer=(0,)),
        game(THIRD, status=ev.Status.WAITING, to_act=None, invited=(ME,)),
        game(FOURTH, to_act=1, to_answer=(1,)),
    ]
    items = inbox_of(rows, ME)
    assert [(item.kind, item.row.room.id) for item in items] == [
        (InboxKind.TURN, FIRST),
        (InboxKind.OFFER, SECOND),
        (InboxKind.INVITATION, THIRD),
    ]
    assert list(inbox_lines(InboxContents(items), ME, NOW, "wss://here", UTC)) == [
        "Your turn (times are your local time):",
        f"  boris, pente 3d/move, by Thu 04:13, 1 day 6 hours left: pente play wss://here --room {FIRST}",
        "Offers to answer:",
        f"  boris, pente 3d/move: pente play wss://here --room {SECOND}",
        "Invitations:",
        f"  boris, pente 3d/move: pente play wss://here --room {THIRD}",
    ]
    assert len(inbox_of(rows, ME, {BORIS.id})) == 2
    assert list(inbox_lines(InboxContents(), ME, NOW)) == ["Nothing waits for you."]
