// Stones: solid, and told apart by more than colour. Red has a diamond, blue has two bars.

import { svg } from "../dom/elements.js";
import { RADIUS } from "./grid.js";

const COLOURS = ["white", "black", "red", "blue"];
const PATTERNS = ["", "", "m0-6.2l6.2 6.2l-6.2 6.2l-6.2-6.2z", "m-6-4.2h12m-12 8.4h12"]; // from the centre
let boards = 0;

/** The colours of a position's seats. */
export function coloursIn({ ruleset, taken }) {
  const [first, second, ...others] = COLOURS;
  const isBlackFirst = ruleset.includes('"first":"black"');
  return [...(isBlackFirst ? [second, first] : [first, second]), ...others].slice(0, taken.length);
}

/** Its number in the style sheet. */
export function styleOf(colour) {
  return COLOURS.indexOf(colour);
}

/** What makes the stones of one board: `defs` for its picture, and `stone(colour, place, kind)`. */
export function stoneMaker() {
  boards += 1;
  const prefix = `stone-${boards}-`;
  const stop = (offset, kind) => svg("stop", { offset, class: kind });
  const light = (number) =>
    svg(
      "radialGradient",
      { id: `${prefix}${number}`, class: `s${number}`, cx: "36%", cy: "32%", r: "75%" },
      stop("0", "lit"),
      stop("0.55", "plain"),
      stop("1", "shade"),
    );
  const defs = svg("defs", {}, COLOURS.map((_, number) => light(number)));
  return { defs, stone: (colour, { x, y }, kind = "stone") => drawn(prefix, styleOf(colour), x, y, kind) };
}

function drawn(prefix, number, x, y, kind) {
  return svg(
    "g",
    { class: `${kind} s${number}`, transform: `translate(${x} ${y})` },
    svg("circle", { class: "disc", r: RADIUS, fill: `url(#${prefix}${number})` }),
    svg("path", { class: "pattern", d: patternPath(number, [{ x: 0, y: 0 }]) }),
  );
}

/** What is on stones of a style, as the data of a path. */
export function patternPath(number, centres) {
  return PATTERNS[number] && centres.map(({ x, y }) => `M${x} ${y}${PATTERNS[number]}`).join("");
}

/** A small stone to stand beside a name. */
export function stoneIcon(colour) {
  const number = styleOf(colour);
  const pattern = svg("path", { class: "pattern", d: patternPath(number, [{ x: 0, y: 0 }]) });
  const disc = svg("circle", { class: "disc", r: RADIUS });
  return svg("svg", { class: `stone-icon s${number}`, viewBox: "-10 -10 20 20", "aria-hidden": "true" }, disc, pattern);
}
