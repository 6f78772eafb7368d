// node against.js URL SPECIFICATION NAME: a whole game of pente against whoever has that name and accepts an
// invitation. It plays beside the stones that lie there, by chance. Prints one line of JSON.

import assert from "node:assert/strict";
import { pointOf } from "./board.js";
import { Messages } from "./messages.js";
import { Player } from "./player.js";

const SIZE = 19;
const CENTRE = pointOf("K10", SIZE);

const [url, directory, opponent] = process.argv.slice(2);
const me = new Player(url, new Messages(directory), "node-guest", "person");
await me.connect();
const { room: id } = await me.ask({
  ...{ command_id: me.newId(), ruleset: "pente", time: "5+3", seat: 0, t: "create" },
  invite: [opponent],
});
const room = me.rooms.get(id);
while (room.status !== "finished") {
  await me.until(() => room.toAct === 0 || room.status === "finished");
  if (room.toAct === 0) await me.act(id, { t: "play", point: choose(room) });
}
const { termination, winners } = room.outcome;
assert.equal(room.seats[1].name, opponent);
await me.close();
console.log(JSON.stringify({ termination, winners, stones: room.turns.length }));

/** An open point beside a stone, by chance; the first stone goes on the centre, the next one 3 away from it. */
function choose({ board, turns }) {
  if (turns.length === 0) return CENTRE;
  const reach = turns.length === 2 ? 3 : 1;
  const points = [...Array(SIZE * SIZE).keys()].filter(
    (point) =>
      !board.stones.has(point) &&
      distance(point, CENTRE) >= reach &&
      [...board.stones.keys()].some((stone) => distance(point, stone) <= reach),
  );
  return points[Math.floor(Math.random() * points.length)];
}

function distance(one, other) {
  const rows = Math.floor(one / SIZE) - Math.floor(other / SIZE);
  return Math.max(Math.abs(rows), Math.abs((one % SIZE) - (other % SIZE)));
}
