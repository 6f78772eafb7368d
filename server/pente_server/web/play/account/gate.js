// What is shown instead of a page as long as the server does not let one in: a question for its password, for an
// account, or the reason.

import { fingerprintOf, OtherServer, UnprovenServer } from "../../client/index.js";
import { ask } from "../../dom/dialog.js";
import { el } from "../../dom/elements.js";
import { field, form, sentence } from "../../dom/forms.js";
import { isExposed } from "../../dom/server.js";
import { t } from "../../words/words.js";
import { waysIn } from "./sign_in.js";

/** A page for the error that `session.ready` rejected with. */
export function gate(session, error) {
  const find = byKind(error) ?? BY_CODE[error.code] ?? refused;
  const { title, content } = find(session, error);
  return { element: el("section", { class: "gate" }, el("h1", {}, title), content), title, close() {} };
}

function byKind(error) {
  if (error instanceof OtherServer) return otherServer;
  return error instanceof UnprovenServer ? unproven : null;
}

const BY_CODE = {
  "password-needed": askForPassword,
  "wrong-password": askForPassword,
  "account-needed": askForAccount,
  "unknown-device": forgotten,
  "account-deleted": forgotten,
  4502: forgotten, // after a welcome: this device was removed
  4503: forgotten,
};

/** A server with a password shows nothing to viewers: it wants the password and an account. */
function askForPassword(session, error) {
  const isWrong = error.code === "wrong-password";
  const content = form(
    t("play.continue"),
    ({ password }) => session.setPassword(password),
    el("p", { class: isWrong ? "problem" : "" }, isWrong ? sentence(error) : t("play.password-more")),
    isExposed() && el("p", { class: "note" }, t("play.password-exposed")),
    field(t("play.server-password"), { name: "password", type: "password", maxlength: 200, autofocus: true }),
  );
  return { title: t("play.password-needed"), content };
}

/** Whether the server has a password or a list, viewers can't know. */
function askForAccount(session) {
  const password = field(
    t("play.server-password"),
    { type: "password", name: "password", maxlength: 200, value: session.password.get() },
    t("play.password-if"),
  );
  const enter = (details) => {
    session.password.set(password.querySelector("input").value);
    return session.enter(details);
  };
  return { title: t("play.account-needed"), content: [el("p", {}, t("play.account-needed-more")), password, waysIn(enter)] };
}

/** The server does not know the account of this browser any more. */
function forgotten(session, error) {
  const go = el("button", { type: "button", class: "main", onclick: () => session.forgetAccount() }, t("play.go-on-without"));
  return { title: t("play.forgotten"), content: [el("p", {}, sentence(error)), el("p", { class: "buttons" }, go)] };
}

function unproven(session) {
  const forget = async () => {
    if (await ask(t("play.forget-question"), { yes: t("play.forget") })) session.forgetAccount();
  };
  const content = [
    el("p", {}, t("play.unproven-more")),
    el("p", { class: "buttons" }, el("button", { type: "button", class: "main", onclick: () => session.reconnect() }, t("app.again"))),
    el("p", {}, el("button", { type: "button", class: "quiet", onclick: forget }, t("play.forget"))),
  ];
  return { title: t("play.unproven"), content };
}

/** The link says that it is for a server with another key. */
function otherServer(session) {
  const here = fingerprintOf(session.greeting.server_id);
  const content = [
    el("p", { role: "alert" }, t("play.other-server-more", { here })),
    el("p", { class: "buttons" }, el("a", { class: "button", href: "/" }, t("room.other-games"))),
  ];
  return { title: t("play.other-server"), content };
}

function refused(session, error) {
  const again = el("button", { type: "button", class: "main", onclick: () => session.reconnect() }, t("app.again"));
  const leave = el("button", { type: "button", onclick: () => session.forgetAccount() }, t("play.go-on-without"));
  const hasAccount = Boolean(session.greeting && session.accounts.of(session.greeting.server_id));
  return { title: t("play.refused"), content: [el("p", {}, sentence(error)), el("p", { class: "buttons" }, again, hasAccount && leave)] };
}
