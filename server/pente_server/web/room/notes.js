// Looking at a finished game together: comments, marks and variations, and where the others look.

import { nameOf } from "../client/index.js";
import { el, fill } from "../dom/elements.js";
import { problemLine } from "../dom/forms.js";
import { listed } from "../words/phrases.js";
import { t } from "../words/words.js";

const LONGEST = 200;
const MODES = ["try", "mark", "point"];

/**
 * Mutable. `host` has look, act(command), me(), mayAnnotate(), follow(player or null), setMode(mode), shareBranch(), and
 * the setting `isSharing`.
 */
export class Notes {
  #text = "";

  constructor(host) {
    this.host = host;
    this.mode = "try";
    this.body = el("div", { class: "notes-body" });
    this.input = el("textarea", { rows: 2, maxlength: LONGEST, "aria-label": t("room.comment"), placeholder: t("room.comment") });
    this.problem = problemLine();
    this.form = el("form", { onsubmit: (event) => this.#comment(event) }, this.input, el("button", {}, t("room.add-comment")));
    this.modes = el("fieldset", { class: "modes" }, el("legend", {}, t("room.on-click")), MODES.map((mode) => this.#modeChoice(mode)));
    this.sharing = el("input", { type: "checkbox", onchange: () => host.share(this.sharing.checked) });
    this.share = el("label", { class: "check" }, this.sharing, t("room.show-my-look"));
    this.element = el("div", { class: "notes" }, this.body, this.problem, this.modes, this.form, this.share);
  }

  update(room) {
    const { look } = this.host;
    const may = this.host.mayAnnotate();
    for (const part of [this.form, this.modes, this.share]) part.hidden = !may;
    this.form.hidden ||= look.isOwnBranch;
    this.sharing.checked = this.host.isSharing;
    const key = JSON.stringify([look.node, look.tried, look.following, room.analysis, room.looks, may]);
    if (key === this.#text) return;
    this.#text = key;
    fill(this.body, el("p", { class: "where" }, whereText(look)), this.#branch(), this.#here(room), this.#people(room), this.#all(room));
  }

  tell(error) {
    fill(this.problem, error?.message ?? "");
  }

  #modeChoice(mode) {
    const radio = el("input", { type: "radio", name: "on-click", value: mode, checked: mode === this.mode, onchange: () => (this.mode = mode) });
    return el("label", { class: "check" }, radio, t(`room.click-${mode}`));
  }

  async #comment(event) {
    event.preventDefault();
    const text = this.input.value.replace(/\s+/g, " ").trim();
    if (!text) return;
    if (await this.#act({ t: "add_comment", node: this.host.look.node, text })) this.input.value = "";
  }

  async #act(command) {
    this.tell(null);
    try {
      await this.host.act(command);
      return true;
    } catch (error) {
      this.tell(error);
      return false;
    }
  }

  #branch() {
    const { look } = this.host;
    if (!look.isOwnBranch && look.game.tree.isPlayed(look.node)) return null;
    const isShared = look.isOwnBranch && this.host.mayAnnotate();
    return el(
      "p",
      { class: "actions" },
      el("button", { type: "button", onclick: () => look.toGame() }, t("room.back-to-game")),
      isShared && el("button", { type: "button", class: "main", onclick: () => this.host.shareBranch().catch((error) => this.tell(error)) }, t("room.share-branch")),
    );
  }

  /** What was said where somebody looks. */
  #here({ analysis, position }) {
    const { look } = this.host;
    if (look.isOwnBranch) return null;
    const at = (each) => each.node === look.node;
    const points = (marks) => listed(marks.map((point) => nameOf(point, position.size)));
    const variation = analysis.variations.find(({ first, points: stones }) => look.node >= first && look.node < first + stones.length);
    return el(
      "ul",
      { class: "said-here" },
      analysis.comments.filter(at).map((each) => el("li", {}, el("b", {}, each.player.name), " ", each.text, this.#remove(each))),
      analysis.marks.filter(at).map((each) => el("li", {}, t("room.marks", { name: each.player.name, points: points(each.points) }), this.#remove(each))),
      variation && el("li", {}, t("room.variation-by", { name: variation.player.name }), this.#remove(variation)),
    );
  }

  #remove({ number, player }) {
    const me = this.host.me();
    const { created } = this.host.look.game.room;
    if (!this.host.mayAnnotate() || (player.id !== me?.id && created.host.id !== me?.id)) return null;
    return [" ", el("button", { type: "button", class: "plain", onclick: () => this.#act({ t: "remove_annotation", number }) }, t("app.remove"))];
  }

  #people({ looks }) {
    const { look } = this.host;
    const others = looks.filter(({ player }) => player.id !== this.host.me()?.id);
    if (!others.length && !look.following) return null;
    const entry = ({ player, node }) => {
      const isFollowed = look.following === player.id;
      const press = () => this.host.follow(isFollowed ? null : player.id);
      return el("li", {}, t("room.shows", { name: player.name, n: node }), " ", el("button", { type: "button", class: "plain", "aria-pressed": String(isFollowed), onclick: press }, t("room.follow")));
    };
    return [el("h3", {}, t("room.looks")), el("ul", {}, others.map(entry))];
  }

  /** The comments of the whole game, as links to where they were made. */
  #all({ analysis }) {
    const { look } = this.host;
    const comments = analysis.comments.filter(({ node }) => look.game.tree.has(node));
    if (!comments.length) return null;
    const entry = ({ node, player, text }) =>
      el("li", {}, el("button", { type: "button", class: "plain", onclick: () => look.goTo(node) }, placeText(look.game.tree, node)), " ", el("b", {}, player.name), " ", text);
    return [el("h3", {}, t("room.all-comments")), el("ol", { class: "all-comments" }, comments.map(entry))];
  }
}

/** Where somebody looks, as a sentence. */
export function whereText(look) {
  const { tree } = look.game;
  if (!look.isOwnBranch) return t("room.where", { place: placeText(tree, look.node), last: tree.last });
  const names = look.tried.slice(-6).map((point) => nameOf(point, tree.frames[0].position.size));
  return t("room.only-you", { stones: names.join(" "), place: placeText(tree, look.node) });
}

function placeText(tree, node) {
  if (node === 0) return t("room.place-start");
  if (tree.isPlayed(node)) return t("room.place-move", { n: node });
  return t("room.place-variation", { n: tree.branchPoint(node), stones: tree.turnTo(node) });
}
