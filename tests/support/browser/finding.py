"""JavaScript with which a test finds in a page what a person would see there."""

import json
from typing import Final

WAITING: Final = """(async () => {
  for (let last; ;) {
    try {
      const value = %s;
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    globalThis.lastFailure = last && String(last);
    await new Promise((again) => setTimeout(again, 10));
  }
})()"""
"""The value of an expression once it is true. It is tried again and again; what throws is not true yet."""

SETTLED: Final = """await new Promise((settled) => {
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      observer.disconnect();
      settled(document.readyState === "complete" && document.querySelector("main, h1")?.innerText.trim());
    }, 150);
  };
  const observer = new MutationObserver((changes) => changes.some(({target}) => !inClock(target)) && wait());
  const inClock = (node) => (node.parentElement ?? node).closest?.("[role=timer], time");
  observer.observe(document, {subtree: true, childList: true, characterData: true});
  wait();
})"""
"""True once the document has something to read and has not changed for a moment, but for clocks."""

FOCUSED: Final = """(({tagName, ariaLabel, innerText, id}) =>
  `${tagName.toLowerCase()} ${ariaLabel || innerText || id}`)(document.activeElement)"""
"""The tag of what has the focus, and its label or text."""

_SEEN: Final = """[...document.querySelectorAll(%s)].filter((element) =>
  element.checkVisibility({visibilityProperty: true, opacityProperty: true}) &&
  [element.getAttribute("aria-label") ?? "", element.innerText ?? element.textContent]
    .join("\\n").includes(%s))"""

_PLACE: Final = """(async (element) => {
  if (!element || element.disabled) return null;
  element.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
  const place = () => {
    const {x, y, width, height} = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const before = place();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const [x, y] = place();
  if (x !== before[0] || y !== before[1]) return null;
  const hit = document.elementFromPoint(x, y);
  if (element.contains(hit) || hit?.closest("label")?.control === element) return [x, y];
  throw new Error(`${hit?.outerHTML.slice(0, 200)} lies over it at ${x},${y}`);
})(%s[0])"""


def seen(selector: str, text: str = "") -> str:
    """An expression: the elements that are visible and have that text in them, or in their label."""
    return _SEEN % (json.dumps(selector), json.dumps(text))


_LANDS: Final = """(() => {
  globalThis.isAimed = true;
  globalThis.hasLanded = false;
  addEventListener("click", ({target}) => {
    globalThis.hasLanded = %s.some((e) => e.contains(target) || target.closest("label")?.control === e);
  }, {capture: true, once: true});
})()"""

LANDED: Final = "globalThis.hasLanded || !globalThis.isAimed"
"""Whether the click after `aim` was on what it was meant for. It was if another page has come since."""


def place(selector: str, text: str = "") -> str:
    """An expression: where to click on the first of them, once it can be hit and has stopped moving."""
    return f"await {_PLACE % seen(selector, text)}"


def aim(selector: str, text: str = "") -> str:
    """A statement: notes whether the next click is on one of them, as the page sees it at that moment."""
    return _LANDS % seen(selector, text)
