// Four words by which people compare the keys of devices.

const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aiou";
const LETTERS = [[12, CONSONANTS], [10, VOWELS], [6, CONSONANTS], [4, VOWELS], [0, CONSONANTS]];

/** The first 64 bits of a device's id, which follows from its key, as proquints: five letters for 16 bits each. */
export function deviceWords(id) {
  const bytes = atob(id.replaceAll("-", "+").replaceAll("_", "/"));
  return [0, 2, 4, 6].map((at) => word((bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1))).join("-");
}

const word = (bits) => LETTERS.map(([shift, row]) => row[(bits >> shift) & (row.length - 1)]).join("");
