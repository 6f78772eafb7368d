// All options of a new game, as `pente play` has them: what a form asks for, and what it sends. Without a page.

import { pointOf } from "../../client/points.js";
import { RULESET_NAMES, firstFrame, frameAfter, framesAfter, namedRuleset, rulesetOf, rulesetText, startOf, teamOf } from "../../rules/index.js";

/** What a form shows at once; the sections below are under "More". `kind`: a choice's values, "text", "switch" or "secret". */
export const COMMON = {
  against: "text",
  ruleset: RULESET_NAMES,
  time: ["10+5", "1+0", "3+2", "5+3", "15+10", "30/move", "1d/move", "3d/move", "-", "other"],
  rated: "switch",
  seat: ["", "0", "1", "2", "3"],
};
const RULE_CHOICES = {
  opening: ["", "centre", "free"],
  second_move: ["", "tournament", "g-pente", "free"],
  swap: ["", "none", "d-pente", "swap2"],
  stones_per_turn: ["", "1", "2"],
  sides: ["", "2", "3", "4"],
  first: ["", "white", "black"],
};
const YES_OR_NO = ["", "yes", "no"];
export const SECTIONS = {
  board: { size: "text", line: "text", is_set: "switch" },
  room: {
    private: "switch",
    password: "secret",
    watch: ["anybody", "invited"],
    viewer_delay: "text",
    chat: ["anybody", "players", "nobody"],
    hints: "switch",
    no_takebacks: "switch",
    ratings: "text",
    bots: ["invited", "anybody"],
    named_only: "switch",
    ready_check: "switch",
    accepts_rating: "switch",
  },
  start: { from_game: "text", position: "text", give: "text", time_odds: "text", needs: "text" },
  rules: {
    exact_line: YES_OR_NO,
    captures: "text",
    goal: "text",
    poof: "text",
    unbreakable: YES_OR_NO,
    ...RULE_CHOICES,
    teams: YES_OR_NO,
    announce: YES_OR_NO,
    dead_draw: YES_OR_NO,
    goals: "text",
  },
};

/** An option that makes no sense; `field` is its name, `key` that of the sentence. */
export class BadOption extends Error {
  constructor(field, key) {
    super(key);
    Object.assign(this, { field, key });
  }
}

/** The finished game, and how many of its stones, that a new game begins from: {id, stones}; null: none. Throws BadOption. */
export function originOf({ from_game: text = "", position, give }) {
  if (!text) return null;
  const [, id, stones] = /([A-Za-z0-9_-]{8,40})#(\d{1,4})$/.exec(text) ?? [];
  if (!id || position || give) throw new BadOption("from_game", id ? "start.bad-start" : "start.bad-moment");
  return { id, stones: Number(stones) };
}

/** The position of a game, given as its events, after so many stones. Throws BadOption if there is none. */
export function positionIn([created, ...events], stones) {
  let frames = [firstFrame(created)];
  for (const event of events) frames = framesAfter(frames, event, created.ruleset);
  const found = frames.findLast(({ position }) => position.ply === stones);
  if (!found || found.isOver || found.position.out.length) throw new BadOption("from_game", "start.bad-stones");
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
    time: timeAsked(values),
    options: optionsOf(values),
    ...(seat === null ? {} : { seat }),
    ...(values.against ? { invite: values.against.split(/[\s,]+/) } : {}),
    ...(values.password ? { password: values.password } : {}),
    ...(values.accepts_rating ? { accepts_rating: true } : {}),
  };
  return withStart(origin ? { ...game, setup: setupFrom(origin.position, rules) } : game, values, rules, chance);
}

function timeAsked({ time = "10+5", other_time: other = "" }) {
  if (time !== "other") return time;
  if (!other) throw new BadOption("other_time", "start.bad-time");
  return other;
}

/** The name of a ruleset, or an object with what differs from it. */
function rulesetAsked(values) {
  const base = values.ruleset || "pente";
  const changes = {
    ...numbers(values, ["size", "line", "goal", "stones_per_turn", "sides"]),
    ...lists(values, ["captures", "poof", "goals"]),
    ...Object.fromEntries(["opening", "second_move", "swap", "first"].filter((name) => values[name]).map((name) => [name, values[name]])),
    ...Object.fromEntries(Object.entries(values).filter(isAnswered).map(([name, answer]) => [name, answer === "yes"])),
  };
  return Object.keys(changes).length ? { base, ...changes } : base;
}

function isAnswered([name, value]) {
  return SECTIONS.rules[name] === YES_OR_NO && value !== "";
}

function numbers(values, names) {
  return Object.fromEntries(names.filter((name) => values[name]).map((name) => [name, whole(name, values[name])]));
}

function lists(values, names) {
  const list = (name) => (values[name] === "none" ? [] : values[name].split(/[\s,]+/).map((part) => whole(name, part)));
  return Object.fromEntries(names.filter((name) => values[name]).map((name) => [name, list(name)]));
}

function whole(field, text) {
  if (!/^\d{1,3}$/.test(text)) throw new BadOption(field, "start.bad-number");
  return Number(text);
}

function optionsOf(values) {
  const switches = ["rated", "private", "hints", "named_only", "ready_check"].filter((name) => values[name]);
  return {
    ...Object.fromEntries(switches.map((name) => [name, true])),
    ...(values.no_takebacks ? { takebacks: false } : {}),
    ...(values.is_set ? { games: 2 } : {}),
    ...Object.fromEntries(["watch", "chat"].filter((name) => values[name] && values[name] !== "anybody").map((name) => [name, values[name]])),
    ...(values.bots && values.bots !== "invited" ? { bots: values.bots } : {}),
    ...(values.ratings ? { ratings: range(values.ratings) } : {}),
    ...(values.viewer_delay ? { viewer_delay: delay(values.viewer_delay) } : {}),
  };
}

function range(text) {
  const [, low, high] = /^(\d{1,4})\s*[-–]\s*(\d{1,4})$/.exec(text) ?? [];
  if (!low) throw new BadOption("ratings", "start.bad-ratings");
  return { low: Number(low), high: Number(high) };
}

function delay(text) {
  const [, count, unit] = /^(\d{1,3})\s*(s?)$/.exec(text) ?? [];
  if (!count) throw new BadOption("viewer_delay", "start.bad-delay");
  return unit ? { seconds: Number(count) } : { moves: Number(count) };
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
  if (parts.length !== 2 || parts.some((part) => !part)) throw new BadOption(field, "start.bad-pair");
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
