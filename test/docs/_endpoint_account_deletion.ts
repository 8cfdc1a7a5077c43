/**
 * Requests to the endpoints of the deletion of accounts.
 *
 * @module
 */

import { openDeletion } from "../flows/_account_deletion.ts";
import { send } from "../flows/_send.ts";
import { APP } from "../flows/_world.ts";
import { type Driven, inNew, post } from "./_endpoint_drives.ts";

/** A request with the token of a mailed link. */
async function drive(method: "GET" | "POST", { isBroken = false, token = "" } = {}): Promise<Response> {
  const world = await openDeletion();
  await world.request();
  const named = token || new URL(world.mails.at(-1)!.url).searchParams.get("token")!;
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  if (isBroken) world.db.fault = { call: world.db.calls.length, moment: "before", lasting: true };
  const query = new URLSearchParams({ token: named });
  if (method === "GET") {
    return await world.browser.fetch(`${APP}/auth/account-deletion?${query}`, { redirect: "manual" });
  }
  return csrfToken && await send(world.browser, "account-deletion", { token: named });
}

/** Requests that succeed, and that fail. */
export const ACCOUNT_DELETION: Readonly<Record<string, Driven>> = {
  "GET account-deletion": {
    succeeds: [() => drive("GET"), () => drive("GET", { token: "forged" })],
    fails: [() => drive("GET", { isBroken: true })],
  },
  "POST account-deletion": {
    succeeds: [() => drive("POST")],
    fails: [() => drive("POST", { isBroken: true }), inNew(post("account-deletion"))],
  },
};
