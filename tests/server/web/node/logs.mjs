// Reads logs of rooms as JSON from stdin, and prints the positions of their games, by the events and by the rules.

import { readFileSync } from "node:fs";
import { formatPosition } from "../../../../server/pente_server/web/client/index.js";
import { firstFrame, framesAfter, turnsOf } from "../../../../server/pente_server/web/rules/index.js";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(shown)));

function shown(events) {
  const { ruleset } = events[0];
  const frames = events.reduce((known, event) => framesAfter(known, event, ruleset), [firstFrame(events[0])]);
  const turns = frames.slice(1).map(({ turn }) => turn);
  const { lines, isOver } = frames.at(-1);
  const byRules = turnsOf({ created: events[0], turns });
  return { positions: texts(frames), byRules: texts(byRules), lines, isOver };
}

function texts(frames) {
  return frames.map(({ position }) => formatPosition(position));
}
