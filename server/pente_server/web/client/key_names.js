// How people, and links, name a key: four words for one of a device, a fingerprint for that of a server.

import { bytesOf } from "./base64url.js";

const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aiou";
const LETTERS = [[12, CONSONANTS], [10, VOWELS], [6, CONSONANTS], [4, VOWELS], [0, CONSONANTS]];

/** The first 64 bits of a device's id, which follows from its key, as proquints: five letters for 16 bits each. */
export function deviceWords(id) {
  const bytes = bytesOf(id);
  return [0, 2, 4, 6].map((at) => word((bytes[at] << 8) | bytes[at + 1])).join("-");
}

const word = (bits) => LETTERS.map(([shift, row]) => row[(bits >> shift) & (row.length - 1)]).join("");

const ID = /^[A-Za-z0-9_-]{22}$/;
const FORM = /^[a-z2-7]{16}$/i;
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const BYTES = 10;

/** The fingerprint of a server, the first 80 bits of its id in base32; empty for what is no id. */
export function fingerprintOf(serverId) {
  if (!ID.test(serverId)) return "";
  const bits = [...bytesOf(serverId).slice(0, BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)]);
}

/** What a link has behind its #, without that: a place, such as the number of a move, and the fingerprint; each may be empty. */
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
