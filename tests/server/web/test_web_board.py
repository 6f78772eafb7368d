"""The board of the page, in a browser: what it shows and says, and how a point is chosen on it."""

from typing import Any

import pytest

from pente_core.rules.point import format_point, parse_point
from tests.server.web.board_page import board_site
from tests.support.browser.driver import browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser

pytestmark = needs_browser

FREE: Any = {"opening": "free", "second_move": "free"}
FOUR: Any = {**FREE, "sides": 4, "size": 9}


def cell(name: str) -> str:
    return f'[role=gridcell][aria-label^="{name},"]'


async def chosen(page: Page, what: str = "chosen", size: int = 19) -> list[str]:
    return [format_point(point, size) for point in await page.evaluate(f"game.{what}")]


async def place(page: Page, name: str, columns: float = 0, rows: float = 0) -> dict[str, float]:
    """Where a point is in the window, and so many columns to the right and rows up from it."""
    box = f"document.querySelector('{cell(name)}').getBoundingClientRect()"
    x, y, width = await page.evaluate(f"(({{x, y, width}}) => [x, y, width])({box})")
    return {"x": x + width * (0.5 + columns), "y": y + width * (0.5 - rows)}


async def test_every_point_is_a_cell_that_says_what_is_there() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE))
        assert (
            await page.evaluate("[...document.querySelectorAll('[role=row]')].map((r) => r.children.length)")
            == [19] * 19
        )
        assert (
            await page.evaluate("document.querySelector('[role=gridcell]').getAttribute('aria-label')")
            == "A19, empty"
        )
        await page.evaluate("game.play('K10 L10 A1 M10 N10')")
        assert await page.evaluate("game.labels()") == [
            "K10, white stone",
            "L10, empty, just captured",
            "M10, empty, just captured",
            "N10, white stone, last move",
            "A1, white stone",
        ]
        assert await page.evaluate("document.querySelector('[role=grid]').getAttribute('aria-label')")
        assert await page.axe() == []


async def test_a_winning_row_is_struck_through_and_said() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE))
        await page.evaluate("game.play('A1 A10 B1 B10 C1 C10 D1 D10 E1')")
        assert await page.count(".win") == 1
        said = await page.evaluate("game.labels()")
        assert [label for label in said if "row" in label] == [
            *(f"{column}1, white stone, in the winning row" for column in "ABCD"),
            "E1, white stone, last move, in the winning row",
        ]
        assert (
            await page.evaluate("document.querySelector('[role=grid]').getAttribute('aria-readonly')")
            == "true"
        )
        await page.click(cell("K10"))
        assert await chosen(page) == []


async def test_a_move_touches_only_what_has_changed() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE))
        await page.evaluate("game.play('K10 L10 A1 M10')")
        assert await page.evaluate("game.changes(() => game.show())") == 0
        # A stone that comes, two that go, holes and the mark of the last move, and the labels of four points.
        assert await page.evaluate("game.changes(() => game.play('N10'))") <= 12


async def test_a_click_takes_the_nearest_point() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url())
        await page.evaluate("game.play('K10')")
        await page.click(cell("K10"))
        await page.click(cell("J9"))
        assert (await chosen(page), await chosen(page, "refused")) == (["J9"], ["K10"])
        spot = await place(page, "E15", columns=0.4, rows=-0.4)
        for event in ("mousePressed", "mouseReleased"):
            await page.send("Input.dispatchMouseEvent", type=event, button="left", clickCount=1, **spot)
        assert await chosen(page) == ["J9", "E15"]


async def test_a_pointer_takes_the_focus_from_a_field_and_leaves_the_keys_to_the_page() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE))
        await page.evaluate(
            "main.prepend(document.createElement('input')); document.querySelector('input').focus()"
        )
        await page.click(cell("K10"))
        assert await chosen(page) == ["K10"]
        assert await page.evaluate("document.activeElement === document.body")


async def test_a_mouse_shows_the_stone_that_would_be_placed() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url())
        for name, shown in (("K10", 1), ("A19", 0)):  # the first stone may go to the centre only
            await page.send("Input.dispatchMouseEvent", type="mouseMoved", **await place(page, name))
            assert await page.count(".hover") == shown


async def test_a_finger_moves_the_cross_until_it_is_where_it_should_be() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE), phone=True)
        await page.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[await place(page, "K10")])
        assert await page.text(".finger text") == "K10"
        for rows in (1, 2, 3):
            spot = await place(page, "K10", rows=rows)
            await page.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[spot])
        await page.see(".finger text", "K13")
        await page.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        assert (await chosen(page), await page.count(".finger")) == (["K13"], 0)


async def test_a_finger_scrolls_past_a_board_that_lets_it() -> None:
    action = "getComputedStyle(board.element).touchAction"
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE), phone=True)
        assert await page.evaluate(action) == "pinch-zoom"
        await page.evaluate("game.show({ scrolls: true })")
        assert await page.evaluate(action) == "manipulation"
        await page.tap(cell("K10"))
        assert await chosen(page) == ["K10"]
        await page.evaluate("game.show({ legal: null })")
        assert await page.evaluate(action) == "manipulation"


async def test_a_finger_that_leaves_the_board_chooses_nothing() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE), phone=True)
        await page.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[await place(page, "A3")])
        for rows in (2, 4, 8):
            spot = await place(page, "A3", rows=-rows)
            await page.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[spot])
        await page.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        assert await chosen(page) == []
        await page.tap(cell("K10"))
        assert await chosen(page) == ["K10"]


