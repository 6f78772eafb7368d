// Tells a player that it is their turn while they look at something else: in the title and the icon of the tab, in a bar
// with links to their games, and by a sound and a notification if they want that.

import { el } from "../../dom/elements.js";
import { Part } from "../room/part.js";
import { preferences } from "../../dom/preferences.js";
import { playSound } from "../../dom/sound.js";
import { nameOf, spanText } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { dueRooms, listedTimeLeft, othersOf, runningRooms, timeLeft, titled } from "./due.js";

const TICK = 5_000; // milliseconds after which a time is shown anew
const TURNS = ["started", "moved", "chosen", "taken_back", "offered", "resumed", "retired"];

/** Follow the games of a session as long as the page is open; the element is the bar. */
export function attention(session) {
  const bar = new Part("turns", { role: "status" });
  const time = document.createTextNode(""); // how long whoever is to move has in the game to go back to
  let left = () => null;
  const tick = () => {
    const found = session.client?.welcome ? left(session.client.now()) : null;
    const text = found ? ` ${timeText(found, session.me)}` : "";
    if (time.data !== text) time.data = text;
  };
  setInterval(tick, TICK);
  let invitation = null;
  let unread = 0;
  const heard = new Map(); // the rooms of the player, as the server has listed them last
  const listen = (welcome) => {
    heard.clear();
    for (const listed of welcome?.rooms ?? []) heard.set(listed.room.id, listed);
  };
  const hear = ({ rooms = [], removed = [] }) => {
    for (const listed of rooms) heard.set(listed.room.id, listed);
    for (const id of removed) heard.delete(id);
  };
  const show = () => {
    const { me, client } = session;
    const due = dueRooms(client.rooms.values(), me);
    const elsewhere = due.filter(({ id }) => !isShown(id));
    const goesOn = (id) => !isShown(id) && !due.some((room) => room.id === id);
    const watched = runningRooms([...client.rooms.values()].map((room) => ({ room })), me);
    const listed = runningRooms([...heard.values()], me).filter(({ room }) => !client.rooms.has(room.id));
    const back = [...watched, ...listed].find(({ room }) => goesOn(room.id));
    left = (now) => (back ? (back.activity ? listedTimeLeft(back, now) : timeLeft(back.room, now)) : null);
    const links = [
      ...elsewhere.map((room) => [`/r/${room.id}`, dueText(room, me)]),
      ...(back ? [[`/r/${back.room.id}`, t("turns.back", { name: names(back.room, me) }), "timed"]] : []),
      ...(invitation ? [[`/r/${invitation.id}`, t("start.invites", { name: nameOf(invitation.host) })]] : []),
      ...(unread ? [["/inbox", t("turns.messages", { n: unread })]] : []),
    ];
    const linked = ([href, text, isTimed]) => [el("a", { href }, text), isTimed && el("span", { class: "note", "aria-live": "off" }, time)];
    bar.show(links.length ? links : null, () => links.flatMap(linked).filter(Boolean));
    tick();
    entitle(due.length);
  };
  const follow = () => {
    const { client } = session;
    [invitation, unread] = [null, client.welcome?.unread_messages ?? 0];
    client.addEventListener("state", ({ detail }) => detail.state === "connected" && listen(client.welcome));
    listen(client.welcome);
    client.addEventListener("room", ({ detail }) => {
      show();
      if (detail.event && TURNS.includes(detail.event.t)) notify(detail.room, session.me);
    });
    client.addEventListener("message", ({ detail: { message } }) => {
      if (message.t === "lobby_update") hear(message);
      else if (message.t === "invited") invitation = message.room;
      else if (message.t === "invitation_ended" && invitation?.id === message.room) invitation = null;
      else if (message.t === "message_received") unread += 1;
      show();
    });
    show();
  };
  let followed = null;
  session.addEventListener("identity", () => {
    if (session.client !== followed) follow();
    followed = session.client;
  });
  /** The page shows something else. */
  const moved = () => {
    if (invitation && isShown(invitation.id)) invitation = null;
    if (location.pathname === "/inbox") unread = 0;
    show();
  };
  new MutationObserver(() => moved()).observe(document.querySelector("title"), { childList: true });
  return bar.element;
}

/** Whether the page is that of a room, at whatever address: a link with a code leads there too. */
function isShown(id) {
  return document.querySelector("main > .room")?.dataset.room === id;
}

function names(room, me) {
  return othersOf(room, me).map(nameOf).join(", ");
}

/** How long a player has: "ben has 1 d 4 h". */
function timeText([player, span], me) {
  const hours = Math.floor(span / 3_600_000);
  const text = hours < 24 ? spanText(span) : t("turns.days-hours", { days: Math.floor(hours / 24), hours: hours % 24 });
  return player.id === me?.id ? t("turns.you-have", { span: text }) : t("turns.has", { name: nameOf(player), span: text });
}

function dueText(room, me) {
  return t(room.pausedAt === null ? "turns.due" : "turns.goes-on", { name: names(room, me) });
}

function entitle(count) {
  const title = titled(document.title, count, t("turns.title"));
  if (title !== document.title) document.title = title;
  const icon = document.querySelector("link[rel=icon]");
  const href = icon.href.replace(/icon(-turn)?\.svg$/, count ? "icon-turn.svg" : "icon.svg");
  if (icon.href !== href) icon.href = href;
}

/** A sound for one's turn elsewhere, and a notification while the page is not seen; once for each turn. */
async function notify(room, me) {
  const isMine = dueRooms([room], me).length > 0;
  if (isMine && preferences.sound && !isShown(room.id)) playSound("turn");
  if (!isMine || !preferences.notify || !document.hidden || globalThis.Notification?.permission !== "granted") return;
  const [title, path] = [dueText(room, me), `/r/${room.id}`];
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) worker.showNotification(title, { tag: room.id, data: { path } });
  else new Notification(title, { tag: room.id }).onclick = () => globalThis.focus();
}
