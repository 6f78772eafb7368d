// Compares our SHA-256 and HMAC with Node's, over all lengths around the borders of blocks.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { hmac, sha256 } from "../../../../server/pente_server/web/client/sha256.js";

const LONGEST = 300;
const bytes = (length, factor) => Uint8Array.from({ length }, (_, index) => (index * factor + length) % 256);
const hex = (digest) => Buffer.from(digest).toString("hex");

for (let length = 0; length <= LONGEST; length += 1) {
  const [key, text] = [bytes((length * 7) % 200, 31), bytes(length, 17)];
  assert.equal(hex(sha256(text)), createHash("sha256").update(text).digest("hex"));
  assert.equal(hex(hmac(key, text)), createHmac("sha256", key).update(text).digest("hex"));
}
console.log(JSON.stringify({ compared: LONGEST + 1 }));
