// The review of a game at the server: whether there is one, asking for it, and waiting until it is made.

const ASKED_EVERY = 3000;

/** Mutable. `changed()` is called when `state` is another: "unknown", "none", "waiting", "done", "unavailable" or "failed". */
export class ReviewSource {
  state = "unknown";
  review = null; // in the form of a message
  error = null;
  #timer = null;
  #isClosed = false;

  constructor(client, game, changed) {
    Object.assign(this, { client, game, changed });
  }

  /** Find out what there is. A game that is not shown to everybody has nothing to be asked for here. */
  async find() {
    try {
      this.#take(await this.client.request({ t: "game_review", game: this.game }));
    } catch {
      this.#become("unknown");
    }
  }

  /** Have the game reviewed. */
  async ask() {
    try {
      this.#take(await this.client.request({ t: "request_review", game: this.game }));
    } catch (error) {
      this.error = error;
      this.#become("failed");
    }
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #take({ state = "none", review = null }) {
    this.review = review;
    const wasWaiting = this.state === "waiting";
    this.#become(wasWaiting && state === "none" ? "failed" : state);
    clearTimeout(this.#timer);
    if (state === "waiting" && !this.#isClosed) this.#timer = setTimeout(() => this.#again(), ASKED_EVERY);
  }

  /** Ask whether it is made by now; without an answer, as the connection is lost, later. */
  async #again() {
    try {
      this.#take(await this.client.request({ t: "game_review", game: this.game }));
    } catch {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#again(), ASKED_EVERY);
    }
  }

  #become(state) {
    if (state === this.state || this.#isClosed) return;
    this.state = state;
    this.changed();
  }
}
