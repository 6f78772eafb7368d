"""Puzzles on the page: wins to find, with what comes of every stone."""

from typing import Final

from pente_client.teaching.puzzles.attempt import solution_line
from pente_client.teaching.puzzles.built_in import built_in_puzzles
from pente_core.identity import RoomId
from pente_core.puzzles.puzzle import Puzzle
from pente_core.puzzles.puzzle_text import written
from pente_core.rules.point import Point, format_point
from pente_protocol.messages.reviews import StorePuzzle
from pente_server.access.access_control import AccessControl
from pente_server.store.accounts.role import Role
from tests.e2e.page.games import shown_game
from tests.e2e.web.playing import page_url, touch
from tests.e2e.web.test_page_lobby import opened
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.games.double_four import MISSED, RULESET, points_of, puzzle_of
from tests.support.peer import Peer, Served, serving
from tests.support.waiting import until

pytestmark = needs_browser

PUZZLES: Final = built_in_puzzles()
LONG: Final = next(
    number for number, puzzle in enumerate(PUZZLES, 1) if puzzle.win_in == 5 and puzzle.task.failures
)
SAID: Final = ".verdict[role=status]"
KEYS: Final = ".explored-side button"
GAME_LINK: Final = ".explored-side a[href^='/g/']"


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


async def test_a_puzzle_from_the_servers_own_games_names_its_game_once_it_is_solved() -> None:
    puzzle, all_ = puzzle_of(points_of(MISSED)), len(PUZZLES) + 1
    async with (
        serving() as served,
        shown_game(served.url, "anna", "boris", ruleset=RULESET) as shown,
        Peer(served.url) as reviewer,
        browser() as person,
    ):
        await shown.play(MISSED)
        await shown.resign(1)
        me = (await reviewer.hello("critic")).player.id
        assert await served.node.store.accounts.set_roles(me, {Role.REVIEWER})
        await until(lambda: _is_filed(served, shown.room))
        await reviewer.ok(StorePuzzle, game=shown.room, puzzle=written(puzzle))
        page = await opened(person, served, "/puzzles", phone=True)
        await page.see(".lead", f"Puzzle 1 of {all_}, pente.")
        assert await page.axe() == []
        await page.click("a", "One puzzle is from this server's games")
        await page.see(".lead", f"Puzzle {all_} of {all_}, from this server's games, freestyle. Solved: 0.")
        assert await page.count(GAME_LINK) == 0
        await touch(page, "L13")
        await page.see(SAID, "stops it with K13. Try another point.")
        await touch(page, "K13")
        await page.see(SAID, "Now win.")
        assert await page.count(GAME_LINK) == 0, "it would give the solution away"
        await touch(page, "K14")
        await page.see(SAID, "K14 wins. Solved.")
        await page.see(GAME_LINK, "See the game")
        assert await page.axe() == []
        await page.click(GAME_LINK)
        await page.see("h1", "anna")
        assert await page.evaluate("location.pathname + location.hash") == f"/g/{shown.room}#12"
        # an address with its number leads to it, and a solution that was shown names the game too
        await page.goto(page_url(served.url, f"/puzzles#{all_}"))
        await page.see(".lead", f"Puzzle {all_} of {all_}, from this server's games, freestyle. Solved: 1.")
        await page.click(KEYS, "Show the solution")
        await page.see(GAME_LINK)
        await page.click(KEYS, "Next puzzle")
        await page.see(".lead", f"Puzzle 1 of {all_}")
        assert await page.count(GAME_LINK) == 0


async def _is_filed(served: Served, room: RoomId) -> bool:
    return await served.node.store.archive.entries([room]) != [None]


async def test_a_server_with_a_password_has_puzzles_for_those_whom_it_admits() -> None:
    async with serving(access_control=AccessControl("secret")) as served, browser() as person:
        page = await opened(person, served, "/puzzles")
        await page.see("h1", "Sign in to watch and play")
        await page.fill("input[name=password]", "secret")
        await page.click("button", "Play as a guest")
        await page.see(SAID, "Find the win for black")
