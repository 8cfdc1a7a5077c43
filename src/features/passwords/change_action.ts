/**
 * `GET password` and `POST password`: a user who is signed in changes their password, or adds one.
 *
 * @module
 */

import { changePage } from "./pages/change.ts";
import { notice } from "./credentials.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { assertCurrent } from "./current.ts";
import { currentSession, type SignedInUser, storedUser } from "../../session/current.ts";
import { EmailSignInError, InvalidPassword, UserChanged } from "../../errors/errors.ts";
import { emitFailure, recordFailure } from "../../sign_in/failure_event.ts";
import { persist } from "../../sign_in/persist.ts";
import { freshnessOf, proofUrl } from "../../sign_in/freshness.ts";
import { afterCredentialsChange, beforeSessionsEnd, notify } from "../../sign_in/hooks.ts";
import { createIntent } from "../../sign_in/intent.ts";
import { forgotPasswordUrl, sendPasswordMail } from "./mail.ts";
import { MIN_LENGTH } from "./min_length.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { hashPassword } from "../../crypto/password.ts";
import { assertNewPassword } from "./policy.ts";
import { requestedUrl, returnUrl, withParams } from "../../http/redirect.ts";
import { ownerOf, passwordProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { shownFor } from "../../sign_in/shown_for.ts";
import { readPassword, setPassword, type StoredPassword } from "./store.ts";
import { ownIdentifier, typedUser } from "./typed_user.ts";
import { isA } from "../../errors/thrown.ts";
import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { endpointUrl, toPage } from "../../http/urls.ts";

/** Shows the form; leads to the sign-in page if no one is signed in, or a password is to be added in an old session. */
export async function showChange(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  const found = await findUser(incoming, setup);
  if ("redirect" in found) return found;
  if (setup.pages.password) {
    return { redirect: toPage("password", Object.fromEntries(query), incoming, setup) };
  }
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const { minLength = MIN_LENGTH } = passwordProvider(setup);
  const callbackUrl = await backUrl(incoming, setup);
  const page = await changePage({
    ...await pageBase(incoming, setup),
    action: endpointUrl("password", origin, setup),
    csrfToken,
    shownFor: await shownFor(found.session.userId, setup),
    callbackUrl,
    // No mail reaches a user who has a name alone.
    forgotPassword: found.user.email ? forgotPasswordUrl(callbackUrl, incoming, setup) : null,
    email: found.identifier,
    hasPassword: found.password.hash !== null,
    minLength,
    isRemoved: query.has("removed"),
    error: query.get("error"),
  });
  return toPageOutcome(page, cookies);
}

/**
 * Changes the password: with the current one, or in a fresh session if there is none. All other sessions end. A user whose
 * address was never confirmed gets an email first.
 */
export async function changePassword(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, body, cookies, received } = incoming;
  const found = await findUser(incoming, setup);
  if ("redirect" in found) return found;
  const { session: { userId, storedAs }, user, identifier, password: { hash, generation } } = found;
  const provider = passwordProvider(setup);
  const { store } = provider;
  const callbackUrl = await backUrl(incoming, setup);
  try {
    const attempted = {
      ...await typedUser(identifier, provider, setup),
      kind: "password",
      provider: provider.id,
    } as const;
    if (hash !== null) await assertCurrent({ hash, attempted }, incoming, setup);
    const password = await assertNewPassword(body?.password, ownerOf(identifier, setup, origin), provider);
    const newHash = await hashPassword(password, { ...provider.cost, signal: received?.signal });
    if (user.email && !user.emailVerified) {
      const mail = { purpose: "confirm", identifier: user.email, hash: newHash } as const;
      const intent = await createIntent(incoming, setup);
      return await sendPasswordMail({ ...mail, intent }, { incoming, provider }, setup);
    }
    if (!await setup.sessions.isLive(cookies)) {
      throw new UserChanged("Cannot set the password: the session has ended in the meantime");
    }
    const endOthers = async () => await setup.store?.deleteSessionsByUserId?.(userId, storedAs);
    const forget = await beforeSessionsEnd(userId, setup);
    await endOthers();
    const change = { userId, hash: newHash, ifGeneration: generation };
    const next = await setPassword(change, { store, platform: setup.platform });
    setup.generations?.remember(userId, next);
    try {
      await persist(endOthers);
      await forget(await setup.sessions.keyOf(cookies));
      await persist(() => afterCredentialsChange(userId, setup));
      await setup.limits.forget(attempted, incoming);
    } finally {
      // It is stored, whatever fails afterwards.
      await notify({ ...notice, userId }, incoming, setup);
    }
    const read = await currentSession(incoming, setup);
    const token = await persist(() => setup.sessions.carryOver(cookies, next, read?.token));
    // The others have to prove the mailbox.
    const signedIn = { userId, generation: next, accounts: [], provider: provider.id };
    const known = await setup.limits.knownBrowser(signedIn, incoming);
    return {
      redirect: withParams(callbackUrl, origin, { done: "password-changed", error: null }),
      cookies: [...setup.sessions.toCookies(token, cookies), ...known],
    };
  } catch (error) {
    const isUnsent = isA(error, EmailSignInError);
    await recordFailure(error, { userId, way: provider.id }, incoming, setup);
    if (!isUnsent && !isA(error, InvalidPassword) || setup.raw) throw error;
    if (isUnsent) setup.logger.error(error);
    else if (error.code === "WrongPassword") await emitFailure(error, incoming, setup);
    const shown = isUnsent ? error.type : error.code;
    return { redirect: toPage("password", { callbackUrl, error: shown }, incoming, setup) };
  }
}

/** The user who is signed in, and their password. */
interface FoundUser {
  readonly session: SignedInUser;
  readonly user: AdapterUser;
  /** What they type to sign in. */
  readonly identifier: string;
  readonly password: StoredPassword;
}

/** Finds the user, or the page where they have to go first. */
async function findUser(
  incoming: Incoming,
  setup: Setup,
): Promise<FoundUser | { readonly redirect: string }> {
  const { origin } = incoming;
  const session = await storedUser(incoming, setup);
  const callbackUrl = await backUrl(incoming, setup);
  const here = toPage("password", { callbackUrl }, incoming, setup);
  const signIn = (error: string) => ({
    redirect: toPage("signIn", { callbackUrl: here, error }, incoming, setup),
  });
  if (!session) return signIn("SessionRequired");
  const { user } = session;
  const provider = passwordProvider(setup);
  // Without an address or a name that leads back to the user, no password could be typed with it.
  const identifier = user && await ownIdentifier(user, provider, setup);
  if (!identifier) {
    return { redirect: withParams(callbackUrl, origin, { error: "NotAvailable" }) };
  }
  const password = await readPassword(user, provider.store);
  const freshness = await freshnessOf(session, setup);
  const isProven = password.hash === null ? freshness.isFresh : !freshness.lacksLevel;
  if (!isProven) return { redirect: proofUrl(freshness, { incoming, returnTo: here }, setup) };
  return { session, user, identifier, password };
}

/** The page to return to: that of the form, else the account page, if there is one. */
async function backUrl(incoming: Incoming, setup: Setup): Promise<string> {
  if (requestedUrl(incoming) !== null) return await returnUrl(incoming, setup);
  if (setup.off?.has("account")) return await returnUrl(incoming, setup);
  return toPage("account", {}, incoming, setup);
}
