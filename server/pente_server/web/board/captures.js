import { el, fill, svg } from "../dom/elements.js";
import { coloursOf, goalOf, rulesetOf, takenByTeam } from "../rules/index.js";
import { t } from "../words/words.js";
import { styleOf } from "./stones.js";

const MOST_DRAWN = 30;
const STEP = 9.6;
const RADIUS = 4.3;

/** How many stones a seat has captured, and how many win. Hidden where nothing is captured. */
export class Captures {
  #shown = null;

  constructor({ rules, seat }) {
    this.rules = rules;
    this.seat = seat;
    this.element = el("p", { class: "captures", hidden: !goalOf(rules, seat) });
  }

  show(position) {
    const goal = goalOf(this.rules, this.seat);
    const taken = takenByTeam(position, this.seat, this.rules);
    if (!goal || taken === this.#shown) return;
    this.#shown = taken;
    const size = this.#isInPairs() ? 2 : 1;
    const key = size === 2 ? "board.pairs" : "board.stones";
    const [mine, all] = [taken / size, goal / size];
    const label = el("span", { class: "unseen" }, t(key, { taken: mine, goal: all, n: all }));
    const number = el("span", { "aria-hidden": "true" }, `${mine}/${all}`);
    fill(this.element, goal <= MOST_DRAWN && row(taken, goal, size, this.#prey()), label, number);
  }

  #isInPairs() {
    const { captures, poof } = rulesetOf(this.rules);
    return String(captures) === "2" && !poof.length && goalOf(this.rules, this.seat) % 2 === 0;
  }

  #prey() {
    const colours = coloursOf(this.rules);
    return colours.length === 2 ? `s${styleOf(colours[1 - this.seat])}` : "any";
  }
}

function row(taken, goal, size, style) {
  const count = Math.max(taken, goal);
  const x = (index) => STEP / 2 + index * STEP + Math.floor(index / size) * (size - 1) * 4;
  const kind = (index) => (index < taken ? `disc ${style}` : "empty");
  const dot = (index) => svg("circle", { class: kind(index), cx: x(index), cy: STEP / 2 + 1, r: RADIUS });
  const dots = Array.from({ length: count }, (_, index) => dot(index));
  return svg("svg", { viewBox: `-1 0 ${x(count - 1) + STEP / 2 + 2} ${STEP + 2}`, "aria-hidden": "true" }, dots);
}
