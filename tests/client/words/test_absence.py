"""Who is waited for, and what may be claimed then."""

from pente_client.words.absence import absence_text, available_claims, disconnected_text, next_due
from pente_core.clock.instant import Instant
from pente_core.room import commands as cmd
from tests.support.client.fake_client import ADA, BOB, CYD, EVE, START, done, room_of

GRACE = 60_000


def after(millis: int) -> Instant:
    return Instant(START + millis)


def test_while_everybody_is_here_there_is_nothing_to_say() -> None:
    room = room_of(turns="K10")
    assert absence_text(room, ADA, after(GRACE)) == ""
    assert available_claims(room, ADA, after(GRACE)) == ()
    assert next_due(room, START) is None


def test_until_then_the_seconds_are_counted_down() -> None:
    room = done(room_of(turns="K10"), cmd.MarkAbsent(1), None)
    assert absence_text(room, ADA, START) == "bob disconnected and has 60 s to come back."
    assert absence_text(room, ADA, after(58_500)) == "bob disconnected and has 2 s to come back."
    assert available_claims(room, ADA, after(58_500)) == ()
    assert next_due(room, START) == after(GRACE)


def test_after_that_the_player_who_is_left_may_choose_and_a_watcher_may_not() -> None:
    room = done(room_of(turns="K10"), cmd.MarkAbsent(1), None)
    assert available_claims(room, ADA, after(GRACE)) == (cmd.ClaimKind.WIN, cmd.ClaimKind.CANCEL)
    assert absence_text(room, ADA, after(GRACE)) == (
        "bob did not come back. Type /claim win or /claim cancel, or wait."
    )
    assert absence_text(room, EVE, after(GRACE)) == "bob did not come back in time."
    assert next_due(room, after(GRACE)) is None


def test_among_three_only_those_who_are_late_can_be_claimed_against() -> None:
    room = room_of({"base": "pente", "sides": 3}, turns="K10 L10 C3 D1")
    room = done(done(room, cmd.MarkAbsent(1), None), cmd.MarkAbsent(2), None, now=after(5000))
    assert available_claims(room, ADA, after(GRACE)) == (cmd.ClaimKind.WIN,)
    assert absence_text(room, ADA, after(GRACE)) == "bob did not come back. Type /claim win, or wait."
    assert next_due(room, after(GRACE)) == after(GRACE + 5000)
    assert available_claims(room, ADA, after(GRACE + 5000)) == (cmd.ClaimKind.WIN, cmd.ClaimKind.CANCEL)
    assert absence_text(room, CYD, START).startswith("bob disconnected and has 60 s to come back.")


def test_of_oneself_nothing_is_said() -> None:
    assert absence_text(done(room_of(), cmd.MarkAbsent(1), None), BOB, START) == ""


def test_a_long_wait_is_told_in_minutes() -> None:
    assert disconnected_text(BOB, 900) == "bob disconnected and has 15 min to come back."
