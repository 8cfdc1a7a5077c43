/**
 * The purpose of a sign-in: to sign in, or to link an account to the current user.
 *
 * @module
 */

import { currentSession, storedUser } from "../session/current.ts";
import type { Intent } from "../model/intent.ts";
import { asksToLink, onlyIn } from "../http/link_request.ts";
import type { SessionRead } from "../model/session.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming, Only } from "../http/types.ts";
import { requestedLocales } from "../http/ui_locales.ts";

/** The part of a setup that finds the session of a request. */
type SessionFinder = Pick<Setup, "store" | "sessions" | "holders">;

/**
 * The intent of a request that begins a sign-in: from the session, and from `link` and `ui_locales` in the form or the query.
 *
 * @throws {UserNotStored} if it wants to link, and the database never had the user.
 */
export async function createIntent(incoming: Incoming, setup: SessionFinder): Promise<Intent> {
  const [locales, only] = [requestedLocales(incoming), onlyIn(incoming)];
  const isForScope = incoming.scope !== undefined;
  const session = setup.store || isForScope ? await heldSession(incoming, setup) : null;
  // A session that has ended since the page was shown, or is hidden, keeps the wish: its user must not get a second one for the account.
  // One under another form of their id adds nothing.
  const isWish = setup.store && asksToLink(incoming) &&
    (await storedUser(incoming, setup) || !await findUserSession(incoming, setup));
  return {
    userId: session?.userId ?? null,
    ...(isWish ? { link: "requested", signedInAt: session?.signedInAt } : { link: "none" }),
    ...(!isWish && isForScope && session?.userId && { ownAccount: true }),
    ...(only && { only }),
    ...(locales !== null && { locales }),
    ...(incoming.data && { data: incoming.data }),
  };
}

/** Adds `link` to an intent if the request that ends the sign-in has it. */
export function withRequestedLink(incoming: Incoming, intent: Intent): Intent {
  if (intent.userId === null || !asksToLink(incoming)) return intent;
  const { signedInAt: _, ...rest } = intent;
  return { ...rest, link: "requested" };
}

/** Whether the wish to link counts in a session: another person may have asked in an earlier one, at the same computer. */
export function isWishOf({ signedInAt: session }: SessionRead, { signedInAt = session }: Intent): boolean {
  return signedInAt === session;
}

/** The part of an intent that the page about a failure keeps. A request that ends the sign-in may ask for `link` itself. */
export function wishesOf(
  { link, only, locales }: Intent,
  incoming: Incoming,
): { readonly link: boolean; readonly only?: Only; readonly locales: string | undefined } {
  return { link: link !== "none" || asksToLink(incoming), ...(only && { only }), locales };
}

/** Finds the session of the current user; `null` without one, or without a database. @throws {AdapterError} if it fails. */
export async function findUserSession(
  incoming: Incoming,
  setup: SessionFinder,
): Promise<(SessionRead & { readonly userId: string }) | null> {
  const read = setup.store && await currentSession(incoming, setup);
  return read?.userId ? { ...read, userId: read.userId } : null;
}

/**
 * The session of a request, also one that `callbacks.session` holds back, or whose callback has failed. A user who is hidden so loses
 * nothing, and gets nothing: see `Standing`.
 *
 * @returns `null` without a session.
 * @throws {AdapterError} if the database fails.
 */
export async function heldSession(
  incoming: Incoming,
  setup: Pick<SessionFinder, "sessions" | "holders">,
): Promise<SessionRead | null> {
  const read = await currentSession(incoming, setup);
  return read?.userId === null && read.token !== null
    ? await setup.holders().identify(incoming.cookies)
    : read;
}
