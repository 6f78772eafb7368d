"""People at browsers who sign in, open games, and place stones."""

from tests.support.browser.driver import Browser
from tests.support.browser.page import Page


def page_url(url: str, path: str = "/") -> str:
    """The address of a page of the server at ws://…"""
    return url.replace("ws:", "http:").rstrip("/") + path


async def signed_in(person: Browser, url: str, name: str, *, phone: bool = False) -> Page:
    """The first page of a server, where a person has just taken a name."""
    page = await person.open(page_url(url), phone=phone)
    page.tolerate("favicon")
    await page.click("header button", "Sign in")
    await page.fill("dialog input[name=name]", name)
    await page.click("dialog button", "Play with this name")
    await page.see(".identity", name)
    return page


async def open_game(page: Page, **values: str) -> str:
    """Open a game by the form; the path of its room. ``values``: what is chosen, by the names of fields."""
    await page.click("button", "New game")
    for name, value in values.items():
        await page.until(f"document.querySelector('dialog [name={name}]')")
        await page.evaluate(
            f"(field => {{ field.value = {value!r}; field.dispatchEvent(new Event('change')); }})"
            f"(document.querySelector('dialog [name={name}]'))"
        )
    await page.click("dialog button", "Open the game")
    await page.see(".part-waiting button", "Leave the game")
    path: str = await page.evaluate("location.pathname")
    return path


async def join(page: Page, url: str, path: str) -> None:
    """Go to a room, and take a seat in it."""
    await page.goto(page_url(url, path))
    await page.click(".acts button", "Join")
    await page.see(".acts button", "Resign")


async def touch(page: Page, *points: str) -> None:
    """Choose points of the board, one after the other."""
    for point in points:
        await page.click(f'[role=gridcell][aria-label^="{point},"]')


async def tap(page: Page, point: str) -> None:
    """Tap on a point, and confirm it, as on a phone."""
    await page.tap(f'[role=gridcell][aria-label^="{point},"]')
    await page.tap(".acts button", f"Play {point}")


async def has_stone(page: Page, point: str, colour: str) -> None:
    """Wait until a stone is shown on a point."""
    await page.until(f"""document.querySelector('[role=gridcell][aria-label^="{point}, {colour}"]')""")


async def play(pages: list[Page], *points: str) -> None:
    """Let players place stones by turns, and wait until all see each of them."""
    for number, point in enumerate(points):
        await pages[number % 2].see(".status", "Your turn")
        await touch(pages[number % 2], point)
        for page in pages:
            await has_stone(page, point, ("white", "black")[number % 2])


async def hear(page: Page) -> None:
    """Turn sounds on; from now on ``globalThis.sounded`` counts those that begin."""
    await page.evaluate(
        "void (globalThis.sounded = 0, globalThis.AudioContext = class {"
        " constructor() { globalThis.sounded += 1; throw new Error('silent'); } },"
        " import(document.querySelector('script[src]').src.replace('app/start.js', 'dom/preferences.js'))"
        ".then(({preferences}) => preferences.set({sound: true})))"
    )
