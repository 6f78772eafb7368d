// A player: one connection after the other, and the rooms that it watches.

import { Account, Handshake } from "./login.js";
import { randomBytes } from "node:crypto";
import WebSocket from "ws";
import { Room } from "./room.js";

const SUBPROTOCOL = "pente.v1+msgpack";

/** What a server has refused, with its code. */
export class Refused extends Error {
  constructor({ code, text }) {
    super(`${code}: ${text}`);
    this.code = code;
  }
}

/** Mutable. Requests outlive a connection: what has no reply is sent again on the next one. */
export class Player {
  constructor(url, messages, name, kind = "bot") {
    Object.assign(this, { url, messages, name, kind });
    this.account = new Account(name, kind);
    this.rooms = new Map();
    this.resumed = [];
    this.open = new Map();
    this.last = 0;
    this.waiting = new Set();
  }

  /** Connect, wait for the greeting, and say hello; what was watched is resumed, and what has no reply is sent again. */
  async connect() {
    const nonce = randomBytes(16).toString("base64url");
    this.socket = new WebSocket(`${this.url}/?nonce=${nonce}`, SUBPROTOCOL, { perMessageDeflate: false });
    this.socket.binaryType = "nodebuffer";
    const gone = new Promise((resolve) => this.socket.once("close", resolve));
    this.gone = gone;
    await new Promise((resolve, reject) => {
      this.greeted = resolve;
      this.socket.on("message", (frame, isBinary) => this.#take(frame, isBinary));
      this.socket.once("error", reject);
    });
    this.socket.on("error", () => {}); // "close" follows
    const unanswered = [...this.open.values()];
    this.open.clear();
    this.resumed = [];
    const rooms = Object.fromEntries([...this.rooms].map(([id, room]) => [id, room.checkpoint]));
    const handshake = new Handshake(SUBPROTOCOL, nonce, this.greeting);
    handshake.check();
    const hello = { client: "from-the-specification/1", rooms, address: this.url, t: "hello" };
    const welcome = await this.ask(this.account.signIn(hello, handshake));
    this.me = welcome.player;
    this.account.player = this.me.id;
    for (const asked of unanswered) this.#send(asked);
    return welcome;
  }

  /** Cut the line, as a broken network does; resolves once it is cut. */
  drop() {
    this.socket.terminate();
    return this.gone;
  }

  close() {
    this.socket.close(1000);
    return this.gone;
  }

  /** The reply to a request; throws Refused. */
  ask(request) {
    return new Promise((resolve, reject) => this.#send({ request, resolve, reject }));
  }

  create(ruleset, time, seat) {
    return this.ask({ command_id: this.newId(), ruleset, time, seat, options: { bots: "anybody" }, t: "create" });
  }

  /** Ask something of a room, based on what is known of it. */
  act(roomId, command, { base = this.rooms.get(roomId)?.checkpoint ?? null, id = this.newId() } = {}) {
    return this.ask({ room: roomId, base, command_id: id, command, t: "act" });
  }

  newId() {
    return randomBytes(12).toString("base64url");
  }

  /** Resolves once something is true of this player's rooms. */
  until(condition) {
    if (condition()) return Promise.resolve();
    return new Promise((resolve) => this.waiting.add({ condition, resolve }));
  }

  #send(asked) {
    this.last += 1;
    this.open.set(this.last, asked);
    this.socket.send(this.messages.encode({ id: this.last, ...asked.request }));
  }

  #take(frame, isBinary) {
    if (!isBinary) throw new Error("a text frame");
    const message = this.messages.decode(frame, "server");
    switch (message.t) {
      case "greeting":
        this.greeting = message;
        this.greeted();
        break;
      case "welcome":
      case "ok":
      case "room_created":
      case "acted":
      case "watching":
        this.#settle(message).resolve(message);
        break;
      case "error":
        this.#settle(message).reject(new Refused(message));
        break;
      case "happened":
        this.resumed.push(message);
        this.rooms.get(message.room).take(message);
        break;
      case "missed":
        this.resumed.push(message);
        message.events.forEach((event, number) => {
          this.rooms.get(message.room).take({ ...message, version: message.after + number + 1, event });
        });
        break;
      case "synced":
        this.resumed.push(message);
        this.rooms.set(message.room, new Room(message));
        break;
      case "presence":
        this.rooms.get(message.room).presence = message;
        break;
      default: // what this client has no use for
    }
    for (const one of this.waiting) {
      if (one.condition()) {
        this.waiting.delete(one);
        one.resolve();
      }
    }
  }

  #settle({ id }) {
    const asked = this.open.get(id);
    this.open.delete(id);
    if (!asked) throw new Error(`a reply to request ${id}, which nobody made`);
    return asked;
  }
}
