// Accounts: proving by a signature whose they are, and checking before that who the server is; see docs/protocol/sign-in.md.

import { randomText, bytesOf, textOf } from "./base64url.js";
import { SUBPROTOCOL } from "./connection.js";
import { fingerprintOf } from "./key_names.js";

const SECRET_BYTES = 32;
const KEY_TEXT = /^[A-Za-z0-9_-]{43}$/;
const SIGNATURE_TEXT = /^[A-Za-z0-9_-]{86}$/;
const MOST_FORMER_KEYS = 8;
const NOT_SIGNED = new Set(["id", "client", "features"]);

/** The server could not prove that it has the key of its id: it is another one, or one that only pretends. */
export class UnprovenServer extends Error {}

/** The server is not the one that was meant: its fingerprint is another one, and so were those of its former keys. */
export class OtherServer extends Error {}

/** Load what makes and checks signatures: only for those who need it. */
export const loadSignatures = () => import("./signatures.js");

/** What makes a connection one of its kind, as both sides know it. */
export class Handshake {
  #proof = null;

  /** `greeting` is the server's, `nonce` what was sent to open the connection. */
  constructor(greeting, nonce, form = SUBPROTOCOL) {
    Object.assign(this, { greeting, nonce, form });
  }

  /** Resolves once the server has proven that it has the key of its id; rejects with UnprovenServer. */
  prove() {
    this.#proof ??= this.#check();
    return this.#proof;
  }

  /** What a device signs of a hello: all that is sent, but for a few keys. */
  helloText(hello) {
    const signed = Object.entries(hello).filter(([key]) => !NOT_SIGNED.has(key));
    const { signature, ...account } = hello.account;
    return this.#text("pente hello 1", { hello: { ...Object.fromEntries(signed), account } });
  }

  /** What the server signs. */
  get greetingText() {
    const { address = "", succeeds = [] } = this.greeting;
    return this.#text("pente greeting 1", { address, ...(succeeds.length > 0 ? { succeeds } : {}) });
  }

  /**
   * The ids by which the server was known before, the oldest first, each with the one that came next: `[[old, new]]`.
   * What is kept for one of them is of use at this server. Rejects with UnprovenServer.
   */
  async successors() {
    await this.prove();
    const { succeeds = [], server_id } = this.greeting;
    if (succeeds.length === 0) return [];
    const { idOf } = await loadSignatures();
    const ids = succeeds.map(({ key }) => textOf(idOf("server", bytesOf(key))));
    return ids.map((id, at) => [id, ids[at + 1] ?? server_id]);
  }

  /** Whether a fingerprint is that of this server's id, or of one that it has had, as it then proves. */
  async isOf(fingerprint) {
    const { server_id, succeeds = [] } = this.greeting;
    if (fingerprintOf(server_id) === fingerprint) return true;
    return succeeds.length > 0 && (await this.successors()).some(([former]) => fingerprintOf(former) === fingerprint);
  }

  #text(context, what) {
    const { nonce: server_nonce, server_key = "" } = this.greeting;
    return canonical({ context, form: this.form, client_nonce: this.nonce, server_nonce, server_key, ...what });
  }

  async #check() {
    const { server_id: id, server_key: key = "", signature = "", succeeds = [] } = this.greeting;
    if (isOf(KEY_TEXT, key) && Array.isArray(succeeds)) {
      const { idOf, isSigned } = await loadSignatures();
      const hasSigned = (by, text, signed) =>
        isOf(KEY_TEXT, by) && isOf(SIGNATURE_TEXT, signed) && isSigned(bytesOf(by), text, bytesOf(signed));
      const isTheirs = textOf(idOf("server", bytesOf(key))) === id && hasSigned(key, this.greetingText, signature);
      if (isTheirs && isSuccession(succeeds, key, hasSigned)) return;
    }
    throw new UnprovenServer("The server could not prove that it is the one which it says it is.");
  }
}

/** Whether each former key of a server has signed the next one, the last one the present `key`, and none is there twice. */
function isSuccession(succeeds, key, hasSigned) {
  const keys = [...succeeds.map((former) => former.key), key];
  const isNamed = ({ key: old, at, signature }, index) =>
    hasSigned(old, canonical({ context: "pente server key 1", old, new: keys[index + 1], at }), signature);
  return succeeds.length <= MOST_FORMER_KEYS && new Set(keys).size === keys.length && succeeds.every(isNamed);
}

/** Whether a text is bytes as base64url, in their only spelling. */
function isOf(pattern, text) {
  return pattern.test(text) && textOf(bytesOf(text)) === text;
}

/**
 * An account on one server. Mutable: the player's id comes with the first welcome. Keep what `toJSON` gives, for
 * example in localStorage, and make the account of it again with `new Account(kept)`.
 */
export class Account {
  /**
   * `secret` is base64url; without one this is a new account, which the server opens under `name`, or with the one-time
   * `code` of an account a new device of it. `device` is what people call this device.
   */
  constructor({ secret = randomText(SECRET_BYTES), name = "", kind = "person", player = "", code = "", device = "" } = {}) {
    Object.assign(this, { secret, name, kind, player, code, device });
  }

  toJSON() {
    const { secret, name, kind, player } = this;
    return { secret, name, kind, player };
  }

  /** A hello with the account, and a signature for this connection. Rejects with UnprovenServer before it signs. */
  async signIn(hello, handshake) {
    await handshake.prove();
    const { publicKey, sign } = await loadSignatures();
    const secret = bytesOf(this.secret);
    const account = { ...this.#action(), key: textOf(publicKey(secret)) };
    const signature = textOf(sign(secret, handshake.helloText({ ...hello, account })));
    return { ...hello, account: { ...account, signature } };
  }

  /** The public id of this device, as in the list of an account's devices. */
  async deviceId() {
    const { idOf, publicKey } = await loadSignatures();
    return textOf(idOf("device", publicKey(bytesOf(this.secret))));
  }

  /** Take the welcome to the latest sign-in. */
  confirm({ player }) {
    Object.assign(this, { player: player.id, name: player.name });
  }

  #action() {
    if (this.player) return { t: "known_device", player: this.player };
    const device = this.device ? { device_name: this.device } : {};
    if (this.code) return { t: "link_code", code: this.code, ...device };
    const kind = this.kind === "person" ? {} : { kind: this.kind };
    return { t: "new_account", ...(this.name ? { name: this.name } : {}), ...kind, ...device };
  }
}

/** A guest, whose account ends with the connection: nothing is kept, and nothing proven. */
export class Guest {
  signIn(hello) {
    return { ...hello, account: { t: "guest" } };
  }

  confirm() {}
}

/** The canonical text of a plain value: RFC 8785, for what a hello can hold. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
  }
  const isPlain = value === null || typeof value === "boolean" || Number.isSafeInteger(value);
  if (isPlain || (typeof value === "string" && !/\p{Surrogate}/u.test(value))) return JSON.stringify(value);
  throw new TypeError("This can't be signed: it has a value without a canonical text.");
}
