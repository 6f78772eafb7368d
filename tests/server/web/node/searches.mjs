// What the addresses of lists ask for. Reads {searches, boards, choices} as JSON from stdin.

import { readFileSync } from "node:fs";
import { gameFilter, searchOf, searchPath } from "../../../../server/pente_server/web/archive/game_search.js";
import { boardsOf, boardsPath, filled } from "../../../../server/pente_server/web/lobby/boards/board_choice.js";

const queryOf = (path) => new URL(path, "http://localhost").searchParams;
const { searches, boards, choices } = JSON.parse(readFileSync(0, "utf8"));
console.log(
  JSON.stringify({
    searches: searches.map((path) => [searchPath(searchOf(queryOf(path))), gameFilter(searchOf(queryOf(path)))]),
    boards: boards.map(([path, most]) => [boardsOf(queryOf(path), most), boardsPath(boardsOf(queryOf(path), most))]),
    choices: choices.map(([chosen, before, rows]) => filled(chosen, before, rows)),
  }),
);
