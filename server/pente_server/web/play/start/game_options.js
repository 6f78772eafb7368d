// What a form for a new game sends. The server makes the rows of all options, as `pente play` has them too. Without a page.

import { pointOf } from "../../client/points.js";
import { firstFrame, frameAfter, framesAfter, namedRuleset, rulesetOf, rulesetText, startOf, teamOf } from "../../rules/index.js";
import { LANGUAGE } from "../../words/words.js";
import { TABLES } from "./game_rows.js";

/** The sections of a form, each with the rows of its options. */
export const SECTIONS = TABLES[LANGUAGE];

/** All options of a new game. */
const ROWS = SECTIONS.flatMap(({ rows }) => rows);

/** The word of a choice that stands for what is written in the field behind it. */
export const OTHER = "other";

/** The name of that field. */
export const otherName = (name) => `other_${name}`;

/** The row of an option. */
export const rowOf = (name) => ROWS.find((row) => row.name === name);

/** An option that makes no sense; `field` is its name, `key` that of the sentence. */
export class BadOption extends Error {
  constructor(field, key = "start.write") {
    super(key);
    Object.assign(this, { field, key });
  }
}

/** The finished game, and how many of its stones, that a new game begins from: {id, stones}; null: none. Throws BadOption. */
export function originOf({ from: text = "", position, give }) {
  if (!text) return null;
  const [, id, stones] = /([A-Za-z0-9_-]{8,40})#(\d{1,4})$/.exec(text) ?? [];
  if (!id || position || give) throw new BadOption("from", id ? "start.bad-start" : undefined);
  return { id, stones: Number(stones) };
}

/** The position of a game, given as its events, after so many stones. Throws BadOption if there is none. */
export function positionIn([created, ...events], stones) {
  let frames = [firstFrame(created)];
  for (const event of events) frames = framesAfter(frames, event, created.ruleset);
  const found = frames.findLast(({ position }) => position.ply === stones);
  if (!found || found.isOver || found.position.out.length) throw new BadOption("from", "start.bad-stones");
  const { variant, ...changes } = rulesetOf(created.ruleset);
  return { position: found.position, ruleset: rulesetText(created.ruleset) === variant ? variant : { base: variant, ...changes } };
}

/**
 * The fields of `create` for what a form has: texts by name, booleans of switches. `origin`: what `positionIn` gave.
 * Throws BadOption.
 */
export function gameOf(values, { chance = Math.random, origin = null } = {}) {
  const ruleset = origin ? origin.ruleset : rulesetAsked(values);
  const rules = typeof ruleset === "string" ? namedRuleset(ruleset) : rulesetOf({ ...namedRuleset(ruleset.base), ...ruleset });
  const seat = values.seat ? Number(values.seat) : null;
  if (seat !== null && seat >= rules.sides) throw new BadOption("seat", "start.bad-seat");
  const game = {
    ruleset,
    time: wordOf(rowOf("time"), values) || rowOf("time").usual,
    options: valuesAt("options", values),
    ...(seat === null ? {} : { seat }),
    ...(values.against ? { invite: values.against.split(/[\s,]+/) } : {}),
    ...(values.room_password ? { password: values.room_password } : {}),
    ...(values.accepts_rating ? { accepts_rating: true } : {}),
  };
  return withStart(origin ? { ...game, setup: setupFrom(origin.position, rules) } : game, values, rules, chance);
}

/** The name of a ruleset, or an object with what differs from it. */
function rulesetAsked(values) {
  const base = values.ruleset || rowOf("ruleset").usual;
  const changes = valuesAt("ruleset", values);
  return Object.keys(changes).length ? { base, ...changes } : base;
}

/** The options that go to one place of the request, by name, without those that are as usual. */
function valuesAt(place, values) {
  const given = ROWS.map((row) => [row, wordOf(row, values)]).filter(([row, word]) => row.place === place && word !== "" && word !== (row.usual ?? false));
  return Object.fromEntries(given.map(([row, word]) => [row.name, READERS[row.kind](row, word)]));
}

