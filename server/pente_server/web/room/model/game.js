// The game of a room as it is looked at: what there is after each of its turns, how long each took, and the variations.

import { formatPosition, Room } from "../../client/index.js";
import { firstFrame, framesAfter, turnsOf } from "../../rules/index.js";
import { Tree } from "./tree.js";

/** Mutable: it follows its room. */
export class Game {
  #loads = 0;
  #began = null; // when the turn that goes on began, as far as it is known
  #stood = 0; // for how long it has stood still

  constructor(room) {
    this.room = room;
    this.load();
  }

  /** How many turns were taken: the number of the node at the end of the game as it was played. */
  get last() {
    return this.frames.length - 1;
  }

  /** Take over the room as it is now, whatever was known before. */
  load() {
    const { created, turnList } = this.room;
    this.#loads = this.room.loads;
    this.frames = turnsOf({ created, turns: turnList }, formatPosition(this.room.position));
    this.spent = []; // by turn: milliseconds, undefined where nobody has seen them
    this.#began = null;
    this.tree = new Tree(this);
  }

  /** Follow an event of the room; null: a snapshot or what is in no log. */
  update(room, event) {
    const isAnew = room !== this.room || room.loads !== this.#loads;
    this.room = room;
    if (isAnew) {
      this.load();
      return;
    }
    if (event) this.#follow(event);
    this.tree = new Tree(this);
  }

  /** Take over how long turns took from the same game as its log tells it. */
  learn(past) {
    past.spent.forEach((span, turn) => {
      if (past.frames[turn].turn === this.frames[turn]?.turn) this.spent[turn] ??= span;
    });
    if (past.last === this.last && this.#began === null) [this.#began, this.#stood] = [past.#began, past.#stood];
  }

  #follow(event) {
    const before = this.frames.length;
    this.frames = framesAfter(this.frames, event, this.room.rules);
    this.spent.length = Math.min(this.spent.length, this.frames.length);
    if (event.t === "started") this.#begin(event.clocks_from ?? event.at);
    if (event.t === "paused") this.#stood -= event.at;
    if (event.t === "resumed") this.#stood += event.at;
    if (event.t === "taken_back") this.#begin(event.at);
    if (this.frames.length > before) this.#end(event);
  }

  #end({ at, lag = 0 }) {
    if (this.#began !== null) this.spent[this.last] = Math.max(0, at - this.#began - this.#stood - lag);
    this.#begin(at);
  }

  #begin(at) {
    this.#began = at;
    this.#stood = 0;
  }
}

/** The room and the game that the events of a whole log lead to, for a game from the archive. */
export function gameOf(id, events) {
  const [created, ...rest] = events;
  const { position } = firstFrame(created);
  const snapshot = { version: 1, created, status: "waiting", seats: position.taken.map(() => null), turns: [] };
  const room = new Room(id, { snapshot, mark: "", position: formatPosition(position) });
  const game = new Game(room);
  rest.forEach((event, index) => {
    room.apply(index + 2, "", event);
    game.update(room, event);
  });
  return game;
}
