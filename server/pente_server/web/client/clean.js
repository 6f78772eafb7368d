// Text that other people wrote, made safe to show: it can't hide, reorder or stack anything around it.

const LONGEST = 2048;
const PLAIN = /^[ -[\]-~]*$/; // printable ASCII without a backslash: nothing to clean, as in almost all messages
const SPACE = /\s+/gu;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;
const STACKED = /(\p{M}{2})\p{M}+/gu;

/** A text as one line, without characters that control, reverse or are invisible; at most two marks on a letter. */
export function clean(text) {
  return text.slice(0, LONGEST).replace(SPACE, " ").replace(UNSAFE, "").replace(STACKED, "$1").trim();
}

/** The value of a JSON text, with all strings in it cleaned. Throws SyntaxError. */
export function parseCleaned(data) {
  if (PLAIN.test(data)) return JSON.parse(data);
  return JSON.parse(data, (_, value) => (typeof value === "string" ? clean(value) : value));
}
