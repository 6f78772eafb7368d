// The player's own games, and invitations to answer.

import { el, fill } from "../../dom/elements.js";
import { busy, problemLine } from "../../dom/forms.js";
import { t } from "../../words/words.js";
import { gameText, nameOf, pauseText } from "../../words/phrases.js";

const LOOKED_FOR_EVERY = 20_000; // milliseconds

/** A list that stays current: {element, loaded, close}; `loaded` is kept once it is there. Where there are none, it says `nothing`, or is empty. */
export function ownGames({ session, go }, nothing = "") {
  const element = el("div", { class: "own-games" });
  const listening = new AbortController();
  let shown = "";
  const look = async () => {
    if (!session.me || document.hidden) return;
    const { rooms = [] } = await session.client.request({ t: "rooms", filter: { player: session.me.name } }).catch(() => ({}));
    const found = JSON.stringify(rooms.map(({ room, activity = {} }) => [room.id, room.status, activity.to_act, activity.paused_at, activity.resumes_at, room.invited]));
    if (found === shown) return;
    shown = found;
    fill(element, rooms.length ? lists(rooms, session, go, look) : nothing);
  };
  const heard = ({ detail }) => ["invited", "invitation_ended"].includes(detail.message.t) && look();
  session.client.addEventListener("message", heard, { signal: listening.signal });
  session.client.addEventListener("room", ({ detail }) => detail.event && look(), { signal: listening.signal });
  document.addEventListener("visibilitychange", look, { signal: listening.signal });
  const timer = setInterval(look, LOOKED_FOR_EVERY);
  return {
    element,
    loaded: look(),
    close() {
      listening.abort();
      clearInterval(timer);
    },
  };
}

function lists(rows, session, go, look) {
  const { me } = session;
  const isMine = ({ room }) => room.seats.some((player) => player?.id === me.id);
  const [mine, invitations] = [rows.filter(isMine).sort(byTurn(me)), rows.filter((row) => !isMine(row) && row.room.status === "waiting")];
  const list = (heading, entries) => el("section", {}, el("h2", {}, heading), el("ul", {}, entries));
  return [
    invitations.length > 0 && list(t("start.invitations"), invitations.map((row) => invitation(row, session, go, look))),
    mine.length > 0 && list(t("start.own"), mine.map((row) => ownGame(row, me))),
  ];
}

/** Whether it is a player's turn in a room of a list. */
function isTurnOf(me, { room, activity = {} }) {
  return room.status === "playing" && (activity.to_act ?? null) !== null && room.seats[activity.to_act]?.id === me.id;
}

function byTurn(me) {
  return (one, other) => Number(isTurnOf(me, other)) - Number(isTurnOf(me, one));
}

function ownGame(row, me) {
  const { room } = row;
  const others = room.seats.filter((player) => player && player.id !== me.id).map(nameOf).join(", ");
  const turn = room.status === "waiting" ? "start.waits" : isTurnOf(me, row) ? "start.your-turn" : "start.their-turn";
  const state = pauseText(row) || t(turn);
  const title = others ? t("start.against-name", { name: others }) : t("start.nobody-yet");
  return el("li", { class: isTurnOf(me, row) ? "due" : "" }, el("a", { href: `/r/${room.id}` }, title), " ", el("small", {}, state, ` · ${terms(room)}`));
}

function terms(room) {
  return gameText(room) + (room.options?.rated ? ` · ${t("phrase.rated")}` : "");
}

function invitation({ room }, session, go, look) {
  const problem = problemLine();
  const act = (element, command, after) => busy(element, problem, async () => after(await session.client.act(room.id, command)));
  const accept = el("button", { type: "button", class: "main", onclick: () => go(`/r/${room.id}`) }, t("start.look"));
  const decline = el("button", { type: "button", onclick: () => act(decline, { t: "decline" }, look) }, t("play.decline"));
  return el("li", { class: "due" }, t("start.invites", { name: nameOf(room.host) }), " ", el("small", {}, terms(room)), el("p", { class: "buttons" }, accept, decline), problem);
}

/** Go to the next game in which it is the player's turn; throws an error with a sentence where there is none. `current` is the id of the room that is left. */
export async function goToDue({ session, go }, current = "") {
  const { rooms = [] } = await session.client.request({ t: "rooms", filter: { my_turn: true } });
  const [next] = rooms.filter(({ room }) => room.id !== current);
  if (!next) throw new Error(t("inbox.none-due"));
  go(`/r/${next.room.id}`);
}
