// Reads tasks as JSON from stdin, each {ruleset, tokens}, and prints the answers of the page's rules to each token.

import { readFileSync } from "node:fs";
import { nameOf, pointOf } from "../../../../server/pente_server/web/client/index.js";
import { choose, coloursOf, play, startOf } from "../../../../server/pente_server/web/rules/index.js";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(judged)));

function judged({ ruleset, tokens }) {
  let state = { position: startOf({ ruleset }), winners: [], isOver: false };
  const steps = tokens.map((token) => {
    const next = state.isOver ? null : afterToken(state.position, token, ruleset);
    state = next ?? state;
    const { position, isOver } = state;
    return next ? [token, 1, ...position.taken, isOver ? 0 : position.toAct + 1] : [token, 0];
  });
  const colours = coloursOf(ruleset);
  const stones = colours.map((colour, seat) => [colour, names(state.position, seat)]);
  return { steps, winner: (state.winners[0] ?? -1) + 1, ...Object.fromEntries(stones) };
}

function afterToken(position, token, ruleset) {
  try {
    if (["swap", "stay", "pass"].includes(token)) {
      return { position: choose(position, token, ruleset), winners: [], isOver: false };
    }
    return play(position, pointOf(token, position.size), ruleset);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function names({ stones, size }, seat) {
  return stones.flatMap((stone, point) => (stone === seat ? [nameOf(point, size)] : [])).sort();
}
