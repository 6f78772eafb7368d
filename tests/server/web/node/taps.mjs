// A player's taps, what may be done in a room, and what a form for a new game sends. Without a page.

import assert from "node:assert/strict";
import { pointOf } from "../../../../server/pente_server/web/client/index.js";
import { claims, mayJoin, offersTo, possible } from "../../../../server/pente_server/web/play/room/possible.js";
import { Plans } from "../../../../server/pente_server/web/play/room/plans.js";
import { Taps } from "../../../../server/pente_server/web/play/room/taps.js";
import { BadOption, SECTIONS, gameOf } from "../../../../server/pente_server/web/play/start/game_options.js";
import { candidates } from "../../../../server/pente_server/web/play/start/matchmaking.js";
import { dueRooms, titled } from "../../../../server/pente_server/web/play/turns/due.js";
import { play, startOf } from "../../../../server/pente_server/web/rules/index.js";

const at = (name, size = 19) => pointOf(name, size);
const USUAL = { confirms: false, hasPremoves: true };

/** A room of a game after some moves, as client/room.js has it. */
function roomAfter(names, { rules = { variant: "pente" }, status = "playing", ...changes } = {}) {
  let position = startOf({ ruleset: rules });
  for (const name of names) position = play(position, at(name, position.size), rules).position;
  const room = { status, rules, position, turns: names.length, pausedAt: null, offers: [], absent: [], options: {}, invited: [], sequel: "", plans: [] };
  const players = [{ id: "a", name: "anna" }, { id: "b", name: "boris" }];
  const seatOf = (id) => (room.seats.some((player) => player?.id === id) ? room.seats.findIndex((player) => player?.id === id) : null);
  Object.assign(room, { seats: players, created: { time: { t: "fischer", initial: 600_000 } }, seatOf }, changes);
  Object.defineProperty(room, "toAct", { get: () => (room.status === "playing" && room.pausedAt === null ? room.position.toAct : null) });
  return room;
}

function tapper() {
  const heard = { played: [], said: [] };
  const taps = new Taps({ play: (point) => heard.played.push(point), say: (key) => heard.said.push(key) });
  return { taps, ...heard };
}

function planner() {
  const moves = [];
  return { moves, plans: new Plans({ send: (lines) => moves.push(lines), say() {} }) };
}

