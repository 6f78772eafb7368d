// Accounts: what a hello says to prove whose it is, as the specification describes it.

import { createHash, createHmac, randomBytes } from "node:crypto";

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const hmac = (key, data) => createHmac("sha256", key).update(data).digest();

/** The account of one device. Mutable: the player's id comes with the first welcome. */
export class Account {
  constructor(name, kind) {
    Object.assign(this, { name, kind, player: "" });
    const secret = randomBytes(32);
    this.clientKey = hmac(secret, "Client Key");
    this.storedKey = sha256(this.clientKey);
    this.serverKey = hmac(secret, "Server Key");
    const device = sha256(Buffer.from("pente device "), this.storedKey, this.serverKey);
    this.device = device.subarray(0, 16).toString("base64url");
  }

  /** The `account` of a hello that answers a greeting. */
  signIn(greeting, form, version) {
    const nonce = randomBytes(24).toString("base64url");
    const action = this.player ? "known_device" : "new_account";
    const parts = [form, version, greeting.server_id, greeting.nonce, nonce, action, this.device, this.player];
    this.signed = ["pente login", ...parts].join("\n");
    const signature = hmac(this.storedKey, this.signed);
    const proof = this.clientKey.map((byte, index) => byte ^ signature[index]).toString("base64url");
    if (this.player) return { t: action, player: this.player, device: this.device, nonce, proof };
    const [stored_key, server_key] = [this.storedKey, this.serverKey].map((key) => key.toString("base64url"));
    return { t: action, keys: { stored_key, server_key }, nonce, proof, name: this.name, kind: this.kind };
  }

  /** Check that the welcome is from a server that knows the account. */
  confirm({ server_proof: proof, player }) {
    if (proof !== hmac(this.serverKey, this.signed).toString("base64url")) throw new Error("a wrong server");
    this.player = player.id;
  }
}
