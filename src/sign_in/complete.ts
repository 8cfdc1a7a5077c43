/**
 * What every kind of sign-in ends with: may they, whose account it is, a session, the events, and where to go.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { SignInParams } from "../config/types.ts";
import { AccessDenied, AuthError, ServerError } from "../errors.ts";
import { allowedUrl, withParams } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { readSessionToken, sessionCookies } from "../session/cookie.ts";
import type { Identity } from "../types.ts";
import { decide, type Decision, know, settle, type Settled } from "./account.ts";

/** Where a sign-in comes from, and where it leads. */
export interface Way {
  /** The request that ends it. */
  readonly incoming: Incoming;
  /** Absolute URL where the user goes. */
  readonly returnTo: string;
  /** Id of the user who was signed in when it began. */
  readonly userId: string | null;
}

/**
 * Signs in whoever a provider has proven, if the application lets them.
 *
 * @throws {AccessDenied} if `callbacks.signIn` returns `false` or throws.
 * @throws {OAuthAccountNotLinked} if the account may not be used by this user.
 * @throws {AdapterError} if the database fails.
 */
export async function complete(identity: Identity, way: Way, setup: Setup): Promise<Outcome> {
  const { incoming, returnTo } = way;
  const { account, profile, credentials } = identity;
  const decision = await decisionFor(identity, way, setup);
  const known = decision && "user" in decision ? decision.user : identity.user;
  const params = { user: known, account, ...(profile && { profile }), ...(credentials && { credentials }) };
  const elsewhere = await assertAllowed(params, setup);
  if (elsewhere !== null) return { redirect: await allowedUrl(elsewhere, incoming.origin, setup) };
  const { user, isNewUser } = await settled(identity, decision, setup);
  const { sessionToken } = setup.cookies;
  const previous = readSessionToken(incoming.cookies, sessionToken);
  const signedIn = { user, account, ...(profile && { profile }), isNewUser };
  const token = await setup.sessions.issue({ ...signedIn, previous });
  if (token) await setup.emit("signIn", signedIn);
  return {
    redirect: isNewUser && setup.pages.newUser
      ? withParams(setup.pages.newUser, incoming.origin, { callbackUrl: returnTo })
      : returnTo,
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
    throw error instanceof AuthError ? error : new AccessDenied(error as Error);
  }
  if (verdict === true) return null;
  if (typeof verdict === "string" && verdict) return verdict;
  throw new AccessDenied("callbacks.signIn did not return true");
}

/** The id of the user who is signed in; `null` where there is no database to know them. */
export async function currentUserId({ cookies }: Incoming, { store, sessions, cookies: names }: Setup) {
  const token = store && readSessionToken(cookies, names.sessionToken);
  return token ? await sessions.userIdOf(token) : null;
}

/** `null` where there is nothing to decide: no database, or an application that has found the user itself. */
async function decisionFor(
  identity: Identity,
  { incoming, userId }: Way,
  setup: Setup,
): Promise<Decision | null> {
  const { store } = setup;
  if (!store || identity.account.type === "credentials") return null;
  // Whoever is signed in now counts only if they were when the sign-in began (RFC 9700 §4.7).
  const current = userId !== null && await currentUserId(incoming, setup) === userId ? userId : null;
  return decide(identity, await know(identity, current, store));
}

async function settled(identity: Identity, decision: Decision | null, setup: Setup): Promise<Settled> {
  const { store, strategy } = setup;
  if (decision && store) return await settle(identity, decision, { ...setup, store });
  const { user } = identity;
  if (store && strategy === "database" && !await store.getUser(user.id)) {
    throw new ServerError(
      `Cannot store a session: \`authorize\` returned the id of a user who is not in the database`,
    );
  }
  return { user, isNewUser: false };
}
