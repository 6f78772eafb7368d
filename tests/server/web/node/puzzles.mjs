// What stones are worth in puzzles. Reads [{line, sent, tries}] as JSON from stdin: of each puzzle its line, or
// what a server sends, and the points to try along its solution.

import { readFileSync } from "node:fs";
import { formatPosition } from "../../../../server/pente_server/web/client/position.js";
import { answered, lineOf, puzzleOf, solutionOf, stonesLeft, tried } from "../../../../server/pente_server/web/puzzles/attempt.js";

function told({ line, sent, tries }) {
  let puzzle = puzzleOf(line ?? lineOf(sent));
  const solution = solutionOf(puzzle).map(({ point }) => point);
  const steps = tries.map((points, step) => {
    const { position, task } = puzzle;
    const worths = points.map((point) => tried(puzzle, point)).map(({ worth, reply = null }) => [worth, reply]);
    const right = tried(puzzle, solution[2 * step]);
    if (right.next) puzzle = answered(puzzle, right);
    return { position: formatPosition(position), left: stonesLeft(task), worths };
  });
  return { solution, steps };
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(told)));
