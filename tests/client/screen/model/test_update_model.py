import dataclasses

import pytest

from pente_client.connection import (
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    InvitationReceived,
    PresenceChanged,
    Removed,
    Resynced,
    RoomAdvanced,
    Update,
)
from pente_client.play.question import RESIGN_QUESTION
from pente_client.screen.model.screen_model import Notice, ScreenModel
from pente_client.screen.model.update_model import needs_attention, update_model
from pente_client.screen.text.heading import heading
from pente_client.terminal.styled_text import plain
from pente_core.clock.clock import Unlimited
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import Options, Room, apply, decide
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import RoomSummary
from pente_protocol.messages.rooms import RoomPresence
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, START, done, room_of
from tests.support.client.unreadable_room import stand_in

OTHER = RoomId("room-0002")
PLAYED = cmd.Play(parse_point("K10", 19))


def model_of(room: Room, me: Identity = ADA) -> ScreenModel:
    return dataclasses.replace(ScreenModel(me=me).showing(room), room_id=ROOM)


def steps(room: Room, command: cmd.Command, by: Identity | None, id_: RoomId = ROOM) -> list[RoomAdvanced]:
    found = []
    for event in decide(room, command, by=by, now=START):
        after = apply(room, event)
        found.append(RoomAdvanced(id_, after.version, event, room, after))
        room = after
    return found


def all_told(model: ScreenModel, *updates: Update) -> ScreenModel:
    for update in updates:
        model = update_model(model, update)
    return model


def welcome() -> Welcome:
    return Welcome(RequestId(1), "pente", ADA, START, "strict")


def test_a_move_goes_on_the_board_and_into_the_list() -> None:
    room = room_of()
    model = update_model(model_of(room), *steps(room, PLAYED, ADA))
    assert model.room == done(room, PLAYED, ADA)
    assert model.score is not None
    assert [entry.text for entry in model.score.entries] == ["K10"]


def test_a_room_that_is_shown_no_more_is_the_end_unless_other_games_follow() -> None:
    model, removed = model_of(room_of(), EVE), Removed(ROOM, "not-invited", "you may not watch")
    ended = update_model(model, removed)
    assert (ended.lost, ended.is_over) == ("you may not watch", True)
    following = update_model(dataclasses.replace(model, follows=True), removed)
    assert (following.lost, following.is_over) == ("", False)
    assert following.notice == Notice("you may not watch", is_error=True)
    assert update_model(model, dataclasses.replace(removed, room=OTHER)) == model


def test_chat_is_added_and_does_not_hide_a_notice() -> None:
    room = room_of()
    model = dataclasses.replace(model_of(room), notice=Notice("it is not your turn"))
    model = all_told(model, *steps(room, cmd.Say("hi"), EVE))
    assert [remark.text for remark in model.chat] == ["hi"]
    assert model.notice is not None


def test_when_the_game_goes_on_the_notice_is_out_of_date() -> None:
    room = room_of()
    model = dataclasses.replace(model_of(room, BOB), notice=Notice("it is not your turn"))
    assert all_told(model, *steps(room, PLAYED, ADA)).notice is None


def test_so_it_is_when_somebody_has_come() -> None:
    playing = room_of()
    created = replace(playing.created, options=Options(ready_check=True))
    room = replace(playing, created=created, status=ev.Status.WAITING, seats=(ADA, None))
    model = dataclasses.replace(model_of(room), notice=Notice("the game has not begun yet"))
    (joined,) = steps(room, cmd.Join(), BOB)
    assert update_model(model, joined).notice is None


def test_the_end_of_the_game_answers_a_question_about_it() -> None:
    room = room_of()
    model = dataclasses.replace(model_of(room), question=RESIGN_QUESTION)
    assert all_told(model, *steps(room, PLAYED, ADA)).question == RESIGN_QUESTION
    assert all_told(model, *steps(room, cmd.Resign(), BOB)).question is None


def test_other_rooms_change_nothing() -> None:
    room = room_of()
    model = model_of(room)
    assert all_told(model, *steps(room, PLAYED, ADA, OTHER)) == model
    assert update_model(model, Resynced(OTHER, room)) == model
    assert update_model(model, PresenceChanged(OTHER, RoomPresence(OTHER, (), 1))) == model
    assert update_model(model, FeaturedGameChanged(OTHER)) == model


def test_updates_that_waited_since_before_the_room_was_shown_are_passed_over() -> None:
    room = room_of()
    (step,) = steps(room, PLAYED, ADA)
    model = dataclasses.replace(model_of(step.after), known=step.after.version)
    assert update_model(model, Resynced(ROOM, room)) == model
    assert update_model(model, step) == model
    (newer,) = steps(step.after, cmd.Say("hi"), BOB)
    assert update_model(model, newer).room == newer.after


