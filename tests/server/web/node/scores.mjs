// How the page sums up results and ratings. Reads {streaks, histories, scales} as JSON from stdin.

import { readFileSync } from "node:fs";
import { graphText, scaleOf } from "../../../../server/pente_server/web/archive/rating_graph.js";
import { historyPools, streakText } from "../../../../server/pente_server/web/archive/scores.js";

const { streaks, histories, scales } = JSON.parse(readFileSync(0, "utf8"));
console.log(
  JSON.stringify({
    streaks: streaks.map(streakText),
    pools: histories.map((history) => historyPools(history).map(({ ruleset, speed, points }) => [ruleset, speed, points.length])),
    graphs: histories.map(graphText),
    scales: scales.map(([low, high]) => scaleOf(low, high)),
  }),
);
