// A room as a viewer sees it: what its snapshot says, and what the events since then have changed. It knows no
// rules; what it can't work out from events it loads anew.

import { added, NO_ANALYSIS, without } from "./analysis.js";
import { firstMovesAfter } from "./first_moves.js";
import { nameOf } from "./points.js";
import { afterChoice, afterMove, afterRetirement, choicesDue, keyOf, parsePosition } from "./position.js";

const CHAT_KEPT = 50;
const NOTICE = 24 * 3_600_000; // milliseconds from an offer to resume to the end of the pause
const SETUP = "setup"; // stands before the turns of a game that began from a position, and is none

const STATUSES = ["waiting", "playing", "finished", "closed"];
const TIMES = ["unlimited", "fischer", "delay", "byo_yomi", "per_move", "odds"];
const CHOSEN_RULES = {
  opening: ["centre", "free"],
  second_move: ["free", "tournament", "g-pente"],
  swap: ["none", "d-pente", "swap2"],
  first: ["white", "black"],
};
const RULES = [...Object.keys(CHOSEN_RULES), ..."variant size line exact_line captures goal goals poof unbreakable stones_per_turn sides teams announce dead_draw".split(" ")];

/** Whether this release knows the rules, the clocks and the stage of a game; of another one it can show the board only. */
function isKnown({ status, created: { ruleset, time } }) {
  const areKnown = Object.entries(ruleset).every(([key, value]) => RULES.includes(key) && (CHOSEN_RULES[key]?.includes(value) ?? true));
  return areKnown && TIMES.includes(time.t) && STATUSES.includes(status);
}

/** Mutable. Read its fields; only the client changes them. */
export class Room {
  constructor(id, synced) {
    this.id = id;
    this.presence = null;
    this.looks = []; // where people look in a game that is over
    this.loads = 0; // how often it was loaded: what came before may not have happened
    this.load(synced);
  }

  /** Take over the snapshot of a `synced`, whatever was known before. */
  load({ snapshot, mark, position, last_move: lastMove = null }) {
    const { created } = snapshot;
    this.loads += 1;
    this.version = snapshot.version;
    this.latest = this.version; // the latest version of which this was told
    this.mark = mark;
    this.status = snapshot.status;
    this.isReadOnly = !isKnown(snapshot); // nobody has a seat then, and each event makes it incomplete
    this.created = created;
    this.rules = created.ruleset;
    this.options = { ...created.options, ...(snapshot.watch ? { watch: snapshot.watch } : {}) };
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
    this.muted = snapshot.muted ?? []; // ids of people
    this.analysis = { ...NO_ANALYSIS, ...snapshot.analysis };
    this.clocksFrom = snapshot.clocks_from ?? null;
    this.firstMoves = snapshot.first_moves ?? null;
    this.turnList = snapshot.turns.filter((turn) => turn !== SETUP); // such as "K10", "swap" and "time:2"
    this.position = parsePosition(position);
    this.lastMove = lastMove; // a point
    this.earlier = []; // for takebacks: what was before each turn since the snapshot
    this.clocks = clocksOf(snapshot);
    this.plans = snapshot.conditions?.[0]?.lines ?? []; // the viewer's conditional moves; those of others nobody sees
    this.isIncomplete = false; // whether an event came that this release can't apply, or a board that is not its own
  }

  /** The version and the mark that say up to where this room is known. */
  get checkpoint() {
    return { version: this.version, mark: this.mark };
  }

  /** How many turns were taken. */
  get turns() {
    return this.turnList.length;
  }

  /** The seat that has to act now, or null. */
  get toAct() {
    return this.status === "playing" && this.pausedAt === null && !this.isReadOnly ? this.position.toAct : null;
  }

  /** What the seat to act may answer if no stone is due; otherwise empty. */
  get choices() {
    return this.toAct === null ? [] : choicesDue(this.position, this.rules);
  }

  /** The seat of a player by id, or null. */
  seatOf(playerId) {
    const seat = this.seats.findIndex((player) => player?.id === playerId);
    return seat < 0 || this.isReadOnly ? null : seat;
  }

