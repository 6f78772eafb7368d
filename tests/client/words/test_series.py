"""How games that follow each other stand."""

from collections.abc import AsyncIterator, Sequence

import pytest

from pente_client.connection import RequestRejected
from pente_client.words.series import (
    UNPLAYED,
    SeriesScore,
    is_to_go_on,
    series_after,
    series_before,
    series_score_text,
    series_title,
)
from pente_core.identity import NO_ROOM, RoomId
from pente_core.room import OfferKind, Options, Room
from pente_core.room import commands as cmd
from pente_core.rules.outcome import Termination
from pente_core.value import replace
from pente_protocol.messages.archive import GameFilter, GameSummary
from tests.support.client.fake_client import ADA, BOB, START, done, room_of


def room_number(number: int, *, games: int = 1) -> Room:
    """A room that is the so many-th of its series."""
    room = room_of(turns="K10")
    follows = RoomId("" if number == 1 else "room" if number == 2 else f"room-{number - 1}")
    options = Options(games=games)
    return replace(room, created=replace(room.created, number=number, continues=follows, options=options))


class Archive:
    """Finished games, as a server finds them."""

    def __init__(self, *games: GameSummary, denies: bool = False) -> None:
        self.asked: list[GameFilter] = []
        self._games, self._denies = games, denies

    async def games(
        self, which: GameFilter, cursor: str = "", most: int | None = None
    ) -> AsyncIterator[tuple[Sequence[GameSummary], str]]:
        self.asked.append(which)
        if self._denies:
            raise RequestRejected("unavailable", "not now")
        yield self._games, ""


def game(
    id_: str, winners: tuple[int, ...], why: Termination = Termination.RESIGNATION, follows: str = ""
) -> GameSummary:
    created = room_of().created
    return GameSummary(
        RoomId(id_),
        created.ruleset,
        created.time,
        (ADA, BOB),
        why,
        winners,
        0,
        START,
        START,
        continues=RoomId(follows),
    )


def test_a_win_is_a_point_and_a_draw_half_a_point() -> None:
    drawn = done(done(room_number(1), cmd.Offer(OfferKind.DRAW), ADA), cmd.Accept(OfferKind.DRAW), BOB)
    series = UNPLAYED.with_game(drawn)
    assert series.text((ADA, BOB)) == "ada 0.5, bob 0.5"
    won = done(room_number(2), cmd.Resign(), BOB)
    assert series_score_text(won, series.with_game(won)) == "After game 2: ada 1.5, bob 0.5"
    assert series_score_text(room_number(3), UNPLAYED) == "Game 3: ada 0, bob 0"


def test_a_game_that_is_not_over_or_was_aborted_counts_nothing() -> None:
    assert UNPLAYED.with_game(room_number(1)) == UNPLAYED
    assert UNPLAYED.with_game(done(room_number(1), cmd.Abort(), BOB)) == UNPLAYED


def test_a_set_goes_on_by_itself_once() -> None:
    continued = done(room_number(1, games=2), cmd.Resign(), BOB)
    assert is_to_go_on(replace(continued, sequel=NO_ROOM))
    assert not is_to_go_on(continued)
    assert not is_to_go_on(done(room_number(2, games=2), cmd.Resign(), BOB))
    assert not is_to_go_on(done(room_number(1, games=2), cmd.Abort(), BOB))
    assert not is_to_go_on(done(room_number(1), cmd.Resign(), BOB))
    assert not is_to_go_on(room_number(1, games=2))


def test_each_set_counts_anew_and_rematches_go_on() -> None:
    for games, text in ((2, "ada 0, bob 0"), (1, "ada 1, bob 0")):
        after = series_after(UNPLAYED, done(room_number(2, games=games), cmd.Resign(), BOB))
        assert after.text((ADA, BOB)) == text


@pytest.mark.parametrize(
    ("number", "games", "title"),
    [(1, 1, ""), (2, 1, "game 2"), (1, 2, "game 1 of 2"), (4, 2, "game 2 of 2"), (5, 2, "game 1 of 2")],
)
def test_titles(number: int, games: int, title: str) -> None:
    assert series_title(room_number(number, games=games)) == title


async def test_who_comes_later_asks_the_archive() -> None:
    archive = Archive(
        game("room-2", (0,), follows="room"), game("elsewhere", (1,)), game("room", (), Termination.AGREEMENT)
    )
    series = await series_before(room_number(3), archive)
    assert series is not None
    assert series.text((ADA, BOB)) == "ada 1.5, bob 0.5"
    assert archive.asked == [GameFilter(player=ADA.id, unplayed=True)]


async def test_the_games_of_a_series_are_found_by_what_they_follow() -> None:
    """Ids are drawn, and say nothing about each other."""
    room = room_number(3)
    room = replace(room, created=replace(room.created, continues=RoomId("bee")))
    archive = Archive(game("bee", (0,), follows="ant"), game("cat", (1,), follows="cow"), game("ant", (1,)))
    series = await series_before(room, archive)
    assert series is not None
    assert series.text((ADA, BOB)) == "ada 1, bob 1"
    assert await series_before(room, Archive(game("bee", (0,)), game("ant", (1,)))) is None


async def test_of_a_set_only_its_first_game_is_asked_for() -> None:
    archive = Archive(game("room-3", (1,)), game("room-2", (0,)))
    series = await series_before(room_number(4, games=2), archive)
    assert series is not None
    assert series.text((ADA, BOB)) == "ada 0, bob 1"
    assert await series_before(room_number(3, games=2), archive) == UNPLAYED
    assert len(archive.asked) == 1


async def test_what_the_archive_does_not_have_is_not_told() -> None:
    assert await series_before(room_number(3), Archive(game("room-2", (0,)))) is None
    assert await series_before(room_number(2), Archive(denies=True)) is None
    assert await series_before(room_number(1), Archive(denies=True)) == UNPLAYED


def test_winners_that_a_game_does_not_have_count_nothing() -> None:
    assert SeriesScore().after((ADA, BOB), Termination.LINE, (7,)).text((ADA, BOB)) == "ada 0, bob 0"
