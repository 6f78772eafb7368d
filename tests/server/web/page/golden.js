// Lets a web client receive every message that a server can send, after a sign-in, for tests in Node and in browsers.

/**
 * How many messages it took without closing the connection, how many of them it applied to a room, and how many it
 * handed on. Throws Error. Messages about a room come while it watches that room.
 */
export async function takeAll(Client, { messages, future }) {
  const known = messages.filter(({ from }) => from === "server");
  const told = [...known, ...future].map(({ json }) => json);
  const greeting = told.find(({ t }) => t === "greeting");
  const welcome = told.find(({ t }) => t === "welcome");
  const snapshots = told.filter(({ t }) => t === "synced");
  const counts = { taken: 0, applied: 0, emitted: 0 };

  for (const message of told) {
    const { client, socket } = await signedIn(Client, greeting, welcome);
    client.addEventListener("message", () => (counts.emitted += 1));
    const room = snapshots.find((synced) => synced.room === message.room);
    if (room) socket.receive(room);
    const before = client.rooms.get(message.room)?.version;
    const isEvent = message.t === "happened";
    socket.receive(isEvent ? { ...message, version: before + 1 } : message);
    if (isEvent) {
      check(client.rooms.get(message.room).version === before + 1, message);
      counts.applied += 1;
    }
    check(socket.code === null, message);
    counts.taken += 1;
    client.close();
  }

  const nonsense = ["", "[]", "7", "{", '{"t": 1}', '{"t": "synced", "room": "room0001"}', '{"t": "missed", "room": "x"}'];
  for (const data of nonsense) {
    const { socket } = await signedIn(Client, greeting, welcome);
    socket.onmessage({ data });
    check(socket.code === 4500, data);
  }
  return counts;
}

function check(isTrue, what) {
  if (!isTrue) throw new Error(JSON.stringify(what));
}

async function signedIn(Client, greeting, welcome) {
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
  return new Promise((resolve) => setTimeout(resolve));
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
