// A part of the controls that is made anew only when it has to look otherwise, so that the focus stays where it is.

import { el, fill } from "../../dom/elements.js";

/** Mutable. `element` is empty as long as there is nothing to show. */
export class Part {
  #shown = "";

  constructor(name, attributes = {}) {
    this.element = el("div", { class: `part part-${name}`, ...attributes });
  }

  /** Show what `make` gives, an element or a list; only if `facts`, which say how it looks, differ from the last. */
  show(facts, make) {
    const key = facts ? JSON.stringify(facts) : "";
    if (key === this.#shown) return;
    this.#shown = key;
    fill(this.element, facts ? make() : []);
  }
}
