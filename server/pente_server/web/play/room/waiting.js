// Before the game: taking a seat, inviting a friend, and being ready.

import { el } from "../../dom/elements.js";
import { openDialog } from "../../dom/dialog.js";
import { check, field, form } from "../../dom/forms.js";
import { isOnlyHere } from "../../dom/server.js";
import { linkTo } from "../../words/links.js";
import { t } from "../../words/words.js";
import { button } from "./answers.js";
import { isInvited, mayJoin } from "./possible.js";

/** What can be done while players are awaited, as {facts, make}. */
export function waiting(desk, shared) {
  const { room, me, seat } = desk;
  if (room.status !== "waiting") return { facts: null };
  const [isOpen, wasInvited] = [mayJoin(room, me), isInvited(room, me)];
  const isFull = room.seats.every((player) => player !== null);
  const mayReady = seat !== null && isFull && room.options.ready_check && !room.readySeats.includes(seat);
  const facts = [isOpen, wasInvited, seat, isFull, mayReady, desk.isBusy, shared];
  return { facts: isOpen || wasInvited || seat !== null ? facts : null, make };

  function make() {
    return [
      seat !== null && !isFull && shared !== null && shareBox(desk, shared),
      el(
        "p",
        { class: "buttons" },
        isOpen && button(t(wasInvited ? "play.accept-invitation" : "app.join"), () => join(desk), desk.isBusy, "main"),
        wasInvited && button(t("play.decline"), () => desk.act({ t: "decline" }), desk.isBusy),
        mayReady && button(t("play.ready"), () => desk.act({ t: "ready" }), desk.isBusy, "main"),
        seat !== null && button(t("play.leave"), () => desk.act({ t: "leave" }), desk.isBusy),
      ),
    ];
  }
}

/** How a friend gets here: a link, and a code that can be said. */
function shareBox(desk, code) {
  const link = linkTo(code ? `/j/${code}` : `/r/${desk.room.id}`, desk.client.greeting);
  const copy = async () => {
    await copied(link, desk);
    desk.say(t("play.copied"));
  };
  return el(
    "div",
    { class: "share" },
    el("p", {}, t("play.share")),
    el("p", { class: "buttons" }, el("a", { href: link, class: "link" }, link), button(t("play.copy"), copy), shareButton(link)),
    isOnlyHere(link) && el("p", { class: "note" }, t("app.only-here")),
    code && el("p", {}, t("play.share-code"), " ", el("b", { class: "join-code" }, code)),
    code && el("p", {}, t("play.share-scan")),
    code && el("img", { class: "qr", src: `/api/codes/${code}.svg`, alt: t("play.share-scan"), width: 200, height: 200 }),
  );
}

/** The device's own way to share a link, where it has one. */
function shareButton(url) {
  if (!navigator.share) return null;
  return button(t("app.send"), () => navigator.share({ url, title: t("app.title") }).catch(() => {}));
}

/** Without TLS there is no clipboard for pages: then the link is selected, to be copied by hand. */
async function copied(link) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(link);
    return;
  }
  const input = el("textarea", { class: "unseen" }, link);
  document.body.append(input);
  input.select();
  document.execCommand("copy");
  input.remove();
}

/** Take a seat: as a guest if need be, with the room's password, and knowing what a rating shows. */
async function join(desk) {
  if (!desk.me) {
    await desk.page.session.signIn(); // the router shows the room anew then
    return;
  }
  const hides = desk.room.options.rated && (desk.room.options.private || desk.room.options.password_hash || (desk.room.options.watch ?? "anybody") !== "anybody");
  const needsPassword = Boolean(desk.room.options.password_hash) && !isInvited(desk.room, desk.me);
  if (hides || needsPassword) askFirst(desk, hides, needsPassword);
  else await desk.act({ t: "join" });
}

function askFirst(desk, hides, needsPassword) {
  const send = async ({ password = "", accepts = false }) => {
    await desk.client.act(desk.room.id, { t: "join", password, accepts_rating: accepts });
    dialog.close();
  };
  const dialog = openDialog(
    t("app.join"),
    form(
      t("app.join"),
      send,
      needsPassword && field(t("play.room-password"), { name: "password", type: "password", maxlength: 100 }),
      hides && check(t("play.accepts-rating"), "accepts"),
    ),
  );
}
