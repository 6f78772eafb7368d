// A small still board for lists with many of them: a few nodes, and nothing that a screen reader or a key stops at.

import { svg } from "../dom/elements.js";
import { Grid, RADIUS, discsPath, linesPath } from "./grid.js";
import { coloursIn, patternPath, styleOf } from "./stones.js";

/** The picture of a position. `lastMove` is a point, or null. */
export function boardThumbnail(position, lastMove = null) {
  const grid = new Grid(position.size);
  const points = position.stones.map((_, point) => point);
  const ofSeat = (seat) => points.filter((point) => position.stones[point] === seat);
  const stones = coloursIn(position).map((colour, seat) => {
    const [number, own] = [styleOf(colour), ofSeat(seat)];
    const pattern = patternPath(number, own.map((point) => grid.centreOf(point)));
    const discs = svg("path", { class: `disc s${number}`, d: discsPath(grid, own, RADIUS) });
    return [discs, pattern && svg("path", { class: "pattern", d: pattern })];
  });
  return svg(
    "svg",
    { class: "thumbnail", viewBox: grid.viewBox(false), "aria-hidden": "true" },
    svg("rect", { class: "wood", x: -2, y: -2, width: "100%", height: "100%", rx: 6 }),
    svg("path", { class: "lines", d: linesPath(position.size) }),
    stones,
    lastMove !== null && svg("path", { class: "last", d: discsPath(grid, [lastMove], 4.2) }),
  );
}
