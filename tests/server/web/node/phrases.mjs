// Says what the page says of time controls, rulesets and results. Reads {controls, rulesets, games} as JSON from stdin.

import { readFileSync } from "node:fs";
import { endFor, nameOf, resultText, rulesName, timeText } from "../../../../server/pente_server/web/words/phrases.js";

const { controls, rulesets, games, names } = JSON.parse(readFileSync(0, "utf8"));
console.log(
  JSON.stringify({
    times: controls.map(timeText),
    rules: rulesets.map(rulesName),
    ends: games.map((game) => game.players.map((_, seat) => endFor(game, seat))),
    results: games.map(resultText),
    names: names.map((name) => nameOf({ name })),
  }),
);
