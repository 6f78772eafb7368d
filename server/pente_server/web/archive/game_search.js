// What is looked for in finished games: in the address of the page, and as the protocol's filter. Days are the
// reader's, and the last one counts as well.

import { RULESET_NAMES } from "../rules/ruleset.js";

/** The results that can be looked for; the first two need a player. */
export const RESULTS = ["won", "lost", "draw", "aborted", "white", "black"];
const OF_A_PLAYER = ["won", "lost"];
const NAMES = ["player", "ruleset", "result", "from", "until", "position"];
const LONGEST = 2000;

/** What an address asks for: texts by name, empty where it asks for nothing or for what makes no sense. */
export function searchOf(query) {
  const asked = Object.fromEntries(NAMES.map((name) => [name, (query.get(name) ?? "").trim().slice(0, LONGEST)]));
  return {
    ...asked,
    player: asked.player.slice(0, 40),
    ruleset: RULESET_NAMES.includes(asked.ruleset) ? asked.ruleset : "",
    result: RESULTS.includes(asked.result) ? asked.result : "",
    from: dayOf(asked.from) === null ? "" : asked.from,
    until: dayOf(asked.until) === null ? "" : asked.until,
  };
}

/** The address of a search; the inverse of `searchOf`. */
export function searchPath(search, path = "/games") {
  const query = new URLSearchParams(NAMES.filter((name) => search[name]).map((name) => [name, search[name]]));
  return query.size ? `${path}?${query}` : path;
}

/** The filter of a `games` request. */
export function gameFilter({ player, ruleset, result, from, until, position }) {
  const needsPlayer = OF_A_PLAYER.includes(result);
  return {
    ...(player ? { player } : {}),
    ...(ruleset ? { ruleset } : {}),
    ...(result && (player || !needsPlayer) ? { result } : {}),
    ...(from ? { since: dayOf(from) } : {}),
    ...(until ? { until: dayOf(until, 1) } : {}),
    ...(position ? { position } : {}),
  };
}

/** Whether a result says something only about a player. */
export function needsPlayer(result) {
  return OF_A_PLAYER.includes(result);
}

/** The moment at which a day such as 2026-11-23 begins here, or some days later; null if there is no such day. */
function dayOf(text, later = 0) {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!found) return null;
  const [year, month, day] = found.slice(1).map(Number);
  const date = new Date(year, month - 1, day);
  if (year < 1970 || date.getMonth() !== month - 1 || date.getDate() !== day) return null;
  return new Date(year, month - 1, day + later).getTime();
}
