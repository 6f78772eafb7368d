// Names, colours and spans of a game in words.

import { coloursOf, namedRuleset, rulesetOf } from "../../rules/index.js";
import { listed, nameOf, spanText } from "../../words/phrases.js";
import { t } from "../../words/words.js";

/** The name of the player on a seat. */
export function nameAt(room, seat) {
  return nameOf(room.seats[seat]);
}

/** Several names as a part of a sentence. */
export function namesAt(room, seats) {
  return listed(seats.map((seat) => nameAt(room, seat)));
}

/** The name of a colour: "white". */
export function colourName(room, colour) {
  return t(`colour.${coloursOf(room.rules)[colour]}`);
}

const CALLS = new Set(["tria", "open-tria", "tessera", "open-tessera"]);

/** The name of a call: "open tria"; one that this version does not know as it is. */
export function callText(call) {
  return CALLS.has(call) ? t(`call.${call}`) : call;
}

/** A number of captured stones; in pairs where stones leave the board only so. */
export function capturedText(rules, stones) {
  const { captures, poof } = rulesetOf(rules);
  const isPairs = String(captures) === "2" && !poof.length && stones % 2 === 0;
  return isPairs ? t("room.pairs", { n: stones / 2 }) : t("room.stones", { n: stones });
}

/** The parameters in which a ruleset differs from the named one that it is derived from. */
export function changedIn(rules) {
  const mine = rulesetOf(rules);
  const usual = namedRuleset(mine.variant) ?? namedRuleset("pente");
  return Object.keys(usual).filter((key) => String(usual[key]) !== String(mine[key]));
}

/** How long a turn took, as the move list shows it: "4.2s", "1:05". */
export function spentText(span) {
  if (span < 59_950) return t("room.spent", { n: (span / 1000).toFixed(span < 9950 ? 1 : 0) });
  const minutes = Math.floor(span / 60_000);
  if (minutes >= 60) return spanText(span);
  return `${minutes}:${String(Math.floor((span % 60_000) / 1000)).padStart(2, "0")}`;
}
