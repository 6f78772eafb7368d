// node play.js URL SPECIFICATION: two players play a whole game of pente, during which a line breaks. Prints one line of JSON.

import assert from "node:assert/strict";
import { pointOf } from "./board.js";
import { Messages } from "./messages.js";
import { Player, Refused } from "./player.js";

const SIZE = 19;
const MOVES = "K10 L10 A1 M10 N10 A19 L10 C19 M10 E19 O10".split(" ");
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
  if (number === BROKEN_AFTER) await breakTheLine();
  const [mover, other] = number % 2 ? [bob, ann] : [ann, bob];
  const { version } = await mover.act(room, play(name));
  await Promise.all([mover, other, eve].map((one) => one.until(() => one.rooms.get(room).version >= version)));
}

const everybody = [ann, bob, eve].map((player) => player.rooms.get(room));
for (const { outcome, left, board } of everybody) {
  assert.deepEqual([outcome.t, outcome.termination, outcome.winners], ["finished", "line", [0]]);
  assert.deepEqual(left, outcome.left);
  assert.deepEqual([board.key, board.taken], [everybody[0].board.key, [2, 0]]);
}
await refused("game-over", () => bob.act(room, play("A2")));
await Promise.all([ann, bob, eve].map((player) => player.close()));
const { version, outcome } = everybody[0];
console.log(JSON.stringify({ room, version, termination: outcome.termination, winners: outcome.winners }));

function play(name) {
  return { t: "play", point: pointOf(name, SIZE) };
}

async function refused(code, ask) {
  await assert.rejects(ask, (error) => error instanceof Refused && error.code === code);
}

/** Bob's line breaks right behind a command of his; both say something meanwhile. Nothing is lost, nothing is done twice. */
async function breakTheLine() {
  const id = bob.newId();
  const said = bob.act(room, { t: "say", text: "the line is bad" }, { id });
  await bob.drop();
  const { version } = await ann.act(room, { t: "say", text: "are you there?" });
  const before = bob.rooms.get(room).version;
  assert(before < version);
  await bob.connect();
  assert(bob.resumed.every(({ t }) => t === "happened"), "the missing events are few enough to be told one by one");
  assert.equal(bob.resumed[0].version, before + 1);
  const answer = await said;
  const again = await bob.act(room, { t: "say", text: "the line is bad" }, { id });
  assert.equal(again.version, answer.version);
  const lines = (player) => player.rooms.get(room).events.filter(({ t }) => t === "said").map(({ text }) => text);
  await Promise.all([ann, bob].map((one) => one.until(() => lines(one).length === 2)));
  assert.deepEqual(lines(ann), lines(bob));
  assert.deepEqual(lines(ann).sort(), ["are you there?", "the line is bad"]);
}
