"""Pictures of every page, on phone and desktop, dark and light, for people who look at what they change.

``python -m tests.e2e.page.pictures FOLDER [NAME...]``; prints what is wrong with each, also by axe-core.
"""

import asyncio
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.page.world import world
from tests.support.browser.driver import Browser, browser
from tests.support.browser.process import end_browser


async def take(folder: Path, names: Sequence[str]) -> None:
    """Take the pictures with these names; all if there are none."""
    with TemporaryDirectory() as data:
        async with world(Path(data)) as there:
            for name, path in there.addresses.items():
                if not names or name in names:
                    await _take(folder, name, there.server.page + path)


async def _take(folder: Path, name: str, url: str) -> None:
    found: set[str] = set()
    for phone, dark in product((True, False), repeat=2):
        async with browser() as person:
            found |= await _shown(person, url, folder / f"{name}-{_words(phone, dark)}.png", phone, dark)
    print("\n    ".join((name, *sorted(found))), flush=True)


async def _shown(person: Browser, url: str, picture: Path, phone: bool, dark: bool) -> set[str]:
    """Take a picture; what is wrong with the page."""
    page = await person.open(url, phone=phone, dark=dark)
    await page.settled()
    await page.screenshot(picture)
    await page.screenshot(picture.with_stem(picture.stem + "-whole"), whole=True)
    found = {*page.all_faults(), *await page.axe()}
    page.tolerate("")
    return found


def _words(phone: bool, dark: bool) -> str:
    return f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"


if __name__ == "__main__":
    to = Path(sys.argv[1])
    to.mkdir(parents=True, exist_ok=True)
    try:
        asyncio.run(take(to, sys.argv[2:]))
    finally:
        end_browser()
