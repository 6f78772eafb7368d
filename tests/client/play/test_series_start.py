"""How the player stands against an opponent: said where they wait, and after the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.play.series_start import OpponentScores, opponent_in
from pente_client.words.lists.profile import standing_text
from pente_client.words.waiting import away_text
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import OfferKind, Room
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_core.value import replace
from pente_protocol.messages.people import HeadToHead
from tests.support.client.fake_client import ADA, BOB, CYD, EVE, ROOM, START, FakeClient, done, room_of
from tests.support.client.piped_terminal import on_stage

SEVEN_FIVE = HeadToHead(BOB, 7, 5)


def acquainted() -> FakeClient:
    """Ada against Bob, whom she leads 7 : 5."""
    host = FakeClient(room_of(turns="K10 L11"))
    host.scores[BOB.name] = SEVEN_FIVE
    return host


def invited() -> Room:
    """Ada waits for Bob."""
    return replace(room_of(players=(ADA,)), invited=(BOB,))


async def test_the_waiting_room_says_it_of_the_one_who_was_invited() -> None:
    host = FakeClient(invited())
    host.scores[BOB.name] = SEVEN_FIVE
    async with on_stage(host) as stage:
        text = await stage.until("You lead bob 7 : 5.")
        assert "Waiting for bob. You lead bob 7 : 5. To join:" in " ".join(text.split())


@pytest.mark.parametrize(
    ("by", "said"), [(BOB, "You won: bob resigned. You lead bob 8 : 5."), (ADA, "You lead bob 7 : 6.")]
)
async def test_the_end_of_a_game_says_it_beside_the_rematch(by: object, said: str) -> None:
    host = acquainted()
    async with on_stage(host) as stage:
        await stage.until("You lead bob 7 : 5.")
        host.happen(cmd.Resign(), BOB if by is BOB else ADA)
        await stage.until(lambda text: f"{said} Press r for a rematch" in " ".join(text.split()))


@given(st.lists(st.sampled_from(("win", "loss", "draw", "abort")), max_size=6))
async def test_every_game_counts_once_however_often_it_is_looked_at(results: list[str]) -> None:
    host = acquainted()
    scores = OpponentScores(host)
    for number, result in enumerate(results):
        room = room_of(turns="K10" if result == "abort" else "K10 L11")
        await scores.find(RoomId(f"room-{number}"), room)
        commands: dict[str, list[tuple[cmd.PlayerCommand, object]]] = {
            "win": [(cmd.Resign(), BOB)],
            "loss": [(cmd.Resign(), ADA)],
            "abort": [(cmd.Abort(), BOB)],
            "draw": [(cmd.Offer(OfferKind.DRAW), ADA), (cmd.Accept(OfferKind.DRAW), BOB)],
        }
        for command, by in commands[result]:
            room = done(room, command, ADA if by is ADA else BOB)
        assert scores.count(RoomId(f"room-{number}"), room) == scores.count(RoomId(f"room-{number}"), room)
    wins, losses, draws = (results.count(result) for result in ("win", "loss", "draw"))
    expected = HeadToHead(BOB, 7 + wins, 5 + losses, draws)
    assert scores.count(ROOM, room_of()) == (expected if results else None)


def test_only_a_game_for_two_of_ones_own_has_an_opponent() -> None:
    assert opponent_in(room_of(), ADA.id) == BOB
    assert opponent_in(room_of(), EVE.id) is None
    assert opponent_in(room_of(players=(ADA,)), ADA.id) is None
    assert opponent_in(invited(), BOB.id) == ADA
    assert opponent_in(room_of({"base": "pente", "sides": 3}, players=(ADA, BOB, CYD)), ADA.id) is None


@pytest.mark.parametrize(
    ("score", "text"),
    [
        ((0, 0, 0), ""),
        ((7, 5, 0), "You lead bob 7 : 5."),
        ((5, 7, 2), "bob leads you 7 : 5, with 2 draws."),
        ((1, 1, 0), "You and bob are level, 1 : 1."),
    ],
)
def test_the_words_say_who_leads(score: tuple[int, int, int], text: str) -> None:
    assert standing_text(HeadToHead(BOB, *score)) == text


def test_who_leaves_reads_how_long_the_one_to_move_has() -> None:
    room = done(room_of(time="2d/move"), cmd.Play(Point(180)), ADA)
    later = Instant(START + 20 * 3_600_000)
    assert away_text(room, ADA.id, "pente", later) == (
        "Your game goes on; bob has 1 d 4 h. To come back: pente"
    )
    untimed = done(room_of(time="-"), cmd.Play(Point(180)), ADA)
    assert away_text(untimed, ADA.id, "pente", later) == "Your game goes on. To come back: pente"
