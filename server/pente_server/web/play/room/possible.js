// What a player may do in a room, as far as a page can know; the server decides.

import { isCorrespondence } from "../../client/clock.js";

const BARELY_BEGUN = 2; // turns after which a game can't be aborted

/** Whether answers can be planned ahead. */
function allowsPlans({ created }) {
  return created.time.t === "unlimited" || isCorrespondence(created.time);
}

/** The offers that a seat has not answered yet. */
export function offersTo({ offers, position }, seat) {
  if (seat === null || position.out.includes(seat)) return [];
  return offers.filter((open) => (open.seat !== seat || open.offer === "resume") && !(open.agreed ?? []).includes(seat));
}

/** The kind of the oldest offer that a seat has made and may withdraw; null: there is none. */
export function ownOffer({ offers }, seat) {
  return offers.find((open) => open.seat === seat && open.offer !== "resume")?.offer ?? null;
}

/** Whether a person may take a seat: there is one that is not kept for others. */
export function mayJoin(room, me) {
  if (room.isReadOnly || room.status !== "waiting" || (me && room.seatOf(me.id) !== null)) return false;
  const free = room.seats.filter((player) => player === null).length;
  return free > room.invited.length || isInvited(room, me);
}

/** Whether a person is invited, and has not answered yet. */
export function isInvited(room, me) {
  return Boolean(me) && room.status === "waiting" && room.invited.some(({ id }) => id === me.id);
}

/** What may be claimed because opponents were away too long, at a moment of the server's clock. */
export function claims(room, seat, now) {
  if (room.status !== "playing" || room.pausedAt !== null || seat === null) return [];
  const isMine = (other) => other === seat || (room.rules.teams && other % 2 === seat % 2);
  const late = room.absent.filter((absence) => absence.until <= now).map((absence) => absence.seat);
  if (!late.some((other) => !isMine(other))) return [];
  const others = room.seats.map((_, other) => other).filter((other) => other !== seat && !room.position.out.includes(other));
  return others.every((other) => late.includes(other)) ? ["win", "cancel"] : ["win"];
}

/** The names of what a player on a seat may do besides moves and answers, in the order in which it is shown. */
export function possible(room, seat) {
  if (seat === null) return [];
  return Object.keys(ACTIONS).filter((name) => ACTIONS[name].when(room, seat));
}

const isSecondOfRatedSet = ({ options, created }) => options.rated === true && options.games === 2 && created.number % 2 === 0;
const isPlayed = (room, seat) => room.status === "playing" && !room.position.out.includes(seat);
const mayOffer = (room, kind) => !room.offers.some(({ offer }) => offer === kind);
const isTimed = ({ created }) => created.time.t !== "unlimited";

/** By name: `when` a player on a seat may do it, the `command` that it sends, if it only sends one, and whether it is one of the `first`, which stand beside each other; the rest is under "More". */
export const ACTIONS = {
  resume: { command: { t: "resume" }, first: true, when: (room, seat) => isPlayed(room, seat) && room.pausedAt !== null && mayOffer(room, "resume") },
  takeback: {
    command: { t: "offer", offer: "takeback" },
    first: true,
    when: (room, seat) =>
      isPlayed(room, seat) && room.pausedAt === null && room.options.takebacks !== false && room.turns > seat && mayOffer(room, "takeback"),
  },
  draw: { command: { t: "offer", offer: "draw" }, first: true, when: (room, seat) => isPlayed(room, seat) && mayOffer(room, "draw") },
  abort: { first: true, when: (room, seat) => isPlayed(room, seat) && room.turns < BARELY_BEGUN && !isSecondOfRatedSet(room) },
  resign: { first: true, when: (room, seat) => isPlayed(room, seat) },
  pause: {
    command: { t: "offer", offer: "pause" },
    when: (room, seat) => isPlayed(room, seat) && room.pausedAt === null && isTimed(room) && mayOffer(room, "pause"),
  },
  cancel: {
    command: { t: "offer", offer: "cancel" },
    when: (room, seat) => isPlayed(room, seat) && room.turns >= BARELY_BEGUN && mayOffer(room, "cancel"),
  },
  more: { command: { t: "give_time" }, when: (room, seat) => isPlayed(room, seat) && isTimed(room) && !isCorrespondence(room.created.time) },
  plan: { first: true, when: (room, seat) => isPlayed(room, seat) && allowsPlans(room) && room.toAct !== null && room.toAct !== seat },
  due: { first: true, when: (room, seat) => isCorrespondence(room.created.time) && room.toAct !== seat },
  rematch: {
    command: { t: "offer", offer: "rematch" },
    first: true,
    when: (room) => room.status === "finished" && !room.sequel && mayOffer(room, "rematch"),
  },
  withdraw: { first: true, when: (room, seat) => ownOffer(room, seat) !== null },
  next: { first: true, when: (room) => room.status === "finished" && Boolean(room.sequel) },
};
