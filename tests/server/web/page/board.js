// A page with one board of a game, on which tests play. Its query is the ruleset.

import { formatPosition } from "../web/client/index.js";
import { Board } from "../web/board/board.js";
import { Captures } from "../web/board/captures.js";
import { stoneIcon } from "../web/board/stones.js";
import { boardThumbnail } from "../web/board/thumbnail.js";
import { pointOf } from "../web/client/points.js";
import { coloursOf, legalPoints, play, startOf } from "../web/rules/index.js";

const rules = JSON.parse(decodeURIComponent(location.search.slice(1)) || "{}");
const main = document.getElementById("main");
const game = { rules, position: startOf({ ruleset: rules }), view: null, chosen: [], refused: [] };
const board = new Board({ size: game.position.size });
const captures = game.position.taken.map((_, seat) => new Captures({ rules, seat }));

board.onPoint = (point) => game.chosen.push(point);
board.onIllegal = (point) => game.refused.push(point);
main.append(board.element, ...captures.map(({ element }) => element));

/** Show the game, and what else a test wants to be shown. */
game.show = (more = {}) => {
  const { position } = game;
  game.view = { position, legal: legalPoints(position, rules), ...game.last, ...more };
  captures.forEach((tray) => tray.show(position));
  board.show(game.view);
};

/** Play points by name. */
game.play = (names) => {
  for (const name of names.split(" ")) {
    const move = play(game.position, pointOf(name, game.position.size), rules);
    game.position = move.position;
    game.last = { lastMove: move.point, captured: move.captured, lines: move.lines };
    if (move.isOver) game.last.legal = null;
    game.show();
  }
  return formatPosition(game.position);
};

/** What the labels of all points say that are not just empty. */
game.labels = () =>
  [...document.querySelectorAll("[role=gridcell]")]
    .map((cell) => cell.getAttribute("aria-label"))
    .filter((label) => !label.endsWith(", empty"));

/** How many nodes something changes. */
game.changes = async (act) => {
  let count = 0;
  const observer = new MutationObserver((records) => (count += records.length));
  observer.observe(board.element, { subtree: true, childList: true, attributes: true, characterData: true });
  act();
  count += observer.takeRecords().length;
  observer.disconnect();
  return count;
};

game.thumbnail = () => boardThumbnail(game.position, game.last?.lastMove);
game.icons = () => coloursOf(rules).map(stoneIcon);
game.show();
Object.assign(globalThis, { board, game });
