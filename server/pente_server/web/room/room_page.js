// The page of a room: whoever opens its address watches it, and its players play in it.

import { announce } from "../dom/announce.js";
import { el, fill } from "../dom/elements.js";
import { preferences } from "../dom/preferences.js";
import { t } from "../words/words.js";
import { Chat } from "./chat.js";
import { gate, passwordForm } from "./gate.js";
import { menuOf, showPlace } from "./links.js";
import { Game, gameOf } from "./model/game.js";
import { mayAnnotate, mayTry } from "./model/permissions.js";
import { moderationOf } from "./moderation.js";
import { PostMortem } from "./post_mortem.js";
import { ReviewPanel } from "./review/review_panel.js";
import { RoomView } from "./room_view.js";
import { Speech } from "./sentences/speech.js";
import { playSound } from "../dom/sound.js";

const NEXT_GAME_AFTER = 5000;

/** The room that was left last, and its panel: who signs in there opens it anew, and goes on where they were. */
let left = null;

/** The page of a room, see ../README.md; `isEmbedded`: in a frame of another page; `hasBegun`: by an invitation whose game has begun. */
export function open(context) {
  const page = new RoomPage(context);
  page.enter();
  return page;
}

/** Mutable. Players' controls get it as what they read of the room's page. */
class RoomPage {
  title = "";
  view = null;
  room = null;
  #next = null;
  #timed = ""; // the snapshot whose log was asked for
  #watcher = null; // while the player plays elsewhere: the connection that only watches
  #isClosed = false;

  constructor({ session, params: [id], hash = "", go, play = null, isEmbedded = false, hasBegun = false }) {
    Object.assign(this, { session, id, hash, go, play, isEmbedded, hasBegun });
    this.client = session.client;
    this.element = el("div", { class: "room", dataset: { room: id } }, el("h1", { class: "message faint" }, t("room.loading")));
    this.speech = new Speech((text) => announce(text));
    this.postMortem = new PostMortem(this);
    this.onRoom = ({ detail }) => detail.room.id === id && this.#follow(detail);
    this.onMessage = ({ detail: { message } }) => message.room === id && this.#told(message);
    this.client.addEventListener("room", this.onRoom);
    this.client.addEventListener("message", this.onMessage);
  }

  /** Watch the room, with a password if it needs one. */
  async enter(password = "") {
    try {
      const room = await this.client.watch(this.id, { password });
      if (this.#isClosed) this.client.unwatch(this.id).catch(() => {});
      else this.#show(room);
    } catch (error) {
      const { code } = error;
      if (password && ["wrong-password", "rate-limited"].includes(code)) throw error;
      if (code === "password-needed" || code === "wrong-password") this.#replace(passwordForm((typed) => this.enter(typed)));
      else this.#refuse({ code, text: error.message });
    }
  }

  /** Whether the player plays this game in another place, and only watches it here. */
  get isAside() {
    return this.#watcher !== null;
  }

  /** Take the seat back from another place. Rejects with why that can't be. */
  async playHere() {
    await this.client.watch(this.id);
    this.#endWatcher();
    this.#follow({ room: this.client.rooms.get(this.id), event: null });
    this.showLive();
  }

  /** For controls: what the board shows is the game as it is now. */
  get isLive() {
    return this.view.isLive;
  }

  get board() {
    return this.view.board;
  }

  showLive() {
    this.view.look.toEnd();
  }

  redraw() {
    this.view?.redraw();
  }

  announce(text, isUrgent = false) {
    announce(text, isUrgent);
  }

  moved(hash) {
    this.view?.goTo(hash);
  }

  close() {
    this.#isClosed = true;
    this.client.removeEventListener("room", this.onRoom);
    this.client.removeEventListener("message", this.onMessage);
    clearTimeout(this.#next);
    this.speech.close();
    this.postMortem.close();
    this.#endWatcher();
    if (this.view) left = { id: this.id, panel: this.view.tabs.selected };
    this.view?.close();
    if (this.room && !this.#playsOn()) this.client.unwatch(this.id).catch(() => {});
  }

  /** A player who looks at something else is not away from their game. */
  #playsOn() {
    return this.#isSeated && ["waiting", "playing"].includes(this.room.status);
  }

  get #isSeated() {
    return this.me !== null && this.room !== null && !this.isAside && this.room.seatOf(this.me.id) !== null;
  }

  get me() {
    return this.session.me;
  }

  #show(room) {
    this.room = room;
    this.moderation = moderationOf(this);
    this.chat = this.isEmbedded ? null : this.#makeChat();
    this.view = new RoomView(new Game(room), this.#host());
    this.view.onLook = () => this.#looked();
    this.#replace(this.view.element);
    if (this.hash) this.view.goTo(this.hash);
    this.#refresh();
    if (left?.id === this.id && !this.view.tabs.tabs[left.panel].hidden) this.view.tabs.select(left.panel);
    this.#setTitle();
    if (this.play && !this.isEmbedded) this.view.setControls(this.play.makeControls(this));
    this.#findTimes();
  }

  /** A snapshot does not say how long turns took, but the log does, for who may read it already. */
  async #findTimes() {
    const { room, view } = this;
    const snapshot = `${this.isAside} ${room.loads}`;
    if (room.status === "waiting" || this.isEmbedded || this.#timed === snapshot) return;
    this.#timed = snapshot;
    const events = await (this.#watcher ?? this.client).logOf(this.id).catch(() => null);
    if (events && view === this.view) view.learn(gameOf(this.id, events));
  }

  #host() {
    return {
      me: () => (this.isAside ? null : this.me),
      now: () => this.client.now(),
      menu: (look) => menuOf(this, look),
      act: (command) => this.client.act(this.id, command),
      mayTry: () => mayTry(this.room, this.me),
      mayAnnotate: () => mayAnnotate(this.room, this.me, this.client.greeting?.features ?? []),
      chat: this.chat?.element ?? null,
      moderation: this.moderation,
      warn: () => this.#warn(),
      opened: (name) => this.chat && (this.chat.isOpen = name === "chat"),
      review: this.isEmbedded ? null : new ReviewPanel(this),
      isEmbedded: this.isEmbedded,
      ...this.postMortem.host,
    };
  }

  #makeChat() {
    const { session } = this;
    return new Chat({
      send: (text, to) => this.client.act(this.id, { t: "say", text, to }),
      moderation: this.moderation,
      signIn: session.signIn ? () => session.signIn() : null,
      onUnread: (count) => this.view?.tabs.badge("chat", count),
    });
  }

