// What is done together with others who look at the same finished game: whom one follows, and who sees where one looks.

const LOOKS_EVERY = 300;

/** Mutable. `page`: the page of the room. `host` is what the notes may do. */
export class PostMortem {
  #timer = null;
  #isSharing = true;
  #points = []; // to which the reader draws attention

  constructor(page) {
    this.page = page;
    const self = this;
    this.host = {
      follow: (player) => this.#follow(player),
      shareBranch: () => this.#shareBranch(),
      pointed: (point, mode) => this.#pointed(point, mode),
      share: (isSharing) => this.#share(isSharing),
      get isSharing() {
        return self.#isSharing;
      },
    };
  }

  /** The reader looks somewhere else. */
  looked() {
    const { look } = this.page.view;
    this.#points = this.#points.filter(({ node }) => node === look.node);
    this.#send();
  }

  /** Look where the person looks whom the reader follows, or roam once they show the game no more. */
  noticed() {
    const { view, room } = this.page;
    const { look } = view;
    if (!look.following) return;
    const theirs = room.looks.find(({ player }) => player.id === look.following);
    if (!theirs) look.goTo(look.node);
    else if (theirs.node !== look.node || String(theirs.points ?? []) !== String(view.pointed)) this.#goTo(theirs);
  }

  close() {
    clearTimeout(this.#timer);
  }

  #follow(player) {
    const { view, room } = this.page;
    const theirs = room.looks.find((look) => look.player.id === player);
    if (theirs) this.#goTo(theirs);
    else view.look.goTo(view.look.node);
  }

  #goTo({ player, node, points = [] }) {
    const { view } = this.page;
    view.pointed = points;
    view.look.goTo(node, { following: player.id });
  }

  async #shareBranch() {
    const { look } = this.page.view;
    const { node, tried } = look;
    await this.page.client.act(this.page.id, { t: "add_variation", node, points: tried });
    look.goTo(look.game.tree.walk(node, tried).node);
  }

  #pointed(point, mode) {
    const { look } = this.page.view;
    if (mode === "mark") {
      this.#mark(look.node, point);
      return;
    }
    const had = this.#points.some((each) => each.point === point);
    this.#points = had ? this.#points.filter((each) => each.point !== point) : [...this.#points, { node: look.node, point }];
    this.page.view.pointed = this.#points.map((each) => each.point);
    this.page.redraw();
    this.#send();
  }

  #mark(node, point) {
    const { room, me, client, id, view } = this.page;
    const mine = room.analysis.marks.find((each) => each.node === node && each.player.id === me.id)?.points ?? [];
    const points = mine.includes(point) ? mine.filter((other) => other !== point) : [...mine, point];
    client.act(id, { t: "mark_points", node, points }).catch((error) => view.notes.tell(error));
  }

  #share(isSharing) {
    this.#isSharing = isSharing;
    this.#send();
  }

  /** Show the others where the reader looks: soon, and not too often. Who follows shows nothing. */
  #send() {
    const { view, isEmbedded } = this.page;
    if (this.#timer !== null || isEmbedded || !view?.host.mayAnnotate()) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.page.view) return;
      const { look } = this.page.view;
      const node = this.#isSharing && !look.following ? look.node : null;
      const points = node === null ? [] : this.#points.map(({ point }) => point);
      this.page.client.request({ t: "look", room: this.page.id, node, points }).catch(() => {}); // the next one replaces it
    }, LOOKS_EVERY);
  }
}