const scenes = {
  "a tap in one's turn plays, and nothing more until the room has moved on"() {
    const { taps, played, said } = tapper();
    assert.equal(taps.tapped(at("K10"), roomAfter([]), 0, USUAL), true);
    taps.tapped(at("K11"), roomAfter([]), 0, USUAL);
    assert.deepEqual([played, said], [[at("K10")], ["play.on-its-way"]]);
    taps.update(roomAfter(["K10"]), 0);
    assert.equal(taps.sent, null);
  },

  "with confirmation the same point has to be tapped twice, another one replaces it"() {
    const { taps, played } = tapper();
    const room = roomAfter(["K10"]);
    for (const name of ["L11", "L12", "L12"]) taps.tapped(at(name), room, 1, { ...USUAL, confirms: true });
    assert.deepEqual(played, [at("L12")]);
    taps.rejected();
    taps.tapped(at("M12"), room, 1, { ...USUAL, confirms: true });
    taps.confirm();
    assert.deepEqual(played, [at("L12"), at("M12")]);
  },

  "what the rules close is said, and not sent"() {
    const { taps, played, said } = tapper();
    taps.tapped(at("A1"), roomAfter([]), 0, USUAL);
    taps.tapped(at("K10"), roomAfter(["K10"]), 1, USUAL);
    taps.tapped(at("K11"), roomAfter(["K10", "A1"]), 0, USUAL);
    taps.tapped(at("K11"), roomAfter(["K10"], { pausedAt: 5 }), 1, USUAL);
    taps.tapped(at("K11"), roomAfter(["K10"]), 0, { ...USUAL, hasPremoves: false });
    assert.deepEqual(played, []);
    assert.deepEqual(said, ["play.point-not-centre", "play.point-occupied", "play.point-restricted", "play.is-paused", "play.not-your-turn"]);
  },

  "taps of viewers, and in games that are over, are not for moves"() {
    const { taps } = tapper();
    assert.equal(taps.tapped(at("K10"), roomAfter([]), null, USUAL), false);
    assert.equal(taps.tapped(at("K10"), roomAfter([], { status: "finished" }), 0, USUAL), false);
  },

  "a premove is played once in the player's turn"() {
    const { taps, played } = tapper();
    taps.tapped(at("N10"), roomAfter(["K10", "L11"]), 1, USUAL);
    taps.update(roomAfter(["K10", "L11"]), 1);
    assert.deepEqual(played, []);
    taps.update(roomAfter(["K10", "L11", "K7"]), 1);
    taps.update(roomAfter(["K10", "L11", "K7"]), 1);
    assert.deepEqual([played, taps.premoves], [[at("N10")], []]);
  },

  "a premove whose point was taken is not played"() {
    const { taps, played, said } = tapper();
    taps.tapped(at("N10"), roomAfter(["K10"]), 0, USUAL);
    taps.update(roomAfter(["K10", "N10"]), 0);
    assert.deepEqual([played, said, taps.premoves], [[], ["play.premove-impossible"], []]);
  },

  "a premove ends with a second tap, a takeback, and the game"() {
    const { taps } = tapper();
    const room = roomAfter(["K10"]);
    taps.tapped(at("N10"), room, 0, USUAL);
    taps.tapped(at("N10"), room, 0, USUAL);
    assert.deepEqual(taps.premoves, []);
    taps.tapped(at("N10"), room, 0, USUAL);
    taps.tapped(at("N11"), room, 0, USUAL);
    assert.deepEqual(taps.premoves, [at("N11")]);
    taps.update(roomAfter([]), 0);
    assert.deepEqual(taps.premoves, []);
  },

  "where a turn has two stones, two premoves wait"() {
    const { taps, played } = tapper();
    const rules = { variant: "connect6", line: 6, stones_per_turn: 2, captures: [], goal: 0, second_move: "free" };
    const room = roomAfter(["K10"], { rules });
    for (const name of ["A1", "A2"]) taps.tapped(at(name), room, 0, USUAL);
    assert.deepEqual(taps.premoves, [at("A1"), at("A2")]);
    taps.update(roomAfter(["K10", "L10", "L11"], { rules }), 0);
    taps.update(roomAfter(["K10", "L10", "L11", "A1"], { rules }), 0);
    assert.deepEqual(played, [at("A1"), at("A2")]);
  },

  "players get what the moment allows"() {
    assert.deepEqual(possible(roomAfter([]), 0), ["draw", "abort", "resign", "pause", "more"]);
    assert.deepEqual(possible(roomAfter(["K10", "L11"]), 0), ["takeback", "draw", "resign", "pause", "cancel", "more"]);
    assert.deepEqual(possible(roomAfter(["K10"], { pausedAt: 5 }), 0), ["resume", "draw", "abort", "resign", "more"]);
    assert.deepEqual(possible(roomAfter([], { status: "finished" }), 0), ["rematch"]);
    assert.deepEqual(possible(roomAfter([], { status: "finished", sequel: "x" }), 0), ["next"]);
    assert.deepEqual(possible(roomAfter([]), null), []);
    const days = { created: { time: { t: "per_move", each: 3 * 86_400_000 } } };
    assert.deepEqual(possible(roomAfter(["K10", "L11"], days), 0), ["takeback", "draw", "resign", "pause", "cancel"]);
    assert.deepEqual(possible(roomAfter(["K10", "L11"], days), 1), ["takeback", "draw", "resign", "pause", "cancel", "plan", "due"]);
  },

  "lines of a plan begin with the opponent's move and end with an answer"() {
    const { plans, moves } = planner();
    const room = roomAfter(["K10"]);
    plans.tapped(at("L11"), room, 0);
    assert.equal(plans.isWhole(room, 0), false);
    plans.tapped(at("L11"), room, 0);
    plans.tapped(at("N10"), room, 0);
    assert.deepEqual([plans.line, plans.isWhole(room, 0)], [[at("L11"), at("N10")], true]);
    assert.equal(plans.positionAfter(room).ply, 3);
    plans.save(room);
    assert.deepEqual(moves, [[[at("L11"), at("N10")]]]);
    plans.remove({ ...room, plans: [[1, 2], [3, 4]] }, 0);
    assert.deepEqual(moves[1], [[3, 4]]);
  },

  "games in which it is one's turn are counted in the title"() {
    const rooms = [roomAfter([]), roomAfter(["K10"]), roomAfter(["K10", "L11"], { pausedAt: 5 })];
    assert.equal(dueRooms(rooms, { id: "a" }).length, 1);
    assert.equal(dueRooms(rooms, null).length, 0);
    assert.equal(titled("anna – boris · Pente", 2, "Your turn"), "(2) Your turn · anna – boris · Pente");
    assert.equal(titled("(2) Your turn · anna – boris · Pente", 0, "Your turn"), "anna – boris · Pente");
  },

  "offers, claims and seats are for whom they concern"() {
    const offers = [{ offer: "draw", seat: 0 }];
    assert.deepEqual([offersTo(roomAfter([], { offers }), 1), offersTo(roomAfter([], { offers }), 0), offersTo(roomAfter([], { offers }), null)], [offers, [], []]);
    const absent = [{ seat: 1, until: 50 }];
    assert.deepEqual([claims(roomAfter([], { absent }), 0, 49), claims(roomAfter([], { absent }), 0, 50), claims(roomAfter([], { absent }), 1, 50)], [[], ["win", "cancel"], []]);
    const open = roomAfter([], { status: "waiting", seats: [{ id: "a" }, null] });
    assert.deepEqual([mayJoin(open, { id: "b" }), mayJoin(open, null), mayJoin(open, { id: "a" })], [true, true, false]);
    const kept = { ...open, invited: [{ id: "c" }] };
    assert.deepEqual([mayJoin(kept, { id: "b" }), mayJoin(kept, { id: "c" })], [false, true]);
  },

  "a form sends what differs from the usual game"() {
    assert.deepEqual(gameOf({ ruleset: "pente", time: "10+5" }), { ruleset: "pente", time: "10+5", options: {} });
    const values = { ruleset: "gomoku", time: "other", other_time: "7+2", size: "15", exact_line: "no", captures: "none", private: true, ratings: "1200-1800", viewer_delay: "30s", against: "boris", seat: "1" };
    assert.deepEqual(gameOf(values), {
      ...{ ruleset: { base: "gomoku", size: 15, captures: [], exact_line: false }, time: "7+2", seat: 1, invite: ["boris"] },
      options: { private: true, ratings: { low: 1200, high: 1800 }, viewer_delay: { seconds: 30 } },
    });
  },

  "every word on offer can be sent, and what has no reader is no option of a room or of rules"() {
    const rows = SECTIONS.flatMap((section) => section.rows);
    for (const { name, words = [] } of rows) for (const [word] of words) assert.ok(gameOf({ sides: "4", [name]: word }), name);
    const sample = { ratings: "1200-1800", viewer_delay: "3" };
    const own = rows.filter(({ kind, place }) => kind === "own" && place !== "request");
    assert.deepEqual(Object.keys(gameOf(Object.fromEntries(own.map(({ name }) => [name, sample[name]]))).options).sort(), own.map(({ name }) => name).sort());
  },

  "handicaps and positions are worked out for the player's seat"() {
    const first = () => 0;
    assert.deepEqual(gameOf({ time_odds: "3+0, 5+3" }, { chance: first }), { ruleset: "pente", time: "3+0,5+3", options: {}, seat: 0 });
    assert.deepEqual(gameOf({ needs: "10,6", seat: "1" }).ruleset, { base: "pente", goals: [6, 10] });
    assert.deepEqual(gameOf({ give: "K10" }), { ruleset: "pente", time: "10+5", options: {}, seat: 1, keeps_seats: true, setup: { stones: [[at("K10")], []], colour: 1, stones_left: 1 } });
    assert.deepEqual(gameOf({ position: "K10 L11" }).setup, { stones: [[at("K10")], [at("L11")]], taken: [0, 0], colour: 0, stones_left: 1 });
  },

  "what makes no sense is blamed on its field"() {
    const bad = { size: "x", seat: "3", viewer_delay: "soon", ratings: "high", time_odds: "3+0", give: "Z99", position: "K10 K10", time: "" };
    for (const [field, value] of Object.entries(bad)) {
      const given = field === "time" ? { time: "other", other_time: value } : { [field]: value };
      assert.throws(() => gameOf(given), (error) => error instanceof BadOption && error.field === field, field);
    }
  },

  "open rooms are tried that commit a player to nothing, the longest waiting first"() {
    const me = { id: "a", name: "guest-1" };
    const row = (id, room = {}) => ({
      room: { id, status: "waiting", seats: [{ id: "h" }, null], host: { id: "h" }, ruleset: { variant: "pente" }, time: { t: "fischer", initial: 600_000 }, created_at: 9, ...room },
    });
    const open = [
      row("late"),
      row("early", { created_at: 1 }),
      row("rated", { options: { rated: true } }),
      row("named", { options: { named_only: true } }),
      row("slow", { time: { t: "per_move", each: 86_400_000 } }),
      row("blocked", { host: { id: "x" } }),
      row("other", { ruleset: { variant: "gomoku" } }),
      row("mine", { seats: [{ id: "a" }, null] }),
    ];
    const invited = row("invited", { invited: [{ id: "a" }] });
    assert.deepEqual(candidates([invited], open, ["x"], me, { time: "10+5" }), ["invited", "early", "late"]);
  },
};

for (const [name, scene] of Object.entries(scenes)) {
  try {
    scene();
  } catch (error) {
    throw new Error(name, { cause: error });
  }
}
console.log(JSON.stringify(Object.keys(scenes)));
