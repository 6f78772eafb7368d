// When the client of a page connects again, with sockets of a server that says what a scene wants.

import assert from "node:assert/strict";
import { Client, UnprovenServer } from "../../../../server/pente_server/web/client/index.js";

/** A socket whose server greets, and answers the hello with what comes next in `answers`. */
class Socket {
  constructor(answers) {
    this.answers = answers;
    setTimeout(() => this.say({ t: "greeting", server_id: "s", nonce: "n" }));
  }
  say(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  send(text) {
    const answer = this.answers.shift() ?? {};
    setTimeout(() => {
      this.say({ id: JSON.parse(text).id, t: "welcome", now: Date.now(), ...answer });
      if (answer.closes) setTimeout(() => this.onclose({ code: answer.closes, reason: "" }));
    });
  }
  close() {}
}

/** What happens until a server has given all `answers` but the last, which stays: the pauses that were looked up. */
async function pausesWith(answers, steadyAfter) {
  const pauses = [];
  const pause = (attempt) => pauses.push(attempt) && 0;
  const waits = [];
  const setAfter = globalThis.setTimeout;
  const client = new Client("ws://x/", { makeSocket: () => new Socket(answers), pause, pingEvery: 0, steadyAfter });
  globalThis.setTimeout = (then, wait = 0, ...rest) => {
    if (wait > 0) waits.push(wait);
    return setAfter(then, 0, ...rest);
  };
  const done = new Promise((resolve) => {
    client.addEventListener("state", ({ detail }) => detail.state === "connected" && !answers.length && resolve());
  });
  await Promise.all([client.connect(), done]);
  client.close();
  globalThis.setTimeout = setAfter;
  return { pauses, waits };
}

const scenes = {
  async "a server that restarts is asked again at once"() {
    const { pauses } = await pausesWith([{ closes: 1012 }, {}], 0);
    assert.deepEqual(pauses, []);
  },

  async "a connection that has lasted is followed by the shortest pause"() {
    const { pauses } = await pausesWith([{ closes: 1006 }, { closes: 1006 }, {}], 0);
    assert.deepEqual(pauses, [0, 0]);
  },

  async "a server that throws everybody out again is asked ever less often"() {
    const { pauses } = await pausesWith([{ closes: 1012 }, { closes: 1012 }, { closes: 1006 }, {}], Infinity);
    assert.deepEqual(pauses, [1, 2]);
  },

  async "a server that says when to come back is asked then"() {
    const busy = { t: "error", code: "too-many-requests", text: "Later.", retry_ms: 7000 };
    const { waits } = await pausesWith([busy, { ...busy, retry_ms: 1e12 }, {}], 0);
    assert.deepEqual(waits, [7000, 60_000]);
  },

  async "a password is for a server that has proven itself, and for no other"() {
    const [answers, urls] = [[{}], []];
    const makeSocket = (url) => urls.push(url) && new Socket(answers);
    const client = new Client("ws://x/", { makeSocket, password: "secret" });
    await assert.rejects(client.connect(), UnprovenServer);
    assert.equal(answers.length, 1);
    assert.match(urls.join(), /^ws:\/\/x\/\?nonce=[A-Za-z0-9_-]{22}$/);
  },

  async "a room's password is, too, when a viewer or a guest has connected without a proof"() {
    const answers = [{}, { t: "watching" }];
    const client = new Client("ws://x/", { makeSocket: () => new Socket(answers), pingEvery: 0 });
    await client.connect();
    await assert.rejects(client.watch("r", { password: "secret" }), UnprovenServer);
    await assert.rejects(client.act("r", { t: "join", password: "secret" }), UnprovenServer);
    assert.equal(answers.length, 1);
    client.close();
  },
};

for (const scene of Object.values(scenes)) await scene();
console.log(JSON.stringify(Object.keys(scenes)));
