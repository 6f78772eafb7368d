// Panels of which one is shown at a time: the chat, the moves, the notes. Arrow keys go from tab to tab.

import { el, fill } from "../dom/elements.js";
import { t } from "../words/words.js";

let count = 0;

/** Mutable. `panels`: {name: element}; `onOpen(name)` is called for the panel that is shown. */
export class Tabs {
  constructor(panels, onOpen) {
    this.onOpen = onOpen;
    this.pinned = null;
    this.badges = {};
    this.names = Object.keys(panels);
    this.tabs = Object.fromEntries(this.names.map((name) => [name, this.#tab(name)]));
    this.list = el("div", { class: "tabs", role: "tablist", onkeydown: (event) => this.#key(event) }, Object.values(this.tabs));
    this.panels = Object.fromEntries(this.names.map((name) => [name, this.#panel(name, panels[name])]));
  }

  get selected() {
    return this.names.find((name) => this.tabs[name].getAttribute("aria-selected") === "true");
  }

  /** Keep a panel in view beside the others, or (null) none. */
  pin(name) {
    this.pinned = name;
    if (this.selected) this.select(this.selected);
  }

  /** Show a panel. */
  select(name) {
    for (const other of this.names) {
      const isIt = other === name;
      this.tabs[other].setAttribute("aria-selected", String(isIt));
      this.tabs[other].tabIndex = isIt ? 0 : -1;
      this.panels[other].hidden = !isIt && other !== this.pinned;
    }
    this.onOpen(name);
  }

  /** Show a tab, or leave it out. */
  setVisible(name, isVisible) {
    this.tabs[name].hidden = !isVisible;
  }

  /** A number behind the name of a tab; 0: none. */
  badge(name, number) {
    if (this.badges[name] === number) return;
    this.badges[name] = number;
    fill(this.tabs[name], t(`room.${name}`), number ? el("span", { class: "badge" }, number > 99 ? "99+" : number) : null);
  }

  #tab(name) {
    count += 1;
    return el("button", { type: "button", role: "tab", class: `tab-${name}`, id: `tab-${count}`, onclick: () => this.select(name) }, t(`room.${name}`));
  }

  #panel(name, content) {
    const tab = this.tabs[name];
    const panel = el("section", { class: `panel panel-${name}`, role: "tabpanel", id: `${tab.id}-panel`, "aria-labelledby": tab.id }, content);
    tab.setAttribute("aria-controls", panel.id);
    return panel;
  }

  #key(event) {
    const shown = this.names.filter((name) => !this.tabs[name].hidden && this.tabs[name].offsetParent);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !shown.length) return;
    event.preventDefault();
    const next = shown[(shown.indexOf(this.selected) + step + shown.length) % shown.length];
    this.select(next);
    this.tabs[next].focus();
  }
}
