"""A reviewed game on the screen: its graph, what is said about its stones, and learning from its mistakes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, cast

import pytest

from pente_client.local.recorded_game import RecordedGame
from pente_client.play.shown.advisor import Advisor
from pente_client.play.shown.shown_review import ShownReview
from pente_core.records import Contestant, End, Record, format_sgf, read_sgf
from pente_core.records.model.review_notes import with_review
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS
from tests.support.client.piped_terminal import HeadlessScreen, on_stage

LEFT, RIGHT, HOME, END = "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F"


def points(names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names.split())


def stone(played: int, best: int | None = None, line: str = "", good: str = "") -> StoneReview:
    judgement = Judgement.BLUNDER if best is not None else Judgement.NONE
    expected = Expectation(played), Expectation(played if best is None else best)
    return StoneReview(*expected, points(line), judgement, points(good))


J9: Final = points("J9")[0]
REVIEW = GameReview(
    "engine:nodes=1000",
    (
        stone(500),
        stone(300, 650, "J9 J8", good="J11"),
        stone(700),
        StoneReview(Expectation(300), Expectation(300), judgement=Judgement.ONLY_MOVE),
        stone(200, 720, "C3"),
        stone(800),
    ),
)
RECORD = Record(
    ruleset=RULESETS["pente"],
    players=(Contestant("ann"), Contestant("bob")),
    turns=points("K10 L9 G10 K12 M8 N7"),
    end=End((1,), Termination.RESIGNATION),
)


class Judge:
    """An advisor who knows what stones lead to: half of what the best does, but for those it likes."""

    warns = False

    def __init__(self, *liked: str) -> None:
        self._liked = points(" ".join(liked))

    async def compare(self, game: Game, *stones: Point) -> tuple[Expectation, ...]:
        assert game.stones == 1
        return tuple(Expectation(650 if one == J9 or one in self._liked else 325) for one in stones)


@asynccontextmanager
async def shown(
    columns: int = 80,
    rows: int = 24,
    environ: dict[str, str] | None = None,
    judge: Judge | None = None,
) -> AsyncIterator[HeadlessScreen]:
    """The record on the screen, as it comes back from a file."""
    text = format_sgf(with_review(RECORD, REVIEW))
    game = RecordedGame.of_record(next(read_sgf(text.splitlines(keepends=True))))
    assert game.review == REVIEW
    advisor = cast("Advisor | None", judge)
    async with on_stage(game, columns, rows, room=game.id, environ=environ, advisor=advisor) as stage:
        assert game.review is not None
        stage.screen.controller.show_review(game.review)
        stage.screen.controller.looking.look_at(0)
        yield stage


async def test_the_graph_has_a_pointer_where_one_looks() -> None:
    async with shown() as stage:
        await stage.until("white 50 %")
        stage.type(RIGHT * 2)
        await stage.until("white 70 %")
        rows = stage.text.splitlines()
        top = next(number for number, row in enumerate(rows) if "review" in row)
        graph = [row[42:].rstrip() for row in rows[top + 1 : top + 4]]
        assert graph == [" ▄▄▄", "████▄▄", " ^"]
        stage.type(END)
        await stage.until("white 20 %")


async def test_what_is_said_about_a_stone_stands_in_the_status() -> None:
    async with shown() as stage:
        stage.type(RIGHT)
        await stage.until("White: 50 %.")
        stage.type(RIGHT)
        await stage.until("Blunder: from 65 % to 30 %. Better: J9 J8.")
        assert stage.text.count("Blunder") == 1
        stage.type(RIGHT * 2)
        await stage.until("The only good move.")


async def test_signs_stand_behind_the_moves_of_the_game_alone() -> None:
    async with shown() as stage:
        await stage.until("2 ● L9??")
        assert "4 ● K12!" in stage.text
        assert "5 ○ M8??" in stage.text
        assert "3 ○ G10 " in stage.text
        stage.type(RIGHT)
        await stage.until("White: 50 %.")
        stage.type("j9\r")
        await stage.until("2▸● (J9)")
        assert "??" not in stage.text


async def test_mistakes_are_learnt_from_one_after_the_other() -> None:
    async with shown() as stage:
        stage.type("l")
        await stage.until("1/2 bob played L9: 30 % in place of 65 %. Where would you place the stone?")
        stage.type("k10\r")
        await stage.until("No stone can go there.")
        stage.type("q1\r")
        await stage.until("Q1 is not among the good ones")
        stage.type("l9\r")
        await stage.until("L9 was played. There is a better stone.")
        stage.type("j11\r")
        await stage.until("Good: J11 is about as good as the best, J9. Enter goes on.")
        stage.type("\r")
        await stage.until("2/2 ann played M8: 20 % in place of 72 %.")
        stage.type("/solution\r")
        await stage.until("The best was C3: 72 %. Enter goes on.")
        stage.type("\r")
        await stage.until("You found 1 of 2.")


async def test_a_stone_that_the_review_does_not_know_is_judged_by_a_search() -> None:
    async with shown(judge=Judge("Q2")) as stage:
        stage.type("l")
        await stage.until("1/2 bob played L9")
        stage.type("q1\r")
        await stage.until("Q1 leads to 33 %, and the best stone to 65 %. Try another.")
        stage.type("q2\r")
        await stage.until("Good: Q2 leads to 65 %, and the best stone to 65 %. Enter goes on.")
        stage.type("\r")
        await stage.until("2/2 ann played M8")
        stage.type("/learn\r")
        await stage.until("You found 1 of 2.")


async def test_the_best_stone_is_placed_and_the_mistakes_of_one_player_can_be_chosen() -> None:
    async with shown() as stage:
        stage.type("/learn nobody\r")
        await stage.until("Nobody here is 'nobody'")
        stage.type("\x15/learn white\r")
        await stage.until("1/1 ann played M8")
        stage.type("c3\r")
        await stage.until("Yes, C3 is the best: 72 %.")
        stage.type("/again\r")
        await stage.until("1/1 ann played M8")
        stage.type("/learn\r")
        await stage.until("You found 1 of 1.")


async def test_a_move_elsewhere_in_the_game_is_tried_as_ever() -> None:
    async with shown() as stage:
        stage.type("l")
        await stage.until("1/2 bob played L9")
        stage.type("[")
        await stage.until("The start.")
        stage.type("q1\r")
        await stage.until(lambda text: "not among" not in text)


async def test_without_a_review_there_is_nothing_to_learn_from() -> None:
    game = RecordedGame.of_record(RECORD)
    async with on_stage(game, room=game.id) as stage:
        stage.type("/learn\r")
        await stage.until("Nobody has reviewed this game.")
        stage.type("\x15/solution\r")
        await stage.until("There is nothing to solve here.")


@pytest.mark.parametrize(("columns", "rows"), [(41, 23), (60, 24), (80, 18), (120, 40), (160, 62), (36, 14)])
async def test_it_fits_into_windows_of_all_sizes(columns: int, rows: int) -> None:
    async with shown(columns, rows) as stage:
        stage.type("/learn\r")
        await stage.until("bob played")
        assert all(len(line) <= columns for line in stage.text.splitlines())


async def test_without_unicode_the_graph_is_ascii() -> None:
    async with shown(environ={"PENTE_ASCII": "1"}) as stage:
        await stage.until("white 50 %")
        assert stage.text.isascii()


def test_a_review_that_does_not_fit_is_not_shown() -> None:
    record = with_review(RECORD, REVIEW)
    game = RecordedGame.of_record(record)
    shown_review = ShownReview.of(game.rooms[game.id].room.game, REVIEW)
    assert shown_review.placed_at(0) is None
    assert shown_review.latest_at(99) == shown_review.stones[-1]
