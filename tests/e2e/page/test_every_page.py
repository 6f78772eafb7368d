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


SMALLEST = 40
"""Pixels each way of what a finger has to hit."""
_TARGETS = """
[...document.querySelectorAll('a[href], button, select, summary, textarea, label:has(> input)')]
  .concat([...document.querySelectorAll('input:not(label > input, [type=range])')])
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, .skip'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < %d || height < %d)
  .map(([one, { width, height }]) => `${one.className || one.tagName} ${one.innerText} ${width}x${height}`)
"""
_BROKEN = """
[...document.querySelectorAll('[role=tab]')].filter((tab) => {
  const text = document.createRange();
  text.selectNodeContents(tab);
  const lines = new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom / 20)));
  return tab.checkVisibility() && lines.size > 1;
}).map((tab) => tab.innerText)
"""
_WIDER = "document.documentElement.scrollWidth > 320 ? [`${document.documentElement.scrollWidth} wide`] : []"
_CUT = """
[...document.querySelectorAll('main .board > svg, .move-bar > *')]
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { left, right }]) => left < 0 || right > 320)
  .map(([one, { left, right }]) => `${one.getAttribute('class')} from ${left} to ${right}`)
"""
_BELOW = """
[...document.querySelectorAll('.game > :is(.below, .status)')].filter((one) => one.checkVisibility())
  .map((one) => [one, document.querySelector('.move-bar')].map((each) => each.getBoundingClientRect()))
  .filter(([{ bottom }, { top }]) => bottom > top)
  .map(([{ bottom }, { top }]) => `clock or status end at ${bottom}, under the bar at ${top}`)
"""
_CUT_CHOICES = """
[...document.querySelectorAll('details')].forEach((one) => { one.open = true; }) ??
[...document.querySelectorAll('select, input[type=date]')].map((one) => {
  const whole = one.cloneNode(true);
  [...whole.options ?? []].filter(({ value }) => value !== one.value).forEach((other) => other.remove());
  Object.assign(whole.style, { width: 'max-content', position: 'absolute' });
  one.after(whole);
  const [shown, needed] = [one, whole].map((each) => each.getBoundingClientRect().width);
  whole.remove();
  return one.checkVisibility() && shown < needed - 0.5 ? `${one.name} shows ${shown} of ${needed}` : '';
}).filter(Boolean)
"""
"""Fields that show a part only of what they have."""


async def test_a_finger_hits_all_that_is_there_on_a_small_phone(there: World) -> None:
    """Nothing is too small, wider than the screen, or a label on two lines, in any panel; the game fits."""
    found: list[tuple[str, str]] = []
    async with browser() as person:
        page = await person.open(there.server.page, phone=True)
        page.tolerate("404")
        await page.resize(320, 568)
        for name in NAMES:
            await page.goto(there.server.page + there.addresses[name])
            await page.settled()
            for tab in await page.evaluate(
                "[...document.querySelectorAll('[role=tab]')].map((tab) => tab.id)"
            ) or [""]:
                if tab and not await page.count(f"#{tab}"):
                    continue
                if tab:
                    await page.evaluate(f"document.getElementById('{tab}').click()")
                for check in (_TARGETS % (SMALLEST, SMALLEST), _BROKEN, _WIDER, _CUT, _BELOW):
                    found += ((name, each) for each in await page.evaluate(check))
    assert [f"{name}: {each}" for name, each in sorted(set(found))] == []


async def test_what_is_chosen_is_shown_whole(there: World) -> None:
    """In every field of every page, on a small and a usual phone and on a desk."""
    found: list[str] = []
    async with browser() as person:
        page = await person.open(there.server.page)
        page.tolerate("404")
        for name in NAMES:
            await page.goto(there.server.page + there.addresses[name])
            await page.settled()
            for width in (320, 390, 1280):
                await page.resize(width, 800)
                cut = await page.evaluate(_CUT_CHOICES)
                found += (f"{name} of {width}: {each}" for each in cut)
    assert found == []
