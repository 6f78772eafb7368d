// Finding a game to play: one of one's own, an invitation, an open room, or else a new one. As in a terminal.

import { isCorrespondence } from "../../client/clock.js";
import { newCommandId } from "../../client/index.js";
import { isGuest } from "../../words/phrases.js";

/** Another player was quicker, the host has just gone, or does not want us: try the next room. */
const TAKEN = new Set(
  ["room-full", "seat-taken", "reserved", "room-closed", "other-rating", "banned", "named-only", "no-bots", "host-away"].concat([
    "not-available",
    "unknown-room",
    "password-needed",
  ]),
);

/** Where `game` is like the fields of `create`: the id of a room in which one has a seat. Promises it. */
export async function findGame(session, game) {
  const { client, me } = session;
  const own = await rooms(client, { player: me.name });
  const [mine] = own.filter((row) => isToGoOn(row, me));
  if (mine) return mine.room.id;
  const open = await rooms(client, { status: "waiting", present: true });
  for (const id of candidates(own, open, client.welcome?.blocked ?? [], me, game)) {
    if (await tryToJoin(client, id)) return id;
  }
  return openGame(client, game);
}

/** Open a room and take a seat there; its id. */
export async function openGame(client, game) {
  return (await createRoom(client, game)).room;
}

/** The same; the reply of the server, which has the room's join code too. */
export function createRoom(client, game) {
  return client.request({ t: "create", command_id: newCommandId(), ...game });
}

/** The rooms to try, the best first: those that one is invited to, then open ones that have waited longest. */
export function candidates(own, open, blocked, me, { time, options = {} }) {
  const invitations = own.filter(({ room }) => room.invited?.some(({ id }) => id === me.id) && room.status === "waiting");
  const free = open
    .filter(({ room }) => !room.invited?.length && !seatOf(room, me) && isUsual(room, me, options))
    .sort((one, other) => one.room.created_at - other.room.created_at);
  return [...invitations, ...free]
    .filter(({ room }) => !isCorrespondence(room.time) && isPresent(room) && isWanted(room))
    .map(({ room }) => room.id);

  function isPresent({ seats, host }) {
    return !blocked.includes(host.id) && seats.every((player) => !player || !blocked.includes(player.id));
  }

  function isWanted(room) {
    const { variant = "pente", size = 19 } = room.ruleset;
    return variant === "pente" && size === 19 && (!time || isClose(room.time, time));
  }
}

/** A room commits a player to nothing that was not asked for. */
function isUsual({ options = {}, ruleset, from_position: isBegun, time }, me, wanted) {
  const isAsWanted = Boolean(options.rated) === Boolean(wanted.rated) && (options.games ?? 1) === 1 && !options.hints;
  const isEven = !isBegun && !ruleset.goals?.length && time.t !== "odds";
  const admits = !(options.named_only && isGuest(me)) && !options.ratings && !options.password_hash;
  return isAsWanted && isEven && admits;
}

/** Whether a clock is what was asked for: the usual one joins every game with a clock. */
function isClose(control, time) {
  return time === USUAL_TIME || `${control.initial / 60_000}+${(control.increment ?? 0) / 1000}` === time;
}

export const USUAL_TIME = "10+5";

function seatOf({ seats }, me) {
  return seats.some((player) => player?.id === me.id);
}

/** Whether a room is one's own, and it makes no sense to look for another: not where the opponent has days. */
function isToGoOn({ room }, me) {
  return seatOf(room, me) && ["waiting", "playing"].includes(room.status) && !isCorrespondence(room.time);
}

async function rooms(client, filter) {
  const { rooms: found = [] } = await client.request({ t: "rooms", filter });
  return found;
}

async function tryToJoin(client, id) {
  try {
    await client.act(id, { t: "join" });
    return true;
  } catch (error) {
    if (TAKEN.has(error.code)) return false;
    throw error;
  }
}
