"""What holds on all pages: nothing is wrong with them, and nothing keeps people from using them."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from tests.e2e.page.world import NAMES, World, world
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.browser.screen import DESKTOP, PHONE

pytestmark = [needs_browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def there(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with world(tmp_path_factory.mktemp("world") / "data") as running:
        yield running


@pytest.mark.parametrize("name", NAMES)
async def test_a_page_can_be_used_by_everyone(there: World, name: str) -> None:
    """On a desk, and on a phone in the dark: what was opened on the wide screen has to fit the narrow one."""
    async with browser() as person:
        page = await person.open(there.server.page + there.addresses[name])
        if name == "nowhere":
            page.tolerate("404")
        await page.until("document.querySelector('h1')")
        for screen in (DESKTOP, replace(PHONE, is_dark=True)):
            await page.show_on(screen)
            await page.settled()
            await page.until("!document.querySelector('.message.faint')")  # a code's room may be loading
            assert await page.axe() == [], screen
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen
            await page.until("document.querySelectorAll('main').length === 1 && document.title")
