// Prints what somebody sees who looks back in a game while it goes on: positions are those of real turns.

import { Room } from "../../../../server/pente_server/web/client/index.js";
import { Game, gameOf } from "../../../../server/pente_server/web/room/model/game.js";
import { LookBack } from "../../../../server/pente_server/web/room/model/look_back.js";
import { readFileSync } from "node:fs";

const { synced, events, log } = JSON.parse(readFileSync(0, "utf8"));
const room = new Room(synced.room, synced);
const game = new Game(room);
let shown = 0;
const look = new LookBack(game, { changed: () => (shown += 1), mayTry: () => true });
const told = {};
const state = () => [look.node, look.isLive, look.missed, look.tried.length, look.frame.position.ply];

told.live = state();
look.step(-2);
told.back = state();
for (const event of events.slice(0, 3)) happen(event);
told.goesOn = state();
const free = look.frame.position.stones.lastIndexOf(null);
told.tries = look.try(free);
told.branch = state();
look.step(-1);
look.step(1);
told.again = state();
told.occupied = look.try(look.frame.position.stones.findIndex((stone) => stone !== null));
look.toGame();
told.game = state();
happen({ t: "taken_back", at: 1, seat: 0, turn_count: look.node - 1 });
told.gone = state();

const finished = gameOf("room0001", log);
told.archive = [finished.last, finished.room.status, finished.spent.filter((span) => span >= 0).length];
told.variations = finished.room.analysis.variations.map(({ first, points }) => {
  const { node, left } = finished.tree.walk(finished.tree.parent(first), points);
  return [node === first + points.length - 1, left.length, finished.tree.frameAt(node).position.ply];
});
console.log(JSON.stringify(told));

function happen(event) {
  room.apply(room.version + 1, "", event);
  game.update(room, event);
  look.settle();
}
