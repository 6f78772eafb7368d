// SHA-256 and HMAC (FIPS 180-4, RFC 2104). Browsers offer WebCrypto to secure contexts only: not to a page that
// was loaded by http from another machine. Bytes are Uint8Arrays.

const BLOCK = 64;
const ROUNDS = 64;

/** The fractional part of a root of a prime, as 32 bits. */
function fraction(prime, exponent) {
  const root = prime ** exponent;
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

function firstPrimes(count) {
  const primes = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return primes;
}

const PRIMES = firstPrimes(ROUNDS);
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(prime, 1 / 2));
const CONSTANTS = Uint32Array.from(PRIMES, (prime) => fraction(prime, 1 / 3));

const rotated = (word, by) => (word >>> by) | (word << (32 - by));

/** The SHA-256 of some bytes. */
export function sha256(bytes) {
  const state = START.slice();
  const padded = withPadding(bytes);
  for (let at = 0; at < padded.byteLength; at += BLOCK) addBlock(state, new DataView(padded.buffer, at, BLOCK));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

/** The HMAC-SHA-256 of some bytes. */
export function hmac(key, bytes) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), bytes));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** Several arrays of bytes as one. */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function withPadding(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return padded;
}

function addBlock(state, block) {
  const words = new Uint32Array(ROUNDS);
  for (let at = 0; at < ROUNDS; at += 1) words[at] = at < 16 ? block.getUint32(4 * at) : expanded(words, at);
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < ROUNDS; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + CONSTANTS[at] + words[at]) >>> 0;
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] += word;
  });
}

function expanded(words, at) {
  const [early, late] = [words[at - 15], words[at - 2]];
  const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
  const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
  return words[at - 16] + small + words[at - 7] + large;
}
