// A list of live rooms that changes while people look at it. While a mouse or the focus is in it, rows keep their
// places, so that nobody chooses what has just moved there: what is over fades, and what is new comes later.

import { el, fill } from "../dom/elements.js";
import { KeyedList } from "../dom/keyed.js";
import { t } from "../words/words.js";

/**
 * A section with a heading and a list. Mutable. `parts`: {heading, makeRow, empty()}; `empty` makes what is shown
 * instead of a list without rows. `show(rows, isLoaded)` changes it.
 */
export class RoomList {
  #rows = [];
  #isHeld = false;

  constructor({ heading, makeRow, empty, most = Infinity }) {
    this.list = el("ul", { class: "rows" });
    this.keyed = new KeyedList(this.list, ({ room }) => room.id, makeRow);
    this.state = el("div", { class: "state" }, el("p", {}, t("phrase.loading")));
    this.count = el("span", { class: "count" });
    this.element = el("section", { class: "card" }, el("h2", {}, heading, " ", this.count), this.list, this.state);
    this.empty = empty;
    this.most = most;
    this.#holdWhileInside();
  }

  show(rows, isLoaded) {
    this.#rows = rows.slice(0, this.most);
    fill(this.count, isLoaded && rows.length ? rows.length : "");
    if (this.#isHeld) this.#showHeld();
    else this.#showAll();
    this.state.hidden = !isLoaded ? false : this.#rows.length > 0;
    if (isLoaded && !this.state.hidden) fill(this.state, this.empty());
  }

  #showAll() {
    this.keyed.show(this.#rows);
    for (const row of this.list.children) row.classList.remove("over");
  }

  /** Change the rows that are there, and nothing about where they are. */
  #showHeld() {
    this.keyed.refresh(this.#rows, (element, isThere) => element.classList.toggle("over", !isThere));
  }

  #holdWhileInside() {
    const hold = () => {
      this.#isHeld = true;
    };
    const release = () => {
      this.#isHeld = this.list.matches(":focus-within") || this.list.matches(":hover");
      if (!this.#isHeld) this.#showAll();
    };
    const isMouse = ({ pointerType }) => pointerType === "mouse";
    this.list.addEventListener("pointerenter", (event) => isMouse(event) && hold());
    this.list.addEventListener("pointerleave", (event) => isMouse(event) && release());
    this.list.addEventListener("focusin", hold);
    this.list.addEventListener("focusout", () => setTimeout(release));
  }
}
