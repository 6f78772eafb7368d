// node game.mjs URL: two players and a viewer without an account play a game with the web client. After the fourth
// stone it prints {"stones": 4}, and goes on when all three have lost their connection and have it again. Ends with
// one line of JSON about how each of them saw it.

import assert from "node:assert/strict";
import { Account, Client, formatPosition, pointOf } from "../../../server/pente_server/web/client/index.js";

const MOVES = "K10 L10 A1 M10 N10 A19 L10 C19 M10 E19 O10".split(" ");
const RESTARTED_AFTER = 4;

const [url] = process.argv.slice(2);
const anna = new Client(url, { account: new Account({ name: "web-anna" }), pause: () => 50 });
const boris = new Client(url, { account: new Account({ name: "web-boris" }), pause: () => 50 });
const viewer = new Client(url, { pause: () => 50 });
const all = [anna, boris, viewer];
await Promise.all(all.map((client) => client.connect()));

const { id } = await anna.create({ ruleset: { base: "pente", announce: false }, time: "5+3", seat: 0 });
await viewer.watch(id);
await assert.rejects(viewer.act(id, { t: "join" }), ({ code }) => code !== "stale");
await assert.rejects(anna.act(id, { t: "play", point: "K10" }), ({ at }) => at === "/command/point");
await boris.act(id, { t: "join" });

for (const [number, name] of MOVES.entries()) {
  if (number === RESTARTED_AFTER) await afterRestart();
  const client = number % 2 ? boris : anna;
  const { version } = await client.act(id, { t: "play", point: pointOf(name, 19) });
  await Promise.all(all.map((one) => until(one, () => one.rooms.get(id).version >= version)));
}
const rooms = all.map((client) => client.rooms.get(id));
const views = rooms.map(({ status, outcome, position, seats, chat }) => {
  const names = seats.map((player) => player.name);
  return { status, termination: outcome.termination, position: formatPosition(position), names, chat };
});
all.forEach((client) => client.close());
console.log(JSON.stringify(views));

/** Everybody loses the connection and gets it again; anna says something meanwhile, which arrives once. */
async function afterRestart() {
  const away = Promise.all(all.map((client) => state(client, "waiting")));
  const back = Promise.all(all.map((client) => state(client, "waiting").then(() => state(client, "connected"))));
  console.log(JSON.stringify({ stones: RESTARTED_AFTER }));
  await away;
  const said = anna.act(id, { t: "say", text: "are you there?" });
  await back;
  await said;
}

function state(client, wanted) {
  return new Promise((resolve) => {
    client.addEventListener("state", function listener({ detail }) {
      if (detail.state !== wanted) return;
      client.removeEventListener("state", listener);
      resolve();
    });
  });
}

function until(client, condition) {
  if (condition()) return Promise.resolve();
  return new Promise((resolve) => {
    client.addEventListener("room", function listener() {
      if (!condition()) return;
      client.removeEventListener("room", listener);
      resolve();
    });
  });
}
