// Reads scenes as JSON from stdin, each a snapshot and the events after it, and prints what the web client's
// room makes of them after each event.

import { readFileSync } from "node:fs";
import { formatPosition, Room } from "../../../../server/pente_server/web/client/index.js";

const scenes = JSON.parse(readFileSync(0, "utf8"));
const shown = scenes.map(({ synced, events }) => {
  const room = new Room(synced.room, synced);
  return [picture(room), ...events.map((event) => picture(applied(room, event)))];
});
console.log(JSON.stringify(shown));

function applied(room, { version, mark, event }) {
  room.apply(version, mark, event);
  return room;
}

function picture(room) {
  const { version, status, seats, toAct, choices, offers, chat, isIncomplete } = room;
  return {
    ...{ version, status, toAct, choices, isIncomplete },
    position: formatPosition(room.position),
    seats: seats.map((player) => player?.name ?? null),
    offers: offers.map(({ offer, seat, agreed = [] }) => ({ offer, seat, agreed })),
    chat: chat.length,
    turns: room.turnList,
    muted: room.muted,
    notes: notesOf(room.analysis),
    due: room.firstMoves?.until ?? null,
    rests: room.clocks.rests.filter((until) => until > 0),
    outcome: room.outcome?.termination ?? null,
  };
}

function notesOf({ variations, comments, marks, node_count: count }) {
  const placed = [...variations, ...comments, ...marks].map(({ number, node, player }) => [number, node, player.id]);
  return [placed, variations.map(({ first, points }) => [first, points]), count];
}
