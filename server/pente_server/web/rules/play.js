// What a turn leads to. The server decides; this only looks ahead, so that a page can draw at once.

import { afterChoice, afterMove, afterRetirement, choicesDue } from "../client/position.js";
import { capturesOf, poofedOf, rowsMade } from "./effects.js";
import { ray } from "./rows.js";
import { rulesetOf } from "./ruleset.js";
import { draw, verdict, winnersByDefault } from "./verdict.js";

export { choicesDue };

/**
 * Place the next stone: {position, point, colour, captured, poofed, calls, lines, winners, isOver}. `captured` has
 * {colour, points} for each colour. Throws RangeError if it may not be placed there; not if the game is over.
 */
export function play(position, point, rules) {
  const problem = problemOf(position, point, rules);
  if (problem) throw new RangeError(problem);
  const full = rulesetOf(rules);
  const { colour } = position;
  const captured = capturesOf(position, point, full);
  const poofed = poofedOf(position, point, full);
  const after = afterMove(position, { colour, point, captured, poofed }, full);
  const stands = !poofed.includes(point);
  const { lines, calls } = stands ? rowsMade(after, colour, point, full) : { lines: [], calls: [] };
  const outcome = verdict({ colour, captured, poofed, lines }, after, full, isBlocked(after, full));
  return { position: after, point, colour, captured, poofed, calls, ...ending(outcome) };
}

/** The position after a choice of a swap opening. Throws RangeError if it is not due. */
export function choose(position, choice, rules) {
  if (!choicesDue(position, rules).includes(choice)) throw new RangeError("no-choice-due");
  return afterChoice(position, { choice }, rulesetOf(rules));
}

/** A seat drops out: {position, lines, winners, isOver}. Throws RangeError if it is not in the game. */
export function retire(position, seat, rules) {
  if (seat >= position.taken.length || position.out.includes(seat)) throw new RangeError("game-over");
  const full = rulesetOf(rules);
  const after = afterRetirement(position, { seat }, full);
  const winners = winnersByDefault(after, full);
  const outcome = winners.length ? { winners } : draw(after, full, isBlocked(after, full));
  return { position: after, ...ending(outcome) };
}

/**
 * Why the next stone may not be placed on a point: "off-board", "choice-due", "occupied", "not-centre" or
 * "restricted"; empty: it may.
 */
export function problemOf(position, point, rules) {
  if (position.stones[point] === undefined) return "off-board";
  if (choicesDue(position, rules).length) return "choice-due";
  if (position.stones[point] !== null) return "occupied";
  if (!closedBy(position, rulesetOf(rules))(point)) return "";
  return position.ply ? "restricted" : "not-centre";
}

/** The points, as a Set, where the next stone may be placed; empty while a choice is due. */
export function legalPoints(position, rules) {
  if (choicesDue(position, rules).length) return new Set();
  const isClosed = closedBy(position, rulesetOf(rules));
  const points = position.stones.map((stone, point) => (stone === null && !isClosed(point) ? point : -1));
  return new Set(points.filter((point) => point >= 0));
}

function isBlocked(position, rules) {
  if (choicesDue(position, rules).length) return false;
  const isClosed = closedBy(position, rules);
  return !position.stones.some((stone, point) => stone === null && !isClosed(point));
}

/** Tells whether the rules of the opening close a point to the next stone. */
function closedBy(position, rules) {
  const { size, ply } = position;
  const centre = (size * size - 1) / 2;
  if (ply === 0) return (point) => rules.opening === "centre" && size % 2 === 1 && point !== centre;
  if (rules.second_move === "free" || size % 2 === 0 || !isSecond(position, rules)) return () => false;
  const closed = new Set(closedZone(size, centre, rules));
  return (point) => closed.has(point);
}

/** Whether the first side's second stone is due: earlier where seats have dropped out, and it may have lost one. */
function isSecond({ colour, stonesLeft, ply, stones }, { stones_per_turn: perTurn, sides }) {
  const begins = colour === 0 && stonesLeft === perTurn && ply <= 1 + (sides - 1) * perTurn;
  return begins && stones.filter((stone) => stone === 0).length <= 1;
}

function closedZone(size, centre, { second_move: zone }) {
  const middle = Math.floor(size / 2);
  const near = (value) => Math.abs(value - middle) <= 2;
  const square = Array.from({ length: size * size }, (_, point) => point).filter(
    (point) => near(point % size) && near(Math.floor(point / size)),
  );
  if (zone !== "g-pente") return square;
  const arms = [[1, 0], [-1, 0], [0, 1], [0, -1]].flatMap((way) => ray(centre, way, size).slice(0, 4));
  return [...square, ...arms];
}

function ending(outcome) {
  return { winners: [], lines: [], ...outcome, isOver: outcome !== null };
}
