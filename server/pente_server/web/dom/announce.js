// What a screen reader says without being asked: moves, results, and the state of the connection.

import { el } from "./elements.js";

const regions = { polite: el("div", { class: "unseen", role: "log" }), urgent: el("div", { class: "unseen", role: "alert" }) };
const KEPT = 20;

/** The two regions; the page adds them once. */
export function liveRegions() {
  return Object.values(regions);
}

/** Have a sentence said, after what is being said or (`isUrgent`) at once. */
export function announce(text, isUrgent = false) {
  const region = isUrgent ? regions.urgent : regions.polite;
  region.append(el("p", {}, text));
  while (region.childElementCount > KEPT) region.firstElementChild.remove();
}
