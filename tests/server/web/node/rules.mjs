// Reads games as JSON from stdin, each {created, turns}, and prints what the page's rules make of every turn.

import { readFileSync } from "node:fs";
import { formatPosition } from "../../../../server/pente_server/web/client/index.js";
import { coloursOf, turnsOf } from "../../../../server/pente_server/web/rules/index.js";

const games = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(games.map(shown)));

function shown({ created, turns }) {
  const frames = turnsOf({ created, turns });
  return { colours: coloursOf(created.ruleset), frames: frames.map((frame) => picture(frame)) };
}

function picture({ position, captured, poofed, calls, lines, winners, isOver }) {
  return { position: formatPosition(position), captured, poofed, calls, lines, winners, isOver };
}
