// What a player does in a room. See "A room and its players" in web/README.md.

import { preferences } from "../../dom/preferences.js";
import { el } from "../../dom/elements.js";
import { isCorrespondence } from "../../client/clock.js";
import { nameOf } from "../../client/points.js";
import { legalPoints } from "../../rules/index.js";
import { t } from "../../words/words.js";
import { button, choices, questions } from "./answers.js";
import { buttons } from "./buttons.js";
import { Desk } from "./desk.js";
import { Part } from "./part.js";
import { goToDue } from "../start/own_games.js";
import { planPart, Plans } from "./plans.js";
import { Taps } from "./taps.js";
import { opponentIn, scorePart } from "./score.js";
import { waiting } from "./waiting.js";

const LOOKED_AT_EVERY = 1000; // milliseconds, for what only time changes

/** The controls of a room's page. */
export function makeControls(page) {
  return new Controls(page);
}

class Controls {
  #parts = Object.fromEntries(["elsewhere", "question", "choice", "chosen", "plan", "waiting", "score", "buttons"].map((name) => [name, new Part(name)]));
  #dismissed = null; // the message that has ended the player's part in the room
  #code = null; // "": there is none
  #isCodeWanted = true;
  #score = null; // against the opponent, and whether the game that is shown is among its games
  #listening = new AbortController();

