// Reads a `synced` as JSON from stdin, and what a later server has in its snapshot instead of what is there; prints for
// each what the web client and the page make of such a room.

import { readFileSync } from "node:fs";
import { Room } from "../../../../server/pente_server/web/client/index.js";
import { possible, mayJoin } from "../../../../server/pente_server/web/play/room/possible.js";
import { chatRefusal, mayTry } from "../../../../server/pente_server/web/room/model/permissions.js";
import { headline } from "../../../../server/pente_server/web/room/sentences/rules_text.js";
import { statusOf } from "../../../../server/pente_server/web/room/sentences/status.js";
import { rulesetOf } from "../../../../server/pente_server/web/rules/index.js";

const { synced, event, changes } = JSON.parse(readFileSync(0, "utf8"));
const everyRule = { created: { ruleset: rulesetOf({}) } };
console.log(JSON.stringify([...changes, everyRule].map(pictureOf)));

function pictureOf({ created = {}, ...others }) {
  const { snapshot } = synced;
  const changed = { ...snapshot, ...others, created: { ...snapshot.created, ...created } };
  const room = new Room("room0001", { ...synced, snapshot: changed });
  const me = room.seats[0];
  const seat = room.seatOf(me.id);
  const shown = {
    isReadOnly: room.isReadOnly,
    ...{ toAct: room.toAct, seat, possible: possible(room, seat).length > 0, mayJoin: mayJoin(room, null), mayTry: mayTry(room, me) },
    chat: chatRefusal(room, me),
    headline: headline(room),
    status: statusOf(room, seat, 0),
    stones: room.position.stones.filter((stone) => stone !== null).length,
  };
  room.apply(room.version + 1, "0123456789abcdef", event);
  return { ...shown, isIncomplete: room.isIncomplete };
}
