// What `play/` adds to other pages. Its modules load after the page that they are for.

import { el } from "../dom/elements.js";
import { late } from "./late.js";

export const play = { makeControls, quickPanel };

/** Load at once what a player will need. */
export function prepare(session) {
  session.addEventListener("identity", () => session.me && import("../play/room/controls.js").catch(() => {}));
}

/** What a player does in a room, once it is loaded: see README.md. */
function makeControls(page) {
  const element = el("div", { class: "play-place" });
  let controls = null;
  let isClosed = false;
  late(() => import("../play/room/controls.js")).then((module) => {
    if (isClosed) return;
    controls = module.makeControls(page);
    element.append(controls.element);
    page.redraw?.();
  }, console.warn);
  return {
    element,
    tapped: (point) => controls?.tapped(point) ?? false,
    decorate: (view) => controls?.decorate(view) ?? view,
    update: (event) => controls?.update(event),
    close() {
      isClosed = true;
      controls?.close();
    },
  };
}

/** Ways to a game, for the home page: {element, close, searched(query)}. */
function quickPanel(context) {
  const element = el("div", { class: "quick-panel" });
  let panel = null;
  let isClosed = false;
  late(() => import("../play/start/quick_panel.js")).then((module) => {
    if (isClosed) return;
    panel = module.quickPanel(context);
    element.append(panel.element);
  }, console.warn);
  return {
    element,
    searched: (query) => panel?.searched(query),
    close() {
      isClosed = true;
      panel?.close();
    },
  };
}
