// What waits for a player: games and invitations, messages, and vacations for games with days for a move.

import { newCommandId } from "../client/index.js";
import { ask, openDialog } from "../dom/dialog.js";
import { unlessLost } from "../dom/connection.js";
import { el, fill } from "../dom/elements.js";
import { actionButton, busy, field, form, problemLine, setting } from "../dom/forms.js";
import { profilePath } from "../dom/players.js";
import { timeAgo } from "../dom/time.js";
import { momentText, nameOf } from "../words/phrases.js";
import { t } from "../words/words.js";
import { goToDue, ownGames } from "./start/own_games.js";

export async function open(context) {
  const { session } = context;
  const title = t("inbox.title");
  if (!session.me) return { element: needsAccount(session, title), title, close() {} };
  const games = ownGames(context, t("inbox.no-games"));
  const letters = messagesPart(session);
  const vacation = vacationPart(session);
  const element = el("div", { class: "settings" }, el("h1", {}, title), gamesPart(context, games), letters.element, vacation.element);
  await unlessLost(Promise.all([games.loaded, letters.loaded, vacation.loaded])); // so that nothing moves under a finger
  const close = () => {
    games.close();
    letters.close();
  };
  return { element, title, close };
}

function needsAccount(session, title) {
  const enter = el("button", { type: "button", class: "main", onclick: () => session.signIn() }, t("app.sign-in"));
  return el("div", { class: "settings" }, el("h1", {}, title), el("p", {}, t("inbox.needs-account")), enter);
}

function gamesPart(context, games) {
  const problem = problemLine();
  const next = actionButton(t("inbox.next"), problem, () => goToDue(context));
  return el("section", {}, games.element, problem, el("p", { class: "buttons" }, next));
}

/** The latest messages, read from now on; a message of another player can be answered. */
function messagesPart(session) {
  const list = el("ul", { class: "messages" });
  const policy = el("div");
  const problem = problemLine();
  const show = async () => {
    const { messages = [], read = 0, policy: chosen = "everybody" } = await session.client.request({ t: "messages" });
    fill(list, messages.length ? messages.toReversed().map((message) => entry(session, message, read, show, problem)) : el("li", {}, t("inbox.none")));
    fill(policy, policyPart(session, chosen, problem));
    if (messages.length) session.client.request({ t: "read_messages", until: messages.at(-1).at }).catch(() => {});
  };
  const heard = ({ detail }) => detail.message.t === "message_received" && show().catch(() => {});
  const { client } = session;
  client.addEventListener("message", heard);
  const write = el("button", { type: "button", onclick: () => askForMessage(session) }, t("inbox.write"));
  const element = el("section", {}, el("h2", {}, t("inbox.messages")), list, problem, el("p", { class: "buttons" }, write), policy);
  return { element, loaded: busy(write, problem, show), close: () => client.removeEventListener("message", heard) };
}

function entry(session, { at, by, text }, read, show, problem) {
  const name = nameOf(by);
  const reply = el("button", { type: "button", onclick: () => askForMessage(session, name) }, t("inbox.reply"));
  const block = async () => {
    if (!(await ask(t("inbox.block-question", { name }), { yes: t("inbox.block") }))) return;
    await busy(away, problem, async () => {
      await session.client.request({ t: "block", player: by.id });
      await show();
    });
  };
  const away = el("button", { type: "button", class: "quiet", onclick: block }, t("inbox.block"));
  const head = el("p", {}, el("a", { href: profilePath(by) }, name), " ", timeAgo(at), at > read && el("b", {}, ` ${t("inbox.new")}`));
  return el("li", {}, head, el("p", {}, text), el("p", { class: "buttons" }, reply, away));
}

function askForMessage(session, to = "") {
  const command_id = newCommandId();
  const send = async (values) => {
    await session.client.request({ t: "message", command_id, to: values.to, text: values.text });
    dialog.close();
  };
  const dialog = openDialog(
    t("inbox.write"),
    form(t("app.send"), send, field(t("inbox.to"), { name: "to", value: to, maxlength: 40 }), field(t("inbox.text"), { name: "text", maxlength: 500 })),
  );
}

function policyPart(session, chosen, problem) {
  const options = ["everybody", "friends"].map((value) => [value, t(`inbox.policy-${value}`)]);
  return setting(t("inbox.policy"), "policy", options, chosen, problem, (policy) => session.client.request({ t: "set_message_policy", policy }));
}

function vacationPart(session) {
  const element = el("section");
  const show = ({ until = null, days_left: left = 0 }) => {
    const take = async (days) => show(await session.client.request({ t: "take_vacation", days }));
    const days = field(t("inbox.vacation-days"), { name: "days", type: "number", min: 1, max: 30, value: 7, inputmode: "numeric" });
    fill(
      element,
      el("h2", {}, t("inbox.vacation")),
      el("p", {}, until ? t("inbox.vacation-until", { moment: momentText(until) }) : t("inbox.vacation-left", { n: left })),
      until && form(t("inbox.vacation-end"), () => take(0)),
      !until && left > 0 && form(t("inbox.vacation-take"), (values) => take(Number(values.days)), days),
    );
  };
  return { element, loaded: session.client.request({ t: "take_vacation" }).then(show, () => {}) };
}
