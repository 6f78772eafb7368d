"""A page in a browser: what a person does with it and sees of it, and what it does behind the scenes."""

import asyncio
import base64
import json
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from tests.support.browser.accessibility import VIOLATIONS, axe_source
from tests.support.browser.devtools import DevTools, DevToolsError, Fields
from tests.support.browser.faults import Faults
from tests.support.browser.finding import FOCUSED, LANDED, SETTLED, WAITING, aim, place, seen
from tests.support.browser.keys import key_events
from tests.support.browser.screen import Screen
from tests.support.browser.traffic import Traffic
from tests.support.waiting import patience

_DOMAINS: Final = ("Runtime", "Log", "Audits", "Network")
_GONE: Final = (
    "context was destroyed",
    "context with specified id",
    "navigated or closed",
    "promise was collected",
)
"""What waits in a page is interrupted so when it goes elsewhere."""


class JavaScriptError(AssertionError):
    """An expression threw."""


class Page:
    """A page of a browser. Mutable. Only `Browser.open` makes one."""

    def __init__(self, tools: DevTools, session: str, screen: Screen) -> None:
        self._tools = tools
        self._session = session
        self._screen = screen
        self.traffic = Traffic()
        self.faults = Faults()
        self.hosts: set[str] = set()
        """With ports: those that it may ask for something."""

    async def start(self) -> None:
        """Follow what it does, and give it its screen."""
        await self._follow(self._session)
        await self.send("Page.enable")
        await self.show_on(self._screen)

    async def _follow(self, session: str) -> None:
        self.traffic.listen(self._tools, session)
        self.faults.listen(self._tools, session)
        self._tools.listen("Target.attachedToTarget", session, self._attached)
        # Frames of other sites and workers have sessions of their own. A worker answers only once it runs.
        attach = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        await asyncio.gather(
            *(self._tools.send(f"{domain}.enable", session) for domain in _DOMAINS),
            self._tools.send("Target.setAutoAttach", session, **attach),
            self._tools.send("Runtime.runIfWaitingForDebugger", session),
        )

    def _attached(self, fields: Fields) -> None:
        self._tools.start(self._follow(fields["sessionId"]))

    async def send(self, method: str, **parameters: object) -> Fields:
        """A command of the DevTools protocol; its result."""
        return await self._tools.send(method, self._session, **parameters)

    async def goto(self, url: str) -> None:
        """Go to a URL; return once the page there is loaded. Its host is then one that may be asked."""
        parts = urlsplit(url)
        self.hosts.add(parts.netloc)
        async with patience(f"the page {url}"):
            told = await self.send("Page.navigate", url=url)
        assert "errorText" not in told, f"{url}: {told['errorText']}"
        await self.until("document.readyState === 'complete'")

    async def reload(self) -> None:
        """Load the page again, as F5 does; return once it is loaded."""
        await self.evaluate("void (globalThis.isOld = true)")
        await self.send("Page.reload")
        await self.until("!globalThis.isOld && document.readyState === 'complete'")

    async def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript, as JSON; of a promise, once it is kept.

        Raises JavaScriptError if it throws.
        """
        told = await self.send(
            "Runtime.evaluate",
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
            userGesture=False,
            allowUnsafeEvalBlockedByCSP=False,
        )
        if details := told.get("exceptionDetails"):
            raise JavaScriptError(details.get("exception", {}).get("description", details["text"]))
        return told["result"].get("value")

    async def until(self, expression: str) -> Any:
        """The value of an expression once it is true. What throws, or is on a page that goes, is not yet."""
        heard: list[str] = []
        try:
            async with patience(f"the page to have {expression}", lambda: heard):
                return await self._true(expression)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{await self.described()}") from None

    async def _true(self, expression: str) -> Any:
        while True:
            try:
                return await self.evaluate(WAITING % expression)
            except (DevToolsError, JavaScriptError) as error:
                if not any(gone in str(error).lower() for gone in _GONE):
                    raise

    async def described(self) -> str:
        """The page in words, for who looks at a test that failed."""
        shown = "[location.href, globalThis.lastFailure ?? '', document.body?.innerText ?? '']"
        url, failure, text = await self.evaluate(shown)
        return "\n".join(filter(None, (f"at {url}", failure, *self.all_faults(), text[:2000])))

    async def settled(self) -> None:
        """Wait until nothing it has asked for is missing, and it has stopped changing for a moment."""
        await self.until(SETTLED)

    async def see(self, selector: str, text: str = "") -> str:
        """Wait until something is seen there that has a text in it; all the text of the first of them."""
        found = await self.until(f"{seen(selector, text)}.map((e) => [e.innerText ?? e.textContent])[0]")
        shown: str = found[0]
        return shown

    async def text(self, selector: str) -> str:
        """The text of the first element there, as it is seen; waits for one."""
        return await self.see(selector)

    async def count(self, selector: str, text: str = "") -> int:
        """How many are seen at present."""
        number: int = await self.evaluate(f"{seen(selector, text)}.length")
        return number

    async def click(self, selector: str, text: str = "") -> None:
        """Click on it with a mouse, once it is there, at rest, enabled, and nothing lies over it.

        What comes into a page moves what is in it. As a person would, it clicks again if it has missed.
        """
        is_done = False
        while not is_done:
            x, y = await self.until(place(selector, text))
            await self.evaluate(aim(selector, text))
            for event in ("mouseMoved", "mousePressed", "mouseReleased"):
                button = {} if event == "mouseMoved" else {"button": "left", "clickCount": 1}
                await self.send("Input.dispatchMouseEvent", type=event, x=x, y=y, **button)
            is_done = await self._true(f"[{LANDED}]") == [True]

    async def tap(self, selector: str, text: str = "") -> None:
        """Touch it with a finger, once it can be."""
        x, y = await self.until(place(selector, text))
        await self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def press(self, *keys: str) -> None:
        """Press keys one after the other: ``Enter``, ``ArrowLeft``, ``k``, ``Shift+Tab``."""
        for event in (event for key in keys for event in key_events(key)):
            await self.send("Input.dispatchKeyEvent", **event)

    async def type(self, text: str) -> None:
        """Type a text where the focus is."""
        await self.send("Input.insertText", text=text)

    async def fill(self, selector: str, text: str) -> None:
        """Click into a field, and type over what is in it."""
        await self.click(selector)
        await self.evaluate(f"document.querySelector({json.dumps(selector)}).select()")
        await self.type(text)

    async def focused(self) -> str:
        """What has the focus: its tag, and its label or text."""
        told: str = await self.evaluate(FOCUSED)
        return told

    async def resize(self, width: int, height: int) -> None:
        """Give it a window of another size, in CSS pixels."""
        await self.show_on(self._screen.of_size(width, height))

    async def show_on(self, screen: Screen) -> None:
        """Give it another screen, without loading it again."""
        for method, parameters in screen.commands():
            await self.send(method, **parameters)

    async def screenshot(self, path: Path, *, whole: bool = False) -> None:
        """Write what is seen as a PNG; ``whole``: with what is below."""
        told = await self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        await asyncio.to_thread(path.write_bytes, base64.b64decode(told["data"]))

    async def accessibility(self) -> list[tuple[str, str]]:
        """Role and name of all that a screen reader finds, in order."""
        await self.send("Accessibility.enable")
        nodes = (await self.send("Accessibility.getFullAXTree"))["nodes"]
        shown = (node for node in nodes if not node["ignored"])
        return [(_value(node, "role"), _value(node, "name")) for node in shown]

    async def axe(self) -> list[str]:
        """What axe-core finds that keeps people from using the page: rule, sentence and element.

        Skips the test where axe-core can't be installed.
        """
        source = await asyncio.to_thread(axe_source)
        world = await self._world()
        await self.send("Runtime.evaluate", expression=source, contextId=world)
        told = await self.send(
            "Runtime.evaluate", expression=VIOLATIONS, contextId=world, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in told, told
        violations: list[str] = told["result"]["value"]
        return violations

    async def _world(self) -> int:
        """A world of scripts that sees the page, and that no script of the page sees."""
        frame = (await self.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        number: int = (await self.send("Page.createIsolatedWorld", frameId=frame))["executionContextId"]
        return number

    async def offline(self, *, is_on: bool = True) -> None:
        """Cut it off from the network, or give that back."""
        await self.send(
            "Network.emulateNetworkConditions",
            offline=is_on,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    def tolerate(self, pattern: str) -> None:
        """Accept faults in which this regular expression is found."""
        self.faults.tolerate(pattern)

    def all_faults(self) -> list[str]:
        """What it has done wrong so far that is not tolerated."""
        return self.faults.all(self.traffic.requests, self.hosts)


def _value(node: Fields, key: str) -> str:
    return str(node.get(key, {}).get("value", ""))
