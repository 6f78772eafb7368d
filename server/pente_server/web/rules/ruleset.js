// Rulesets: what a room's ruleset leaves out, and what follows from its parameters.

const DEFAULTS = {
  variant: "pente",
  size: 19,
  line: 5,
  exact_line: false,
  captures: [2],
  goal: 10,
  poof: [],
  unbreakable: false,
  opening: "centre",
  second_move: "tournament",
  swap: "none",
  stones_per_turn: 1,
  sides: 2,
  teams: false,
  first: "white",
  announce: true,
  dead_draw: false,
  goals: [],
};
const FREE = { opening: "free", second_move: "free" };
const KERYO = { captures: [2, 3], goal: 15 };
const NO_CAPTURES = { captures: [], goal: 0, second_move: "free" };

const NAMED = {
  pente: {},
  "pente-casual": FREE,
  "keryo-pente": KERYO,
  "g-pente": { second_move: "g-pente" },
  "d-pente": { swap: "d-pente", ...FREE },
  "d-keryo": { swap: "d-pente", ...FREE, ...KERYO },
  "swap2-pente": { swap: "swap2", ...FREE },
  "swap2-keryo": { swap: "swap2", ...FREE, ...KERYO },
  "poof-pente": { poof: [2] },
  "o-pente": { poof: [2, 3], unbreakable: true, ...KERYO },
  "boat-pente": { unbreakable: true },
  gomoku: { exact_line: true, ...NO_CAPTURES },
  connect6: { line: 6, stones_per_turn: 2, ...NO_CAPTURES },
  freestyle: { dead_draw: true, opening: "free", ...NO_CAPTURES },
};

const completed = new WeakMap();

/** A ruleset of the wire (see `Ruleset` in protocol/spec/pente.d.ts) with all its parameters. */
export function rulesetOf(rules) {
  if (!completed.has(rules)) completed.set(rules, Object.freeze({ ...DEFAULTS, ...rules }));
  return completed.get(rules);
}

/** The ruleset with a name such as "pente", with all its parameters; undefined: there is none. */
export function namedRuleset(name) {
  return Object.hasOwn(NAMED, name) ? { ...DEFAULTS, variant: name, ...NAMED[name] } : undefined;
}

export const RULESET_NAMES = Object.keys(NAMED);

/** The shortest text of a ruleset, as it ends a position's line of text: a name, or JSON. */
export function rulesetText(rules) {
  const mine = rulesetOf(rules);
  const base = namedRuleset(mine.variant);
  if (!base) return JSON.stringify(rules);
  const changed = differences(mine, base);
  const given = differences(mine, { ...base, ...adapted(base, changed) });
  return Object.keys(given).length ? JSON.stringify({ base: mine.variant, ...given }) : mine.variant;
}

/** The name of each seat's colour: "white", "black", "red" or "blue". */
export function coloursOf(rules) {
  const { first, sides } = rulesetOf(rules);
  return [...(first === "black" ? ["black", "white"] : ["white", "black"]), "red", "blue"].slice(0, sides);
}

/** The seats that win together with a seat, itself included. */
export function teamOf(rules, seat) {
  return rulesetOf(rules).teams ? [seat % 2, (seat % 2) + 2] : [seat];
}

/** How many captured stones win for a seat, and in a team for its partner; 0 without captures. */
export function goalOf(rules, seat) {
  const { goal, goals } = rulesetOf(rules);
  return goals.length ? goals[seat] : goal;
}

/** The stones credited to a seat and its partners. */
export function takenByTeam(position, seat, rules) {
  return teamOf(rules, seat).reduce((sum, partner) => sum + position.taken[partner], 0);
}

function differences(mine, base) {
  const isOther = (key) => String(mine[key]) !== String(base[key]);
  return Object.fromEntries(Object.keys(DEFAULTS).filter(isOther).map((key) => [key, mine[key]]));
}

/** The parameters of a base that change with others, so that a text need not say them. */
function adapted(base, changed) {
  const { size, captures, sides, teams } = { ...base, ...changed };
  const fit = size % 2 ? {} : { ...FREE };
  if (!captures.length) Object.assign(fit, { goal: 0, poof: [], unbreakable: false });
  else if (!base.captures.length) Object.assign(fit, { goal: 10, dead_draw: false });
  if (sides > 2 && !teams) fit.line = 4;
  return fit;
}
