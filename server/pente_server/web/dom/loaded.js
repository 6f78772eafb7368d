// A part of a page that comes from the server: it says that it is loading, shows what came, or why nothing did.

import { t } from "../words/words.js";
import { el, fill } from "./elements.js";

/** What went wrong, and a button that tries once more. */
export function problem(error, retry) {
  const button = el("button", { type: "button", onclick: retry }, t("app.again"));
  return el("div", { class: "problem", role: "alert" }, el("p", {}, t("phrase.failed", { reason: error.message })), button);
}

/**
 * Mutable. `load()` promises something, of which `render(it)` makes what is shown. While it is loaded again, what was shown
 * stays; of several loads at once the last one counts.
 */
export class Loaded {
  #number = 0;

  constructor(load, render) {
    Object.assign(this, { load, render });
    this.element = el("div", { class: "loaded" }, el("p", { class: "quiet" }, t("phrase.loading")));
    this.reload();
  }

  async reload() {
    const number = (this.#number += 1);
    this.element.setAttribute("aria-busy", "true");
    const shown = await this.#shown();
    if (number !== this.#number) return;
    fill(this.element, shown);
    this.element.removeAttribute("aria-busy");
  }

  /** Show nothing that still comes. */
  close() {
    this.#number += 1;
  }

  async #shown() {
    try {
      return this.render(await this.load());
    } catch (error) {
      return problem(error, () => this.reload());
    }
  }
}