/** What is given for an option: a text, empty where it is as usual, or for a switch a boolean. */
function wordOf({ name, isOpen }, values) {
  if (!isOpen || values[name] !== OTHER) return values[name] ?? "";
  if (!values[otherName(name)]) throw new BadOption(name);
  return values[otherName(name)];
}

/** How the words of each kind of option are read. */
const READERS = {
  switch: (_, isOn) => isOn,
  answer: (_, word) => word === "yes",
  word: (_, word) => word,
  text: (_, word) => word,
  number: (row, word) => whole(row.name, word),
  list: (row, word) => (word === "none" ? [] : word.split(/[\s,]+/).map((part) => whole(row.name, part))),
  own: (row, word) => OWN[row.name](word),
};

/** How those are read that have a form of their own. */
const OWN = {
  ratings(text) {
    const [, low, high] = /^(\d{1,4})\s*[-–]\s*(\d{1,4})$/.exec(text) ?? [];
    if (!low) throw new BadOption("ratings");
    return { low: Number(low), high: Number(high) };
  },
  viewer_delay(text) {
    const [, count, unit] = /^(\d{1,3})\s*(s?)$/.exec(text) ?? [];
    if (!count) throw new BadOption("viewer_delay");
    return unit ? { seconds: Number(count) } : { moves: Number(count) };
  },
};

function whole(field, text) {
  if (!/^\d{1,3}$/.test(text)) throw new BadOption(field);
  return Number(text);
}

/** A position to begin in, and what makes up for a difference in strength. */
function withStart(game, values, rules, chance) {
  if (values.give) return withGiven(game, values, rules);
  const seat = game.seat ?? Math.floor(chance() * rules.sides);
  const own = (mine, others) => sidesOf(rules).map((other) => (sameTeam(rules, seat, other) ? mine : others));
  const begun = values.position ? { ...game, setup: setupOf(values.position, rules) } : game;
  const timed = values.time_odds ? { ...begun, seat, time: own(...pair("time_odds", values.time_odds)).join(",") } : begun;
  if (!values.needs) return timed;
  const goals = own(...pair("needs", values.needs)).map((goal) => whole("needs", goal));
  const ruleset = typeof game.ruleset === "string" ? { base: game.ruleset, goals } : { ...game.ruleset, goals };
  return { ...timed, seat, ruleset };
}

const sidesOf = ({ sides }) => Array.from({ length: sides }, (_, seat) => seat);
const sameTeam = (rules, one, other) => teamOf(rules, one).includes(other);

function pair(field, text) {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length !== 2 || parts.some((part) => !part)) throw new BadOption(field);
  return parts;
}

/** Stones of the opponent stand on the board; then the player moves, and they keep their seats in a rematch. */
function withGiven(game, { give }, rules) {
  if (rules.sides !== 2) throw new BadOption("give", "start.bad-give");
  const seat = game.seat ?? 1;
  const points = [...new Set(give.split(/[\s,]+/).map((name) => pointNamed("give", name, rules.size)))].sort((one, other) => one - other);
  const stones = seat === 0 ? [[], points] : [points, []];
  return { ...game, seat, keeps_seats: true, setup: { stones, colour: seat, stones_left: rules.stones_per_turn } };
}

/** The position after some moves, such as "K10 L11". */
function setupOf(moves, rules) {
  const names = moves.trim().split(/[\s,]+/);
  for (const name of names) pointNamed("position", name, rules.size);
  let frame = { position: startOf({ ruleset: rules }) };
  for (const name of names) {
    const { ply } = frame.position;
    frame = frameAfter(frame, name.toUpperCase(), rules);
    if (frame.position.ply === ply || frame.isOver) throw new BadOption("position", "start.bad-moves");
  }
  return setupFrom(frame.position, rules);
}

function setupFrom({ stones, taken, colour, stonesLeft, choices }, rules) {
  const ofColour = sidesOf(rules).map((seat) => stones.flatMap((stone, point) => (stone === seat ? [point] : [])));
  return { stones: ofColour, taken, colour, stones_left: stonesLeft, ...(choices.length ? { made: choices } : {}) };
}

function pointNamed(field, name, size) {
  try {
    return pointOf(name, size);
  } catch {
    throw new BadOption(field, "start.bad-points");
  }
}
