// The positions of a game, turn by turn: from the turns of a snapshot by the rules, from events as they say.
//
// A frame is what there is after a turn; the first has a position only: {position, turn, point?, choice?, seat?,
// colour?, captured, poofed, removed, calls, lines, winners, isOver, event?}. `removed` is all that left the board.

import { nameOf, pointOf } from "../client/points.js";
import { afterChoice, afterMove, afterRetirement, parsePosition, withSeatToAct } from "../client/position.js";
import { choose, play, retire } from "./play.js";
import { rulesetOf, rulesetText } from "./ruleset.js";

const NOTHING = {
  ...{ turn: "", captured: [], poofed: [], removed: [], calls: [] },
  ...{ lines: [], winners: [], isOver: false },
};
const SETUP = "setup"; // stands before the turns of a game that began from a position
const CHOICES = ["swap", "stay", "pass"];
const RETIREMENT = /^(?:resignation|time|forfeit):([0-3])$/;

/** The position in which a game begins, from the `created` of its room. Throws RangeError if it is no board. */
export function startOf({ ruleset, setup }) {
  const { size, sides } = rulesetOf(ruleset);
  if (!(size >= 3 && size <= 25 && sides >= 2 && sides <= 4)) throw new RangeError("There is no such board.");
  const { stones = [], taken = [], colour = 0, stones_left: stonesLeft = 1, made = [] } = setup ?? {};
  const board = Array(size * size).fill(null);
  stones.forEach((points, owner) => points.forEach((point) => (board[point] = owner)));
  const credited = Array.from({ length: sides }, (_, seat) => taken[seat] ?? 0);
  const ply = board.filter((stone) => stone !== null).length + credited.reduce((sum, count) => sum + count, 0);
  const position = { size, stones: board, taken: credited, colour, stonesLeft, choices: [...made], out: [], ply };
  return withSeatToAct({ ...position, ruleset: rulesetText(ruleset) }, rulesetOf(ruleset));
}

/** The first frame of a game. */
export function firstFrame(created) {
  return { ...NOTHING, position: startOf(created) };
}

/** The frames of a game from its snapshot. `text`, the line of its position, is true where rules have changed. */
export function turnsOf({ created, turns }, text = "") {
  const frames = [firstFrame(created)];
  for (const turn of turns.filter((token) => token !== SETUP)) {
    frames.push(frameAfter(frames.at(-1), turn, created.ruleset));
  }
  if (text) frames.push({ ...frames.pop(), position: parsePosition(text) });
  return frames;
}

/** The frame after one more turn as people write it: "K10", "swap" or "time:2". Bad turns change nothing. */
export function frameAfter({ position }, turn, rules) {
  try {
    return { ...NOTHING, turn, ...taken(position, turn, rules) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...NOTHING, turn, position };
  }
}

/** The frames of a game after one more event of its room; the same array if that changes none. */
export function framesAfter(frames, event, rules) {
  const last = frames.at(-1);
  const after = Object.hasOwn(FRAMES, event.t) && FRAMES[event.t](last, event, rulesetOf(rules));
  if (after) return [...frames, { ...NOTHING, ...after, event }];
  if (event.t === "taken_back") return frames.slice(0, Math.max(0, event.turn_count) + 1);
  return event.t === "finished" ? [...frames.slice(0, -1), ended(last, event)] : frames;
}

const FRAMES = {
  moved({ position }, { point, colour, captured = [], poofed = [], calls = [], seat }, rules) {
    if (position.stones[point] === undefined) return null;
    const move = { point, colour, captured, poofed, calls, seat };
    const after = afterMove(position, move, rules);
    return { ...move, turn: nameOf(point, position.size), position: after, removed: removedBy(move) };
  },
  chosen({ position }, event, rules) {
    const { choice, seat } = event;
    return { turn: choice, choice, seat, position: afterChoice(position, event, rules) };
  },
  retired({ position }, event, rules) {
    const { reason, seat } = event;
    return { turn: `${reason}:${seat}`, seat, position: afterRetirement(position, event, rules) };
  },
};

function ended(frame, { winners = [], lines = [] }) {
  return { ...frame, winners, lines, isOver: true };
}

function taken(position, turn, rules) {
  const seat = Number(RETIREMENT.exec(turn)?.[1] ?? NaN);
  if (seat >= 0) return { seat, ...retire(position, seat, rules) };
  const actor = { seat: position.toAct };
  if (CHOICES.includes(turn)) return { ...actor, choice: turn, position: choose(position, turn, rules) };
  const move = play(position, pointOf(turn, position.size), rules);
  return { ...actor, ...move, removed: removedBy(move) };
}

function removedBy({ colour, captured, poofed }) {
  return poofed.length ? [...captured, { colour, points: poofed }] : captured;
}
