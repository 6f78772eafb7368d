"""The tutorial on the full screen, key by key."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from prompt_toolkit.data_structures import Size

from pente_client.play.shown.lesson import LessonStage
from pente_client.screen.game_screen import farewell_of
from pente_client.teaching.tutorial.course import COURSE
from pente_client.teaching.tutorial.exercise import RULES
from pente_client.teaching.tutorial.tutor import CourseTutor
from pente_core.rules.point import format_point
from tests.support.client.piped_terminal import HeadlessScreen, on_stage
from tests.support.waiting import patience

GOLDEN = Path(__file__).parents[2] / "data" / "screens"
COUNT = len(COURSE)
PRESSED = (
    *("\r", "\r", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "?", "\x1bOR", "\x1bOS", "\t", "\x7f"),
    *("g7\r", "h8\r", "a1\r", "f8\r", "z99\r", "y", "r", "[", "]", "'", "\x1b[H", "\x10", "\x06", "\x0e"),
    *("/again\r", "/previous\r", "/resign\r", "/rematch\r", "/takeback\r", "hello\r", "/goto 1\r"),
)
"""Keys and lines; none of them leaves the page before the last lesson."""
SOLUTIONS = [format_point(exercise.solutions[0], RULES.size) for exercise in COURSE]


def files_in(directory: Path) -> int:
    return len(list(directory.iterdir()))


def says(part: str) -> Callable[[str], bool]:
    """Whether a text is on the screen, wherever its lines are wrapped."""
    return lambda text: part in " ".join(text.split())


@asynccontextmanager
async def learning(
    directory: Path, size: tuple[int, int] = (80, 24), lesson: int = 1, **variables: str
) -> AsyncIterator[tuple[HeadlessScreen, CourseTutor]]:
    tutor = CourseTutor(directory, "anna", "Enter begins a game.")
    async with tutor.client:
        room = await tutor.begin(lesson)
        environ = {"PENTE_ASCII": "0", **variables}
        advisor = tutor.advisor
        async with on_stage(
            tutor.client, *size, room=room, environ=environ, advisor=advisor, tutor=tutor
        ) as stage:
            yield stage, tutor


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 24), (41, 23)])
async def test_the_whole_course_is_done_with_points_and_enter(tmp_path: Path, size: tuple[int, int]) -> None:
    async with learning(tmp_path, size) as (stage, tutor):
        for number, point in enumerate(SOLUTIONS, start=1):
            await stage.until(says(f"{number}/{COUNT} "))
            stage.type(f"{point.lower()}\r")
            await stage.until(says("Enter goes on." if number < COUNT else "Enter begins a game."))
            stage.type("\r")
        assert await stage.left() == 0
        assert tutor.is_finished
        assert farewell_of(stage.screen.controller.model, stage.screen.controller.now()) == ""


async def test_a_miss_is_explained_and_tried_again(tmp_path: Path) -> None:
    async with learning(tmp_path, lesson=3) as (stage, _):
        await stage.until(says("Make it five."))
        stage.type("h9\r")
        text = await stage.until(says("H9 makes no five."))
        assert "try again" in text.splitlines()[0]
        assert "1 ○ H9" in text or "1 ● H9" in text
        stage.type("\r")
        await stage.until(lambda text: says("Make it five.")(text) and "H9 " not in text)
        stage.type("d9\r")
        await stage.until(says("D9 makes no five."))
        stage.type("j9\r")
        await stage.until(says("you have won."))


async def test_enter_with_a_moved_cursor_tries_that_point(tmp_path: Path) -> None:
    async with learning(tmp_path, lesson=4) as (stage, _):
        await stage.until(says("the two are captured."))
        stage.type("\x1b[A\r")  # the cursor appears at the centre
        await stage.until(says("captures nothing."))
        stage.type("\x1b[A\x1b[D\r")
        await stage.until(says("Captured: both stones"))
        stage.type("\r")
        await stage.until(says("Prevent it."))


async def test_what_a_miss_costs_is_seen(tmp_path: Path) -> None:
    async with learning(tmp_path, lesson=COUNT) as (stage, _):
        await stage.until(says("Find the pair."))
        stage.type("d7\r")
        await stage.until(says("Black has made five in a row on J7"))
        stage.type("g6\r")
        await stage.until(says("The pair is gone"))


async def test_one_may_go_back_and_again_and_on_without_a_move(tmp_path: Path) -> None:
    async with learning(tmp_path) as (stage, tutor):
        await stage.until(says("1/11"))
        stage.type("/previous\r")
        await stage.until(says("This is the first one."))
        stage.type("/next\r")
        await stage.until(says("2/11"))
        stage.type("d4\r")
        await stage.until(says("well done"))
        stage.type("e4\r")
        await stage.until(says("This is done."))
        stage.type("/again\r")
        await stage.until(says("your turn"))
        stage.type("/previous\r")
        await stage.until(says("1/11"))
        assert len(tutor.client.rooms) == 2
        assert files_in(tmp_path) == 2


async def test_a_hint_names_and_marks_a_move_that_does_it(tmp_path: Path) -> None:
    async with learning(tmp_path, lesson=4) as (stage, _):
        await stage.until(says("the two are captured."))
        stage.type("\x1bOR")  # F3
        await stage.until(says("Hint: F8 captures the pair."))


@pytest.mark.parametrize(
    "word", ["/resign", "/takeback", "/setup", "/draw", "/back", "/rematch", "/try a1", "y"]
)
async def test_what_is_for_games_is_rejected_in_a_sentence(tmp_path: Path, word: str) -> None:
    async with learning(tmp_path) as (stage, _):
        await stage.until(says("1/11"))
        stage.type(f"{word}\r")
        await stage.until(says("That is for games."))


async def test_words_that_are_no_points_are_no_chat(tmp_path: Path) -> None:
    async with learning(tmp_path) as (stage, _):
        await stage.until(says("1/11"))
        stage.type("hello\r")
        await stage.until(says("A point is a letter and a number, such as G7."))


async def test_the_bar_offers_lessons_and_no_games(tmp_path: Path) -> None:
    async with learning(tmp_path, (120, 40), lesson=2) as (stage, _):
        text = await stage.until(says("2/11"))
        assert "[next] [again] [previous] [hint] [rules]" in text
        for name in ("draw", "takeback", "resign", "flip"):
            assert f"[{name}]" not in text


async def test_the_help_is_about_lessons(tmp_path: Path) -> None:
    async with learning(tmp_path, (80, 40)) as (stage, _):
        await stage.until(says("1/11"))
        stage.type("?")
        text = await stage.until(says("begin this one again"))
        assert "Ctrl-N Go on to the next one." in " ".join(text.split())
        assert "swap" not in text


async def test_own_settings_do_not_do_the_lessons(tmp_path: Path) -> None:
    async with learning(tmp_path, PENTE_FIRST_STONE="yes", PENTE_PREMOVE="yes", PENTE_BEGINNER="yes") as (
        stage,
        _,
    ):
        await stage.until(says("Type g7 and press Enter."))
        assert "well done" not in await stage.drawn()


async def test_leaving_in_the_middle_asks_nothing(tmp_path: Path) -> None:
    async with learning(tmp_path) as (stage, tutor):
        await stage.until(says("1/11"))
        stage.type("/quit\r")
        assert await stage.left() == 0
        assert not tutor.is_finished


async def test_letters_are_explained_where_stones_are_letters(tmp_path: Path) -> None:
    async with learning(tmp_path, PENTE_ASCII="1") as (stage, _):
        await stage.until(says("Here white is X and black is O."))
    async with learning(tmp_path) as (stage, _):
        assert "white is" not in await stage.until(says("1/11"))


@pytest.mark.parametrize("size", [(80, 24), (60, 24), (41, 23), (30, 14), (20, 8)])
async def test_ascii_is_ascii_in_every_window(tmp_path: Path, size: tuple[int, int]) -> None:
    async with learning(tmp_path, size, lesson=8, PENTE_ASCII="1") as (stage, _):
        text = await stage.until(says("8/11"))
        assert text.isascii()


@pytest.mark.parametrize(("name", "window"), [("80x24", (80, 24)), ("41x23", (41, 23))])
async def test_a_lesson_is_as_it_was(tmp_path: Path, name: str, window: tuple[int, int]) -> None:
    """As in test_golden_screens.py: ``PENTE_GOLDEN=write`` writes the files anew."""
    async with learning(tmp_path, window, lesson=5) as (stage, _):
        await stage.until(says("Prevent it."))
        stage.type("h9\r")
        shown = await stage.until(says("Black has captured your pair from H8."))
    place = GOLDEN / f"tutorial-{name}.txt"
    if os.environ.get("PENTE_GOLDEN") == "write":
        place.write_text(f"{shown}\n", encoding="utf-8")
    assert f"{shown}\n" == place.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_is_pressed_the_lessons_go_on(tmp_path: Path, seed: int) -> None:
    """Random keys, points, words and windows; afterwards a lesson can still be done."""
    chance = Random(seed)
    async with learning(tmp_path, lesson=chance.randint(1, COUNT)) as (stage, tutor):
        controller, pressed = stage.screen.controller, asyncio.Semaphore(0)
        stage.screen.app.key_processor.after_key_press += lambda _: pressed.release()
        for _ in range(80):
            columns, rows = chance.choice([(80, 24), (41, 23), (120, 40), (25, 9)])
            stage.output.size = Size(rows=rows, columns=columns)
            text = chance.choice(PRESSED)
            stage.type(text)
            async with patience(f"the keys of {text!r}"):
                for _ in range(1 if text.startswith("\x1b") else len(text)):
                    await pressed.acquire()
            await stage.drawn()
        assert not stage.exit_code.done()
        assert len(tutor.client.rooms) <= 2
        controller.ask(None)
        before = controller.model.room_id
        controller.enter("/again")
        await stage.until(
            lambda _: controller.model.room_id != before and stage_of(stage) is LessonStage.TASK
        )
        assert controller.model.lesson is not None
        controller.enter(SOLUTIONS[controller.model.lesson.number - 1])
        await stage.until(lambda _: stage_of(stage) is LessonStage.DONE)


def stage_of(screen: HeadlessScreen) -> LessonStage | None:
    lesson = screen.screen.controller.model.lesson
    return None if lesson is None else lesson.stage
