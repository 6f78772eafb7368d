// The graph of a reviewed game: what the first colour could expect after each stone. It leads to the moves.

import { el, svg } from "../../dom/elements.js";
import { t } from "../../words/words.js";
import { chanceOfFirst, isMistake, verdictText } from "./review.js";

const WIDTH = 640;
const HEIGHT = 200;
const EDGE = 8;

/** Mutable. `go(node)` is called for a place that was clicked; keys that go through the moves work here as on the whole page. */
export class Graph {
  #cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });

  constructor(game, stones, go) {
    this.game = game;
    this.stones = stones;
    const picture = svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      svg("path", { class: "first", d: this.#area() }),
      svg("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svg("polyline", { class: "curve", points: this.#places().join(" ") }),
      this.#cursor,
      stones.filter(isMistake).map((stone) => this.#dot(stone)),
    );
    this.element = el(
      "div",
      { class: "game-graph", tabindex: "0", role: "slider", "aria-label": t("review.graph"), "aria-valuemin": 0, "aria-valuemax": game.last, onclick: (event) => go(this.#nodeAt(event)) },
      picture,
    );
  }

  /** Show where somebody looks. */
  look(node) {
    const stone = this.stones.findLast((each) => each.node <= node);
    const x = this.#x(stone ? this.stones.indexOf(stone) + 1 : 0);
    for (const end of ["x1", "x2"]) this.#cursor.setAttribute(end, x);
    const { size } = this.game.frames[0].position;
    this.element.setAttribute("aria-valuenow", String(node));
    this.element.setAttribute("aria-valuetext", stone ? t("review.at", { n: stone.node, verdict: verdictText(stone, size) }) : t("room.place-start"));
  }

  #x(index) {
    return (EDGE + ((WIDTH - 2 * EDGE) * index) / Math.max(1, this.stones.length)).toFixed(1);
  }

  #y(stone) {
    return (EDGE + ((HEIGHT - 2 * EDGE) * (1000 - chanceOfFirst(stone))) / 1000).toFixed(1);
  }

  #places() {
    return [`${this.#x(0)},${HEIGHT / 2}`, ...this.stones.map((stone, index) => `${this.#x(index + 1)},${this.#y(stone)}`)];
  }

  #area() {
    return `M${this.#x(0)} ${HEIGHT}L${this.#places().join("L")}L${this.#x(this.stones.length)} ${HEIGHT}z`;
  }

  #dot(stone) {
    return svg("circle", { class: `dot ${stone.judgement}`, cx: this.#x(this.stones.indexOf(stone) + 1), cy: this.#y(stone), r: 5 });
  }

  #nodeAt({ clientX }) {
    const { left, width } = this.element.getBoundingClientRect();
    const share = ((clientX - left) / width) * WIDTH - EDGE;
    const index = Math.round((share / (WIDTH - 2 * EDGE)) * this.stones.length);
    return this.stones[Math.min(index, this.stones.length) - 1]?.node ?? 0;
  }
}
