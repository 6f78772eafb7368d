// The page of a finished game, from the archive.

import { el, fill } from "../dom/elements.js";
import { Chat } from "./chat.js";
import { gate } from "./gate.js";
import { menuOf, showPlace } from "./links.js";
import { gameOf } from "./model/game.js";
import { ReviewPanel } from "./review/review_panel.js";
import { RoomView } from "./room_view.js";

/** The page of a finished game, see ../README.md. */
export async function open({ session, params: [id], hash }) {
  const page = new GamePage(id, session);
  try {
    page.show(await session.client.logOf(id), hash);
  } catch (error) {
    const code = error.code === "unknown-room" ? "unknown-game" : error.code;
    fill(page.element, gate({ code, text: error.message }, { id }));
  }
  return page;
}

/** Mutable. */
class GamePage {
  title = "";
  view = null;
  isArchived = true;

  constructor(id, session) {
    Object.assign(this, { id, session });
    this.element = el("div", { class: "room" });
  }

  show(events, hash) {
    const game = gameOf(this.id, events);
    this.room = game.room;
    this.endedAt = events.find((event) => event.t === "finished")?.at ?? null;
    this.view = new RoomView(game, this.#host());
    this.view.onLook = () => showPlace(this.view.look);
    fill(this.element, this.view.element);
    this.view.goTo(hash);
    this.title = this.view.names;
  }

  moved(hash) {
    this.view?.goTo(hash);
  }

  close() {
    this.view?.close();
  }

  #host() {
    return {
      me: () => null,
      now: () => this.session.client.now(),
      endedAt: () => this.endedAt,
      menu: (look) => menuOf(this, look),
      mayTry: () => true,
      mayAnnotate: () => false,
      isSharing: false,
      review: new ReviewPanel(this),
      chat: this.room.chat.length ? this.#chat() : null,
    };
  }

  /** What was said during the game, to read. */
  #chat() {
    const chat = new Chat();
    chat.showOnly(this.room);
    return chat.element;
  }
}
