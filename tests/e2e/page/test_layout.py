"""What stands where on the first page, from its first moment on: nothing moves under a finger."""

import pytest

from tests.e2e.web.playing import page_url
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.peer import peers, serving

pytestmark = needs_browser

STEADY = (".home-head", ".home-head .lead", ".ways > .main", ".ways > a[href='/puzzles']", ".home-watch")
FOLLOW = """
window.tops = {};
new MutationObserver(() => {
  for (const selector of %s) {
    const element = document.querySelector(selector);
    if (!element) continue;
    const tops = (window.tops[selector] ??= []);
    const top = Math.round(element.getBoundingClientRect().top);
    if (tops.at(-1) !== top) tops.push(top);
  }
}).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
"""
"""Notes how far down elements are whenever the page has changed: once as long as they stay there."""


@pytest.mark.parametrize("name", ["Pente", "The Pente server of the friends of all games on boards"])
@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_nothing_at_the_top_of_the_first_page_moves_up_or_down(name: str, *, phone: bool) -> None:
    async with serving(name=name) as served, peers(served.url, "anna", "boris"), browser() as person:
        page = await person.open("about:blank", phone=phone)
        page.tolerate("favicon")
        await page.send("Page.addScriptToEvaluateOnNewDocument", source=FOLLOW % list(STEADY))
        await page.goto(page_url(served.url))
        await page.see(".home-head .lead", "2 players online")
        await page.see(".ways a", "Puzzles")
        await page.see(".featured", "No game is on.")
        await page.see(".home-last", "No game is finished yet.")
        tops: dict[str, list[int]] = await page.evaluate("window.tops")
        assert tops.keys() == set(STEADY)
        assert {selector: found for selector, found in tops.items() if len(found) > 1} == {}