def test_a_room_that_was_set_back_is_shown_as_it_is_now() -> None:
    room = room_of()
    model = all_told(model_of(room), *steps(room, PLAYED, ADA))
    assert update_model(model, Resynced(ROOM, room)).room == room


def test_a_resync_brings_the_chat_that_was_missed() -> None:
    room = room_of()
    later = done(room, cmd.Say("are you there?"), BOB, Instant(START + 1))
    assert [r.text for r in update_model(model_of(room), Resynced(ROOM, later)).chat] == ["are you there?"]


def test_a_break_is_told_once_and_its_end_too() -> None:
    model = all_told(
        model_of(room_of()),
        Disconnected("the server\x07 went away; ask why", 0.1),
        Disconnected("no answer", 0.2),
    )
    assert model.lost == "no answer"
    assert [remark.text for remark in model.chat] == ["The connection is lost."]
    model = all_told(model, Connected(welcome()), Connected(welcome()))
    assert model.lost == ""
    assert [remark.text for remark in model.chat] == ["The connection is lost.", "Connected again."]


def test_the_end_of_the_connection() -> None:
    model = update_model(model_of(room_of()), ClientStopped(""))
    assert (model.is_over, model.lost) == (True, "it was closed")


def test_presence_and_who_went_away() -> None:
    model = update_model(model_of(room_of()), PresenceChanged(ROOM, RoomPresence(ROOM, (True, True), 1)))
    assert model.presence == RoomPresence(ROOM, (True, True), 1)
    model = update_model(model, PresenceChanged(ROOM, RoomPresence(ROOM, (False, False), 1)))
    assert [remark.text for remark in model.chat] == ["bob is away."]
    model = update_model(model, Disconnected("gone", 1.0))
    assert model.presence is None
    model = update_model(model, PresenceChanged(ROOM, RoomPresence(ROOM, (True, True), 1)))
    assert [remark.text for remark in model.chat][-1] == "bob is back."
    assert model.away == frozenset()


def test_presence_of_before_the_room_was_shown_is_not_told() -> None:
    model = dataclasses.replace(model_of(room_of()), known=3, presence=RoomPresence(ROOM, (True, True), 0))
    for online in (False, True):
        model = update_model(model, PresenceChanged(ROOM, RoomPresence(ROOM, (True, online), 0)))
    assert model.chat == ()


@pytest.mark.parametrize(
    ("room", "texts"),
    [
        (OTHER, ["bob invites you to a game: pente. Type /accept bob or /decline bob."]),
        (ROOM, []),
    ],
)
def test_an_invitation_to_another_room_is_told(room: RoomId, texts: list[str]) -> None:
    summary = RoomSummary(room, RULESETS["pente"], Unlimited(), ev.Status.WAITING, (BOB, None), START, BOB)
    model = update_model(
        dataclasses.replace(model_of(room_of()), url="ws://here"), InvitationReceived(summary)
    )
    assert [remark.text for remark in model.chat] == texts


def test_one_looks_up_when_the_turn_comes_and_when_the_game_ends() -> None:
    room = room_of()
    before, after = model_of(room, BOB), model_of(done(room, PLAYED, ADA), BOB)
    assert needs_attention(before, after)
    assert not needs_attention(after, after)
    assert not needs_attention(model_of(room, EVE), model_of(after.room or room, EVE))
    assert needs_attention(before, model_of(done(room, cmd.Resign(), BOB), BOB))
    assert not needs_attention(dataclasses.replace(before, room_id=OTHER), after)
    assert not needs_attention(ScreenModel(me=BOB), after)


def test_talk_does_not_grow_for_ever() -> None:
    room = room_of()
    model = model_of(room)
    for number in range(250):
        (step,) = steps(room, cmd.Say(str(number)), EVE)
        model, room = update_model(model, step), step.after
    assert len(model.chat) == 200
    assert model.chat[-1].text == "249"


def test_a_server_that_lost_the_last_move_is_told_of() -> None:
    room = room_of()
    model = all_told(model_of(room), *steps(room, PLAYED, ADA))
    assert model.room is not None
    after = update_model(model, Resynced(ROOM, room, model.room))
    assert after.room == room
    assert after.chat[-1].text == "The server lost the last move. The game goes on from what is shown now."


def test_a_room_that_can_t_be_replayed_is_shown_with_what_to_do() -> None:
    model = model_of(room_of())
    played = stand_in(room_of(turns="K10"))
    model = update_model(model, Resynced(ROOM, played, is_read_only=True))
    assert model.room == played
    assert model.seat is None
    assert model.notice is not None
    assert "update pente" in model.notice.text
    shown = plain(heading(model, 80))
    assert shown.rstrip() == " a game of a newer version"  # neither "no clock" nor whose turn it would be
