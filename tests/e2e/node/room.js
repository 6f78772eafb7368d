// A room that follows the server's.

import assert from "node:assert/strict";
import { Board, pointOf } from "./board.js";

const PENTE = { size: 19, captures: [2] };

/** Mutable: what the events of a room add up to. Throws when they don't. */
export class Room {
  constructor({ snapshot, mark, position, captures, last_move: lastMove }) {
    const { variant = "pente", ...parameters } = snapshot.created.ruleset;
    if (variant !== "pente") throw new Error(`this client does not play ${variant}`);
    this.parameters = { ...PENTE, ...parameters };
    this.version = snapshot.version;
    this.mark = mark;
    this.status = snapshot.status;
    this.seats = snapshot.seats;
    this.remaining = snapshot.remaining ?? [];
    this.events = [];
    this.created = snapshot.created;
    this.#replay(snapshot.turns.map((turn) => pointOf(turn, this.parameters.size)));
    check(this.turns.at(-1), lastMove, "the last move");
    check(this.board.taken, captures, "the captured stones");
    check(this.turns.length, Number(position.split(" ")[5]), "the number of stones");
  }

  /** What is known of the room, for the server. */
  get checkpoint() {
    return { version: this.version, mark: this.mark };
  }

  take({ version, mark, event }) {
    if (version <= this.version) return;
    if (version !== this.version + 1) throw new Error(`version ${version} after ${this.version}`);
    this.version = version;
    this.mark = mark;
    this.events.push(event);
    this.remaining = event.remaining ?? this.remaining;
    switch (event.t) {
      case "joined":
        this.seats[event.seat] = event.player;
        break;
      case "started":
        this.status = "playing";
        break;
      case "moved":
        this.turns.push(event.point);
        check(this.board.place(event.point), event.captured ?? [], "what is captured");
        check(this.board.key, event.key, "the key of the position");
        break;
      case "taken_back":
        this.#replay(this.turns.slice(0, event.turn_count));
        check(this.board.toAct, event.seat, "whose turn it is again");
        break;
      case "continued":
        this.next = event.room;
        break;
      case "finished":
        this.status = "finished";
        this.outcome = event;
        break;
      default: // what leaves the board and the seats as they are
    }
  }

  /** The seat of a player, -1 if there is none. */
  seatOf(player) {
    return this.seats.findIndex((taker) => taker?.id === player.id);
  }

  /** The seat that is to act, -1 while nobody is. */
  get toAct() {
    return this.status === "playing" ? this.board.toAct : -1;
  }

  #replay(turns) {
    this.board = new Board(this.parameters);
    this.turns = turns;
    for (const point of turns) this.board.place(point);
  }
}

function check(mine, told, what) {
  assert.deepEqual(mine, told, `${what} is not what the server says`);
}
