// What goes on at the server, as it changes. A connection has one list of rooms, one of players, and one channel of TV:
// the part of the page that asked last has it.

const latest = new Map();

/**
 * Mutable, and tells its listeners by a `change` event. It asks again after a reconnect, and with another account. A
 * subclass has `kind`, what there is one of; `stop`, the message that ends it; `request()`, `replied(reply)` and `heard(message)`.
 */
class Feed extends EventTarget {
  isLoaded = false;
  error = null;
  #client = null;
  #number = 0;
  #isClosed = false;
  #onState = ({ detail }) => detail.state === "connected" && this.renew();
  #onMessage = ({ detail }) => this.#isLatest && this.heard(detail.message);

  constructor(session) {
    super();
    this.session = session;
    session.addEventListener("state", this.#onState);
    queueMicrotask(() => this.renew()); // when the subclass is complete
  }

  /** Ask, perhaps for something else than before. Without a connection nothing is sent: the next one asks. */
  async renew() {
    if (this.#isClosed) return;
    latest.set(this.kind, this);
    this.#listen(this.session.client);
    if (!this.#client.welcome) return;
    const number = (this.#number += 1);
    const isDue = () => this.#isLatest && number === this.#number;
    try {
      const reply = await this.#client.request(this.request());
      if (isDue()) this.replied(reply);
    } catch (error) {
      if (isDue()) this.changed({ error });
    }
  }

  changed(fields) {
    Object.assign(this, { error: null }, fields);
    this.dispatchEvent(new Event("change"));
  }

  close() {
    this.#isClosed = true;
    this.session.removeEventListener("state", this.#onState);
    this.#listen(null);
    if (!this.#isLatest) return;
    latest.delete(this.kind);
    const { client } = this.session;
    if (client.welcome) client.request({ t: this.stop }).catch(() => {});
  }

  get #isLatest() {
    return latest.get(this.kind) === this;
  }

  #listen(client) {
    if (client === this.#client) return;
    this.#client?.removeEventListener("message", this.#onMessage);
    client?.addEventListener("message", this.#onMessage);
    this.#client = client;
  }
}

/** A list that comes whole, and then in changes: `rows`, a Map by id, and `count`. */
class ListFeed extends Feed {
  rows = new Map();
  count = 0;

  constructor(session, shape, which) {
    super(session);
    Object.assign(this, shape, { which });
  }

  /** Show what else was asked for from now on. */
  choose(which) {
    this.which = which;
    this.renew();
  }

  request() {
    return { t: this.kind, ...this.which };
  }

  replied(reply) {
    this.isLoaded = true;
    this.#take(new Map(), reply);
  }

  heard(message) {
    if (message.t === this.update) this.#take(new Map(this.rows), message);
  }

  #take(rows, { [this.list]: changed = [], removed = [], count = 0 }) {
    for (const id of removed) rows.delete(id);
    for (const row of changed) rows.set(row[this.what].id, row);
    this.changed({ rows, count });
  }
}

const ROOMS = { kind: "browse", stop: "unbrowse", update: "lobby_update", list: "rooms", what: "room" };
const PLAYERS = { kind: "browse_players", stop: "unbrowse_players", update: "players_update", list: "players", what: "player" };

/** The live rooms that match a `filter` of the protocol, each a ListedRoom. */
export function roomFeed(session, filter = {}) {
  return new ListFeed(session, ROOMS, { filter });
}

/** The connected players, each a ListedPlayer with the rating in a `ruleset` and at a `speed`. */
export function playerFeed(session, which = {}) {
  return new ListFeed(session, PLAYERS, which);
}

/** The rooms of a feed with a status, the newest first. */
export function roomsWith({ rows }, status) {
  const rooms = [...rows.values()].filter(({ room }) => room.status === status);
  return rooms.sort((one, other) => other.room.created_at - one.room.created_at || (one.room.id < other.room.id ? -1 : 1));
}

/** The featured game of a channel of TV: `room`, an id or null. `wasTurned`: somebody has asked for the next one. */
export class TvFeed extends Feed {
  kind = "follow";
  stop = "unfollow";
  room = null;
  #beside = {};

  constructor(session, channel = "best") {
    super(session);
    this.channel = channel;
  }

  choose(channel) {
    this.channel = channel;
    this.#beside = {};
    this.renew();
  }

  /** Show the game that is ranked next to this one, or before it. */
  turn(back) {
    this.#beside = this.room ? { beside: this.room, back } : {};
    this.renew();
  }

  request() {
    const beside = this.#beside;
    this.#beside = {};
    this.wasTurned = Boolean(beside.beside);
    return { t: "follow", channel: this.channel, ...beside };
  }

  replied({ room = null }) {
    this.changed({ room, isLoaded: true });
    this.wasTurned = false;
  }

  heard({ t, room, channel = "best" }) {
    if (t === "featured" && channel === this.channel) this.changed({ room });
  }
}
