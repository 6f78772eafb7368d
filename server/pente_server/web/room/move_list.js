// The moves of a game as a list to scroll and to click, with the variations that people have added.

import { el, fill } from "../dom/elements.js";
import { t } from "../words/words.js";
import { callText, spentText } from "./sentences/phrases.js";
import { SIGNS } from "./review/review.js";
import { scoreText } from "./sentences/status.js";

const CALLS = { tria: "3", "open-tria": "3°", tessera: "4", "open-tessera": "4°" };

/** Mutable. `go(node)` is called for the move that was chosen. */
export class MoveList {
  #shown = []; // what the entries were made of
  #analysis = null;
  #current = null;
  #isLive = true;
  #buttons = new Map();
  #judged = new Map(); // nodes, with the reviews of their stones

  constructor(go) {
    this.list = el("div", { class: "moves-list", role: "list" });
    this.end = el("p", { class: "result" });
    this.element = el("div", { class: "moves-scroll", tabindex: "0", role: "group", "aria-label": t("room.moves") }, this.list, this.end);
    new ResizeObserver(() => this.#reveal()).observe(this.element); // a list that is not shown, or grows smaller, is scrolled then
    this.list.addEventListener("click", ({ target }) => {
      const button = target.closest("button[data-node]");
      if (button) go(Number(button.dataset.node));
    });
  }

  /** Show the moves of a game, and where somebody looks in it. */
  update(game, look) {
    const { frames } = game;
    const isSame = this.#analysis === game.room.analysis && this.#shown.every((frame, index) => frames[index + 1]?.turn === frame.turn);
    if (!isSame || this.#shown.length > game.last) this.#clear();
    this.list.style.setProperty("--sides", String(Math.min(4, frames[0].position.taken.length)));
    for (let node = this.#shown.length + 1; node <= game.last; node += 1) this.#append(game, node);
    this.#analysis = game.room.analysis;
    fill(this.end, scoreText(game.room));
    this.#select(look.node, look.isLive);
  }

  /** Show what a computer says about moves: the reviews of stones by node, from the next update on. */
  judge(stones) {
    this.#judged = stones;
    this.renew();
  }

  /** Make all entries again at the next update. */
  renew() {
    this.#clear();
  }

  #clear() {
    this.#shown = [];
    this.#buttons.clear();
    this.#current = null;
    fill(this.list);
  }

  #append(game, node) {
    const { tree, spent } = game;
    if (node === 1) this.#branches(tree, 0);
    const frame = tree.frameAt(node);
    this.#shown.push(frame);
    const { colour, choice } = frame;
    const entry = el("div", { role: "listitem", class: colour === undefined ? "turn whole" : "turn" }, this.#button(tree, node, spent[node]));
    if (colour !== undefined && choice === undefined) entry.style.gridColumn = String(colour + 1);
    this.list.append(entry);
    this.#branches(tree, node);
  }

  /** The variations that begin at a node, each as a line with those that branch off from it. */
  #branches(tree, node) {
    for (const child of tree.children(node)) {
      if (!tree.isPlayed(child)) this.list.append(el("div", { class: "branch", role: "listitem" }, this.#line(tree, child)));
    }
  }

  #line(tree, start) {
    const nodes = tree.lineFrom(start);
    const author = tree.authorOf(start);
    const side = nodes.slice(0, -1).flatMap((node) => tree.children(node).slice(1));
    return [
      author && el("span", { class: "author" }, t("room.tried-by", { name: author.name })),
      nodes.map((node) => this.#button(tree, node)),
      side.map((node) => el("span", { class: "branch" }, this.#line(tree, node))),
    ];
  }

  #button(tree, node, spent) {
    const frame = tree.frameAt(node);
    const { captured, poofed, calls, choice, point } = frame;
    const taken = captured.flatMap(({ points }) => points).length;
    const ply = point === undefined ? "" : frame.position.ply;
    const parts = [
      el("span", { class: "ply" }, ply),
      el("span", { class: "point" }, choice ? t(`room.choice-${choice}`) : turnName(tree.turnTo(node))),
      taken > 0 && el("span", { class: "took" }, `×${taken}`),
      poofed.length > 0 && el("span", { class: "took" }, `−${poofed.length}`),
      calls.map((call) => el("span", { class: "call", title: callText(call) }, CALLS[call] ?? call)),
      this.#judged.has(node) && signOf(this.#judged.get(node)),
      spent === undefined ? null : el("span", { class: "spent" }, spentText(spent)),
    ];
    const button = el("button", { type: "button", class: "move", dataset: { node } }, parts);
    this.#buttons.set(node, button);
    return button;
  }

  #select(node, isLive) {
    this.#current?.removeAttribute("aria-current");
    this.#current = this.#buttons.get(node) ?? null;
    if (!this.#current) return;
    this.#current.setAttribute("aria-current", "step");
    this.#isLive = isLive;
    this.#reveal();
  }

  #reveal() {
    const box = this.element;
    if (!this.#current) return;
    if (this.#isLive) box.scrollTop = box.scrollHeight;
    else scrollWithin(box, this.#current);
  }
}

/** Scroll a box, and only that, until an element in it is to be seen. */
function scrollWithin(box, element) {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + inner.height;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + inner.height;
}

/** What stands behind a move of which a review says something, for people who see it and for those who hear it. */
function signOf({ judgement }) {
  if (judgement === "none") return null;
  return [el("span", { class: `sign ${judgement}`, "aria-hidden": "true" }, SIGNS[judgement]), el("span", { class: "unseen" }, t(`review.${judgement}`))];
}

function turnName(turn) {
  const [reason, seat] = turn.split(":");
  return seat === undefined ? turn : t(`room.retired-${reason}`);
}
