// What a stone is worth in a puzzle, by its solution: as `pente puzzle` says it.

import { nameOf, pointOf } from "../client/points.js";
import { parsePosition } from "../client/position.js";
import { legalPoints, play } from "../rules/play.js";
import { namedRuleset } from "../rules/ruleset.js";

/** What a line of a file of puzzles asks for, and the game of this server that it is from: {position, rules, task, game?, ply}. */
export function puzzleOf(line) {
  const { position: text, solution: task, game } = JSON.parse(line);
  const position = parsePosition(text);
  return { position, rules: namedRuleset(position.ruleset), task, game, ply: position.ply };
}

/** A puzzle of this server as such a line: with names for points, and maps for what follows them. */
export function lineOf({ position, solution, game }) {
  const name = (point) => nameOf(point, parsePosition(position).size);
  const named = (items, to) => Object.fromEntries(items.map((item) => [name(item.point), to(item)]));
  const formOf = ({ attacks, slower = [], failures = [] }) => ({
    ...(attacks ? { wins: named(attacks, ({ replies = [] }) => named(replies, ({ task }) => formOf(task))) } : {}),
    slower: slower.map(name),
    fails: named(failures, ({ reply }) => name(reply)),
  });
  return JSON.stringify({ position, solution: formOf(solution), game });
}

/** How many stones the attacker still needs. */
export function stonesLeft({ wins }) {
  if (!wins) return 1;
  const [next = {}] = Object.values(Object.values(wins)[0]);
  return 1 + stonesLeft(next);
}

/** The stone to be found. */
export function rightStone({ position, rules, task: { wins } }) {
  return wins ? pointOf(Object.keys(wins)[0], position.size) : winning(position, rules);
}

/**
 * What a legal stone is worth: {worth, after, reply?, next?}. "right": it wins as quickly as possible, but not yet; `next` is what
 * to find after the `reply`. "wins", "slower", "refuted" by the reply, "loses" to it, "quiet", "misses": another one wins at once.
 */
export function tried({ position, rules, task: { wins, slower = [], fails = {} } }, point) {
  const { size, colour } = position;
  const name = nameOf(point, size);
  const after = play(position, point, rules);
  if (after.winners.includes(colour)) return { worth: "wins", after };
  if (wins?.[name]) {
    const [[reply, next] = []] = Object.entries(wins[name]);
    if (reply) return { worth: "right", after, reply: pointOf(reply, size), next };
    return { worth: "right", after, reply: winning({ ...after.position, colour, toAct: colour }, rules), next: {} };
  }
  if (slower.includes(name)) return { worth: "slower", after };
  if (fails[name]) return { worth: "refuted", after, reply: pointOf(fails[name], size) };
  if (!wins) return { worth: "misses", after };
  const reply = winning(after.position, rules);
  return { worth: reply === undefined ? "quiet" : "loses", after, reply };
}

/** What there is to find after a right stone and its reply, with the stones that the reply captured. */
export function answered({ rules, game, ply }, { after, reply, next }) {
  const { position, captured } = play(after.position, reply, rules);
  return { position, rules, task: next, game, ply, captured: [...after.captured, ...captured] };
}

/** The stones from here to the win, against the defence that lasts longest: {point, colour} of each. */
export function solutionOf(puzzle) {
  const point = rightStone(puzzle);
  const stone = tried(puzzle, point);
  const { colour } = puzzle.position;
  if (stone.worth === "wins") return [{ point, colour }];
  return [{ point, colour }, { point: stone.reply, colour: 1 - colour }, ...solutionOf(answered(puzzle, stone))];
}

/** The first point where the next stone wins; undefined: there is none. */
function winning(position, rules) {
  return [...legalPoints(position, rules)].find((point) => play(position, point, rules).winners.includes(position.colour));
}
