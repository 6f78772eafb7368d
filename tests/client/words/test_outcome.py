import pytest

from pente_client.words.outcome import room_outcome_text, rows_text
from pente_core.clock.instant import Instant
from pente_core.room import Options, Room
from pente_core.room import commands as cmd
from pente_core.rules.outcome import Outcome, Termination
from pente_core.value import replace
from tests.support.client.fake_client import ADA, BOB, CYD, START, done, room_of

LINE = room_of("pente-casual", turns="K10 A1 L10 B1 M10 C1 N10 D2 O10")
CAPTURES = room_of({"base": "pente-casual", "goal": 2}, turns="K10 L10 G10 M10 N10")


def ended(room: Room, *outcome: object) -> Room:
    return replace(room, game=room.game.ended(Outcome(*outcome)))  # type: ignore[arg-type]


FLAG = done(room_of(turns="K10 L10 C3 D1"), cmd.Tick(), None, Instant(START + 306_000))
ABSENT = done(room_of(), cmd.Tick(), None, Instant(START + 60_000))
RESIGNED = done(room_of(), cmd.Resign(), BOB)
TEAMS = done(
    done(room_of({"base": "pente", "sides": 4, "teams": True}), cmd.Resign(), ADA), cmd.Resign(), CYD
)


@pytest.mark.parametrize(
    ("room", "me", "sentence"),
    [
        (room_of(), None, ""),
        (LINE, None, "ada won: five in a row."),
        (LINE, 0, "You won: five in a row."),
        (LINE, 1, "You lost: ada made five in a row."),
        (CAPTURES, None, "ada won: 1 pair captured."),
        (CAPTURES, 1, "You lost: ada captured 1 pair."),
        (FLAG, None, "bob won: ada ran out of time."),
        (FLAG, 0, "You lost: your time ran out."),
        (FLAG, 1, "You won: ada ran out of time."),
        (ABSENT, None, "ada did not make a first move; the game was aborted."),
        (ABSENT, 0, "You did not make a first move; the game was aborted."),
        (RESIGNED, None, "ada won: bob resigned."),
        (TEAMS, None, "bob and dan won: cyd resigned."),
        (TEAMS, 0, "You lost: cyd resigned."),
        (ended(LINE, Termination.NO_MOVES), 0, "The game is drawn: no moves are left."),
        (ended(LINE, Termination.DEAD), 0, "The game is drawn: no side can complete a row any more."),
        (ended(LINE, Termination.AGREEMENT), 0, "The game is drawn by agreement."),
        (ended(LINE, Termination.LINE), 0, "The game is drawn."),
        (ended(LINE, Termination.LINE, (5,)), None, "nobody won: five in a row."),
        (ended(LINE, Termination.AGREEMENT, (0,)), None, "ada won."),
        (ended(LINE, Termination.AGREEMENT, (0,)), 1, "You lost."),
        (ended(LINE, Termination.ABORTED), 0, "The game was aborted."),
    ],
)
def test_who_won_and_why(room: Room, me: int | None, sentence: str) -> None:
    assert room_outcome_text(room, me) == sentence


@pytest.mark.parametrize(
    ("turns", "number", "games", "sentence"),
    [
        ("K10 A1", 1, 1, "ada won: bob resigned."),
        ("K10", 1, 1, "The game was aborted. It is not rated: not every player had completed a turn."),
        ("K10 A1", 1, 2, "ada won: bob resigned. Ratings change after the set."),
        ("K10 A1", 2, 2, "ada won: bob resigned."),
        ("K10", 2, 2, "ada won: bob resigned."),
    ],
)
def test_what_the_end_of_a_rated_game_means(turns: str, number: int, games: int, sentence: str) -> None:
    room = room_of(turns=turns)
    created = replace(room.created, number=number, options=Options(rated=True, games=games))
    assert room_outcome_text(done(replace(room, created=created), cmd.Resign(), BOB)) == sentence


def test_a_set_counts_as_it_stood_when_its_second_game_is_aborted() -> None:
    room = ended(LINE, Termination.ABORTED)
    created = replace(room.created, number=2, options=Options(rated=True, games=2))
    sentence = "The game was aborted. The set counts as it stood."
    assert room_outcome_text(replace(room, created=created)) == sentence


def test_names_are_clean() -> None:
    room = room_of(players=(replace(ADA, name="a\x1b[2Jda\u202e"), BOB))
    assert room_outcome_text(done(room, cmd.Resign(), BOB)) == "a_2Jda won: bob resigned."


def test_the_winning_rows() -> None:
    assert rows_text(LINE.game) == "K10 L10 M10 N10 O10"
    assert rows_text(CAPTURES.game) == rows_text(room_of().game) == ""
