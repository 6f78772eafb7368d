// A game on a page: board, players, moves, and what is said beside it. Live and finished games look the same.

import { Board } from "../board/board.js";
import { nameOf as pointName } from "../client/points.js";
import { announce } from "../dom/announce.js";
import { el, fill } from "../dom/elements.js";
import { preferences } from "../dom/preferences.js";
import { t } from "../words/words.js";
import { About } from "./about.js";
import { LookBack } from "./model/look_back.js";
import { isElsewhere, moveOfKey, MoveBar, showKeys } from "./move_bar.js";
import { MoveList } from "./move_list.js";
import { Notes, whereText } from "./notes.js";
import { PlayerRow, write } from "./player_row.js";
import { nameAt } from "./sentences/phrases.js";
import { headline } from "./sentences/rules_text.js";
import { outcomeText, statusOf } from "./sentences/status.js";
import { Tabs } from "./tabs.js";
import { viewOf } from "./model/view_of.js";

const WIDE = "(min-width: 1150px)";

/**
 * Mutable. `game`: a Game. `host`: what the page lets it do: {me(), now(), menu(look), act(command),
 * mayTry(), mayAnnotate(), warn(), chat (an element or null), moderation (or null), review (a ReviewPanel or null), isEmbedded}.
 */
export class RoomView {
  #timer = null;
  #status = document.createTextNode("");
  #problem = ""; // why the point that was chosen last takes no stone
  #isFlipped = null; // null: nobody has said so
  #isWarned = false;
  #near = 0; // the seat below the board

