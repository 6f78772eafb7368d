// The verdict: whether a move ends the game, and who wins. The order of the checks is that of the rules.

import { allLines, isDead, unbreakableLines } from "./rows.js";
import { goalOf, takenByTeam, teamOf } from "./ruleset.js";

/** How a move ends the game: {winners, lines?}; null: it goes on. `lines`: those that it made. */
export function verdict({ colour, captured, poofed, lines }, after, rules, isBlocked) {
  const won = {
    line: () => byLine(colour, lines, rules),
    standing: () => byLine(1 - colour, allLines(after, 1 - colour, rules), rules),
    unbreakable: () => byLine(colour, unbreakableLines(after, colour, rules), rules),
    captures: () => (captured.length || poofed.length ? byCaptures(colour, after, rules) : null),
  };
  for (const check of orderOf(rules)) {
    const outcome = won[check]();
    if (outcome) return outcome;
  }
  return draw(after, rules, isBlocked);
}

/** The draw of a position in which nothing can happen any more; null: there is none. */
export function draw(position, rules, isBlocked) {
  return isBlocked || (rules.dead_draw && isDead(position, rules)) ? { winners: [] } : null;
}

/** The seats that win as all others are out; empty: several sides are still in the game. */
export function winnersByDefault({ taken, out }, rules) {
  const [seat, ...others] = taken.map((_, other) => other).filter((other) => !out.includes(other));
  const team = seat === undefined ? [] : teamOf(rules, seat);
  return others.every((other) => team.includes(other)) ? team : [];
}

function orderOf(rules) {
  if (rules.unbreakable) return ["standing", "unbreakable", "captures"];
  return rules.poof.length ? ["captures", "line"] : ["line", "captures"];
}

function byLine(seat, lines, rules) {
  return lines.length ? { winners: teamOf(rules, seat), lines } : null;
}

function byCaptures(seat, after, rules) {
  const ahead = (side) => takenByTeam(after, side, rules) - goalOf(rules, side);
  if (!rules.poof.length) return ahead(seat) < 0 ? null : { winners: teamOf(rules, seat) };
  const [mine, theirs] = [ahead(seat), ahead(1 - seat)];
  if (mine === theirs || Math.max(mine, theirs) < 0) return null;
  return { winners: [mine > theirs ? seat : 1 - seat] };
}
