// A room as a viewer sees it: what its snapshot says, and what the events since then have changed. It knows no
// rules; what it can't work out from events it loads anew.

import { afterChoice, afterMove, afterRetirement, choicesDue, parsePosition } from "./position.js";

const CHAT_KEPT = 50;
const SETUP = "setup"; // stands before the turns of a game that began from a position, and is none

/** Mutable. Read its fields; only the client changes them. */
export class Room {
  constructor(id, synced) {
    this.id = id;
    this.presence = null;
    this.load(synced);
  }

  /** Take over the snapshot of a `synced`, whatever was known before. */
  load({ snapshot, mark, position, last_move: lastMove = null }) {
    const { created } = snapshot;
    this.version = snapshot.version;
    this.mark = mark;
    this.status = snapshot.status;
    this.created = created;
    this.rules = created.ruleset;
    this.options = created.options ?? {};
    this.seats = snapshot.seats.slice();
    this.invited = snapshot.invited ?? [];
    this.outcome = this.status === "finished" ? (snapshot.outcome ?? null) : null;
    this.offers = snapshot.offers ?? [];
    this.absent = snapshot.absent ?? [];
    this.readySeats = snapshot.ready_seats ?? [];
    this.ratingChanges = snapshot.rating_changes ?? [];
    this.sequel = snapshot.sequel ?? "";
    this.pausedAt = snapshot.paused_at ?? null;
    this.chat = snapshot.chat ?? [];
    this.turns = snapshot.turns.filter((turn) => turn !== SETUP).length;
    this.position = parsePosition(position);
    this.lastMove = lastMove; // a point
    this.earlier = []; // for takebacks: what was before each turn since the snapshot
    this.clocks = clocksOf(snapshot);
    this.isIncomplete = false; // whether an event came that this release can't apply
  }

  /** The version and the mark that say up to where this room is known. */
  get checkpoint() {
    return { version: this.version, mark: this.mark };
  }

  /** The seat that has to act now, or null. */
  get toAct() {
    return this.status === "playing" && this.pausedAt === null ? this.position.toAct : null;
  }

  /** What the seat to act may answer if no stone is due; otherwise empty. */
  get choices() {
    return this.toAct === null ? [] : choicesDue(this.position, this.rules);
  }

  /** The seat of a player by id, or null. */
  seatOf(playerId) {
    const seat = this.seats.findIndex((player) => player?.id === playerId);
    return seat < 0 ? null : seat;
  }

  /** Apply the next event. An unknown one counts as a version, and makes the room incomplete. */
  apply(version, mark, event) {
    this.version = version;
    this.mark = mark;
    const change = Object.hasOwn(CHANGES, event.t) ? CHANGES[event.t] : null;
    if (change) change(this, event);
    else this.isIncomplete = true;
  }
}

function clocksOf({ remaining = [], running = null, clocks_at: at = 0, free = 0 }) {
  return { remaining, running, at, free };
}

