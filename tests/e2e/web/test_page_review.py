"""Computer analysis on the page: asked for, shown as a graph and in words, and to learn from."""

from typing import Final

from pente_core.identity import RoomId
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.room import commands as cmd
from pente_core.rules.point import Point, parse_point
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.codec import encode_review
from pente_protocol.messages.reviews import FindReview, NextReview, ReviewFound, ReviewJob, StoreReview
from pente_server.store.accounts.role import Role
from tests.e2e.web.playing import page_url, signed_in, touch
from tests.e2e.web.test_page_lobby import opened
from tests.support.browser.driver import browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.peer import Peer, Served, peers, play, serving

pytestmark = needs_browser

GAME: Final = "K10 L10 K11 L11 K12 A1"
GRAPH: Final = ".game-graph"
SIGNS: Final = "[...document.querySelectorAll('.moves-list .sign')].map((sign) => sign.textContent).join(' ')"


def _at(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


def _stone(played: int, best: int, *line: str, **fields: object) -> StoneReview:
    return StoneReview(Expectation(played), Expectation(best), _at(*line), **fields)  # type: ignore[arg-type]


REVIEW: Final = GameReview(
    "engine:nodes=30000",
    (
        _stone(550, 550),
        _stone(400, 450),
        _stone(620, 620, judgement=Judgement.ONLY_MOVE),
        _stone(300, 430, "K12", "K9", judgement=Judgement.INACCURACY, good=_at("K13")),
        _stone(900, 900),
        StoneReview(
            Expectation(0, -6), Expectation(310), _at("K13", "K9"), Judgement.BLUNDER, _at("K9", "K14")
        ),
    ),
)


async def a_game(anna: Peer, boris: Peer) -> RoomId:
    """A finished game of six stones, of which anna has placed the first."""
    room = await anna.create("freestyle", "-", seat=0)
    await boris.act(room, cmd.Join())
    for number, point in enumerate(_at(*GAME.split())):
        await play((anna, boris)[number % 2], room, point)
    await boris.act(room, cmd.Resign())
    return room


async def reviewed_game(served: Served, anna: Peer, boris: Peer) -> RoomId:
    game = await a_game(anna, boris)
    await served.node.store.reviews.put(game, encode_review(REVIEW))
    return game


async def shows(page: Page, hash_: str) -> None:
    await page.until(f"location.hash === '{hash_}'")


async def test_a_person_asks_for_the_analysis_of_a_game_and_gets_it() -> None:
    async with (
        serving() as served,
        peers(served.url, "anna", "boris", "robot") as (anna, boris, robot),
        browser() as person,
    ):
        assert await served.node.store.accounts.set_roles(robot.welcome.player.id, {Role.REVIEWER})
        await robot.told(ReviewJob, NextReview)
        game = await a_game(anna, boris)
        page = await signed_in(person, served.url, "clara", phone=True)
        await page.goto(page_url(served.url, f"/g/{game}"))
        await page.tap(".tab-review", "Review")
        await page.tap(".review button", "Computer analysis")
        await page.see(".review", "The computer is looking at the game.")
        assert await page.axe() == []
        assert (await robot.told(ReviewJob, NextReview)).game == game
        await robot.ok(StoreReview, game=game, by=REVIEW.by, stones=REVIEW.stones)
        await page.see(GRAPH)
        await page.see(".review", "Analysed by engine, 30,000 positions a move.")
        assert await page.axe() == []
        found = await anna.told(ReviewFound, FindReview, game=game)
        assert found.state is ReviewState.DONE


async def test_the_graph_the_marks_and_the_better_line_lead_through_the_game() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        game = await reviewed_game(served, anna, boris)
        page = await opened(person, served, f"/g/{game}")
        await page.until(f"{SIGNS} === '! ?! ??'")
        await page.click(".tab-review", "Review")
        await page.see(".verdict", "A1 is a blunder: from 31 % to a sure loss in 6.")
        assert await page.evaluate(f"document.querySelectorAll('{GRAPH} .dot').length") == 2
        # the better line stands on the board, as ghosts with numbers and in words
        assert await page.evaluate("document.querySelectorAll('.board .hint').length") == 2
        await page.see("[role=gridcell][aria-label='K13, empty, better line']")
        # the graph is reached by keys, which go through the game
        await page.evaluate(f"document.querySelector('{GRAPH}').focus()")
        assert await page.evaluate(f"document.querySelector('{GRAPH}').ariaValueNow") == "6"
        await page.press("ArrowLeft", "ArrowLeft")
        await shows(page, "#4")
        said = await page.evaluate(f"document.querySelector('{GRAPH}').ariaValueText")
        assert said == "Move 4. L11 is an inaccuracy: from 43 % to 30 %."
        await page.click(".mistakes button", "Move 6, A1")
        await page.see(".verdict", "A1 is a blunder")
        await page.click(".verdict button", "K9")
        await page.see(".status", "Only you see this: K13 K9 after Move 5.")
        assert await page.axe() == []
        # and a click on it leads to the place
        await page.evaluate(
            "((graph) => { const { left, top, width } = graph.getBoundingClientRect();"
            " const place = { clientX: left + width / 2, clientY: top + 5, bubbles: true };"
            " graph.dispatchEvent(new MouseEvent('click', place)); })"
            f"(document.querySelector('{GRAPH}'))"
        )
        await shows(page, "#3")


async def test_a_person_learns_from_the_mistakes_of_a_side() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        game = await reviewed_game(served, anna, boris)
        page = await opened(person, served, f"/r/{game}", phone=True, dark=True)
        await page.tap(".tab-review", "Review")
        assert await page.count(".review .actions button") == 1, "white has made no mistake"
        await page.tap(".review button", "Learn from the mistakes of black")
        await page.see(".review h3", "Mistake 1 of 2")
        await shows(page, "#3")
        assert await page.count(".board .hint") == 0
        await touch(page, "L11")
        await page.see(".verdict", "L11 is the move that was played.")
        await touch(page, "T19")
        await page.see(".verdict", "T19 is not among the good moves that the computer found here.")
        await touch(page, "K12")
        await page.see(".verdict", "K12 is what the computer would play: K12 K9.")
        assert await page.evaluate("document.querySelectorAll('.board .hint').length") == 2
        assert await page.axe() == []
        await page.tap(".review button", "Next mistake")
        await shows(page, "#5")
        await touch(page, "K14")
        await page.see(".verdict", "K14 is about as good as the best move.")
        await page.tap(".review button", "End the exercise")
        await page.see(".mistakes li", "Move 6, A1")


async def test_without_a_reviewer_and_while_a_game_goes_on_there_is_no_analysis() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        page = await opened(person, served, f"/g/{await a_game(anna, boris)}")
        await page.see(".tab-about")
        await page.settled()
        assert await page.count(".tab-review") == 0
        room = await anna.create("freestyle", "-", seat=0)
        await boris.act(room, cmd.Join())
        await page.goto(page_url(served.url, f"/r/{room}"))
        await page.see(".status", "anna")
        assert await page.count(".tab-review") == 0