  /** Apply the next event. An unknown one counts as a version, and makes the room incomplete. */
  apply(version, mark, event) {
    this.version = version;
    this.mark = mark;
    const change = !this.isReadOnly && Object.hasOwn(CHANGES, event.t) ? CHANGES[event.t] : null;
    if (change) change(this, event);
    else this.isIncomplete = true;
  }
}

function clocksOf({ remaining = [], running = null, clocks_at: at = 0, free = 0, vacations: rests = [] }) {
  return { remaining, running, at, free, rests };
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
      beginClocks(room, at); // all are there
      room.readySeats = [];
      room.firstMoves = firstMovesAfter(room, {});
    }
  },
  started(room, event) {
    room.status = "playing";
    room.readySeats = [];
    room.clocksFrom = event.clocks_from ?? null;
    setClocks(room, { ...event, at: event.clocks_from ?? event.at });
    room.firstMoves = firstMovesAfter({ ...room, firstMoves: {} }, {});
  },
  moved(room, event) {
    takeTurn(room, event, afterMove, nameOf(event.point, room.position.size));
    room.lastMove = event.point;
    if (keyOf(room.position) !== event.key) room.isIncomplete = true; // its board is not the server's
  },
  chosen(room, event) {
    takeTurn(room, event, afterChoice, event.choice);
    if (event.choice === "swap") exchangeSeats(room);
  },
  retired(room, event) {
    const notices = withoutWord(room.offers.filter(({ offer }) => offer === "resume"), event.seat);
    takeTurn(room, event, afterRetirement, `${event.reason}:${event.seat}`);
    room.offers = notices; // it can neither make nor answer an offer, but a notice stands
  },
  taken_back(room, event) {
    const before = room.earlier[event.turn_count - room.turns + room.earlier.length];
    if (!before) {
      room.isIncomplete = true;
      return;
    }
    room.earlier.length -= room.turns - event.turn_count;
    room.turnList = room.turnList.slice(0, event.turn_count);
    Object.assign(room, before, { offers: [], plans: [] });
    setClocks(room, event);
    room.firstMoves = firstMovesAfter(room, {});
  },
  offered(room, { seat, offer, until = null }) {
    const made = until === null ? { offer, seat } : { offer, seat, agreed: [seat], until };
    room.offers = [...room.offers.filter((open) => open.offer !== offer), made];
  },
  accepted(room, { seat, offer }) {
    room.offers = room.offers.map((open) =>
      open.offer === offer ? { ...open, agreed: [...(open.agreed ?? []), seat] } : open,
    );
  },
  rejected(room, { offer, seat }) {
    room.isWithdrawn = room.offers.some((open) => open.offer === offer && open.seat === seat); // by who made it
    room.offers = room.offers.filter((open) => open.offer !== offer);
  },
  time_given: setClocks,
  paused(room, event) {
    room.pausedAt = event.at;
    room.offers = room.offers.filter(({ offer }) => offer !== "pause");
    setClocks(room, event);
  },
  resumed(room, event) {
    putOff(room, event.at - room.pausedAt);
    room.pausedAt = null;
    room.offers = room.offers.filter(({ offer }) => offer !== "resume");
    setClocks(room, event);
  },
  outage_credited(room, event) {
    const { running, rests, at } = room.clocks;
    if (running !== null) putOff(room, event.end - Math.max(event.start, at, rests[running] ?? 0));
    setClocks(room, { ...event, at: Math.max(event.at, event.end) });
    const anew = (until) => (until > event.start ? Math.max(until, event.end + NOTICE) : until);
    room.offers = room.offers.map((open) => (open.until ? { ...open, until: anew(open.until) } : open));
  },
  vacation_started: setVacation,
  vacation_ended: setVacation,
  gone(room, { seat, until }) {
    room.absent = [...room.absent, { seat, until }];
    room.offers = withoutWord(room.offers, seat);
  },
  returned(room, { seat }) {
    room.absent = room.absent.filter((absence) => absence.seat !== seat);
  },
  said(room, event) {
    room.chat = [...room.chat, event].slice(-CHAT_KEPT);
  },
  finished(room, { termination, winners = [], lines = [], no_show = [], ...event }) {
    Object.assign(room, { status: "finished", outcome: { termination, winners, lines, no_show } });
    Object.assign(room, { offers: [], absent: [], pausedAt: null, readySeats: [], clocksFrom: null, firstMoves: null });
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
  muted(room, { player }) {
    room.muted = [...room.muted, player];
  },
  unmuted(room, { player }) {
    room.muted = room.muted.filter((id) => id !== player);
  },
  variation_added: annotate,
  comment_added: annotate,
  points_marked: annotate,
  annotation_removed(room, { number }) {
    room.analysis = without(room.analysis, number);
  },
  kicked() {},
  banned(room, { player }) {
    room.invited = room.invited.filter(({ id }) => id !== player);
  },
  unbanned() {},
  conditions_set(room, { lines = [] }) {
    room.plans = lines;
  },
  hidden() {},
};

