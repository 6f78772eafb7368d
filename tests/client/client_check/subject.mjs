// node subject.mjs URL PART...: our own client, as `pente check-client` checks it. It ends when the server
// closes its connection for good, or can't prove which one it is.

import { Account, Client, UnprovenServer } from "../../../server/pente_server/web/client/index.js";

const [url, ...parts] = process.argv.slice(2);
const has = (part) => parts.includes(part);
let moving = false;
const client = new Client(url, {
  ...(has("play") ? { account: new Account({ name: "subject" }) } : {}),
  pause: () => 10,
});
const ended = new Promise((resolve) => {
  client.addEventListener("state", ({ detail }) => detail.state === "closed" && resolve());
});

await client.connect().catch((error) => {
  if (error instanceof UnprovenServer) process.exit(0);
  throw error;
});
if (has("lobby")) await client.request({ t: "browse" });
if (has("archive")) await readArchive();
if (has("watch")) await client.watch("game-to-watch");
if (has("play")) await play("open-game");
await ended;

async function readArchive() {
  const { games, cursor } = await client.request({ t: "games" });
  await client.request({ t: "games", cursor });
  const { logs } = await client.request({ t: "logs", rooms: [games[0].id] });
  const [{ complete, events }] = logs;
  if (!complete) await client.request({ t: "logs", rooms: [games[0].id], after: events.length });
}

async function play(id) {
  client.addEventListener("room", ({ detail: { room } }) => room.id === id && move(room));
  await client.act(id, { t: "join" });
}

/** Place a stone on the first empty point, if it is our turn. */
async function move(room) {
  if (moving || room.toAct === null || room.seats[room.toAct].id !== client.welcome?.player.id) return;
  moving = true;
  const point = room.position.stones.indexOf(null);
  await client.act(room.id, { t: "play", point }).catch(() => {});
  moving = false;
  move(client.rooms.get(room.id));
}
