// A client: it keeps a connection to a server, and the rooms that it watches. When the connection breaks it
// connects again, resumes its rooms, and sends again what has no reply; the command ids see to it that nothing
// is carried out twice. It is an EventTarget with these events:
//
//   state    {state, reason}   "connecting", "connected", "waiting" (for the next attempt) or "closed" (for good, with
//                              the `error` that says why)
//   room     {room, event}     an event of a watched room; without an event after a snapshot, presence or looks
//   message  {message}         any other message of the server, also of a type that this release does not know;
//                              "dismissed" and "replaced" of a room that is not watched any more

import { randomText } from "./base64url.js";
import { addressOf, BAD_MESSAGE, Connection, ConnectionClosed, RequestRejected } from "./connection.js";
import { keepAlive, PING_EVERY } from "./keepalive.js";
import { Handshake, OtherServer } from "./login.js";
import { Room } from "./room.js";

const PROGRAM = "pente-web/1";
const LONGEST_PAUSE = 10_000;
const STEADY_AFTER = 5_000;
const LONGEST_WAIT = 60_000; // that a server may ask for
const COMMAND_ID_BYTES = 12;

/** The pause before the next attempt to connect, in milliseconds. `attempt` counts from 0. */
function pauseBefore(attempt, random = Math.random) {
  return Math.min(LONGEST_PAUSE, 250 * 2 ** attempt) * (0.5 + random() / 2);
}

/** An id for a command: 16 characters by chance. */
export function newCommandId() {
  return randomText(COMMAND_ID_BYTES);
}

/** Mutable. */
export class Client extends EventTarget {
  #url;
  #options;
  #connection = null;
  #handshake = null;
  #isClosed = false;
  #attempt = 0;
  #welcomedAt = null;
  #wait = 0;
  #waiting = new Set();
  #passwords = new Map();
  #watchers = new Map(); // by room: how many parts of a page watch it
  #offset = 0;
  #first = null;
  #endPings = () => {};

  /**
   * `options.account`: see login.js; without it, or if its `signIn` gives null for this server, the client
   * watches anonymously. `options.watchOnly`: whether it only watches, beside another connection of the player that
   * plays. `options.password`: that of the server. `options.fingerprint`: that of the server which is meant; with another
   * one `connect` rejects with OtherServer, and nothing is sent.
   * `options.makeSocket(url, subprotocol)`, `options.pause(attempt)`, `options.pingEvery` and `options.steadyAfter`, how
   * many milliseconds a connection must last before the pauses start again with the shortest, replace what is usual.
   */
  constructor(url, options = {}) {
    super();
    this.#url = url;
    this.#options = { client: PROGRAM, password: "", pause: pauseBefore, pingEvery: PING_EVERY, steadyAfter: STEADY_AFTER, ...options };
    this.rooms = new Map();
    this.greeting = null;
    this.welcome = null;
  }

  /** Connect; the welcome. Rejects with RequestRejected or ConnectionClosed if it makes no sense to try again. */
  connect() {
    return new Promise((resolve, reject) => {
      this.#first = { resolve, reject };
      this.#open();
    });
  }

  /** Whether a link with a fingerprint leads to this server: there has to have been a greeting. It is not proven by that. */
  isOf(fingerprint) {
    return this.#handshake.isOf(fingerprint);
  }

  /** The number of a limit of the server by its name: the account's, or else that of everybody; undefined if it says none. */
  limit(name) {
    const told = [...(this.welcome?.limits ?? []), ...(this.greeting?.limits ?? [])];
    return told.find((limit) => limit.name === name)?.number;
  }

  /** The server's time now, in milliseconds since 1970. */
  now() {
    return Date.now() + this.#offset;
  }

