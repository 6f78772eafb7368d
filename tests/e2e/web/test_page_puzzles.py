"""Puzzles on the page: wins to find, with what comes of every stone."""

from typing import Final

from pente_client.teaching.puzzles.attempt import solution_line
from pente_client.teaching.puzzles.built_in import built_in_puzzles
from pente_core.puzzles.puzzle import Puzzle
from pente_core.rules.point import Point, format_point
from pente_server.access.access_control import AccessControl
from tests.e2e.web.playing import page_url, touch
from tests.e2e.web.test_page_lobby import opened
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.peer import serving

pytestmark = needs_browser

PUZZLES: Final = built_in_puzzles()
LONG: Final = next(
    number for number, puzzle in enumerate(PUZZLES, 1) if puzzle.win_in == 5 and puzzle.task.failures
)
SAID: Final = ".verdict[role=status]"
KEYS: Final = ".explored-side button"


def _name(puzzle: Puzzle, point: Point) -> str:
    return format_point(point, puzzle.position.rules.size)


async def test_a_person_finds_a_win_against_all_answers() -> None:
    puzzle = PUZZLES[LONG - 1]
    line = solution_line(puzzle.position, puzzle.task)
    async with serving() as served, browser() as person:
        page = await opened(person, served, f"/puzzles#{LONG}", phone=True)
        await page.see(SAID, "3 stones, each a threat.")
        failure = puzzle.task.failures[0]
        await touch(page, _name(puzzle, failure.point))
        await page.see(SAID, f"stops it with {_name(puzzle, failure.reply)}. Try another point.")
        await touch(page, _name(puzzle, line[0]))
        await page.see(SAID, f"plays {_name(puzzle, line[1])}. 2 more stones win.")
        assert await page.axe() == []
        await touch(page, _name(puzzle, line[2]))
        await page.see(SAID, f"plays {_name(puzzle, line[3])}. Now win.")
        await touch(page, _name(puzzle, line[4]))
        await page.see(SAID, f"{_name(puzzle, line[4])} wins. Solved.")
        await page.see(".lead", f"Puzzle {LONG} of {len(PUZZLES)}, {puzzle.position.rules.base}. Solved: 1.")
        assert await page.axe() == []
        # the browser remembers it, and gives another one
        await page.goto(page_url(served.url, "/puzzles"))
        await page.see(".lead", "Puzzle 1 of")
        await page.see(".lead", "Solved: 1.")
        await page.goto(page_url(served.url, f"/puzzles#{LONG - 1}"))
        await page.tap(KEYS, "Next puzzle")
        await page.see(".lead", f"Puzzle {LONG + 1} of")


async def test_keys_a_hint_and_the_solution() -> None:
    first = PUZZLES[0]
    point = _name(first, first.task.attacks[0].point)
    async with serving() as served, browser() as person:
        page = await opened(person, served, "/")
        await page.see(".home-head", "0 players online")  # what stands below it moves down then
        await page.click("main a", "Puzzles")
        await page.see(SAID, "Find the win for black: 2 stones, each a threat.")
        await page.click(KEYS, "Hint")
        await page.see(SAID, f"Try {point}.")
        assert await page.evaluate("document.activeElement.textContent") == "Hint"
        await page.see(f"[role=gridcell][aria-label='{point}, empty, marked']")
        await page.click(KEYS, "Show the solution")
        names = " ".join(_name(first, each) for each in solution_line(first.position, first.task))
        await page.see(SAID, f"Solution: {names}")
        assert await page.evaluate("document.querySelectorAll('.board .hint').length") == 3
        # the key that goes on has the focus
        assert await page.evaluate("document.activeElement.textContent") == "Next puzzle"
        await page.press("Enter")
        await page.see(".lead", f"Puzzle 2 of {len(PUZZLES)}, {PUZZLES[1].position.rules.base}. Solved: 0.")
        assert await page.evaluate("document.activeElement.textContent") == "Next puzzle"
        assert await page.evaluate("location.hash") == "#2"


async def test_a_server_with_a_password_has_puzzles_for_those_whom_it_admits() -> None:
    async with serving(access_control=AccessControl("secret")) as served, browser() as person:
        page = await opened(person, served, "/puzzles")
        await page.see("h1", "Sign in to watch and play")
        await page.fill("input[name=password]", "secret")
        await page.click("button", "Play as a guest")
        await page.see(SAID, "Find the win for black")
