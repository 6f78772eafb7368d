// Going through the moves: buttons, a slider, keys, swipes, playing them one after the other; and what is set there.

import { openDialog } from "../dom/dialog.js";
import { el, fill, svg } from "../dom/elements.js";
import { t } from "../words/words.js";

const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  on: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
};
const KEYS = [
  ["← [", "room.step-back"],
  ["→ ]", "room.step-on"],
  ["Home", "room.step-first"],
  ["End", "room.step-last"],
  ["Tab", "room.key-tab"],
  ["← ↑ → ↓", "room.key-arrows"],
  ["Enter", "room.key-enter"],
];
const SWIPE = 28; // pixels for a move
const AUTOPLAY = 1500;

/** Mutable. `look`: a LookBack; `menu`: what the menu has, as [text key, what it does or where it leads, isOn()?]. */
export class MoveBar {
  #autoplay = null;

  constructor(look, menu) {
    this.look = look;
    this.menu = menu;
    this.slider = el("input", { type: "range", min: 0, class: "slider", "aria-label": t("room.slider"), oninput: () => this.#slide() });
    this.live = el("button", { type: "button", class: "live", onclick: () => look.toEnd() });
    this.items = el("div", { class: "menu-items" });
    this.details = el(
      "details",
      { class: "menu", ontoggle: () => this.#fillMenu() },
      el("summary", { "aria-label": t("app.more"), title: t("app.more") }, icon("menu")),
      this.items,
    );
    this.buttons = {
      first: button("first", () => look.goTo(0)),
      back: button("back", () => look.step(-1)),
      on: button("on", () => look.step(1)),
      last: button("last", () => look.toEnd()),
    };
    const { first, back, on, last } = this.buttons;
    this.element = el("div", { class: "move-bar", role: "toolbar", "aria-label": t("room.move-bar") }, first, back, this.slider, on, last, this.live, this.details);
    swiped(this.element, (moves) => look.step(moves));
    this.closeMenu = ({ target, key }) => {
      if (key === "Escape" || (key === undefined && !this.details.contains(target))) this.details.open = false;
    };
    for (const type of ["click", "keydown"]) document.addEventListener(type, this.closeMenu);
  }

  update() {
    const { node, game, isLive, missed, tried } = this.look;
    const at = game.tree.branchPoint(node);
    this.slider.max = String(game.last);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", t("room.at-move", { n: at, last: game.last }));
    const isStart = node === 0 && !tried.length;
    for (const name of ["first", "back"]) disable(this.buttons[name], isStart);
    for (const name of ["on", "last"]) disable(this.buttons[name], isLive && !this.look.ahead.length);
    this.live.hidden = game.room.status !== "playing";
    this.live.classList.toggle("behind", !isLive);
    fill(this.live, isLive ? t("room.live") : [t("room.live"), " ▸", missed ? ` ${t("room.new-moves", { n: missed })}` : ""]);
    this.live.title = t(isLive ? "room.is-live" : "room.to-live");
    if (isLive) this.stop();
  }

  /** Play the moves one after the other, from the start if it is at the end; or end that. */
  toggleAutoplay() {
    if (this.#autoplay !== null) {
      this.stop();
      return;
    }
    if (this.look.isLive) this.look.goTo(0);
    this.#autoplay = setInterval(() => this.look.step(1), AUTOPLAY);
  }

  get isPlaying() {
    return this.#autoplay !== null;
  }

  stop() {
    clearInterval(this.#autoplay);
    this.#autoplay = null;
  }

  close() {
    this.stop();
    for (const type of ["click", "keydown"]) document.removeEventListener(type, this.closeMenu);
  }

  #slide() {
    this.stop();
    this.look.goTo(Number(this.slider.value));
  }

  #fillMenu() {
    if (this.details.open) fill(this.items, this.menu().map((entry) => this.#item(entry)));
  }

  #item([key, action, isOn]) {
    if (typeof action === "string") return el("a", { href: action, download: action.startsWith("/api/") }, t(key));
    const press = () => {
      this.details.open = false;
      action();
    };
    return el("button", { type: "button", onclick: press, "aria-pressed": isOn === undefined ? null : String(isOn) }, t(key));
  }
}

/** Show the keys that work on the page of a game; `plays`: for one of its players. */
export function showKeys({ plays }) {
  const keys = [...KEYS, ...(plays ? [["Esc", "room.key-esc"]] : []), ["?", "room.keys"]];
  const rows = keys.map(([key, does]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(does))]);
  openDialog(t("room.keys"), el("div", { class: "about" }, el("dl", {}, rows)));
}

/** What a key that was pressed on the page of a game does; null: nothing. */
export function moveOfKey(event) {
  const { key, target } = event;
  if (isElsewhere(event)) return null;
  const steps = { "[": -1, "]": 1 };
  if (Object.hasOwn(steps, key)) return (look) => look.step(steps[key]);
  if (target.closest?.('[role="grid"], [role="tablist"], input, summary, .menu-items')) return null; // they have their own use for arrows
  const ways = {
    ArrowLeft: (look) => look.step(-1),
    ArrowRight: (look) => look.step(1),
    Home: (look) => look.goTo(0),
    End: (look) => look.toEnd(),
  };
  return Object.hasOwn(ways, key) ? ways[key] : null;
}

/** Whether a key is not for the page of a game. */
export function isElsewhere({ target, altKey, ctrlKey, metaKey }) {
  return altKey || ctrlKey || metaKey || Boolean(target.closest?.("input:not([type=range]), textarea, select, dialog, [contenteditable]"));
}

function button(name, onclick) {
  return el("button", { type: "button", class: "step", "aria-label": t(`room.step-${name}`), title: t(`room.step-${name}`), onclick }, icon(name));
}

/** A button without a use stays where it is, so that the focus is not lost. */
function disable(element, isOff) {
  element.setAttribute("aria-disabled", String(isOff));
}

function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/** Count the moves of swipes over an element: to the left goes on, to the right back. */
function swiped(element, step) {
  let from = null;
  element.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "mouse" || event.target.closest("input") ? null : event.clientX;
  });
  element.addEventListener("pointermove", ({ clientX }) => {
    if (from === null || Math.abs(clientX - from) < SWIPE) return;
    step(clientX < from ? 1 : -1);
    from = clientX;
  });
  for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, () => (from = null));
}
