"""A recorded game that is stepped through in lines."""

from collections.abc import AsyncIterator

from pente_client.cli.steps.recorded_steps import HOW_TO_STEP, step_through
from pente_client.local.recorded_game import RecordedGame
from pente_client.stream.plain.plain_text import Plain
from pente_client.stream.plain.room_lines import PlainForm
from pente_core.records import Contestant, End, Record
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace

MOVES = ("K10", "L10", "A1", "M10", "N10", "B3")
WON = Record(
    ruleset=RULESETS["pente-casual"],
    players=(Contestant("ann"), Contestant("bob")),
    turns=tuple(parse_point(name, 19) for name in MOVES),
    end=End((0,)),
)
OPEN = Record(ruleset=WON.ruleset, players=WON.players, turns=WON.turns)


async def heard(record: Record, *lines: str, at: int = 0) -> list[str]:
    """What a person hears who types these lines, until the input ends."""

    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line

    told: list[str] = []
    plain = Plain(told.append, PlainForm(columns=lambda: 200))
    assert await step_through(RecordedGame.of_record(record), plain, typed(), at) == 0
    return told[told.index(HOW_TO_STEP) + 1 :]


async def test_an_empty_line_goes_on_a_move() -> None:
    assert await heard(WON, "", "", "/back", "/quit") == [
        "The start.",
        "Move 1 of 6. 1. ann K10.",
        "Move 2 of 6. 2. bob L10.",
        "Move 1 of 6. 1. ann K10.",
    ]


async def test_the_board_is_that_of_the_moment_and_moves_can_be_tried() -> None:
    told = await heard(WON, "", "/row 10", "/stones", "O10", "/row 10", at=4)
    assert told == [
        "Move 4 of 6. 4. bob M10.",
        "Move 5 of 6. 5. ann N10, captures a pair, L10 M10, 1 of 5.",
        "Row 10: empty A to J, ann K10, empty L to M, ann N10, empty O to T.",
        "ann, 3 stones: A1 K10 N10.",
        "bob, no stones.",
        "Captured: ann 1 pair, bob 0 pairs.",
        "Only you see this: O10 after move 5. 6. bob O10.",
        "Row 10: empty A to J, ann K10, empty L to M, ann N10, bob O10, empty P to T.",
    ]


async def test_a_review_is_read_out_and_learnt_from() -> None:
    good, bad = StoneReview(Expectation(500), Expectation(500)), Point(0)
    blunder = StoneReview(Expectation(200), Expectation(700), (bad,), Judgement.BLUNDER)
    told = await heard(
        replace(WON, review=GameReview("p", (good, blunder))), "", "", "/learn", "K10", "B1", "A1", ""
    )
    then = "/solution shows it, /next goes on, /learn ends."
    assert told[2:] == [
        "White: 50 %.",
        "Move 2 of 6. 2. bob L10.",
        "Blunder: from 70 % to 20 %. Better: A1.",
        "Move 1 of 6. 1. ann K10.",
        "White: 50 %.",
        f"1/1 bob played L10: 20 % in place of 70 %. Where would you place the stone? {then}",
        "Not done: No stone can go there.",
        f"1/1 The review did not look at B1. Looking at it ... {then}",
        "Only you see this: A1 after move 1. 2. bob A1.",
        "1/1 Yes, A1 is the best: 70 %. Enter goes on.",
        "You found 1 of 1. /learn begins again.",
    ]


async def test_so_is_a_game_that_was_not_finished() -> None:
    assert await heard(OPEN, "", at=5) == [
        "Move 5 of 6, 1 move behind. 5. ann N10, captures a pair, L10 M10, 1 of 5.",
        "Move 6 of 6, live. 6. bob B3.",
    ]