function takeTurn(room, event, after, name) {
  const { position, lastMove, seats } = room;
  if (event.t === "moved" && position.stones[event.point] === undefined) throw new RangeError("There is no such point.");
  room.earlier.push({ position, lastMove, seats });
  room.turnList = [...room.turnList, name];
  room.position = after(position, event, room.rules);
  room.offers = room.offers.filter((open) => outlasts(open, event.seat));
  room.absent = room.absent.filter(({ seat }) => seat !== event.seat);
  if (room.clocksFrom !== null) beginClocks(room, event.at);
  setClocks(room, event);
  room.firstMoves = firstMovesAfter(room, { ...event, before: position });
  const going = event.t === "moved" ? room.plans.filter(([next]) => next === event.point) : [];
  room.plans = going.map(([, ...rest]) => rest).filter((line) => line.length);
}

function annotate(room, event) {
  room.analysis = added(room.analysis, event, room.version, room.turns);
}

/** The time for a first move ends later, as a span does not count. */
function putOff(room, span) {
  if (room.firstMoves?.until && span > 0) room.firstMoves = { ...room.firstMoves, until: room.firstMoves.until + span };
}

/** From a moment on the own clock of a seat runs again: at the end of a vacation, or of one that ends now. */
function setVacation(room, event) {
  setClocks(room, event);
  const { seat, until = event.at } = event;
  const rests = room.seats.map((_, other) => (other === seat ? until : (room.clocks.rests[other] ?? 0)));
  room.clocks = { ...room.clocks, rests };
  const { remaining, at, free } = room.clocks; // the time for a first move is that of the turn
  if (!room.firstMoves?.until || seat !== room.toAct || !remaining.length) return;
  room.firstMoves = { ...room.firstMoves, until: Math.max(at, until) + free + remaining[seat] };
}

/** Whether an offer is still open after a turn of a seat: of a player who has agreed to it, and no takeback. */
function outlasts({ offer, seat, agreed = [] }, mover) {
  return offer !== "takeback" && (seat === mover || agreed.includes(mover));
}

/** The offers once a player is not there: the word to resume a game does not count any more. */
function withoutWord(offers, seat) {
  return offers.map((open) => (open.offer === "resume" ? { ...open, agreed: open.agreed.filter((other) => other !== seat) } : open));
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
  room.clocks = { ...room.clocks, rests: room.clocks.rests.slice().reverse() };
}

/** The clocks that wait for the players run from a moment on; after an outage from its end. */
function beginClocks(room, at) {
  if (room.clocks.at === room.clocksFrom) room.clocks = { ...room.clocks, at: Math.min(room.clocks.at, at) };
  room.clocksFrom = null;
}

/** The clocks after an event; none of them runs before an outage that was credited has ended. An event without clocks leaves those that there are. */
function setClocks(room, event) {
  if (!event.remaining?.length) return;
  const passes = event.t === "retired" && room.toAct !== room.clocks.running; // the next seat gets its own delay
  const isNewTurn = passes || ["moved", "started", "taken_back"].includes(event.t);
  const free = isNewTurn ? (room.created.time.delay ?? 0) : 0;
  const at = event.t === "started" ? event.at : Math.max(event.at, room.clocks.at);
  room.clocks = { ...room.clocks, remaining: event.remaining, running: room.toAct, at, free };
}
