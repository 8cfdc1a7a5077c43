/**
 * The door of the pages: who is at it, and where they get what their session lacks.
 *
 * @module
 */

import type { Incoming } from "../../http/types.ts";
import type { readTyped } from "../../http/typed_fields.ts";
import { endpointUrl, toAddress, toPage } from "../../http/urls.ts";
import { currentSession } from "../../session/current.ts";
import type { Setup } from "../../setup/setup.ts";
import { LEVEL_2_ENDPOINT } from "../../shapes/lists.ts";
import type { SessionLack } from "../../values/levels.ts";
import type { guard } from "./guard.ts";

/** The form that somebody of the staff has sent, as it is kept with a mistake. */
export function typedFormOf(userId: string): Parameters<typeof readTyped>[0] {
  return { userId, purpose: "administration form" };
}

/** A request, as the guard asks it. */
export function doorOf(incoming: Incoming, setup: Setup): Parameters<typeof guard>[1] {
  return {
    cookies: incoming.cookies,
    userId: async () => (await currentSession(incoming, setup))?.userId ?? null,
  };
}

/** Where a person gets what their session lacks, but for its age. @param returnTo Where they go afterwards. */
export function helpUrl(lack: SessionLack, returnTo: string, incoming: Incoming, setup: Setup): string {
  const back = { callbackUrl: returnTo };
  if (lack === "session") {
    const error = incoming.method === "POST" ? "SessionRequired" : null;
    return toPage("signIn", { error, ...back }, incoming, setup);
  }
  // It leads on, where a user has no second factor.
  return toAddress(endpointUrl(LEVEL_2_ENDPOINT, incoming.origin, setup), back, incoming);
}
