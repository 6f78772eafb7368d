// The session of a page and the accounts that a browser keeps, with clients that connect to nothing.

import assert from "node:assert/strict";
import { UnprovenServer } from "../../../../server/pente_server/web/client/index.js";
import { KeptAccounts } from "../../../../server/pente_server/web/app/kept_accounts.js";
import { Session } from "../../../../server/pente_server/web/app/session.js";
import { collectData } from "../../../../server/pente_server/web/play/account/personal_data.js";

/** A storage of a browser, or of none that lets pages keep anything. */
class Storage {
  constructor(isFull = false) {
    Object.assign(this, { isFull, entries: new Map() });
  }
  getItem(key) {
    return this.entries.get(key) ?? null;
  }
  setItem(key, value) {
    if (this.isFull) throw new Error("QuotaExceededError");
    this.entries.set(key, value);
    this[key] = value; // what Object.keys finds
  }
  removeItem(key) {
    this.entries.delete(key);
    delete this[key];
  }
}

/** A client of a server `id`, which lets everybody in, but for `rejection`. */
class Client extends EventTarget {
  constructor(server, { account, password }) {
    super();
    Object.assign(this, { server, account, password, isClosed: false });
  }
  async connect() {
    await Promise.resolve();
    this.greeting = { server_id: this.server.id, nonce: "n", succeeds: this.server.successors };
    const handshake = { greeting: this.greeting, prove: async () => {}, helloText: JSON.stringify, successors: async () => this.server.successors };
    const signIn = (await this.account.signIn({}, handshake))?.account;
    if (this.server.rejection) throw this.server.rejection;
    const id = signIn?.player ?? (signIn && `id-of-${signIn.name || signIn.code || "guest"}`);
    this.welcome = { player: { id: id ?? "", name: signIn ? `name-${id}` : "" } };
    if (this.account.account) Object.assign(this.account.account, { confirm(welcome) { this.player = welcome.player.id; } });
    this.account.confirm(this.welcome);
    this.dispatchEvent(new CustomEvent("state", { detail: { state: "connected", reason: "" } }));
    return this.welcome;
  }
  close() {
    this.isClosed = true;
  }
}

function sessionAt(server, storage = new Storage()) {
  const clients = [];
  const makeClient = (options) => clients[clients.push(new Client(server, options)) - 1];
  const password = { value: "", get: () => password.value, set: (given) => (password.value = given) };
  const accounts = new KeptAccounts(() => storage);
  const session = new Session({ url: "ws://x/", accounts, password, makeClient });
  session.clients = clients;
  session.seen = [];
  session.addEventListener("identity", () => session.seen.push(session.me?.id ?? null));
  return session;
}

