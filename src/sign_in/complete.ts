/**
 * What every kind of sign-in ends with: may they, whose account it is, a session, the events, and where to go.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Store } from "../config/store.ts";
import type { SignInParams } from "../config/types.ts";
import { AccessDenied, AuthError, UserChanged } from "../errors.ts";
import { allowedUrl, withParams } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { readSessionToken, sessionCookies } from "../session/cookie.ts";
import { isA } from "../thrown.ts";
import type { Identity } from "../types.ts";
import { settle, type Settled } from "./account.ts";
import { decide, type Decision, findKnown } from "./decision.ts";
import { findCurrent, type Way } from "./intent.ts";
import { askToLink } from "./link.ts";

/**
 * Signs in the user whom a provider has proven, if the application lets them. A user who is signed in, and uses an
 * account that no user has yet, is asked first what is to become of it.
 *
 * @throws {AccessDenied} if `callbacks.signIn` returns `false` or throws.
 * @throws {OAuthAccountNotLinked} if the account may not be used by this user.
 * @throws {UserNotVerified} if the user cannot be given to the owner of the mailbox.
 * @throws {UserChanged} if the user is removed, verified or taken over, or signs out, while the sign-in is under way.
 * @throws {AdapterError} if the database fails.
 */
export async function complete(identity: Identity, way: Way, setup: Setup): Promise<Outcome> {
  const { incoming, returnTo } = way;
  const { account, profile, credentials } = identity;
  const decision = await decisionFor(identity, way, setup);
  if (decision?.kind === "asked") return await askToLink(identity, { user: decision.user, ...way }, setup);
  const elsewhere = await assertAllowed({
    user: decision && "user" in decision ? decision.user : identity.user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(decision?.kind === "linked" && { link: decision.user }),
  }, setup);
  if (elsewhere !== null) return { redirect: await allowedUrl(elsewhere, incoming.origin, setup) };
  const { user, storedUser, isNewUser, removed = [] } = await settled(identity, decision, way, setup);
  const { sessionToken } = setup.cookies;
  const previous = readSessionToken(incoming.cookies, sessionToken);
  const signedIn = { user, account, ...(profile && { profile }), isNewUser };
  const token = await setup.sessions.issue({
    ...signedIn,
    previous,
    ...(storedUser && { storedUser }),
  });
  if (token) await setup.emit("signIn", signedIn);
  return {
    redirect: nextPage({ isNewUser, removed, returnTo }, incoming, setup),
    cookies: sessionCookies(token, incoming.cookies, sessionToken),
  };
}

/**
 * Asks the application whether a user may sign in.
 *
 * @returns The URL that the user is to be sent to instead; `null` if they may.
 * @throws {AccessDenied} if not.
 */
export async function assertAllowed(params: SignInParams, { callbacks }: Setup): Promise<string | null> {
  let verdict: boolean | string;
  try {
    // Only `true` lets in: a callback that returns nothing has not said yes.
    verdict = callbacks.signIn ? await callbacks.signIn(params) : true;
  } catch (error) {
    throw isA(error, AuthError) ? error : new AccessDenied(error as Error);
  }
  if (verdict === true) return null;
  if (typeof verdict === "string" && verdict) return verdict;
  throw new AccessDenied("callbacks.signIn did not return true");
}

/** `null` where there is nothing to decide: no database, or an application that has found the user itself. */
async function decisionFor(identity: Identity, way: Way, setup: Setup): Promise<Decision | null> {
  const { store } = setup;
  if (!store || identity.account.type === "credentials") return null;
  return await decideNow(identity, way, { ...setup, store });
}

async function decideNow(
  identity: Identity,
  { incoming, intent }: Way,
  setup: Setup & { readonly store: Store },
): Promise<Decision> {
  // The user who is signed in now counts only if they were when the sign-in began (RFC 9700 §4.7).
  const current = await findCurrent(incoming, setup);
  const currentId = current && current.userId === intent.userId ? current.userId : null;
  const age = setup.platform.now() - (current?.signedInAt ?? -Infinity);
  const consent = { link: intent.link, isFresh: age < setup.freshAge };
  return decide(identity, await findKnown(identity, currentId, setup.store), consent);
}

async function settled(
  identity: Identity,
  decision: Decision | null,
  way: Way,
  setup: Setup,
): Promise<Settled> {
  const { store, sessions } = setup;
  if (!decision || !store) {
    const { user, storedUser } = identity;
    return { user, isNewUser: false, ...(storedUser && { storedUser }) };
  }
  if (decision.kind === "linked" && way.intent.userId === decision.user.id) {
    // `callbacks.signIn` may have taken its time. To sign out in the meantime counts.
    const token = readSessionToken(way.incoming.cookies, setup.cookies.sessionToken);
    if (!token || !await sessions.isLive(token)) {
      throw new UserChanged("Cannot link the account: the session has ended in the meantime");
    }
  }
  const decideAgain = () => decideNow(identity, way, { ...setup, store });
  return await settle(identity, decision, { ...setup, store, decideAgain });
}

/** The page after a sign-in: where the user wanted to go, unless there is something to say first. */
function nextPage(
  { isNewUser, removed, returnTo }: {
    readonly isNewUser: boolean;
    readonly removed: readonly string[];
    readonly returnTo: string;
  },
  { origin }: Incoming,
  { pages, basePath }: Setup,
): string {
  const params = { callbackUrl: returnTo };
  if (removed.length) {
    const page = pages.takenOver ?? `${basePath}/taken-over`;
    return withParams(page, origin, { removed: removed.join(","), ...params });
  }
  return isNewUser && pages.newUser ? withParams(pages.newUser, origin, params) : returnTo;
}
