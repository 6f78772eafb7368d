// Prints what the page's rules make of turns and events that are none.

import { formatPosition } from "../../../../server/pente_server/web/client/index.js";
import { firstFrame, framesAfter, play, startOf, turnsOf } from "../../../../server/pente_server/web/rules/index.js";

const created = { t: "created", ruleset: {} };
const frames = turnsOf({ created, turns: ["setup", "K10", "Z99", "swap", "K10", "time:9", "leap"] });
const other = play(play(play(startOf(created), 180, {}).position, 0, {}).position, 5, {}).position;
const corrected = turnsOf({ created, turns: ["K10"] }, formatPosition(other)).at(-1).position.ply;
const moved = { t: "moved", colour: 0, seat: 0, point: 180 };
const events = [created, { t: "said" }, moved, { ...moved, point: 1e9 }, { t: "toString" }, { t: "leapt" }];
const played = events.reduce((known, event) => framesAfter(known, event, {}), [firstFrame(created)]);

console.log(
  JSON.stringify({
    turns: frames.map(({ turn }) => turn),
    stones: frames.map(({ position }) => position.stones.filter((stone) => stone !== null).length),
    corrected,
    events: played.length,
    takenBack: framesAfter(played, { t: "taken_back", turn_count: -5 }, {}).length,
    noBoard: [{ size: 1e9 }, { sides: 9 }].map(problem),
  }),
);

function problem(ruleset) {
  try {
    return startOf({ ruleset }).size;
  } catch (error) {
    return error.name;
  }
}