const scenes = {
  async "a viewer becomes a guest, whom the next page knows"() {
    const [server, storage] = [{ id: "one" }, new Storage()];
    const session = sessionAt(server, storage);
    await session.ready;
    assert.equal(session.me, null);
    await session.enter({});
    assert.equal(session.me.id, "id-of-guest");
    assert.deepEqual(session.clients.map(({ isClosed }) => isClosed), [true, false]);
    const next = sessionAt(server, storage);
    await next.ready;
    assert.equal(next.me.id, "id-of-guest");
    assert.deepEqual(next.seen, ["id-of-guest"]);
    assert.equal(session.accounts.areKept, true);
  },

  async "another server at the same address has another account"() {
    const storage = new Storage();
    const session = sessionAt({ id: "one" }, storage);
    await session.enter({ name: "anna" });
    const other = sessionAt({ id: "two" }, storage);
    await other.ready;
    assert.equal(other.me, null);
    await other.enter({ code: "ABCD" });
    const [first, second] = ["one", "two"].map((id) => session.accounts.of(id).player);
    assert.deepEqual([first, second], ["id-of-anna", "id-of-ABCD"]);
  },

  async "a rejected name leaves all as it is"() {
    const server = { id: "one" };
    const session = sessionAt(server);
    await session.ready;
    server.rejection = Object.assign(new Error("taken"), { code: "name-taken" });
    await assert.rejects(session.enter({ name: "anna" }), { code: "name-taken" });
    assert.equal(session.me, null);
    assert.equal(session.client, session.clients[0]);
    assert.equal(session.client.isClosed, false);
    assert.equal(session.accounts.of("one"), null);
  },

  async "where nothing can be kept, an account lasts for the page"() {
    const session = sessionAt({ id: "one" }, new Storage(true));
    await session.enter({});
    assert.equal(session.accounts.areKept, false);
    session.reconnect();
    await session.ready;
    assert.equal(session.me.id, "id-of-guest");
    session.forgetAccount();
    await session.ready;
    assert.equal(session.me, null);
  },

  async "what stands in the storage and is no account counts as none"() {
    for (const junk of ["{", "null", '{"secret": 3}', '{"secret": "short", "player": ""}']) {
      const storage = new Storage();
      storage.setItem("pente.key.one", junk);
      assert.equal(new KeptAccounts(() => storage).of("one"), null);
    }
  },

  async "other tabs sign in and out with this one"() {
    const storage = new Storage();
    const [one, two] = [sessionAt({ id: "one" }, storage), sessionAt({ id: "one" }, storage)];
    await Promise.all([one.ready, two.ready]);
    await one.enter({});
    two.storageChanged({ key: "pente.key.other" });
    assert.equal(two.me, null);
    two.storageChanged({ key: "pente.key.one" });
    await two.ready;
    assert.equal(two.me.id, "id-of-guest");
    one.forgetAccount();
    two.storageChanged({ key: null });
    await two.ready;
    assert.equal(two.me, null);
  },

  async "an account goes with a server that has replaced its key, and not with another"() {
    const storage = new Storage();
    await sessionAt({ id: "one" }, storage).enter({ name: "anna" });
    const later = sessionAt({ id: "three", successors: [["one", "two"], ["two", "three"]] }, storage);
    let followed = 0;
    later.addEventListener("new-key", () => (followed += 1));
    await later.ready;
    assert.equal(later.me.id, "id-of-anna");
    assert.equal(followed, 1);
    assert.equal(later.accounts.of("one"), null);
    assert.notEqual(later.accounts.of("three"), null);
    await assert.rejects(sessionAt({ id: "four", successors: [["one", "four"]] }, storage).ready, UnprovenServer);
    const other = sessionAt({ id: "five", successors: [["six", "five"]] }, storage);
    await other.ready;
    assert.equal(other.me, null);
  },

  async "the server's password is sent with each sign-in"() {
    const session = sessionAt({ id: "one" });
    session.setPassword("secret");
    await session.enter({ name: "anna" });
    assert.deepEqual(session.clients.map(({ password }) => password), ["", "secret", "secret"]);
  },

  async "a connection that was closed for good says why, and nobody is signed in"() {
    const session = sessionAt({ id: "one" });
    await session.enter({ name: "anna" });
    const error = Object.assign(new Error("deleted"), { code: 4503 });
    session.client.dispatchEvent(new CustomEvent("state", { detail: { state: "closed", reason: "deleted", error } }));
    await assert.rejects(session.ready, { code: 4503 });
    assert.deepEqual(session.seen.at(-1), null);
  },

  async "personal data are collected to the last page"() {
    const pages = { "": [["a"], "1"], 1: [["b"], "2"], 2: [[], ""] };
    const request = async ({ cursor = "" }) => ({ t: "personal_data_found", id: 3, player: {}, games: pages[cursor][0], cursor: pages[cursor][1] });
    assert.deepEqual(await collectData(request), { player: {}, games: ["a", "b"] });
  },
};

for (const scene of Object.values(scenes)) await scene();
console.log(JSON.stringify(Object.keys(scenes)));
