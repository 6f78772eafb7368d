"""What a player does about other people, with a front end that only remembers."""

from typing import Any

import pytest

from pente_client.connection import RoomAdvanced
from pente_client.play.people.people_controller import NO_INVITATION
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.lists import ListedPlayer, OnlineList, RoomSummary
from tests.client.play.test_room_controller import RememberingFrontEnd, at_room
from tests.support.client.fake_client import ADA, BOB, START, FakeClient, room_of

CHALLENGE = RoomId("room-challenge")


def invitation(id_: str = "room-0007") -> RoomSummary:
    room = room_of(players=(BOB,))
    return RoomSummary(
        RoomId(id_), room.created.ruleset, room.created.time, room.status, room.seats, START, BOB, (ADA,)
    )


async def typed(*lines: str, **options: Any) -> tuple[RememberingFrontEnd, FakeClient]:
    controller, front, connection = at_room(None, ADA, **options)
    for line in lines:
        controller.enter(line)
    await front.do_work()
    return front, connection


@pytest.mark.parametrize(
    ("line", "asked", "said"),
    [
        ("/friend bob", ("befriend", "bob"), "bob is your friend now: you are told when they arrive."),
        ("/vacation off", ("vacation", "0"), "You are not on vacation. 20 days are left this year."),
        ("/unfriend bob", ("unfriend", "bob"), "bob is no longer among your friends."),
        ("/msg bob well played", ("write", "bob", "well played"), "Sent to bob."),
        (
            "/report eve stalls",
            ("report", "eve", "stalls", ""),
            "Reported. The host of this server will see it.",
        ),
        (
            "/challenge bob keryo-pente 5+3 rated first",
            ("create", "keryo-pente", "5+3", "rated", "0", "bob"),
            "You have invited bob: keryo-pente 5+3, rated. Their answer is shown here.",
        ),
        (
            "/challenge bob",
            ("create", "pente", "10+5", "casual", "None", "bob"),
            "You have invited bob: pente 10+5. Their answer is shown here.",
        ),
    ],
)
async def test_it_is_done_between_games_too(line: str, asked: tuple[str, ...], said: str) -> None:
    front, connection = await typed(line, may_play=False)
    assert asked in connection.asked
    assert front.notices == [said]


async def test_lists_are_shown_and_messages_are_read() -> None:
    controller, front, connection = at_room(None)
    connection.here = OnlineList(RequestId(1), (ListedPlayer(BOB),), 2)
    connection.inbox = (DirectMessage(Instant(5), BOB, "hello"),)
    for line in ("/people", "/friends", "/messages"):
        controller.enter(line)
    await front.do_work()
    assert front.notices[:2] == ["2 players are online.", "bob: in the lobby"]
    assert front.notices[-1].endswith("Message from bob: hello")
    assert ("read", "5") in connection.asked


@pytest.mark.parametrize(("line", "command"), [("/accept bob", cmd.Join()), ("/decline BOB", cmd.Decline())])
async def test_an_invitation_is_answered(
    line: str, command: cmd.PlayerCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller, front, connection = at_room(None)
    connection.invitations = [invitation()]
    acted: list[tuple[RoomId, cmd.PlayerCommand]] = []

    async def act(room: RoomId, command: cmd.PlayerCommand) -> int:
        acted.append((room, command))
        return 1

    monkeypatch.setattr(connection, "act", act)
    controller.enter(line)
    await front.do_work()
    assert acted == [(RoomId("room-0007"), command)]
    assert front.entered == ([RoomId("room-0007")] if isinstance(command, cmd.Join) else [])


async def test_there_may_be_none_to_answer() -> None:
    front, _ = await typed("/accept bob")
    assert front.codes == [NO_INVITATION]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (ev.Declined(START, BOB), "bob has declined your invitation."),
        (ev.Closed(START, ev.Closing.AWAY), "Your invitation to bob has expired."),
    ],
)
async def test_what_becomes_of_a_challenge_is_told_once(event: ev.Declined | ev.Closed, said: str) -> None:
    controller, front, _ = at_room(None)
    controller.enter("/challenge bob")
    await front.do_work()
    room = room_of(players=(ADA,))
    for _ in range(2):
        controller.people.notice(RoomAdvanced(CHALLENGE, 3, event, room, room))
    assert front.notices[1:] == [said]


async def test_an_accepted_challenge_leads_to_the_game() -> None:
    controller, front, _ = at_room(None)
    controller.enter("/challenge bob")
    await front.do_work()
    room = room_of()
    controller.people.notice(RoomAdvanced(CHALLENGE, 4, ev.Started(START), room, room))
    assert front.notices[-1] == "bob has accepted your invitation."
    assert front.entered == [CHALLENGE]


@pytest.mark.parametrize("line", ["/challenge bob", "/accept bob"])
async def test_a_connection_that_only_watches_says_what_to_type_elsewhere(line: str) -> None:
    controller, front, connection = at_room(None)
    connection.is_aside, connection.invitations = True, [invitation()]
    controller.enter(line)
    await front.do_work()
    assert front.codes == ["watch-only"]
    assert connection.asked == []
