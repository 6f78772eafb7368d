"""People at browsers: each has cookies and storage of its own, and may have several pages open."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from tests.support.browser.devtools import DevTools, devtools
from tests.support.browser.page import Page
from tests.support.browser.process import running_browser
from tests.support.browser.screen import DESKTOP, PHONE


class Browser:
    """One person's pages. Mutable."""

    def __init__(self, tools: DevTools, context: str) -> None:
        self._tools = tools
        self._context = context
        self.pages: list[Page] = []

    async def open(
        self, url: str, *, phone: bool = False, dark: bool = False, reduced_motion: bool = False
    ) -> Page:
        """Open a page in a new tab; return once it is loaded.

        On a phone it is 360 by 740 in size, else 1280 by 800.
        """
        screen = replace(PHONE if phone else DESKTOP, is_dark=dark, has_reduced_motion=reduced_motion)
        made = await self._tools.send(
            "Target.createTarget", url="about:blank", browserContextId=self._context
        )
        attached = await self._tools.send("Target.attachToTarget", targetId=made["targetId"], flatten=True)
        page = Page(self._tools, attached["sessionId"], screen)
        self.pages.append(page)
        await page.start()
        await page.goto(url)
        return page

    async def allow(self, *permissions: str) -> None:
        """Grant what a page would ask for, such as ``notifications``."""
        await self._tools.send(
            "Browser.grantPermissions", permissions=list(permissions), browserContextId=self._context
        )


@asynccontextmanager
async def browser(*, is_whole: bool = False) -> AsyncIterator[Browser]:
    """A person at a browser for the time of the block. ``is_whole``: one that shows notifications.

    At its end no page may have written an error or thrown an exception, broken its content security
    policy, or asked a host for something that the test did not open, but for what the test tolerates.
    Skips the test where there is no browser.
    """
    async with devtools(running_browser(is_whole=is_whole).url) as tools:
        made = await tools.send("Target.createBrowserContext", disposeOnDetach=True)
        person = Browser(tools, made["browserContextId"])
        yield person
        faults = [fault for page in person.pages for fault in page.all_faults()]
        assert not faults, "\n".join(faults)
