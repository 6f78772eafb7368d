// Moments on a page, in the reader's time zone. What is relative to now stays true while the page is open.

import { isMoment, momentText, relativeText } from "../words/phrases.js";
import { el } from "./elements.js";

const REFRESHED_EVERY = 20_000;

/** How long ago a moment was, in milliseconds since 1970, with the moment itself in its title. */
export function timeAgo(at) {
  if (!isMoment(at)) return el("span", {}, "?");
  const datetime = new Date(at).toISOString();
  return el("time", { datetime, title: momentText(at), dataset: { at: String(at) } }, relativeText(Math.min(at, Date.now())));
}

function refresh() {
  for (const element of document.querySelectorAll("time[data-at]")) {
    const text = relativeText(Math.min(Number(element.dataset.at), Date.now()));
    if (element.textContent !== text) element.textContent = text;
  }
}

setInterval(refresh, REFRESHED_EVERY);
