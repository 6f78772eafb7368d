// What all controls of a room share: the player's seat, sending commands, and saying how that went.

import { announce } from "../../dom/announce.js";
import { sentence } from "../../dom/forms.js";
import { t } from "../../words/words.js";
import { Part } from "./part.js";
import { el } from "../../dom/elements.js";

/** Mutable: it knows which commands are on their way. `onChange` is called when the controls have to look otherwise. */
export class Desk {
  #pending = new Set();
  notice = new Part("notice", { role: "status" });

  constructor(page, onChange) {
    Object.assign(this, { page, onChange });
  }

  get room() {
    return this.page.room;
  }

  get client() {
    return this.page.session.client;
  }

  get me() {
    return this.page.session.me;
  }

  /** The player's seat; null: they have none. */
  get seat() {
    return this.me ? this.room.seatOf(this.me.id) : null;
  }

  /** The server's time, in milliseconds since 1970. */
  get now() {
    return this.client.now();
  }

  /** Whether a command of this type is on its way. */
  isPending(type) {
    return this.#pending.has(type);
  }

  /** Whether any is; they go on by themselves when the connection is back. */
  get isBusy() {
    return this.#pending.size > 0;
  }

  /** Send a command; whether the room took it. What went wrong is said. */
  async act(command) {
    if (this.#pending.has(command.t)) return false;
    this.#pending.add(command.t);
    this.say("");
    this.onChange();
    try {
      await this.client.act(this.room.id, command);
      return true;
    } catch (error) {
      if (error.code !== "so-already") this.say(["stale", "other-history"].includes(error.code) ? t("play.stale") : sentence(error), true);
      return false;
    } finally {
      this.#pending.delete(command.t);
      this.onChange();
    }
  }

  /** Another request about the room; the reply, or null after what went wrong was said. */
  async ask(request) {
    try {
      return await this.client.request({ room: this.room.id, ...request });
    } catch (error) {
      this.say(sentence(error), true);
      return null;
    }
  }

  /** Show a sentence to the player until the next one; `isProblem`: it is read at once. */
  say(text, isProblem = false) {
    this.notice.show(text && [text, isProblem], () => el("p", { class: isProblem ? "problem" : "" }, text));
    if (text && isProblem) announce(text, true);
  }
}
