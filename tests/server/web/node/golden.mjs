// node golden.mjs GOLDEN: lets the web client receive every message that a server can send, after a sign-in, and
// prints how many it took without closing the connection. Messages about a room come while it watches that room.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Client } from "../../../../server/pente_server/web/client/index.js";

const { messages, future = [] } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const known = messages.filter(({ from }) => from === "server");
const told = [...known, ...future].map(({ json }) => json);
const greeting = told.find(({ t }) => t === "greeting");
const welcome = told.find(({ t }) => t === "welcome");
const snapshots = told.filter(({ t }) => t === "synced");
const counts = { taken: 0, applied: 0, emitted: 0 };

for (const message of told) {
  const { client, socket } = await signedIn();
  client.addEventListener("message", () => (counts.emitted += 1));
  const room = snapshots.find((synced) => synced.room === message.room);
  if (room) socket.receive(room);
  const before = client.rooms.get(message.room)?.version;
  if (message.t === "happened") message.version = before + 1;
  socket.receive(message);
  if (message.t === "happened") {
    assert.equal(client.rooms.get(message.room).version, before + 1);
    counts.applied += 1;
  }
  assert.equal(socket.code, null, JSON.stringify(message));
  counts.taken += 1;
  client.close();
}

const nonsense = ["", "[]", "7", "{", '{"t": 1}', '{"t": "synced", "room": "room0001"}', '{"t": "missed", "room": "x"}'];
for (const data of nonsense) {
  const { socket } = await signedIn();
  socket.onmessage({ data });
  assert.equal(socket.code, 4500, data);
}
console.log(JSON.stringify(counts));

async function signedIn() {
  let socket;
  const makeSocket = () => (socket = new FakeSocket());
  const client = new Client("ws://made.up", { makeSocket, pingEvery: 0 });
  const connected = client.connect();
  socket.receive(greeting);
  await settled();
  socket.receive({ ...welcome, id: 1 });
  await connected;
  return { client, socket };
}

/** Resolves once all that follows from what was received has happened. */
function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}

function FakeSocket() {
  Object.assign(this, {
    code: null,
    send() {},
    close(code) {
      this.code = code;
    },
    receive(message) {
      this.onmessage({ data: JSON.stringify(message) });
    },
  });
}
