/**
 * What a user began a sign-in for: to sign in, or to add a way to sign in to the account they are using.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Incoming } from "../http/types.ts";
import { currentSession } from "../session/current.ts";
import type { SessionRead } from "../session/types.ts";

/** `requested`: the form had `link`. `agreed`: the user was asked on a page, and said yes. */
export type LinkIntent = "none" | "requested" | "agreed";

/** What a sign-in was begun for. */
export interface Intent {
  /** Id of the user who was signed in. */
  readonly userId: string | null;
  /** Whether the user wants the account added to theirs. */
  readonly link: LinkIntent;
}

/** Where a sign-in comes from, and where it leads. */
export interface Way {
  /** The request that ends it. */
  readonly incoming: Incoming;
  /** Absolute URL where the user goes. */
  readonly returnTo: string;
  /** What it was begun for. */
  readonly intent: Intent;
}

/** No one was signed in. */
export const NO_INTENT: Intent = { userId: null, link: "none" };

/** The intent of a request that begins a sign-in: from the session, and `link` in the form or in the query. */
export async function readIntent(incoming: Incoming, setup: Setup): Promise<Intent> {
  const userId = (await findCurrent(incoming, setup))?.userId ?? null;
  return { userId, link: userId !== null && asksToLink(incoming) ? "requested" : "none" };
}

/** The same intent, if the request that ends the sign-in has `link` where the one that began it had not. */
export function withLinkOf(incoming: Incoming, intent: Intent): Intent {
  return intent.userId !== null && asksToLink(incoming) ? { ...intent, link: "requested" } : intent;
}

/** The session of the user who is signed in; `null` where there is no database to know them. @throws {AdapterError} */
export async function findCurrent(
  incoming: Incoming,
  setup: Pick<Setup, "store" | "sessions" | "cookies">,
): Promise<(SessionRead & { readonly userId: string }) | null> {
  const read = setup.store && await currentSession(incoming, setup);
  return read?.userId ? { ...read, userId: read.userId } : null;
}

/** Whether a request asks to add an account to that of the user who is signed in. */
export function asksToLink({ body, query }: Incoming): boolean {
  const value = body?.link ?? query.get("link");
  return value === true || value === "true" || value === "1";
}
