// What lists say of a live room, in words. Pure functions of ListedRoom.

import { isCorrespondence } from "../client/clock.js";
import { coloursOf, namedRuleset } from "../rules/ruleset.js";
import { nameOf, pauseText } from "../words/phrases.js";
import { t } from "../words/words.js";

/** Each seat of a room: {player, colour, isToAct, isOut}. */
export function sidesOf({ room, activity = {} }) {
  const colours = coloursOf(room.ruleset);
  const toAct = room.status === "playing" ? (activity.to_act ?? null) : null;
  return room.seats.map((player, seat) => ({ player, colour: colours[seat], isToAct: seat === toAct, isOut: (room.out ?? []).includes(seat) }));
}

/** How many seats are free for anybody: not taken, and not kept for somebody who is invited. */
export function freeSeats({ room }) {
  return room.seats.filter((player) => player === null).length - (room.invited ?? []).length;
}

/** Whether a player may take a seat of a room that waits: a free one, or the one that is kept for them. */
export function mayJoin(row, me) {
  return freeSeats(row) > 0 || (row.room.invited ?? []).some(({ id }) => id === me?.id);
}

/** Whether a room that waits concerns a player: they may join it, or have a seat in it. */
export function isOpenTo(row, me) {
  return mayJoin(row, me) || row.room.seats.some((player) => player !== null && player.id === me?.id);
}

/** How far a game is, and what else there is to know of a room, in a few words each. */
export function notesOf(row) {
  const { room, activity = {} } = row;
  const { options = {} } = room;
  const notes = [
    [activity.paused_at, () => pauseText(row)],
    [room.status === "playing" && activity.ply > 0, () => t("lobby.move", { n: activity.ply + 1 })],
    [room.status === "waiting" && !isHostThere(row), () => t("lobby.host-away")],
    [options.rated, () => t("phrase.rated")],
    [room.from_position, () => t("phrase.from-position")],
    [(room.ruleset.goals ?? []).length > 0 || room.time.t === "odds", () => t("phrase.handicap")],
    [(options.games ?? 1) > 1, () => t("lobby.two-games")],
    [options.ratings, () => t("lobby.ratings", options.ratings)],
    [options.password_hash, () => t("lobby.password")],
    [options.named_only, () => t("lobby.no-guests")],
    [options.viewer_delay, () => t("lobby.delayed")],
    [room.status === "waiting" && options.bots === "anybody", () => t("lobby.bots-welcome")],
    [options.hints, () => t("lobby.hints")],
  ];
  return notes.filter(([holds]) => holds).map(([, text]) => text());
}

/** Whether the host of a room that waits is connected to it, or has opened it for a game of days. */
function isHostThere({ room, activity = {} }) {
  if (room.time.t === "unlimited" || isCorrespondence(room.time)) return true;
  const isHost = (seat) => room.seats[seat]?.id === room.host.id;
  const { present = [] } = activity;
  if (!present.length) return !(room.away ?? []).some(isHost);
  return present.some((isHere, seat) => isHere && isHost(seat));
}

/** The name that speaks for a room that waits: that of the first player in it, or of its host. */
export function waiterOf({ room }) {
  return nameOf(room.seats.find((player) => player !== null) ?? room.host);
}

/** The filter of the protocol for what was chosen: {ruleset, status, speed, isPeople}. What is empty is any. */
export function roomFilter({ ruleset = "", status = "", speed = "", isPeople = false }) {
  return {
    ...(namedRuleset(ruleset) ? { ruleset } : {}),
    ...(status ? { status } : {}),
    ...(speed ? { speed } : {}),
    ...(isPeople ? { kind: "person" } : {}),
  };
}
