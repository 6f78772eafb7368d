// Positions as one line of text, as the server writes them, their keys, and how events change them. This knows no rules:
// what a turn leads to is what its event says.

const GLYPHS = "XO#@";
const ALL = (1n << 64n) - 1n;
const DIGITS = { swap: 1, stay: 2, pass: 3 };
const hashes = new Map(); // by number; there are a few thousand at most

/** A position from its line of text. */
export function parsePosition(text) {
  const [rows, taken, turn, choices, out, ply, ...ruleset] = text.split(" ");
  const [, seat, glyph, left] = /^(\d)(.)(\d+)$/.exec(turn);
  const stones = rows.split("/").reverse().map(parseRow);
  return {
    size: stones.length,
    stones: stones.flat(), // by point: a colour, or null
    taken: taken.split(",").map(Number), // by seat
    toAct: Number(seat),
    colour: GLYPHS.indexOf(glyph),
    stonesLeft: Number(left),
    choices: choices === "-" ? [] : choices.split(","),
    out: out === "-" ? [] : [...out].map(Number),
    ply: Number(ply),
    ruleset: ruleset.join(" "),
  };
}

/** The line of text of a position. */
export function formatPosition(position) {
  const { size, stones, taken, toAct, colour, stonesLeft, choices, out, ply, ruleset } = position;
  const rows = Array.from({ length: size }, (_, row) => formatRow(stones.slice(row * size, (row + 1) * size)));
  const turn = `${toAct}${GLYPHS[colour]}${stonesLeft}`;
  return [rows.reverse().join("/"), taken, turn, choices.join() || "-", out.join("") || "-", ply, ruleset].join(" ");
}

/**
 * The key of a position, the same in every implementation, as 16 hex digits. A client whose board has another one than the
 * server's is wrong about it.
 */
export function keyOf({ size, stones, taken, toAct, colour, stonesLeft, choices, out }) {
  const numbers = [(6 << 16) | size, (3 << 16) | (toAct << 12) | (colour << 4) | stonesLeft];
  stones.forEach((stone, point) => {
    if (stone !== null) numbers.push((1 << 16) | (stone << 12) | (Math.floor(point / size) << 5) | point % size);
  });
  taken.forEach((count, seat) => {
    if (count) numbers.push((2 << 16) | (seat << 12) | count);
  });
  if (choices.length) numbers.push((4 << 16) | choices.reduce((code, choice) => code * 4 + DIGITS[choice], 0));
  for (const seat of out) numbers.push((5 << 16) | (seat << 12));
  const key = numbers.reduce((sum, number) => sum ^ hashOf(number), 0n);
  return key.toString(16).padStart(16, "0");
}

/** The position after a `moved`. */
export function afterMove(position, { colour, point, captured = [], poofed = [] }, rules) {
  const stones = position.stones.slice();
  const taken = position.taken.slice();
  stones[point] = colour;
  for (const { points } of captured) {
    for (const removed of points) stones[removed] = null;
    taken[colour] += points.length;
  }
  for (const removed of poofed) stones[removed] = null;
  if (poofed.length) taken[1 - colour] += poofed.length;
  return afterStone({ ...position, stones, taken, ply: position.ply + 1 }, rules);
}

/** The position after a `chosen`. */
export function afterChoice(position, { choice }, rules) {
  return withSeatToAct({ ...position, choices: [...position.choices, choice] }, rules);
}

/** The position after a `retired`. */
export function afterRetirement(position, { seat }, rules) {
  const rest = { ...position, out: [...position.out, seat].sort() };
  if (position.colour !== seat || rest.out.length === rest.taken.length) return rest;
  const stonesLeft = position.ply ? stonesPerTurn(rules) : 1;
  return withSeatToAct({ ...rest, colour: nextColour(rest), stonesLeft }, rules);
}

/** What the seat to act may answer if no stone is due; otherwise empty. */
export function choicesDue({ ply, choices }, { swap }) {
  const made = choices.join();
  if (swap === "d-pente" && ply === 4 && !made) return ["swap", "stay"];
  if (swap === "swap2" && ply === 3 && !made) return ["swap", "stay", "pass"];
  return swap === "swap2" && ply === 5 && made === "pass" ? ["swap", "stay"] : [];
}

function afterStone(position, rules) {
  if (position.stonesLeft > 1) {
    return withSeatToAct({ ...position, stonesLeft: position.stonesLeft - 1 }, rules);
  }
  return withSeatToAct({ ...position, colour: nextColour(position), stonesLeft: stonesPerTurn(rules) }, rules);
}

function nextColour({ colour, taken, out }) {
  let next = (colour + 1) % taken.length;
  while (out.includes(next) && next !== colour) next = (next + 1) % taken.length;
  return next;
}

/** In a swap opening one seat places stones of both colours; otherwise each seat places its own. */
export function withSeatToAct(position, { swap }) {
  return { ...position, toAct: seatInOpening(swap, position.ply, position.choices.join()) ?? position.colour };
}

function seatInOpening(swap, ply, made) {
  if (swap === "d-pente" && !made) return ply < 4 ? 0 : 1;
  if (swap === "swap2" && !made) return ply < 3 ? 0 : 1;
  return swap === "swap2" && made === "pass" ? Number(ply < 5) : null;
}

function stonesPerTurn({ stones_per_turn: stones = 1 }) {
  return stones;
}

/** Two digits are enough for any board: a longer number, in a link that somebody made, would fill the memory. */
function parseRow(row) {
  return [...row.matchAll(/\d\d?|./g)].flatMap(([part]) =>
    /\d/.test(part) ? Array(Number(part)).fill(null) : [GLYPHS.indexOf(part)],
  );
}

function formatRow(stones) {
  const text = stones.map((stone) => (stone === null ? "." : GLYPHS[stone])).join("");
  return text.replaceAll(/\.+/g, (run) => run.length);
}

/** splitmix64 of a number. */
function hashOf(number) {
  if (!hashes.has(number)) {
    let z = (BigInt(number) + 0x9e3779b97f4a7c15n) & ALL;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & ALL;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & ALL;
    hashes.set(number, z ^ (z >> 31n));
  }
  return hashes.get(number);
}
