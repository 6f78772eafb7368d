// Computer analysis of a finished game: asking for it, its graph, what it says about each move, and learning from mistakes.

import { el, fill } from "../../dom/elements.js";
import { nameOf } from "../../client/index.js";
import { LANGUAGE, t } from "../../words/words.js";
import { coloursIn } from "../../board/stones.js";
import { Graph } from "./graph.js";
import { Practice } from "./practice.js";
import { betterLine, isMistake, reviewOf, verdictText } from "./review.js";
import { ReviewSource } from "./source.js";

/** Mutable. `session` is that of the page, `id` the game's. A RoomView gives itself to `attach`. */
export class ReviewPanel {
  #view = null;
  #source = null;
  #review = null;
  #graph = null;
  #practice = null;
  #said = el("div", { class: "said" });

  constructor({ session, id }) {
    Object.assign(this, { session, id });
    this.element = el("div", { class: "review" });
  }

  /** Whether there is anything to see or to do. */
  get isShown() {
    return this.#source !== null && !["unknown", "unavailable"].includes(this.#source.state);
  }

  attach(view) {
    this.#view = view;
    this.update();
  }

  /** Look for a review as soon as the game is over. */
  update() {
    const isAble = (this.session.client.greeting?.features ?? []).includes("review");
    if (this.#source || !isAble || this.#view?.game.room.status !== "finished") return;
    this.#source = new ReviewSource(this.session.client, this.id, () => this.#changed());
    this.#source.find();
  }

  /** Somebody looks at another place. */
  looked() {
    if (!this.#review) return;
    this.#graph.look(this.#view.game.tree.branchPoint(this.#view.look.node));
    this.#say();
  }

  /** A point of the board was chosen. True if that is for the exercise. */
  tapped(point) {
    return this.#practice?.tapped(point) ?? false;
  }

  /** The view of the board with what there is to see: the better line of the move that is looked at. */
  decorate(view) {
    if (!this.#review) return view;
    if (this.#practice) return this.#practice.decorate(view);
    const stone = this.#stone;
    if (!stone || !this.#isOpen || !isMistake(stone)) return view;
    return { ...view, hints: betterLine(this.#view.game, stone) };
  }

  close() {
    this.#source?.close();
  }

  get #isOpen() {
    return this.#view.tabs.selected === "review";
  }

  /** The reviewed stone that leads to where somebody looks. */
  get #stone() {
    const { look } = this.#view;
    return look.isOwnBranch ? null : this.#review?.stones.find(({ node }) => node === look.node);
  }

  #changed() {
    if (this.#source.state === "done") this.#take();
    fill(this.element, this.#contents());
    this.#view.reviewed(this.#review?.stones ?? []);
    this.looked();
  }

  #take() {
    const { game, look } = this.#view;
    this.#review = reviewOf(game, this.#source.review);
    this.#graph = this.#review && new Graph(game, this.#review.stones, (node) => look.goTo(node));
  }

  #contents() {
    switch (this.#source.state) {
      case "waiting":
        return el("p", { class: "quiet", role: "status" }, t("review.waiting"));
      case "done":
        return this.#review ? [el("h2", { class: "unseen" }, t("review.title")), this.#graph.element, this.#said] : el("p", {}, t("review.unreadable"));
      default:
        return [this.#problem(), el("p", {}, t("review.about")), el("button", { type: "button", class: "main", onclick: () => this.#ask() }, t("review.title"))];
    }
  }

  #problem() {
    if (this.#source.state !== "failed") return null;
    return el("p", { class: "problem", role: "alert" }, this.#source.error?.message ?? t("review.failed"));
  }

  async #ask() {
    if (this.session.me || (await this.session.signIn?.())) await this.#source.ask();
  }

  #say() {
    if (this.#practice && !this.#view.wide.matches) this.#view.tell(this.#practice.text); // the rest is below the board
    fill(this.#said, this.#practice ? this.#practice.elements(() => this.#stop()) : [this.#verdict(), this.#mistakes(), this.#lessons(), this.#maker()]);
  }

  /** What is said about the move that is looked at, with the better line to go along. */
  #verdict() {
    const stone = this.#stone;
    if (!stone) return el("p", { class: "verdict" }, t("review.choose"));
    const { game } = this.#view;
    const line = isMistake(stone) ? betterLine(game, stone) : [];
    const stones = line.map(({ point }, index) => el("button", { type: "button", class: "plain", onclick: () => this.#try(stone, line.slice(0, index + 1)) }, nameOf(point, game.room.position.size)));
    return el("p", { class: "verdict" }, verdictText(stone, game.room.position.size), line.length > 0 && [" ", t("review.better"), " ", stones]);
  }

  #try({ node }, stones) {
    const { look } = this.#view;
    look.goTo(node - 1);
    stones.forEach(({ point }) => look.try(point));
  }

  /** All mistakes, as links to them: what the graph shows, in words. */
  #mistakes() {
    const { game, look } = this.#view;
    const found = this.#review.stones.filter(isMistake);
    if (!found.length) return el("p", {}, t("review.no-mistakes"));
    const entry = (stone) => el("li", {}, el("button", { type: "button", class: "plain", onclick: () => look.goTo(stone.node) }, t("review.entry", { n: stone.node, point: nameOf(stone.point, game.room.position.size) })), " ", t(`review.${stone.judgement}`));
    return el("details", { open: true }, el("summary", {}, t("review.mistakes", { n: found.length })), el("ol", { class: "mistakes" }, found.map(entry)));
  }

  /** A button for each side that has something to learn; for a player their own. */
  #lessons() {
    const { game } = this.#view;
    const own = this.session.me ? game.room.seatOf(this.session.me.id) : null;
    const colours = coloursIn(game.room.position);
    const sides = own === null ? colours.map((_, seat) => seat) : [own];
    const lesson = (seat) => {
      const mistakes = this.#review.stones.filter((stone) => stone.colour === seat && isMistake(stone));
      const text = own === null ? t("review.learn-of", { colour: t(`colour.${colours[seat]}`) }) : t("review.learn");
      return mistakes.length > 0 && el("button", { type: "button", onclick: () => this.#learn(mistakes) }, text);
    };
    return el("p", { class: "actions" }, sides.map(lesson));
  }

  #maker() {
    return el("p", { class: "faint" }, t("review.by", { by: reviewerText(this.#review.by) }));
  }

  #learn(mistakes) {
    this.#practice = new Practice(this.#view.look, mistakes, () => {
      this.#say();
      this.#view.redraw();
    });
    this.#say();
    this.#view.redraw();
  }

  #stop() {
    this.#practice = null;
    this.#view.tell();
    this.#say();
    this.#view.redraw();
  }
}

/** Who made a review: a player with its options, such as "engine:nodes=20000". */
function reviewerText(by) {
  const [, player, nodes] = /^([\w-]+):nodes=(\d+)$/.exec(by) ?? [];
  return nodes ? t("review.nodes", { player, count: Number(nodes).toLocaleString(LANGUAGE) }) : by;
}