  #follow({ room, event }) {
    if (!this.view) return;
    const { game } = this.view;
    const before = game.last;
    this.room = room;
    const isGone = this.view.update(room, event);
    if (isGone && room.status === "playing") announce(t("room.gone-moves"));
    if (!event) this.#findTimes();
    this.#refresh();
    this.postMortem.noticed();
    if (event) this.#react(event, game.last > before ? game.frames.at(-1) : null);
    this.view.controls?.update(event);
  }

  #refresh() {
    this.chat?.update(this.room, this.me);
    if (this.room.sequel) this.#offerNext();
  }

  #react(event, frame) {
    this.speech.say(this.room, event, frame);
    if (["joined", "left", "finished"].includes(event.t)) this.#setTitle();
    if (!preferences.sound) return;
    if (event.t === "finished") playSound("end");
    else if (frame) playSound(frame.captured.length ? "capture" : "move");
  }

  #warn() {
    announce(t("room.low-time"), true);
    if (preferences.sound) playSound("low");
  }

  /** The address says where in the game this looks, so that a link leads there. */
  #looked() {
    this.postMortem.looked();
    if (this.isEmbedded) return;
    showPlace(this.view.look);
  }

  #offerNext() {
    if (this.#isSeated) return; // a player's controls lead there
    const path = `/r/${this.room.sequel}`;
    const box = el("input", { type: "checkbox", checked: preferences.follow, onchange: () => preferences.set({ follow: box.checked }) });
    const wish = el("label", { class: "check" }, box, t("room.follow-next"));
    this.view.tell(t("room.continued"), " ", el("a", { href: path }, t("room.next-game")), !this.isAside && wish);
    const isWanted = () => preferences.follow && this.view.isLive && !this.isEmbedded && !this.isAside;
    this.#next ??= setTimeout(() => isWanted() && this.go(path), NEXT_GAME_AFTER);
  }

  #told(message) {
    if (message.t === "replaced") this.#stepAside();
    else if (message.t === "dismissed" && !(this.#isSeated && this.view?.controls)) this.#refuse({ code: message.code, text: message.text });
  }

  /** The seat is taken by another connection of the player: go on as a viewer, on a connection that takes no seat. */
  async #stepAside() {
    this.#endWatcher();
    const watcher = this.session.newWatcher();
    this.#watcher = watcher;
    watcher.addEventListener("room", this.onRoom);
    watcher.addEventListener("message", this.onMessage);
    this.view?.refresh();
    this.view?.controls?.update(null);
    try {
      await watcher.connect();
      await watcher.watch(this.id);
      announce(t("play.elsewhere"));
    } catch {
      if (watcher === this.#watcher) this.#refuse({ code: "replaced" });
    }
  }

  #endWatcher() {
    this.#watcher?.removeEventListener("room", this.onRoom);
    this.#watcher?.removeEventListener("message", this.onMessage);
    this.#watcher?.close();
    this.#watcher = null;
  }

  #refuse(problem) {
    this.#endWatcher();
    this.view?.close();
    this.view = null;
    this.room = null;
    const tryAgain = () => this.enter();
    const signIn = this.session.signIn && !this.me ? () => this.session.signIn() : null;
    const isLate = this.hasBegun && problem.code === "account-needed";
    this.#replace(gate(isLate ? { code: "begun" } : problem, { id: this.id, tryAgain, signIn }));
  }

  #replace(element) {
    fill(this.element, element);
  }

  #setTitle() {
    this.title = this.view.names;
    if (!this.isEmbedded) document.title = `${this.title} · ${t("app.title")}`;
  }
}
