// Reads games as JSON from stdin, each {created, turns}, and prints which points are open after them, and why others
// are not.

import { readFileSync } from "node:fs";
import { legalPoints, problemOf, turnsOf } from "../../../../server/pente_server/web/rules/index.js";

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(openPoints)));

function openPoints({ created, turns }) {
  const { position } = turnsOf({ created, turns }).at(-1);
  const problems = position.stones.map((_, point) => problemOf(position, point, created.ruleset));
  const beyond = problemOf(position, position.stones.length, created.ruleset);
  return [[...legalPoints(position, created.ruleset)], problems, beyond];
}
