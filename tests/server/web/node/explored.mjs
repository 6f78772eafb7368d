// What addresses of the explorer stand for. Reads {queries, row, explored} as JSON from stdin.

import { readFileSync } from "node:fs";
import { heatOf, scoresText } from "../../../../server/pente_server/web/archive/explored_turns.js";
import { lineOf, linePath } from "../../../../server/pente_server/web/archive/explored_line.js";
import { formatPosition, parsePosition } from "../../../../server/pente_server/web/client/position.js";

const { queries, row, explored } = JSON.parse(readFileSync(0, "utf8"));
const lines = queries.map((query) => lineOf(new URLSearchParams(query)));
console.log(
  JSON.stringify({
    positions: lines.map(({ frames }) => formatPosition(frames.at(-1).position)),
    stones: parsePosition(`${row} 0,0 0X1 - - 0 pente`).stones.length,
    paths: lines.map((line) => linePath(line)),
    backs: lines.map((line) => linePath(line, Math.max(0, line.frames.length - 2))),
    texts: explored.map((found) => scoresText(found, {})),
    heat: explored.map((found) => [false, true].map((isWins) => heatOf(found, { size: 19, toAct: 1 }, isWins).map(({ point, text }) => [point, text]))),
  }),
);
