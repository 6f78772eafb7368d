// Accounts: proving whose they are without sending the secret (SCRAM after RFC 5802, see protocol.md), and
// checking that the server is the one that knows the account.

import { SUBPROTOCOL, VERSION } from "./connection.js";
import { hmac, joined, sha256 } from "./sha256.js";

const SECRET_BYTES = 32;
const NONCE_BYTES = 24;
const utf8 = (text) => new TextEncoder().encode(text);

/** The server could not prove that it knows this account: it is another one, or one that only pretends. */
export class UnprovenServer extends Error {}

/**
 * An account on one server. Mutable: the player's id comes with the first welcome. Keep what `toJSON` gives, for
 * example in localStorage, and make the account of it again with `new Account(kept)`.
 */
export class Account {
  #keys;
  #message = null;

  /**
   * `secret` is base64url; without one this is a new account, which the server opens under `name`, or with the one-time
   * `code` of an account a new device of it. `device` is what people call this device.
   */
  constructor({ secret = randomText(SECRET_BYTES), name = "", kind = "person", player = "", code = "", device = "" } = {}) {
    Object.assign(this, { secret, name, kind, player, code, device });
    this.#keys = keysOf(bytesOf(secret));
  }

  toJSON() {
    const { secret, name, kind, player } = this;
    return { secret, name, kind, player };
  }

  /** The `account` of a hello, for this greeting only. */
  signIn({ server_id: serverId, nonce: serverNonce }, nonce = randomText(NONCE_BYTES), form = SUBPROTOCOL) {
    const { stored, server, device } = this.#keys;
    const action = this.player ? "known_device" : this.code ? "link_code" : "new_account";
    const lines = ["pente login", form, VERSION, serverId, serverNonce, nonce, action, device, this.player];
    this.#message = utf8(lines.join("\n"));
    const proof = textOf(this.#proof());
    if (this.player) return { t: action, player: this.player, device, nonce, proof };
    const keys = { stored_key: textOf(stored), server_key: textOf(server), ...(this.device ? { name: this.device } : {}) };
    const what = this.code ? { code: this.code } : { name: this.name, kind: this.kind };
    return { t: action, keys, nonce, proof, ...what };
  }

  /** Take the welcome to the latest sign-in. Throws UnprovenServer unless the server has proven itself. */
  confirm({ server_proof: proof, player }) {
    if (proof !== textOf(hmac(this.#keys.server, this.#message))) {
      throw new UnprovenServer("The server could not prove that it knows this account.");
    }
    Object.assign(this, { player: player.id, name: player.name });
  }

  #proof() {
    const { client, stored } = this.#keys;
    const signature = hmac(stored, this.#message);
    return client.map((byte, index) => byte ^ signature[index]);
  }
}

/** A guest, whose account ends with the connection: nothing is kept, and nothing proven. */
export class Guest {
  signIn() {
    return { t: "guest" };
  }

  confirm() {}
}

/** Bytes as base64url without padding. */
function textOf(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Random bytes as base64url. */
export function randomText(length) {
  return textOf(crypto.getRandomValues(new Uint8Array(length)));
}

function bytesOf(text) {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

function keysOf(secret) {
  const client = hmac(secret, utf8("Client Key"));
  const [stored, server] = [sha256(client), hmac(secret, utf8("Server Key"))];
  const device = textOf(sha256(joined(utf8("pente device "), stored, server)).slice(0, 16));
  return { client, stored, server, device };
}