  constructor(page) {
    this.page = page;
    this.desk = new Desk(page, () => this.#show());
    this.taps = new Taps({ play: (point) => this.#play(point), say: (key, values) => this.desk.say(t(key, values), true) });
    this.plans = new Plans({
      send: (lines) => this.desk.act({ t: "set_conditions", lines }),
      say: (key, values) => this.desk.say(t(key, values), true),
    });
    this.element = el("section", { class: "acts", "aria-label": t("play.controls") }, this.#built());
    const { signal } = this.#listening;
    page.session.client.addEventListener("message", ({ detail }) => this.#heard(detail.message), { signal });
    globalThis.addEventListener("beforeunload", (event) => this.#isInLiveGame && event.preventDefault(), { signal });
    globalThis.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.timer = setInterval(() => this.#show(), LOOKED_AT_EVERY);
    this.update(null);
  }

  /** A point of the board was chosen; true if that was for the player. */
  tapped(point) {
    const { room, seat } = this.desk;
    if (this.#isOut) return false;
    if (!this.page.isLive) return this.#backToNow(room.status === "playing" && seat !== null);
    const confirms = preferences.confirm === "always" || (preferences.confirm === "auto" && matchMedia("(pointer: coarse)").matches);
    if (this.#isPlanning) {
      this.plans.tapped(point, room);
      this.#changed();
      return true;
    }
    const isTaken = this.taps.tapped(point, room, seat, { confirms, hasPremoves: preferences.premove });
    if (isTaken) this.#changed();
    return isTaken;
  }

  /** The view of the board with what the player may do there, and has chosen. */
  decorate(view) {
    const { room, seat } = this.desk;
    if (room.status !== "playing" || seat === null || this.#isOut || !this.page.isLive) return view;
    if (this.#isPlanning) return this.#planned(view);
    const point = this.taps.sent?.point ?? this.taps.chosen;
    const colour = room.position.colour;
    const premoves = this.taps.premoves.map((planned) => ({ point: planned, colour: seat }));
    const legal = room.toAct === seat ? legalPoints(room.position, room.rules) : preferences.premove ? "all" : null;
    const hovered = room.toAct === seat ? {} : { colour: seat };
    return { ...view, ...hovered, legal, premoves, ...(point === null ? {} : { ghost: { point, colour } }) };
  }

  /** The room has changed; the event is null after a snapshot. */
  update(event) {
    if (this.#isOut) this.taps.withdraw(); // what was planned here is not played from here
    this.taps.update(this.desk.room, this.desk.seat);
    if (!this.#isOut) this.#react(event);
    this.#changed();
  }

  /** Nothing can be done here: the player plays in another place, or may not be here any more. */
  get #isOut() {
    return this.#dismissed !== null || this.page.isAside;
  }

  #react(event) {
    if (event && TURNS.includes(event.t)) this.desk.say("");
    if (event?.t === "rejected" && event.seat !== this.desk.seat) this.desk.say(t(this.desk.room.isWithdrawn ? "play.was-withdrawn" : "play.was-declined"));
    if (event?.t === "continued" && this.desk.seat !== null && this.page.isLive) this.page.go(`/r/${event.room}`);
    this.#findCode();
    this.#findScore();
  }

  /** What wants an answer now stands first; on a phone it is always seen. */
  #built() {
    const { elsewhere, question, choice, chosen, ...others } = this.#parts;
    const elements = (parts) => parts.map(({ element }) => element);
    return [el("div", { class: "asks" }, elements([this.desk.notice, elsewhere, question, choice, chosen])), elements(Object.values(others))];
  }

  get #isPlanning() {
    const { room, seat } = this.desk;
    return this.plans.isOn && room.status === "playing" && seat !== null && room.toAct !== seat && !this.#isOut;
  }

  #planned(view) {
    const { room } = this.desk;
    const position = this.plans.positionAfter(room);
    return { ...view, position, marks: this.plans.line, legal: legalPoints(position, room.rules), premoves: [] };
  }

  /** A stone goes into the game as it is, and not where the player looked back at. */
  #backToNow(isPlaying) {
    if (!isPlaying) return false;
    this.page.showLive();
    this.desk.say(t("play.shows-now"));
    return true;
  }

  close() {
    clearInterval(this.timer);
    this.#listening.abort();
  }

  get #isInLiveGame() {
    const { room, seat } = this.desk;
    return !this.#isOut && seat !== null && room.status === "playing" && !isCorrespondence(room.created.time) && !room.position.out.includes(seat);
  }

  async #play(point) {
    const isTaken = await this.desk.act({ t: "play", point });
    if (!isTaken) this.taps.rejected();
    this.#changed();
  }

  #heard(message) {
    if (message.room !== this.desk.room.id || message.t !== "dismissed") return;
    this.#dismissed = message;
    this.#changed();
  }

  #pressed(event) {
    if (event.key === "Escape" && this.taps.withdraw()) this.#changed();
  }

  #changed() {
    this.#show();
    this.page.redraw();
  }

  #show() {
    const { desk } = this;
    const found = this.#isOut
      ? { elsewhere: this.#elsewhere() }
      : { question: questions(desk), choice: choices(desk), chosen: this.#chosen(), waiting: waiting(desk, this.#code), score: scorePart(desk, this.#score), plan: planPart(desk, this.plans, () => this.#changed()), buttons: buttons(desk, this.#others) };
    for (const [name, part] of Object.entries(this.#parts)) part.show(found[name]?.facts ?? null, found[name]?.make);
    this.element.classList.toggle("busy", desk.isBusy);
  }

  #others = {
    plan: () => {
      this.plans.toggle();
      this.#changed();
    },
    due: ({ page, room }) => goToDue(page, room.id).catch((error) => this.desk.say(error.message)),
  };

  /** What was chosen and waits for a second tap, or for the player's turn. */
  #chosen() {
    const { chosen, premoves } = this.taps;
    const { size } = this.desk.room.position;
    const withdraw = () => this.taps.withdraw() && this.#changed();
    const confirm = () => {
      this.taps.confirm();
      this.#changed();
    };
    if (chosen !== null) {
      const name = nameOf(chosen, size);
      const make = () => el("p", { class: "buttons" }, button(t("play.play-point", { point: name }), confirm, false, "main"), button(t("app.cancel"), withdraw));
      return { facts: ["chosen", chosen], make };
    }
    const points = premoves.map((point) => nameOf(point, size)).join(", ");
    const make = () => el("p", { class: "buttons" }, el("span", {}, t("play.premove", { points })), button(t("play.withdraw"), withdraw));
    return { facts: premoves.length ? ["premoves", premoves] : null, make };
  }

  /** Why nothing can be done here: the player has the room open elsewhere, or may not be here any more. */
  #elsewhere() {
    if (this.#dismissed) return { facts: ["dismissed"], make: () => el("p", {}, this.#dismissed.text) };
    const here = () => this.page.playHere().catch((error) => this.desk.say(error.message, true));
    const make = () => [el("p", {}, t("play.elsewhere")), el("p", { class: "buttons" }, button(t("play.here"), here, false, "main"))];
    return { facts: ["aside", this.desk.isBusy], make };
  }

  /** The room's join code, once it is needed. */
  async #findCode() {
    const { room, seat } = this.desk;
    if (!this.#isCodeWanted || seat === null || room.status !== "waiting" || !room.seats.includes(null)) return;
    this.#isCodeWanted = false;
    const found = await this.desk.client.request({ t: "share_code", room: room.id }).catch(() => null);
    this.#code = found?.code ?? "";
    this.#show();
  }

  /** How the player stands against the opponent, once there is one. */
  async #findScore() {
    const { room, client } = this.desk;
    const other = opponentIn(this.desk);
    if (!other || this.#score?.of === other.id) return;
    this.#score = { of: other.id, isWhole: room.status === "finished" };
    const found = await client.request({ t: "profile", against: other.name }).catch(() => null);
    Object.assign(this.#score, found?.against);
    this.#show();
  }
}

const TURNS = ["moved", "chosen", "retired", "taken_back", "finished"];
