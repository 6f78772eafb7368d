// The chat of a room: reading, and writing for those who may.

import { el, fill } from "../dom/elements.js";
import { problemLine } from "../dom/forms.js";
import { preferences } from "../dom/preferences.js";
import { dayTimeText, momentText } from "../words/phrases.js";
import { t } from "../words/words.js";
import { chatRefusal } from "./model/permissions.js";

const LONGEST = 200;
const KEPT = 50; // as the room does
const NEAR = 40; // pixels from the end at which a reader is taken along

/** Mutable. `send(text, to)` says something, and rejects with why it could not; `signIn()` asks a viewer who they are; `moderation`: of the host. */
export class Chat {
  #lines = [];
  #unread = 0;
  #isOpen = false;

  constructor({ send = null, signIn = null, onUnread = () => {}, moderation = null } = {}) {
    Object.assign(this, { send, signIn, onUnread, moderation });
    this.list = el("ol");
    const about = { class: "chat-lines", tabindex: "0", role: "log", "aria-live": "off", "aria-label": t("room.chat") };
    this.box = el("div", { ...about, onscroll: () => this.#read() }, this.list);
    this.more = el("button", { type: "button", class: "chat-more", hidden: true, onclick: () => this.#toEnd() }, t("room.new-messages"));
    this.input = el("input", { maxlength: LONGEST, autocomplete: "off", "aria-label": t("room.say"), placeholder: t("room.say"), enterkeyhint: "send" });
    this.watchers = el("input", { type: "checkbox" });
    this.onlyWatchers = el("label", { class: "only-watchers" }, this.watchers, t("room.only-watchers"));
    this.problem = problemLine();
    this.form = el("form", { onsubmit: (event) => this.#submit(event) }, this.input, el("button", {}, t("app.send")), this.onlyWatchers);
    this.closed = el("p", { class: "faint" });
    this.hide = el("button", { type: "button", class: "plain", onclick: () => this.#toggle() });
    this.element = el("div", { class: "chat" }, this.box, this.more, this.problem, this.form, this.closed, this.hide);
    this.#showHidden();
  }

  /** `me`: the reader's identity, or null. */
  update(room, me) {
    const { seats } = room;
    const fresh = this.#newLines(room.chat);
    const wasNear = this.#isNear();
    for (const line of fresh) this.list.append(entry(line, seats, this.moderation));
    while (this.list.childElementCount > KEPT) this.list.firstElementChild.remove();
    if (fresh.length) this.#count(fresh.filter(({ player }) => player.id !== me?.id).length, wasNear);
    this.#showForm(room, me);
  }

  /** Show what was said in a game that is over, to read only. */
  showOnly(room) {
    this.update(room, null);
    this.form.hidden = true;
    fill(this.closed);
  }

  /** Whether the chat is what is looked at now. */
  set isOpen(isOpen) {
    this.#isOpen = isOpen;
    if (isOpen) this.#toEnd();
  }

  #newLines(chat) {
    const last = this.#lines.at(-1);
    const at = last ? chat.findLastIndex((line) => line === last || (line.at === last.at && line.text === last.text)) : -1;
    if (last && at < 0) fill(this.list);
    const fresh = chat.slice(at + 1);
    this.#lines = chat;
    return fresh;
  }

  #count(number, wasNear) {
    if (this.#isOpen && wasNear) {
      this.#toEnd();
      return;
    }
    this.#unread += number;
    this.more.hidden = !(this.#isOpen && this.#unread);
    this.onUnread(preferences.chat ? this.#unread : 0);
  }

  #isNear() {
    return this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < NEAR;
  }

  #read() {
    if (this.#isOpen && this.#isNear()) this.#clear();
  }

  #toEnd() {
    this.box.scrollTop = this.box.scrollHeight;
    this.#clear();
  }

  #clear() {
    this.#unread = 0;
    this.more.hidden = true;
    this.onUnread(0);
  }

  #showForm(room, me) {
    const reason = chatRefusal(room, me);
    this.isDelayed = Boolean(room.options.viewer_delay) && room.status === "playing";
    const isSeated = me !== null && room.seatOf(me.id) !== null;
    this.form.hidden = Boolean(reason);
    this.onlyWatchers.hidden = isSeated;
    if (reason === this.closed.dataset.reason) return;
    this.closed.dataset.reason = reason;
    fill(this.closed, reason ? t(`room.no-chat-${reason}`) : null);
    if (reason === "account" && this.signIn) {
      this.closed.append(" ", el("button", { type: "button", onclick: () => this.signIn() }, t("app.sign-in")));
    }
  }

  async #submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    fill(this.problem);
    this.input.value = "";
    try {
      const isViewer = !this.onlyWatchers.hidden;
      await this.send(text, this.watchers.checked && isViewer ? "watchers" : "all");
      if (isViewer && this.isDelayed) fill(this.problem, t("room.said-later"));
    } catch (error) {
      if (!this.input.value) this.input.value = text;
      fill(this.problem, error.message);
    }
  }

  #toggle() {
    preferences.set({ chat: !preferences.chat });
    this.#showHidden();
  }

  #showHidden() {
    this.element.classList.toggle("hidden-chat", !preferences.chat);
    fill(this.hide, t(preferences.chat ? "room.hide-chat" : "room.show-chat"));
  }
}

/** For the host, the name of a person without a seat leads to what can be done about them. */
function entry({ player, text, at, to }, seats, moderation) {
  const seat = seats.findIndex((other) => other?.id === player.id);
  return el(
    "li",
    { title: momentText(at) },
    el("time", { class: "faint" }, dayTimeText(at)),
    " ",
    el("b", { class: seat < 0 ? "viewer" : "seated" }, moderation?.mayModerate(player) ? moderation.button(player.name, player.id) : player.name),
    to === "watchers" && el("span", { class: "tag" }, t("room.to-watchers")),
    " ",
    el("span", { class: "said" }, text),
  );
}
