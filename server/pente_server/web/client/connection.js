// One connection to a server: its greeting, the hello, and requests with their replies.

import { randomText } from "./base64url.js";
import { parseCleaned } from "./clean.js";
import { REPLIES } from "./replies.js";

export const SUBPROTOCOL = "pente.v1+json";
/** The close code for a peer that does not speak the protocol. */
export const BAD_MESSAGE = 4500;
const CLOSE_WITHIN = 100;
const NONCE_BYTES = 16;

/** A request that the server did not carry out. */
export class RequestRejected extends Error {
  constructor({ code, text, at = "", retry_ms: retryMs = null }) {
    super(text);
    Object.assign(this, { name: "RequestRejected", code, at, retryMs });
  }
}

/** A connection that has ended, or never began. */
export class ConnectionClosed extends Error {
  constructor({ code = 1006, reason = "" }) {
    super(reason || `The connection was closed (${code}).`);
    Object.assign(this, { name: "ConnectionClosed", code });
  }

  /** Whether it makes no sense to connect again. */
  get isFinal() {
    return this.code >= 4500 && this.code <= 4999;
  }
}

/**
 * Mutable. Whoever makes one sets `onMessage`, for messages that are no replies, and `onClose`, which gets a
 * ConnectionClosed; requests that are still open then get neither a reply nor an error.
 */
export class Connection {
  #socket;
  #open = new Map();
  #greeted;
  #lastId = 0;
  #isEnded = false;

  constructor(url, makeSocket = (address, subprotocol) => new WebSocket(address, subprotocol)) {
    this.onMessage = () => {};
    this.onClose = () => {};
    this.greeting = new Promise((resolve) => {
      this.#greeted = resolve;
    });
    this.nonce = randomText(NONCE_BYTES); // which the server signs in its greeting
    this.#socket = makeSocket(withNonce(url, this.nonce), SUBPROTOCOL);
    this.#socket.onmessage = ({ data }) => this.#receive(data);
    // A close with its code should follow. Where none does, as in Node 20, this is the end all the same.
    this.#socket.onerror = () => setTimeout(() => this.#end(new ConnectionClosed({})), CLOSE_WITHIN);
    this.#socket.onclose = (event) => this.#end(new ConnectionClosed(event));
  }

  /** The reply to a request, a message without its id. Rejects with RequestRejected. */
  request(message) {
    const wanted = REPLIES[message.t];
    if (wanted === undefined) throw new Error(`replies.js has no row for ${message.t}`);
    this.#lastId += 1;
    const id = this.#lastId;
    const reply = new Promise((resolve, reject) => this.#open.set(id, { wanted, resolve, reject }));
    this.#socket.send(JSON.stringify({ id, ...message }));
    return reply;
  }

  /** Close the connection; `onClose` follows at once, even if the network is gone. */
  close(code = 1000, reason = "") {
    this.#socket.close(code, reason);
    this.#end(new ConnectionClosed({ code, reason }));
  }

  #end(closed) {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.onClose(closed);
  }

  #receive(data) {
    if (this.#isEnded) return;
    const message = parsed(data);
    if (message === null) this.close(BAD_MESSAGE, "A frame of the server is not a message.");
    else if (message.t === "greeting") this.#greeted(message);
    else if (this.#isReply(message)) this.#settle(message);
    else this.onMessage(message);
  }

  #isReply({ t, id }) {
    const open = this.#open.get(id);
    return open !== undefined && (t === "error" || t === open.wanted);
  }

  #settle(message) {
    const { resolve, reject } = this.#open.get(message.id);
    this.#open.delete(message.id);
    if (message.t === "error") reject(new RequestRejected(message));
    else resolve(message);
  }
}

function withNonce(url, nonce) {
  const opened = new URL(url);
  opened.searchParams.set("nonce", nonce);
  return opened.href;
}

/** The address of a server in its one spelling, which signatures name. */
export function addressOf(url) {
  const { protocol, hostname, port, pathname } = new URL(url);
  return `${protocol}//${hostname.replace(/\.$/, "")}${port && `:${port}`}${pathname === "/" ? "" : pathname}`;
}

function parsed(data) {
  try {
    const message = parseCleaned(data);
    return typeof message?.t === "string" ? message : null;
  } catch {
    return null;
  }
}
