// What links say of the server that they lead to, behind their #: its fingerprint, the first 80 bits of its id in base32.

import { bytesOf } from "./base64url.js";

const ID = /^[A-Za-z0-9_-]{22}$/;
const FORM = /^[a-z2-7]{16}$/i;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const BYTES = 10;

/** The fingerprint of a server, which follows from its id; empty for what is no id. */
export function fingerprintOf(serverId) {
  if (!ID.test(serverId)) return "";
  const bits = [...bytesOf(serverId).slice(0, BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{5}/g, (five) => LETTERS[Number.parseInt(five, 2)]);
}

/** What stands behind a #, without that: a place, such as the number of a move, and the fingerprint; each may be empty. */
export function readFragment(fragment) {
  const parts = fragment.split(",");
  const fingerprint = parts.find((part) => FORM.test(part)) ?? "";
  return { place: parts.filter((part) => part !== fingerprint).join(), fingerprint: fingerprint.toLowerCase() };
}

/** The twin of `readFragment`, with the # if there is anything behind it. */
export function fragmentOf({ place = "", fingerprint = "" }) {
  const parts = [place, fingerprint].filter(Boolean);
  return parts.length ? `#${parts.join()}` : "";
}