  constructor(game, host) {
    this.game = game;
    this.host = host;
    this.controls = null;
    this.pointed = [];
    this.onLook = () => {};
    this.look = new LookBack(game, { changed: () => this.#looked(), mayTry: host.mayTry });
    this.board = new Board({ size: game.room.position.size, label: t("room.board", { names: this.names }) });
    this.board.onPoint = (point) => this.#tapped(point);
    this.board.onIllegal = (point) => (this.look.isLive && this.controls?.tapped(point)) || this.#refuse(point);
    this.moves = new MoveList((node) => this.look.goTo(node));
    this.bar = new MoveBar(this.look, () => this.#menu());
    this.notes = new Notes({ ...host, look: this.look });
    this.about = new About(host.moderation);
    this.rows = game.room.seats.map((_, seat) => new PlayerRow(game.room, seat));
    this.#build();
    this.onKey = (event) => this.#key(event);
    this.onPreference = () => this.#applyPreferences();
    document.addEventListener("keydown", this.onKey);
    preferences.addEventListener("change", this.onPreference);
    this.onResize = () => this.#fit();
    this.wide = matchMedia(WIDE);
    this.wide.addEventListener("change", this.onResize);
    this.#applyPreferences();
    this.#fit();
    this.refresh();
    this.#looked();
    host.review?.attach(this);
  }

  /** The names of the players, for the title. */
  get names() {
    return this.game.room.seats.map((_, seat) => nameAt(this.game.room, seat)).join(" – ");
  }

  get isLive() {
    return this.look.isLive;
  }

  /** Follow an event; null: a snapshot, presence or looks. True: the place that was looked at is gone. */
  update(room, event) {
    this.game.update(room, event);
    const isGone = this.look.settle();
    this.refresh();
    return isGone;
  }

  /** Show the state of the room anew; the board is shown by `redraw`. */
  refresh() {
    const { room } = this.game;
    const me = this.#seat();
    this.#arrange(me);
    const { frame, isLive } = this.look;
    for (const row of this.rows) row.update({ room, frame, me, isNow: isLive || room.status === "playing" });
    this.about.update(room, this.host.endedAt?.() ?? null);
    this.notes.update(room);
    this.tabs.setVisible("notes", room.status === "finished");
    this.host.review?.update();
    write(this.title, this.names);
    write(this.headline, headline(room));
    const { comments, variations } = room.analysis;
    this.tabs.badge("notes", comments.length + variations.length);
    this.tick();
  }

  /** Draw the board again, as what players plan has changed. */
  redraw() {
    const plays = this.game.room.status === "playing" && this.#seat() !== null;
    const view = viewOf(this.look, { plays, mayTry: this.host.mayTry(), pointed: this.pointed, isTrying: this.notes.mode === "try" });
    const shown = this.controls?.decorate?.(view) ?? view;
    this.board.show(this.host.review?.decorate(shown) ?? shown);
  }

  /** How long turns took has been found out. */
  learn(past) {
    this.game.learn(past);
    this.moves.renew();
    this.moves.update(this.game, this.look);
  }

  /** There is something else in the review: the stones that it judges. */
  reviewed(stones) {
    this.tabs.setVisible("review", this.host.review.isShown);
    this.moves.judge(new Map(stones.map((stone) => [stone.node, stone])));
    this.moves.update(this.game, this.look);
    this.redraw();
  }

  /** Show only what time changes, and come back when that will be so again. */
  tick() {
    clearTimeout(this.#timer);
    const now = this.host.now();
    const { room } = this.game;
    for (const row of this.rows) row.tick(now);
    write(this.#status, this.#problem || this.#statusText(now));
    const isShort = this.rows.some((row) => row.isShort(now));
    this.#warn(now);
    if (room.status === "playing" || room.absent.length) this.#timer = setTimeout(() => this.tick(), isShort ? 100 : 1000 - (now % 1000));
  }

  /** A player's own clock runs out: they are told once in a game. */
  #warn(now) {
    const seat = this.#seat();
    if (this.#isWarned || seat === null || !this.rows[seat].isShort(now)) return;
    this.#isWarned = true;
    this.host.warn?.();
  }

  #statusText(now) {
    const { room } = this.game;
    if (this.look.isLive || (room.status === "playing" && !this.look.isOwnBranch)) return statusOf(room, this.#seat(), now).join(" ");
    return [whereText(this.look), outcomeText(room)].join(" ");
  }

  /** Look at a node of the game, given as text. */
  goTo(hash) {
    if (/^\d{1,6}$/.test(hash)) this.look.goTo(Number(hash));
    else if (!hash) this.look.toEnd();
  }

  /** Put what players need below the board. */
  setControls(controls) {
    this.controls = controls;
    fill(this.place, controls.element);
    this.redraw();
  }

  /** Say something above the board, with links or buttons; nothing: take it away. */
  tell(...children) {
    fill(this.banner, ...children);
    this.banner.hidden = !children.length;
  }

  close() {
    clearTimeout(this.#timer);
    document.removeEventListener("keydown", this.onKey);
    preferences.removeEventListener("change", this.onPreference);
    this.wide.removeEventListener("change", this.onResize);
    this.bar.close();
    this.host.review?.close();
    this.controls?.close();
  }

  #build() {
    this.title = document.createTextNode(this.names);
    this.headline = document.createTextNode("");
    this.banner = el("div", { class: "banner", hidden: true });
    this.above = el("div", { class: "players above" });
    this.below = el("div", { class: "players below" });
    this.place = el("div", { class: "controls" });
    const status = el("p", { class: "status" }, this.#status);
    const panels = { moves: this.moves.element, chat: this.host.chat ?? el("div"), notes: this.notes.element, review: this.host.review?.element ?? el("div"), about: this.about.element };
    this.tabs = new Tabs(panels, (name) => this.#opened(name));
    this.tabs.setVisible("review", false);
    if (!this.host.chat) this.tabs.setVisible("chat", false);
    this.element = el(
      "article",
      { class: this.rows.length > 2 ? "game crowded" : "game" },
      el("h1", { class: "unseen" }, this.title),
      el("p", { class: "headline" }, this.headline),
      this.banner,
      this.above,
      el("div", { class: "board-place" }, this.board.element),
      this.below,
      status,
      this.place,
      this.bar.element,
      this.tabs.list,
      Object.values(this.tabs.panels),
    );
  }

  /** The reader's own side, also when they only watch it any more, or the first, is below the board; all others are above it. */
  #arrange(me) {
    const flipped = this.#isFlipped ?? false;
    this.#near = me ?? this.#near;
    const isBelow = (seat) => (this.rows.length === 2 ? (seat === this.#near) !== flipped : seat === this.#near);
    const order = [...this.rows].sort((one, other) => one.seat - other.seat);
    place(this.above, order.filter(({ seat }) => !isBelow(seat)));
    place(this.below, order.filter(({ seat }) => isBelow(seat)));
  }

  #fit() {
    const isWide = this.wide.matches;
    this.tabs.pin(isWide ? "moves" : null);
    if (isWide && (this.tabs.selected ?? "moves") === "moves") this.tabs.select(this.#firstPanel());
    else if (!this.tabs.selected) this.tabs.select("moves");
  }

  /** What stands beside the moves on a wide screen at first. */
  #firstPanel() {
    const { status, analysis } = this.game.room;
    if (status === "finished") return analysis.comments.length || analysis.variations.length ? "notes" : "about";
    return this.host.chat ? "chat" : "about";
  }

  #looked() {
    this.#problem = "";
    this.pointed = this.look.following ? this.pointed : [];
    this.moves.update(this.game, this.look);
    this.bar.update();
    this.notes.update(this.game.room);
    for (const row of this.rows) row.update({ room: this.game.room, frame: this.look.frame, me: this.#seat(), isNow: this.look.isLive || this.game.room.status === "playing" });
    this.redraw();
    this.tick();
    this.host.review?.looked();
    this.onLook();
  }

  #opened(name) {
    this.host.opened?.(name);
    if (this.host.review?.isShown) this.redraw();
  }

  #tapped(point) {
    if (this.host.review?.tapped(point)) return;
    if (this.controls?.tapped?.(point)) return;
    const { room } = this.game;
    if (room.status === "playing" && this.look.isLive && this.#seat() !== null) return;
    if (room.status === "finished" && this.notes.mode !== "try") this.host.pointed?.(point, this.notes.mode);
    else if (!this.look.try(point)) this.#refuse(point);
  }

  /** Say why no stone can be tried on a point, until something else is shown. */
  #refuse(point) {
    const { room } = this.game;
    if (room.status !== "finished" && this.look.isLive) return; // nobody expects a stone there
    this.#problem = t(`play.point-${this.look.problemAt(point)}`, { point: pointName(point, room.position.size) });
    this.tick();
    announce(this.#problem, true);
  }

  #key(event) {
    if (event.key === "?" && !isElsewhere(event)) this.#showKeys();
    const move = moveOfKey(event);
    if (!move || event.defaultPrevented) return;
    event.preventDefault();
    this.bar.stop();
    move(this.look);
  }

  #showKeys() {
    showKeys({ plays: this.controls !== null && this.#seat() !== null && this.game.room.status === "playing" });
  }

  #menu() {
    const set = (name) => () => preferences.set({ [name]: !preferences[name] });
    return [
      ["room.autoplay", () => this.bar.toggleAutoplay(), () => this.bar.isPlaying],
      ["room.flip", () => this.#flip(), () => Boolean(this.#isFlipped)],
      ["room.coordinates", set("coordinates"), () => preferences.coordinates],
      ["app.sounds", set("sound"), () => preferences.sound],
      ["room.keys", () => this.#showKeys()],
      ...this.host.menu(this.look),
    ].map(([key, action, isOn]) => [key, action, isOn?.()]);
  }

  #flip() {
    this.#isFlipped = !this.#isFlipped;
    this.board.setFlipped(this.#isFlipped);
    this.refresh();
  }

  #applyPreferences() {
    this.board.setCoordinates(preferences.coordinates);
  }

  #seat() {
    const me = this.host.me();
    return me ? this.game.room.seatOf(me.id) : null;
  }
}

/** Put rows into a place, unless they are there. */
function place(parent, rows) {
  const elements = rows.map(({ element }) => element);
  if (elements.some((element, index) => parent.children[index] !== element) || parent.childElementCount !== elements.length) fill(parent, elements);
}
