// Accounts: what a hello says to prove whose it is, as the specification describes it.

import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from "node:crypto";

const PRIVATE = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC = Buffer.from("302a300506032b6570032100", "hex");
const NOT_SIGNED = ["id", "client", "features"];

/** A plain value with its keys sorted: its JSON is then the canonical text. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

/** What makes a connection one of its kind, as both sides sign it. */
export class Handshake {
  constructor(form, nonce, { nonce: server_nonce, server_key, ...greeting }) {
    this.greeting = greeting;
    this.fields = { form, client_nonce: nonce, server_nonce, server_key };
  }

  /** Check that the server has the key of its id. */
  check() {
    const { server_id: id, address = "", signature, succeeds } = this.greeting;
    const key = Buffer.from(this.fields.server_key, "base64url");
    const digest = createHash("sha256").update("pente server 1\0").update(key).digest();
    const opened = createPublicKey({ key: Buffer.concat([PUBLIC, key]), format: "der", type: "spki" });
    const isSigned = verify(null, this.#text("pente greeting 1", { address, ...(succeeds && { succeeds }) }), opened, Buffer.from(signature, "base64url"));
    if (!isSigned || digest.subarray(0, 16).toString("base64url") !== id) throw new Error("a wrong server");
  }

  helloText(hello) {
    const signed = Object.fromEntries(Object.entries(hello).filter(([key]) => !NOT_SIGNED.includes(key)));
    return this.#text("pente hello 1", { hello: signed });
  }

  #text(context, what) {
    return Buffer.from(JSON.stringify(sorted({ context, ...this.fields, ...what })));
  }
}

/** The account of one device. Mutable: the player's id comes with the first welcome. */
export class Account {
  constructor(name, kind, secret = randomBytes(32)) {
    Object.assign(this, { name, kind, player: "" });
    this.secret = createPrivateKey({ key: Buffer.concat([PRIVATE, secret]), format: "der", type: "pkcs8" });
    const { x } = createPublicKey(this.secret).export({ format: "jwk" });
    this.key = x;
  }

  /** A hello with the account, signed for one connection. */
  signIn(hello, handshake) {
    const { key, name, kind, player } = this;
    const account = player ? { t: "known_device", player, key } : { t: "new_account", key, name, kind };
    const signature = sign(null, handshake.helloText({ ...hello, account }), this.secret).toString("base64url");
    return { ...hello, account: { ...account, signature } };
  }
}
