// What is drawn over and under the stones: functions that make things, by keys that say all about each.

import { nameOf } from "../client/points.js";
import { svg } from "../dom/elements.js";
import { CELL, RADIUS } from "./grid.js";

/** What lies below the stones. */
export function under({ heat = [], position, legal }, grid) {
  const things = new Map();
  for (const { point, text, weight } of heat) {
    things.set(`heat ${point} ${text} ${weight}`, () => warm(grid.centreOf(point), text, weight));
  }
  for (const [point, kind] of limits(position, legal)) {
    things.set(`${kind} ${point}`, () => around(kind, grid.centreOf(point), kind === "open" ? 4 : 2.2));
  }
  return things;
}

/** What lies above them. */
export function over(view, grid, stone, colours) {
  const { position, captured = [], lines = [], lastMove = null, marks = [], premoves = [], hints = [], ghost } = view;
  const things = new Map();
  const at = (point) => grid.centreOf(point);
  const seen = (key, make) => things.set(key, make);
  for (const { colour, points } of captured) {
    for (const point of points) seen(`gone ${point} ${position.ply}`, () => gone(stone, colours[colour], at(point)));
  }
  if (lastMove !== null) seen(...last(position, lastMove, grid, colours));
  for (const line of lines) seen(`line ${line}`, () => struck(at(line[0]), at(line.at(-1))));
  for (const point of marks) seen(`mark ${point}`, () => around("mark", at(point), 5.4));
  premoves.forEach(({ point, colour }, index) => {
    const number = premoves.length > 1 ? index + 1 : "";
    seen(`premove ${point} ${colour} ${number}`, () => planned(stone(colours[colour], at(point), "premove"), number));
  });
  hints.forEach(({ point, colour }, index) => {
    seen(`hint ${point} ${colour} ${index}`, () => planned(stone(colours[colour], at(point), "hint"), index + 1));
  });
  const { point, colour } = ghost ?? {};
  if (ghost) seen(`ghost ${point} ${colour}`, () => stone(colours[colour], at(point), "ghost"));
  return things;
}

/** What shows where a mouse, a finger or the keys are: {point, isTouch, isLegal}. */
export function aimed({ point, isTouch, isLegal }, { position, ghost, colour: seat }, { grid, stone }, colours) {
  const things = new Map();
  const colour = colours[seat ?? position.colour];
  if (isTouch) things.set(`finger ${point} ${colour}`, () => finger(point, grid, isLegal && stone, colour));
  else if (isLegal && position.stones[point] === null && ghost?.point !== point) {
    things.set(`hover ${point} ${colour}`, () => stone(colour, grid.centreOf(point), "hover"));
  }
  return things;
}

/** A cross through the point below a finger, and above it what the finger hides. */
function finger(point, grid, stone, colour) {
  const { x, y } = grid.centreOf(point);
  const end = grid.size * CELL;
  const away = y > 4 * CELL ? -3 * CELL : 3 * CELL;
  const near = Math.min(Math.max(x, 1.5 * CELL), end - 1.5 * CELL);
  return svg(
    "g",
    { class: "finger" },
    svg("path", { class: "cross", d: `M0 ${y}H${end}M${x} 0V${end}` }),
    stone && stone(colour, { x, y }, "hover"),
    svg("rect", { x: near - 30, y: y + away - 15, width: 60, height: 30, rx: 8 }),
    stone && stone(colour, { x: near - 16, y: y + away }, "stone"),
    svg("text", { x: stone ? near + 10 : near, y: y + away + 5 }, nameOf(point, grid.size)),
  );
}

/** The points that are closed to the next stone, or where fewer are open, those: [point, kind]. */
export function limits({ stones }, legal) {
  if (!(legal instanceof Set) || !legal.size) return [];
  const empty = stones.flatMap((stone, point) => (stone === null ? [point] : []));
  const closed = empty.filter((point) => !legal.has(point));
  const [points, kind] = closed.length <= legal.size ? [closed, "closed"] : [[...legal], "open"];
  return points.map((point) => [point, kind]);
}

function around(kind, { x, y }, radius) {
  const circle = (name) => svg("circle", { class: name, cx: x, cy: y, r: radius });
  return svg("g", { class: kind }, circle("halo"), circle("ring"));
}

function last({ stones }, point, grid, colours) {
  const { x, y } = grid.centreOf(point);
  const colour = colours[stones[point]] ?? "none"; // it may have been lost with its own move
  return [`last ${point} ${colour}`, () => svg("circle", { class: `last on-${colour}`, cx: x, cy: y, r: 3.1 })];
}

function gone(stone, colour, { x, y }) {
  const hole = svg("circle", { class: "hole", cx: x, cy: y, r: RADIUS - 2 });
  return svg("g", { class: "gone" }, hole, stone(colour, { x, y }, "fading"));
}

function struck(from, to) {
  const line = (name) => svg("path", { class: name, d: `M${from.x} ${from.y}L${to.x} ${to.y}` });
  return svg("g", { class: "win" }, line("halo"), line("stroke"));
}

function planned(stone, number) {
  if (number) stone.append(svg("text", { y: 3.6 }, number));
  return stone;
}

function warm({ x, y }, text, weight) {
  const strength = Math.min(1, Math.max(0, weight));
  return svg(
    "g",
    { class: strength < 0.2 ? "heat weak" : "heat" },
    svg("circle", { cx: x, cy: y, r: CELL / 2 - 1, "fill-opacity": 0.2 + 0.8 * strength ** 0.5 }),
    svg("text", { x, y: y + 2.6 }, text),
  );
}
