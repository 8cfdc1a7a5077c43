/**
 * The purpose of a sign-in: to sign in, or to link an account to the current user.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { asksForOne, asksToLink } from "../http/link_request.ts";
import type { Incoming } from "../http/types.ts";
import { requestedLocales } from "../http/ui_locales.ts";
import { currentSession } from "../session/current.ts";
import type { SessionRead } from "../model/session.ts";

/** `requested`: the form had `link`. `agreed`: the user agreed on the page that asks. */
export type LinkIntent = "none" | "requested" | "agreed";

/** Who was signed in when a sign-in began, and its purpose. */
export interface Intent {
  /** Id of the user who was signed in; `null` if no one was. */
  readonly userId: string | null;
  /** Whether the user wants to link the account. */
  readonly link: LinkIntent;
  /**
   * When the session began in which the user asked to link, in milliseconds since the epoch; `null` if unknown. Absent
   * without `requested`, and if the request that ends the sign-in asks.
   */
  readonly signedInAt?: number | null;
  /** Whether the account must be one that the user has already: it gets more scopes. Default `false`. */
  readonly ownAccount?: boolean;
  /** Whether the page that it began on offered this provider alone: the page about a failure does so, too. Default `false`. */
  readonly only?: boolean;
  /** `ui_locales` of the request that began it: the pages after it have the same language. */
  readonly locales?: string;
}

/** The request that ends a sign-in, and its context. */
export interface Ending {
  /** The request. */
  readonly incoming: Incoming;
  /** Absolute URL where the user goes. */
  readonly returnTo: string;
  /** Who was signed in when it began, and its purpose. */
  readonly intent: Intent;
  /** What `callbacks.signIn` has allowed in the first step: it is not asked again. Absent in the first step. */
  readonly allowed?: AllowedSignIn;
  /** When the user signed in again for the question that this answers, in milliseconds since the epoch; absent if they did not. */
  readonly provenAt?: number;
  /** The error of this request, which the page that asks next shows. Absent without one. */
  readonly error?: string | undefined;
}

/** A decision that the application has allowed. */
export interface AllowedSignIn {
  /** Its kind: see `Decision`. `null` if the application has found the user itself. */
  readonly kind: string | null;
  /** Id of its user; `null` for a user who is created. */
  readonly userId: string | null;
}

/** The intent if no one was signed in. */
export const NO_INTENT: Intent = { userId: null, link: "none" };

/** The part of a setup that finds the session of a request. */
type SessionFinder = Pick<Setup, "store" | "sessions">;

/** The intent of a request that begins a sign-in: from the session, and from `link` and `ui_locales` in the form or the query. */
export async function createIntent(incoming: Incoming, setup: SessionFinder): Promise<Intent> {
  const session = await findUserSession(incoming, setup);
  const locales = requestedLocales(incoming);
  const wish = session && asksToLink(incoming)
    ? { link: "requested", signedInAt: session.signedInAt } as const
    : { link: "none" } as const;
  const owner = wish.link === "none" && incoming.scope !== undefined
    // Each request reads its session once.
    ? (await currentSession(incoming, setup))?.userId ?? null
    : null;
  return {
    userId: session?.userId ?? owner,
    ...wish,
    ...(owner !== null && { ownAccount: true }),
    ...(asksForOne(incoming) && { only: true }),
    ...(locales !== null && { locales }),
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
): { readonly link: boolean; readonly only?: boolean; readonly locales: string | undefined } {
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