async def test_a_game_is_played_with_keys_alone() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE))
        await page.press("Tab")
        assert await page.focused() == "rect K10, empty"
        await page.press("Enter", "ArrowLeft", "ArrowUp", " ")
        assert await chosen(page) == ["K10", "J11"]
        for key, name in (
            ("Home", "A11"),
            ("PageUp", "A19"),
            ("End", "T19"),
            ("PageDown", "T1"),
            ("Control+Home", "A19"),
        ):
            await page.press(key)
            assert await page.focused() == f"rect {name}, empty"
        await page.press("ArrowUp", "ArrowLeft", "ArrowDown")
        assert await page.focused() == "rect A18, empty"
        await page.press("Tab", "Shift+Tab")
        assert await page.focused() == "rect A18, empty"
        assert await page.evaluate("document.querySelectorAll('[role=gridcell][tabindex=\"0\"]').length") == 1


async def test_a_screen_reader_may_click_on_a_cell_without_a_pointer() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE))
        click = "new MouseEvent('click', { bubbles: true })"
        await page.evaluate(f"document.querySelector('{cell('C3')}').dispatchEvent({click})")
        assert await chosen(page) == ["C3"]


async def test_a_flipped_board_is_read_pointed_at_and_walked_as_it_is_seen() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(size=9, **FREE))
        await page.evaluate("game.play('A1 J9')")
        await page.evaluate("board.setFlipped(true)")
        first = "document.querySelector('[role=gridcell]').getAttribute('aria-label')"
        assert await page.evaluate(first) == "J1, empty"
        assert await page.evaluate("game.labels()") == ["A1, white stone", "J9, black stone, last move"]
        await page.click(cell("C2"))
        await page.evaluate("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()")
        await page.press("ArrowLeft", "ArrowDown", "Enter")
        assert await chosen(page, size=9) == ["C2", "D3"]
        await page.evaluate("board.setCoordinates(false)")
        assert await page.count(".coordinates text") == 0
        await page.evaluate("board.setFlipped(false)")
        assert await page.evaluate(first) == "A9, empty"


async def test_four_colours_are_told_apart_by_more_than_colour() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FOUR))
        await page.evaluate("game.play('A1 C3 E5 G7')")
        assert await page.evaluate("game.labels()") == [
            "G7, blue stone, last move",
            "E5, red stone",
            "C3, black stone",
            "A1, white stone",
        ]
        patterns = "[2, 3].map((n) => document.querySelector(`.stone.s${n} .pattern`).getAttribute('d'))"
        red, blue = await page.evaluate(patterns)
        assert red != blue
        for small in (
            "game.thumbnail().querySelectorAll('.pattern')",
            "game.icons().map((icon) => icon.lastChild)",
        ):
            drawn = f"[...{small}].map((path) => path.getAttribute('d')).filter(Boolean)"
            assert len(set(await page.evaluate(drawn))) == 2
        assert await page.axe() == []


async def test_black_stones_are_those_of_the_first_seat_where_black_begins() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(first="black"))
        await page.evaluate("game.play('K10')")
        assert await page.evaluate("game.labels()") == ["K10, black stone, last move"]


async def test_everything_that_a_view_may_have_is_shown_and_said() -> None:
    points = {name: parse_point(name, 19) for name in ("C3", "D4", "E5", "F6", "T19")}
    more = {
        "ghost": {"point": points["C3"], "colour": 0},
        "premoves": [{"point": points["D4"], "colour": 1}, {"point": points["E5"], "colour": 0}],
        "marks": [points["F6"]],
        "heat": [{"point": points["T19"], "text": "54", "weight": 0.7}],
        "legal": None,
    }
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE), dark=True)
        await page.evaluate(f"game.show({more})".replace("None", "null"))
        for kind in ("ghost", "mark", "heat"):
            assert await page.count(f".{kind}") == 1, kind
        assert await page.count(".premove") == 2
        assert await page.text(".heat text") == "54"
        assert await page.evaluate("game.labels()") == [
            "F6, empty, marked",
            "E5, empty, planned",
            "D4, empty, planned",
            "C3, empty, your choice, not played yet",
        ]
        await page.evaluate("game.show()")
        assert await page.count(".ghost, .premove, .mark, .heat") == 0


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (FREE, "1 of 5 pairs"),
        ({**FREE, "captures": [2, 3], "goal": 15}, "2 of 15 stones"),
        ({**FREE, "captures": [2], "goals": [2, 4]}, "1 of 1 pair"),
    ],
    ids=["pairs", "stones", "handicap"],
)
async def test_captures_are_counted_as_people_count_them(rules: Any, text: str) -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**rules))
        await page.evaluate("game.play('K10 L10 A1 M10')")
        await page.evaluate("game.play('N10')")
        assert await page.text(".captures .unseen") == f"Captured: {text}"
        taken, _, goal, _ = text.split()
        assert await page.text(".captures .unseen + span") == f"{taken}/{goal}"


async def test_nothing_is_counted_where_nothing_is_captured() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(captures=[], goal=0, **FREE))
        assert await page.count(".captures") == 0


async def test_captured_stones_are_gone_at_once_for_those_who_want_no_motion() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE), reduced_motion=True)
        await page.evaluate("game.play('K10 L10 A1 M10 N10')")
        opacity = "getComputedStyle(document.querySelector('.fading')).opacity"
        assert await page.evaluate(opacity) == "0"
        assert await page.count(".gone .hole") == 2


async def test_a_small_board_is_a_still_picture() -> None:
    async with board_site() as site, browser() as person:
        page = await person.open(site.url(**FREE))
        await page.evaluate("game.play('K10 L10 A1')")
        assert await page.evaluate("game.thumbnail().querySelectorAll('*').length") < 10
        assert await page.evaluate("game.thumbnail().getAttribute('aria-hidden')") == "true"