  /** The reply to a request, as the specification has it, without `id`. Rejects with RequestRejected. */
  request(message) {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new ConnectionClosed({ reason: "The client was closed." });
      const waiting = { message, resolve, reject };
      this.#waiting.add(waiting);
      if (this.welcome) this.#send(waiting);
    });
  }

  /** Watch a room; it is in `rooms` from then on, until `unwatch` was called as often. */
  async watch(id, { password } = {}) {
    if (password) this.#passwords.set(id, password);
    this.#watchers.set(id, (this.#watchers.get(id) ?? 0) + 1);
    try {
      if (!this.rooms.has(id)) await this.request(this.#watching(id));
    } catch (error) {
      this.#watchers.set(id, this.#watchers.get(id) - 1);
      this.#passwords.delete(id);
      throw error;
    }
    return this.rooms.get(id);
  }

  async unwatch(id) {
    const others = (this.#watchers.get(id) ?? 1) - 1;
    this.#watchers.set(id, Math.max(0, others));
    if (others > 0) return;
    this.#forget(id);
    await this.request({ t: "unwatch", room: id });
  }

  /** Open a room and watch it. `fields` are those of `create` without ids; ruleset and time are needed. */
  async create(fields) {
    const { room } = await this.request({ t: "create", command_id: newCommandId(), ...fields });
    return this.rooms.get(room);
  }

  /** Send a command to a room, such as `{t: "play", point: 180}`. */
  act(id, command) {
    const base = this.rooms.get(id)?.checkpoint;
    return this.request({ t: "act", room: id, ...(base ? { base } : {}), command_id: newCommandId(), command });
  }

  /** All events of a game that is over or watched, which may come in several parts. */
  async logOf(id) {
    const events = [];
    for (let isComplete = false; !isComplete; ) {
      const { logs } = await this.request({ t: "logs", rooms: [id], after: events.length });
      events.push(...logs[0].events);
      isComplete = logs[0].complete || !logs[0].events.length;
    }
    return events;
  }

  /** Close the connection for good. */
  close() {
    this.#finish(new ConnectionClosed({ code: 1000, reason: "The client was closed." }));
    this.#connection?.close();
  }

  #open() {
    this.#emit("state", { state: "connecting", reason: "" });
    const connection = new Connection(this.#url, this.#options.makeSocket);
    this.#connection = connection;
    connection.onMessage = (message) => this.#tryToTake(message);
    connection.onClose = (closed) => this.#lost(closed);
    this.#enter(connection).catch((error) => this.#refused(error));
  }

  async #enter(connection) {
    this.greeting = await connection.greeting;
    const handshake = new Handshake(this.greeting, connection.nonce);
    this.#handshake = handshake;
    const hello = await this.#hello(handshake);
    if (connection !== this.#connection || this.#isClosed) return; // lost meanwhile
    const welcome = await connection.request(hello);
    this.#options.account?.confirm(welcome);
    this.#offset = welcome.now - Date.now();
    this.#welcomedAt = performance.now();
    this.#endPings = keepAlive(connection, this.#options.pingEvery);
    this.welcome = welcome;
    this.#emit("state", { state: "connected", reason: "" });
    this.#first?.resolve(welcome);
    this.#first = null;
    for (const waiting of [...this.#waiting]) this.#send(waiting);
    for (const room of this.rooms.values()) this.#complete(room);
  }

  #watching(id, after = null) {
    const password = this.#passwords.get(id);
    return { t: "watch", room: id, ...(after ? { after } : {}), ...(password ? { password } : {}) };
  }

  #forget(id) {
    this.rooms.delete(id);
    this.#watchers.delete(id);
  }

  /** Signatures and passwords are only for a server that has proven itself. */
  async #hello(handshake) {
    const { client, password, account, watchOnly, fingerprint = "" } = this.#options;
    if (fingerprint) {
      await handshake.prove();
      if (!(await handshake.isOf(fingerprint))) throw new OtherServer("Another server answers than the one that was meant.");
    }
    const hello = {
      ...{ t: "hello", client, features: [], address: addressOf(this.#url) },
      rooms: Object.fromEntries([...this.rooms].map(([id, room]) => [id, room.checkpoint])),
      ...(this.#passwords.size ? { passwords: this.#passwordsOfRooms() } : {}),
      ...(password ? { password } : {}),
    };
    if (hello.password || hello.passwords) await handshake.prove();
    const anonymous = { ...hello, watch_only: true };
    return (await account?.signIn(watchOnly ? anonymous : hello, handshake)) ?? anonymous;
  }

  #passwordsOfRooms() {
    return Object.fromEntries([...this.#passwords].filter(([id]) => this.rooms.has(id)));
  }

  #refused(error) {
    const isFinal = !(error instanceof RequestRejected) || (error.code !== "unavailable" && error.retryMs === null);
    if (isFinal) this.#finish(error);
    this.#wait = error.retryMs ?? 0;
    this.#connection.close();
  }

  #lost(closed) {
    this.welcome = null;
    this.#endPings();
    if (this.#isClosed) return;
    if (closed.isFinal) {
      this.#finish(closed);
      return;
    }
    this.#emit("state", { state: "waiting", reason: closed.message });
    setTimeout(() => this.#isClosed || this.#open(), this.#pause(closed));
  }

  /** A server that lets everybody in and throws them out again is not asked without a pause. */
  #pause({ code }) {
    const isSteady = this.#welcomedAt !== null && performance.now() - this.#welcomedAt >= this.#options.steadyAfter;
    const attempt = isSteady ? 0 : this.#attempt;
    const pause = code === 1012 && attempt === 0 ? 0 : this.#options.pause(attempt);
    const wait = Math.min(this.#wait, LONGEST_WAIT);
    this.#attempt = attempt + 1;
    this.#welcomedAt = null;
    this.#wait = 0;
    return Math.max(pause, wait);
  }

  #finish(error) {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#emit("state", { state: "closed", reason: error.message, error });
    this.#first?.reject(error);
    for (const { reject } of this.#waiting) reject(error);
    this.#waiting.clear();
  }

  /** Send a request whose reply somebody waits for. What has no reply when the connection ends is sent again. */
  async #send(waiting) {
    const [connection, { message }] = [this.#connection, waiting];
    try {
      if (message.password || message.command?.password) await this.#handshake.prove();
      const reply = await connection.request(message);
      this.#waiting.delete(waiting);
      waiting.resolve(reply);
    } catch (error) {
      this.#retryOrReject(waiting, error);
    }
  }

  #retryOrReject(waiting, error) {
    if (error.code === "unavailable") {
      setTimeout(() => this.welcome && this.#waiting.has(waiting) && this.#send(waiting), error.retryMs ?? 500);
      return;
    }
    this.#waiting.delete(waiting);
    waiting.reject(error);
  }

  /** What is unknown is no problem. What contradicts the specification is the end of the connection. */
  #tryToTake(message) {
    try {
      this.#take(message);
    } catch {
      this.#connection.close(BAD_MESSAGE, `A message of the server makes no sense: ${message.t}.`);
    }
  }

  #take(message) {
    switch (message.t) {
      case "synced":
        this.#sync(message);
        break;
      case "happened":
        this.#happened(message);
        break;
      case "missed":
        this.#missed(message);
        break;
      case "presence":
        this.#withRoom(message, (room) => {
          room.presence = message;
          this.#emit("room", { room, event: null });
        });
        break;
      case "looks":
        this.#withRoom(message, (room) => {
          room.looks = message.looks;
          this.#emit("room", { room, event: null });
        });
        break;
      case "dismissed":
      case "replaced":
        this.#forget(message.room);
        this.#emit("message", { message });
        break;
      default:
        this.#emit("message", { message });
    }
  }

  #sync(message) {
    const known = this.rooms.get(message.room);
    if (known) known.load(message);
    else this.rooms.set(message.room, new Room(message.room, message));
    this.#emit("room", { room: this.rooms.get(message.room), event: null });
  }

  /** Several events at once. Their marks are not known, only that after the last one. */
  #missed({ room, after, mark, events }) {
    events.forEach((event, index) => {
      this.#happened({ room, version: after + index + 1, mark, event });
    });
  }

  #happened(message) {
    this.#withRoom(message, (room) => {
      if (message.version <= room.version) return; // known already
      room.latest = Math.max(room.latest, message.version);
      if (message.version > room.version + 1) {
        this.#complete(room);
        return;
      }
      room.apply(message.version, message.mark, message.event);
      this.#emit("room", { room, event: message.event });
      this.#complete(room);
    });
  }

  /** Load what is missing: events that did not arrive, or the whole room after an event that is not known. */
  #complete(room) {
    if (!(room.isIncomplete || room.latest > room.version) || room.isLoading) return;
    const { latest } = room;
    room.isLoading = true;
    this.request(this.#watching(room.id, room.isIncomplete ? null : room.checkpoint))
      .catch(({ code = "", message: text }) => this.#take({ t: "dismissed", room: room.id, code, text }))
      .finally(() => {
        room.isLoading = false;
        if (room.latest !== latest && this.rooms.get(room.id) === room) this.#complete(room); // for what came meanwhile
      });
  }

  #withRoom({ room: id }, action) {
    const room = this.rooms.get(id);
    if (room) action(room);
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
