// What a program in TypeScript says with the types; lines that must not compile say so.

import { Account, Client, type Event, type PlayerKind, type Replies, type ServerMessage } from "pente-client";

declare global {
  const process: { argv: string[] };
}

const client = new Client("ws://127.0.0.1:8765", { account: new Account({ name: "ada", kind: "bot" }) });
client.addEventListener("state", ({ detail }) => console.log(detail.state, detail.error?.message));
client.addEventListener("message", ({ detail: { message } }) => console.log(said(message)));
client.addEventListener("room", ({ detail: { room, event } }) => console.log(room.turnList.length, event && [pointsOf(event), momentOf(event)]));

const profile: Replies["profile"] = await client.request({ t: "profile", player: "ada" });
console.log(profile.t, (await client.logOf("room0001")).length);

// @ts-expect-error there is no such request
await client.request({ t: "yawn" });
// @ts-expect-error nor such a command
await client.act("room0001", { t: "resign", loudly: true });
await client.create({ ruleset: "pente", time: "-", options: { bots: "anybody" } });
// @ts-expect-error nor such a value
await client.create({ ruleset: "pente", time: "-", options: { bots: "all" } });
// A later server may send others.
const team: PlayerKind = "team";
console.log(team);

function said(message: ServerMessage): string {
  switch (message.t) {
    case "invited":
      return message.room.host.name;
    case "error":
      return message.text;
    default:
      return message.t;
  }
}

function momentOf(event: Event): number {
  // @ts-expect-error all known events have one, but an unknown one may have none
  const early = event.at;
  return "at" in event ? event.at : early;
}

function pointsOf(event: Event): number[] {
  return event.t === "moved" ? [event.point] : [];
}
