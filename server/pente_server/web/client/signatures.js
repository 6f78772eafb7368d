// Keys and signatures of Ed25519 (RFC 8032), and the ids that follow from keys. Loaded only to sign in with an account or
// to check what a server has signed. Browsers have WebCrypto only on pages that came over TLS or from the same machine.

import { etc, getPublicKey, Point, CURVE, sign as signature } from "../vendor/noble-ed25519/index.js";
import { sha256, sha512 } from "../vendor/noble-hashes/sha2.js";

const HALF = 32;
const ID_BYTES = 16;
const utf8 = (text) => new TextEncoder().encode(text);
const little = (bytes) => BigInt(`0x${etc.bytesToHex(Uint8Array.from(bytes).reverse())}`);

etc.sha512Sync = (...parts) => sha512(etc.concatBytes(...parts));

/** The public key of a secret one. */
export function publicKey(secret) {
  return getPublicKey(secret);
}

/** The signature of a text. */
export function sign(secret, text) {
  return signature(utf8(text), secret);
}

/** The id of what has a public key: a `device` or a `server`, as bytes. */
export function idOf(kind, key) {
  return sha256(etc.concatBytes(utf8(`pente ${kind} 1\0`), key)).slice(0, ID_BYTES);
}

/**
 * Whether the owner of a public key has signed a text: [S]B = R + [k]A without a cofactor, as servers and terminals
 * decide it, which the `verify` of the library does with one. What has more than one spelling is refused, and keys of
 * small order.
 */
export function isSigned(key, text, signed) {
  try {
    const [start, end] = [signed.slice(0, HALF), signed.slice(HALF)];
    const [point, nonce, scalar] = [Point.fromBytes(key), Point.fromBytes(start), little(end)];
    if (end.length !== HALF || scalar >= CURVE.n || point.isSmallOrder()) return false;
    const challenge = etc.mod(little(etc.sha512Sync(start, key, utf8(text))), CURVE.n);
    return Point.BASE.multiply(scalar, false).equals(nonce.add(point.multiply(challenge, false)));
  } catch {
    return false; // no point of the curve, or none in its only spelling
  }
}
