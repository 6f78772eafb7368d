// Tells a player that it is their turn while they look at something else: in the title and the icon of the tab, in a bar
// with links to their games, and by a sound and a notification if they want that.

import { el } from "../../dom/elements.js";
import { Part } from "../room/part.js";
import { preferences } from "../../dom/preferences.js";
import { playSound } from "../../dom/sound.js";
import { nameOf } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { dueRooms, othersOf, runningRooms, titled } from "./due.js";

const TURNS = ["started", "moved", "chosen", "taken_back", "offered", "resumed", "retired"];

/** Follow the games of a session as long as the page is open; the element is the bar. */
export function attention(session) {
  const bar = new Part("turns", { role: "status" });
  let invitation = null;
  let unread = 0;
  const show = () => {
    const { me, client } = session;
    const due = dueRooms(client.rooms.values(), me);
    const elsewhere = due.filter(({ id }) => !isShown(id));
    const back = runningRooms(client.welcome?.rooms ?? [], me).filter(({ room }) => !client.rooms.has(room.id) && !isShown(room.id));
    const links = [
      ...elsewhere.map((room) => [`/r/${room.id}`, dueText(room, me)]),
      ...back.slice(0, 1).map(({ room }) => [`/r/${room.id}`, t("turns.back", { name: names(room, me) })]),
      ...(invitation ? [[`/r/${invitation.id}`, t("start.invites", { name: nameOf(invitation.host) })]] : []),
      ...(unread ? [["/inbox", t("turns.messages", { n: unread })]] : []),
    ];
    bar.show(links.length ? links : null, () => links.map(([href, text]) => el("a", { href }, text)));
    entitle(due.length);
  };
  const follow = () => {
    const { client } = session;
    [invitation, unread] = [null, client.welcome?.unread_messages ?? 0];
    client.addEventListener("room", ({ detail }) => {
      show();
      if (detail.event && TURNS.includes(detail.event.t)) notify(detail.room, session.me);
    });
    client.addEventListener("message", ({ detail: { message } }) => {
      if (message.t === "invited") invitation = message.room;
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

function isShown(id) {
  return location.pathname.toLowerCase() === `/r/${id}`.toLowerCase();
}

function names(room, me) {
  return othersOf(room, me).map(nameOf).join(", ");
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
