// node play.js URL SPECIFICATION: two players play a whole game of pente, during which a line breaks. Prints one
// line of JSON.

import assert from "node:assert/strict";
import { pointOf } from "./board.js";
import { Messages } from "./messages.js";
import { Player, Refused } from "./player.js";

const SIZE = 19;
const MOVES = "K10 L10 A1 M10 N10 A19 L10 C19 M10 E19 O10".split(" ");
const TAKEN_BACK_AFTER = 4;
const BROKEN_AFTER = 5;

const [url, directory] = process.argv.slice(2);
const messages = new Messages(directory);
const ann = new Player(url, messages, "node-ann");
const bob = new Player(url, messages, "node-bob");
const eve = new Player(url, messages, "node-eve", "person");
await Promise.all([ann.connect(), bob.connect(), eve.connect()]);

const { room } = await ann.create({ base: "pente", announce: false }, "5+3", 0);
await eve.ask({ room, t: "watch" });
await bob.act(room, { t: "join" });
assert.equal(bob.rooms.get(room).seatOf(bob.me), 1);

await refused("not-your-turn", () => bob.act(room, play("K10")));
await refused("not-centre", () => ann.act(room, play("A1")));
await refused("bad-ruleset", () => ann.create("chess", "-"));

for (const [number, name] of MOVES.entries()) {
  if (number === TAKEN_BACK_AFTER) await takeBack(MOVES[number - 1]);
  if (number === BROKEN_AFTER) await breakTheLine();
  await told(await (number % 2 ? bob : ann).act(room, play(name)));
}

const everybody = [ann, bob, eve].map((player) => player.rooms.get(room));
for (const { outcome, remaining, board } of everybody) {
  assert.deepEqual([outcome.t, outcome.termination, outcome.winners], ["finished", "line", [0]]);
  assert.deepEqual(remaining, outcome.remaining);
  assert.deepEqual([board.key, board.taken], [everybody[0].board.key, [2, 0]]);
}
const { version, outcome } = everybody[0];
const fay = new Player(url, messages, "node-fay", "person");
await fay.connect();
await fay.ask({ room, t: "watch" });
assert.equal(fay.rooms.get(room).board.key, everybody[0].board.key, "whoever comes late sees the same");
await refused("game-over", () => bob.act(room, play("A2")));
await playAgain();
await Promise.all([ann, bob, eve, fay].map((player) => player.close()));
console.log(JSON.stringify({ version, termination: outcome.termination, winners: outcome.winners }));

function play(name) {
  return { t: "play", point: pointOf(name, SIZE) };
}

async function refused(code, ask) {
  await assert.rejects(ask, (error) => error instanceof Refused && error.code === code);
}

/** Resolves once everybody has been told of a version. */
async function told({ version }) {
  await Promise.all([ann, bob, eve].map((one) => one.until(() => one.rooms.get(room).version >= version)));
}

/** Bob takes his last move back, and plays it again. */
async function takeBack(name) {
  const { key } = eve.rooms.get(room).board;
  await bob.act(room, { t: "offer", offer: "takeback" });
  await told(await ann.act(room, { t: "accept", offer: "takeback" }));
  assert.notEqual(eve.rooms.get(room).board.key, key);
  await told(await bob.act(room, play(name)));
  assert.equal(eve.rooms.get(room).board.key, key);
}

/** Both agree on another game, which is found under the name that the first one tells. */
async function playAgain() {
  await bob.act(room, { t: "offer", offer: "rematch" });
  await told(await ann.act(room, { t: "accept", offer: "rematch" }));
  const { next } = eve.rooms.get(room);
  await Promise.all([ann, bob, eve].map((player) => player.ask({ room: next, t: "watch" })));
  const { created, seats, status } = eve.rooms.get(next);
  assert.deepEqual([created.continues, status], [room, "playing"]);
  assert.deepEqual([seats[0].id, seats[1].id], [bob.me.id, ann.me.id]);
  await bob.act(next, { t: "abort" });
  await ann.until(() => ann.rooms.get(next).outcome?.termination === "aborted");
}

/**
 * Bob's line breaks right behind a command of his; both say something meanwhile. Nothing is lost, nothing is done
 * twice.
 */
async function breakTheLine() {
  const id = bob.newId();
  const asked = bob.act(room, { t: "say", text: "the line is bad" }, { id });
  await bob.drop();
  const { version } = await ann.act(room, { t: "say", text: "are you there?" });
  const before = bob.rooms.get(room).version;
  assert(before < version);
  await bob.connect();
  assert.equal(bob.resumed[0].t, "missed", "so little is told as events, in one frame");
  assert.equal(bob.resumed[0].after, before);
  const answer = await asked;
  const again = await bob.act(room, { t: "say", text: "the line is bad" }, { id });
  assert.equal(again.version, answer.version);
  const said = (player) => player.rooms.get(room).events.filter(({ t }) => t === "said");
  const lines = (player) => said(player).map(({ text }) => text);
  await Promise.all([ann, bob].map((one) => one.until(() => lines(one).length === 2)));
  assert.deepEqual(lines(ann), lines(bob));
  assert.deepEqual(lines(ann).sort(), ["are you there?", "the line is bad"]);
}
