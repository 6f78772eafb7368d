// The form for a new game: what people usually choose at once, all else under "More".

import { openDialog } from "../../dom/dialog.js";
import { el, fill } from "../../dom/elements.js";
import { check, choice, field, form } from "../../dom/forms.js";
import { t } from "../../words/words.js";
import { BadOption, OTHER, gameOf, originOf, SECTIONS, otherName, positionIn, rowOf } from "./game_options.js";
import { createRoom, openGame } from "./matchmaking.js";

/** Ask for a new game, and go to its room. `values` are what is filled in already. */
export async function askForGame({ session, go }, values = {}) {
  if (!(await session.signIn())) return;
  const send = async (given) => {
    const room = await openGame(session.client, await gameFor(session.client, given));
    dialog.close();
    go(`/r/${room}`);
  };
  const [first, ...more] = SECTIONS;
  const fields = [...first.rows.map((row) => option(row, values)), ...more.map((part) => section(part, values))];
  const dialog = openDialog(t(values.against ? "phrase.challenge" : "start.new"), form(t(values.against ? "start.send" : "start.open"), send, ...fields));
  const ruleset = dialog.element.querySelector("select[name=ruleset]");
  const means = el("small", {});
  ruleset.after(means);
  const show = () => fill(means, t(`room.rules-${ruleset.value}`));
  ruleset.addEventListener("change", show);
  show();
}

async function gameFor(client, given) {
  try {
    const from = originOf(given);
    return gameOf(given, { origin: from && positionIn(await client.logOf(from.id), from.stones) });
  } catch (error) {
    if (!(error instanceof BadOption)) throw error;
    const { title, expects } = rowOf(error.field);
    throw new Error(`${title}: ${t(error.key, { expects })}`);
  }
}

function section({ title, rows }, values) {
  return el("details", {}, el("summary", {}, title), rows.map((row) => option(row, values)));
}

function option(row, values) {
  const { name, kind, title, hint = "", usual, words, isOpen } = row;
  if (kind === "switch") return check(title, name, values[name] ?? Boolean(usual), hint);
  if (isOpen) return openChoice(row);
  if (words) return choice(title, name, labelled(words), values[name] ?? words[0][0], name === "ruleset" ? "" : hint);
  const type = kind === "secret" ? "password" : "text";
  return field(title, { name, type, value: values[name] ?? "", maxlength: 400, autocapitalize: "none", spellcheck: "false" }, hint);
}

/** A choice of what people often want, and a field for all else, which is shown when it is asked for. */
function openChoice({ name, title, hint, words, expects }) {
  const chosen = choice(title, name, [...labelled(words), [OTHER, t("start.another")]], "", hint);
  const other = field(title, { name: otherName(name), maxlength: 400, autocapitalize: "none", spellcheck: "false" }, t("start.expects", { expects }));
  other.hidden = true;
  chosen.addEventListener("change", ({ target }) => {
    other.hidden = target.value !== OTHER;
  });
  return [chosen, other];
}

function labelled(words) {
  return words.map(([word, label]) => [word, word === "-" ? t("start.no-clock") : label || t("start.usual")]);
}

/** Ask for the terms of a game that only those find who have its link, and go to that link. */
export async function askForFriend({ session, go }) {
  if (!(await session.signIn())) return;
  const send = async (given) => {
    const { code } = await createRoom(session.client, gameOf({ ...given, private: true }));
    dialog.close();
    go(`/j/${code}`);
  };
  const dialog = openDialog(t("start.friend"), form(t("start.invite"), send, el("p", {}, t("start.friend-more")), termChoices()));
}

/** The terms of a quick game: rules, time, and the colour; by all rules that have a name white begins. */
export function termChoices() {
  const terms = ["ruleset", "time"].map(rowOf).map(({ name, title, words }) => choice(title, name, labelled(words)));
  const colours = [["", t("start.any-seat")], ["0", t("start.white")], ["1", t("start.black")]];
  return [...terms, choice(t("start.colour"), "seat", colours)];
}