/** What each event changes. */
const CHANGES = {
  created() {},
  joined(room, { seat, player }) {
    room.seats[seat] = player;
    room.invited = room.invited.filter(({ id }) => id !== player.id);
    room.readySeats = [];
  },
  left(room, { seat }) {
    room.seats[seat] = null;
    room.readySeats = [];
  },
  declined(room, { player }) {
    room.invited = room.invited.filter(({ id }) => id !== player.id);
  },
  readied(room, { seat, at }) {
    room.readySeats = [...room.readySeats, seat];
    const isIn = (other) => !room.position.out.includes(other);
    if (room.status === "playing" && room.seats.every((_, other) => !isIn(other) || room.readySeats.includes(other))) {
      room.clocks = { ...room.clocks, at: Math.min(room.clocks.at, at) }; // all are there: they run from now on
      room.readySeats = [];
    }
  },
  started(room, event) {
    room.status = "playing";
    room.readySeats = [];
    setClocks(room, { ...event, at: event.clocks_from ?? event.at });
  },
  moved(room, event) {
    takeTurn(room, event, afterMove);
    room.lastMove = event.point;
  },
  chosen(room, event) {
    takeTurn(room, event, afterChoice);
    if (event.choice === "swap") exchangeSeats(room);
  },
  retired(room, event) {
    takeTurn(room, event, afterRetirement);
    room.offers = [];
  },
  taken_back(room, event) {
    const before = room.earlier[event.turn_count - room.turns + room.earlier.length];
    if (!before) {
      room.isIncomplete = true;
      return;
    }
    room.earlier.length -= room.turns - event.turn_count;
    room.turns = event.turn_count;
    Object.assign(room, before, { offers: [] });
    setClocks(room, event);
  },
  offered(room, { seat, offer }) {
    room.offers = [...room.offers.filter((open) => open.offer !== offer), { offer, seat }];
  },
  accepted(room, { seat, offer }) {
    room.offers = room.offers.map((open) =>
      open.offer === offer ? { ...open, agreed: [...(open.agreed ?? []), seat] } : open,
    );
  },
  rejected(room, { offer }) {
    room.offers = room.offers.filter((open) => open.offer !== offer);
  },
  time_given: setClocks,
  paused(room, event) {
    room.pausedAt = event.at;
    room.offers = room.offers.filter(({ offer }) => offer !== "pause");
    setClocks(room, event);
  },
  resumed(room, event) {
    room.pausedAt = null;
    setClocks(room, event);
  },
  outage_credited: setClocks,
  gone(room, { seat, until }) {
    room.absent = [...room.absent, { seat, until }];
  },
  returned(room, { seat }) {
    room.absent = room.absent.filter((absence) => absence.seat !== seat);
  },
  said(room, event) {
    room.chat = [...room.chat, event].slice(-CHAT_KEPT);
  },
  finished(room, { termination, winners = [], lines = [], ...event }) {
    Object.assign(room, { status: "finished", outcome: { termination, winners, lines } });
    Object.assign(room, { offers: [], absent: [], pausedAt: null, readySeats: [] });
    setClocks(room, event);
  },
  continued(room, event) {
    room.sequel = event.room;
    room.offers = [];
  },
  ratings_changed(room, { changes }) {
    room.ratingChanges = changes;
  },
  closed(room) {
    room.status = "closed";
  },
  watch_policy_changed(room, { watch }) {
    room.options = { ...room.options, watch };
  },
  muted() {},
  unmuted() {},
  kicked() {},
  banned(room, { player }) {
    room.invited = room.invited.filter(({ id }) => id !== player);
  },
  unbanned() {},
  conditions_set() {},
  hidden() {},
};

function takeTurn(room, event, after) {
  const { position, lastMove, seats } = room;
  room.earlier.push({ position, lastMove, seats });
  room.turns += 1;
  room.position = after(position, event, room.rules);
  room.offers = room.offers.filter((open) => outlasts(open, event.seat));
  room.absent = room.absent.filter(({ seat }) => seat !== event.seat);
  setClocks(room, event);
}

/** Whether an offer is still open after a turn of a seat: of a player who has agreed to it, and no takeback. */
function outlasts({ offer, seat, agreed = [] }, mover) {
  return offer !== "takeback" && (seat === mover || agreed.includes(mover));
}

function exchangeSeats(room) {
  const other = (seat) => 1 - seat;
  room.seats = room.seats.toReversed?.() ?? room.seats.slice().reverse();
  room.offers = room.offers.map((open) => ({
    ...open,
    seat: other(open.seat),
    agreed: (open.agreed ?? []).map(other),
  }));
  room.absent = room.absent.map((absence) => ({ ...absence, seat: other(absence.seat) }));
}

/** The clocks after an event. An event without clocks leaves those that there are. */
function setClocks(room, event) {
  if (!event.remaining?.length) return;
  const isNewTurn = ["moved", "started", "taken_back"].includes(event.t);
  const free = isNewTurn ? (room.created.time.delay ?? 0) : 0;
  room.clocks = { remaining: event.remaining, running: room.toAct, at: event.at, free };
}
