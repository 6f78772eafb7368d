// What a stone does: the stones that leave the board, the winning rows that it makes, and what is announced.

import { AXES, DIRECTIONS, ray, runThrough, wins } from "./rows.js";

const ascending = (points) => [...new Set(points)].sort((one, other) => one - other);

/** The stones that the next stone captures on an empty point: {colour, points} of each colour. */
export function capturesOf(position, point, rules) {
  const { stones, size, colour, taken } = position;
  const prey = [];
  for (const direction of DIRECTIONS) {
    const points = ray(point, direction, size);
    for (const length of rules.captures) {
      if (stones[points[length]] !== colour) continue;
      const run = points.slice(0, length);
      if (isPrey(run.map((other) => stones[other]), colour, rules)) prey.push(...run);
    }
  }
  const ofColour = (owner) => ascending(prey.filter((other) => stones[other] === owner));
  return taken.map((_, owner) => ({ colour: owner, points: ofColour(owner) })).filter(({ points }) => points.length);
}

/** Whether stones may be captured: of one opponent, or in teams of either. */
function isPrey(colours, colour, { teams }) {
  if (colours.includes(null) || colours.includes(colour)) return false;
  return teams ? !colours.includes((colour + 2) % 4) : colours.every((owner) => owner === colours[0]);
}

/** The mover's own stones that are lost with the next stone, perhaps that itself. For two sides. */
export function poofedOf(position, point, rules) {
  if (!rules.poof.length) return [];
  const rows = AXES.map((axis) => runThrough(position, position.colour, point, axis));
  const isLost = ({ run, ends }) =>
    rules.poof.includes(run.length) && ends.every((end) => position.stones[end] === 1 - position.colour);
  return ascending(rows.filter(isLost).flatMap(({ run }) => run));
}

/** The winning rows and the calls of a stone that stands on the board. */
export function rowsMade(position, colour, point, rules) {
  const rows = AXES.map((axis) => runThrough(position, colour, point, axis));
  const lines = rows.map(({ run }) => run).filter((run) => wins(run.length, rules));
  const calls = rules.announce ? rows.map((row) => callOf(row, position, rules)).filter(Boolean) : [];
  return { lines, calls };
}

function callOf({ run, ends }, { stones }, rules) {
  const call = { 3: "tria", 4: "tessera" }[run.length];
  if (!call || wins(run.length, rules)) return "";
  return ends.every((end) => stones[end] === null) ? `open-${call}` : call;
}
