// Lets feeds live through reconnects, errors and other pages, and prints what was sent and shown.

import { TvFeed, playerFeed, roomFeed, roomsWith } from "../../../../server/pente_server/web/lobby/feeds.js";

class FakeClient extends EventTarget {
  welcome = null;
  sent = [];
  replies = {};

  async request(message) {
    this.sent.push(message);
    const reply = this.replies[message.t] ?? {};
    if (reply instanceof Error) throw reply;
    return reply;
  }

  hear(message) {
    this.dispatchEvent(new CustomEvent("message", { detail: { message } }));
  }
}

class FakeSession extends EventTarget {
  client = new FakeClient();

  async connect(client = this.client) {
    this.client = client;
    client.welcome = {};
    this.dispatchEvent(new CustomEvent("state", { detail: { state: "connected" } }));
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const row = (id, createdAt, status = "playing") => ({ room: { id, created_at: createdAt, status } });
const told = {};

{
  const session = new FakeSession();
  session.client.replies.browse = { rooms: [row("a", 1), row("b", 2), row("c", 3, "waiting")] };
  const feed = roomFeed(session, { ruleset: "pente" });
  await settled();
  told.beforeConnecting = session.client.sent.length;
  await session.connect();
  told.first = [feed.isLoaded, roomsWith(feed, "playing").map(({ room }) => room.id)];
  session.client.hear({ t: "lobby_update", rooms: [row("d", 4), row("a", 1, "waiting")], removed: ["b"] });
  told.updated = [...feed.rows.keys()].sort();
  session.client.replies.browse = { rooms: [row("z", 9)] };
  await session.connect();
  told.reconnected = [[...feed.rows.keys()], session.client.sent.map(({ t }) => t)];
  const other = new FakeClient();
  const former = session.client;
  await session.connect(other);
  former.hear({ t: "lobby_update", rooms: [row("old", 1)] });
  told.otherAccount = [[...feed.rows.keys()], [...other.sent]];
  feed.close();
  told.closed = other.sent.at(-1);
  other.hear({ t: "lobby_update", rooms: [row("late", 1)] });
  told.afterClose = feed.rows.size;
}

{
  const session = new FakeSession();
  await session.connect();
  const former = new TvFeed(session, "best");
  await settled();
  const next = new TvFeed(session, "people");
  await settled();
  former.close(); // the next page has opened before the former one is closed
  session.client.hear({ t: "featured", room: "for-best", channel: "best" });
  session.client.hear({ t: "featured", room: "for-people", channel: "people" });
  next.turn(true);
  await settled();
  told.tv = [former.room, next.channel, session.client.sent];
}

{
  const session = new FakeSession();
  session.client.replies.browse_players = new Error("Too many questions.");
  await session.connect();
  const feed = playerFeed(session);
  await settled();
  told.failed = [feed.error.message, feed.isLoaded];
  session.client.replies.browse_players = { players: [{ player: { id: "1", name: "anna" } }], count: 7 };
  feed.renew();
  await settled();
  told.retried = [feed.error, feed.isLoaded, feed.count, feed.rows.size];
}

console.log(JSON.stringify(told));
