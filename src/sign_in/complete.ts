/**
 * Completes every sign-in: decides on the user, asks `callbacks.signIn`, begins the session, emits events, redirects.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Store } from "../store.ts";
import type { SignInParams } from "../auth_config/callbacks.ts";
import { AccessDenied, AuthError, UserChanged } from "../errors.ts";
import { parseDevice, toDeviceText } from "../http/device.ts";
import { allowedUrl, withParams } from "../http/redirect.ts";
import type { Outcome } from "../http/types.ts";
import { localesParam } from "../http/ui_locales.ts";
import { pageUrl } from "../http/urls.ts";
import { readSessionToken, sessionCookies } from "../session/cookie.ts";
import { isA } from "../thrown.ts";
import type { Identity } from "../identity.ts";
import { once } from "../once.ts";
import type { Applied } from "./account.ts";
import { ACCOUNT_TYPES } from "./account_types.ts";
import type { Decision } from "./decision.ts";
import { type Ending, findUserSession } from "./intent.ts";
import { lastUsedCookies } from "./last_used.ts";

// Loaded on demand: without a database nothing is decided, and few sign-ins ask.
const decisions = once(() => import("./decision.ts"));
const accounts = once(() => import("./account.ts"));
const links = once(() => import("./link.ts"));

/**
 * Signs in the user of a proven identity, if the application allows it. A user who is already signed in, and proves an
 * account that is not linked to any user, is asked first whether to link it, unless the form had `link` and the session is
 * fresh.
 *
 * @throws {AccessDenied} if `callbacks.signIn` returns neither `true` nor a URL, or throws; an `AuthError` that it throws is
 * thrown as it is.
 * @throws {OAuthAccountNotLinked} if the account may not be used by this user.
 * @throws {UserNotVerified} if the user cannot be taken over by the owner of the mailbox.
 * @throws {UserChanged} if the user is removed, verified or taken over, or signs out, during the sign-in.
 * @throws {AdapterError} if the database fails.
 */
export async function complete(proven: Identity, ending: Ending, setup: Setup): Promise<Outcome> {
  const { incoming } = ending;
  const { store } = setup;
  const identity = store && proven.formerAccount
    ? await (await decisions()).underStoredId(proven, store)
    : proven;
  const { account, profile, credentials } = identity;
  const decision = await decisionFor(identity, ending, setup);
  if (decision?.kind === "asked") {
    const { askToLink } = await links();
    return await askToLink(identity, { user: decision.user, ...ending }, setup);
  }
  const elsewhere = await assertAllowed({
    user: decision && "user" in decision ? decision.user : identity.user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(decision?.kind === "linked" && { link: decision.user }),
  }, setup);
  if (elsewhere !== null) return { redirect: await allowedUrl(elsewhere, incoming.origin, setup) };
  const { user, storedUser, isNewUser, removed = [] } = await resolveUser(identity, decision, ending, setup);
  const { sessionToken } = setup.cookies;
  const previous = readSessionToken(incoming.cookies, sessionToken);
  const signedIn = { user, account, ...(profile && { profile }), isNewUser };
  const device = parseDevice(incoming.headers.get("user-agent"));
  const token = await setup.sessions.issue({
    ...signedIn,
    previous,
    device: device && toDeviceText(device),
    ...(storedUser && { storedUser }),
  });
  if (token) await setup.emit("signIn", signedIn);
  return {
    redirect: nextPage({ isNewUser, removed }, ending, setup),
    cookies: [
      ...sessionCookies(token, incoming.cookies, sessionToken),
      ...(token ? lastUsedCookies(account.provider, setup) : []),
    ],
  };
}

/**
 * Asks the application whether a user may sign in.
 *
 * @returns `null` if they may; the URL to send the user to if `callbacks.signIn` returns one.
 * @throws {AccessDenied} if they may not.
 */
export async function assertAllowed(params: SignInParams, { callbacks }: Setup): Promise<string | null> {
  let verdict: boolean | string;
  try {
    // Only `true` allows the sign-in: a callback that returns `undefined` does not.
    verdict = callbacks.signIn ? await callbacks.signIn(params) : true;
  } catch (error) {
    throw isA(error, AuthError) ? error : new AccessDenied(error as Error);
  }
  if (verdict === true) return null;
  if (typeof verdict === "string" && verdict) return verdict;
  throw new AccessDenied("Cannot sign in: `callbacks.signIn` did not return `true`");
}

/** The decision; `null` without a database, and with credentials, where the application itself finds the user. */
async function decisionFor(identity: Identity, ending: Ending, setup: Setup): Promise<Decision | null> {
  const { store } = setup;
  if (!store || ACCOUNT_TYPES[identity.account.type].proves === "user") return null;
  return await decideNow(identity, ending, { ...setup, store });
}

async function decideNow(
  identity: Identity,
  { incoming, intent }: Ending,
  setup: Setup & { readonly store: Store },
): Promise<Decision> {
  const { decide, findMatches } = await decisions();
  // The current user counts only if they were already signed in when the sign-in began (RFC 9700 §4.7).
  const current = await findUserSession(incoming, setup);
  const currentId = current && current.userId === intent.userId ? current.userId : null;
  const age = setup.platform.now() - (current?.signedInAt ?? -Infinity);
  const consent = { link: intent.link, isFresh: age < setup.freshAge };
  return decide(identity, await findMatches(identity, currentId, setup.store), consent);
}

async function resolveUser(
  identity: Identity,
  decision: Decision | null,
  ending: Ending,
  setup: Setup,
): Promise<Applied> {
  const { store, sessions } = setup;
  if (!decision || !store) {
    const { user, storedUser } = identity;
    return { user, isNewUser: false, ...(storedUser && { storedUser }) };
  }
  if (decision.kind === "linked" && ending.intent.userId === decision.user.id) {
    // The user may have signed out while `callbacks.signIn` ran.
    const token = readSessionToken(ending.incoming.cookies, setup.cookies.sessionToken);
    if (!token || !await sessions.isLive(token)) {
      throw new UserChanged("Cannot link the account: the session has ended in the meantime");
    }
  }
  const { applyDecision } = await accounts();
  const decideAgain = () => decideNow(identity, ending, { ...setup, store });
  return await applyDecision(identity, decision, { ...setup, store, decideAgain });
}

/** The URL after a sign-in: `returnTo`, unless the page about a takeover or for new users comes first. */
function nextPage(
  { isNewUser, removed }: { readonly isNewUser: boolean; readonly removed: readonly string[] },
  { incoming, returnTo, intent }: Ending,
  setup: Setup,
): string {
  const { origin } = incoming;
  const params = { callbackUrl: returnTo, ...localesParam(incoming, intent.locales) };
  if (removed.length) {
    return pageUrl("takenOver", { origin, params: { removed: removed.join(","), ...params } }, setup);
  }
  const { newUser } = setup.pages;
  return isNewUser && newUser ? withParams(newUser, origin, params) : returnTo;
}
