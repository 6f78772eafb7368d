// What an address of the explorer stands for: a position to begin with, and the turns that follow.

import { formatPosition, parsePosition } from "../client/position.js";
import { firstFrame, frameAfter } from "../rules/turns.js";
import { namedRuleset } from "../rules/ruleset.js";

const LONGEST = 2000;
const MOST_TURNS = 625;
const TURN = /^(?:[a-y][1-9]\d?|swap|stay|pass)$/i;
const USUAL = "pente";

/**
 * The line of a query: {ruleset, base, rules, frames}. `base` is the text of the position that it begins with, or ""
 * for the empty board of `ruleset`, a name. What makes no sense is left out, with all that follows.
 */
export function lineOf(query) {
  const named = namedRuleset(query.get("ruleset") ?? "") ?? namedRuleset(USUAL);
  const given = baseOf((query.get("position") ?? "").slice(0, LONGEST));
  const rules = given?.rules ?? named;
  const first = given ? { ...firstFrame({ ruleset: rules }), position: given.position } : firstFrame({ ruleset: rules });
  const line = { ruleset: rules.variant, base: given ? formatPosition(given.position) : "", rules, frames: [first] };
  const turns = (query.get("moves") ?? "").split(",").filter((turn) => TURN.test(turn)).slice(0, MOST_TURNS);
  return turns.reduce((before, turn) => after(before, turn) ?? before, line);
}

/** The line with one more turn; null if the rules do not allow it, or the game is over. */
export function after(line, turn) {
  const last = line.frames.at(-1);
  if (last.isOver) return null;
  const next = frameAfter(last, turn, line.rules);
  return next.position === last.position ? null : { ...line, frames: [...line.frames, next] };
}

/** The address of a line, or of its first `count` turns. */
export function linePath({ ruleset, base, frames }, count = frames.length - 1) {
  const query = new URLSearchParams(base ? { position: base } : { ruleset });
  const moves = frames.slice(1, count + 1).map(({ turn }) => turn);
  if (moves.length) query.set("moves", moves.join(","));
  return `/explore?${query.toString().replaceAll("%2C", ",")}`;
}

function baseOf(text) {
  try {
    const position = parsePosition(text);
    const rules = rulesOf(position.ruleset);
    firstFrame({ ruleset: rules });
    const isWhole = rules.size === position.size && position.stones.length === position.size ** 2 && position.taken.length === rules.sides;
    return isWhole && position.stones.every((stone) => stone === null || (stone >= 0 && stone < rules.sides)) ? { position, rules } : null;
  } catch {
    return null;
  }
}

/** The ruleset of the end of a position's line: a name, or JSON with what differs from that name. Throws for others. */
function rulesOf(text) {
  if (!text.startsWith("{")) return namedRuleset(text);
  const { base = USUAL, ...changed } = JSON.parse(text);
  const named = namedRuleset(base);
  const isKind = (key) => typeof changed[key] === typeof named[key] && Array.isArray(changed[key]) === Array.isArray(named[key]);
  if (!Object.keys(changed).every(isKind)) throw new RangeError("There is no such ruleset.");
  return { ...named, ...changed };
}
